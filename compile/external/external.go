// Package external is for tests that are judged by programs from outside the
// repository: the reference implementation, an editor, a corpus. It says in one place
// what a test does where one of them is missing.
package external

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// forbidSkips is the environment variable under which a test may not be skipped. CI
// sets it.
const forbidSkips = "LUAFLOW_NO_SKIP"

// Program returns the path of a program. The test is skipped where it is not installed.
func Program(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, name+" is not installed")
	}
	return path
}

// Run runs a program with arguments and returns all that it prints. The test is skipped where it is
// not installed, and ends if it fails.
func Run(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(Program(t, name), args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return out
}

// patience is how long a program may run that a test has made: long enough for any machine that has much
// else to do, so that it only ends one that hangs.
const patience = 5 * time.Minute

// Feed runs a program with arguments and a text as its input, and returns what it prints and how it ends. The
// test ends if it hangs.
func Feed(t testing.TB, text, path string, args ...string) (out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stdin = strings.NewReader(text)
	printed, err := cmd.Output()
	if ctx.Err() != nil {
		t.Fatalf("%s has no end after %v, with\n%s", path, patience, text)
	}
	return string(printed), err
}

// Missing skips a test for want of something outside the repository; where skips are
// forbidden, the test fails.
func Missing(t testing.TB, why string) {
	t.Helper()
	if SkipsForbidden() {
		t.Fatalf("%s, and %s is set", why, forbidSkips)
	}
	t.Skip(why)
}

// SkipsForbidden reports whether a test may not be skipped.
func SkipsForbidden() bool { return os.Getenv(forbidSkips) != "" }
