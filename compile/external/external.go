// Package external is for tests that are judged by programs from outside the
// repository: the reference implementation, an editor, a corpus. It says in one place
// what a test does where one of them is missing.
package external

import (
	"os"
	"os/exec"
	"testing"
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
