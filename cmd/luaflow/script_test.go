package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/compile/external"
)

// The scripts under testdata/script run the real command line, each in a fresh
// folder. Beside what testscript offers they have
//
//	exits N PROGRAM ARG…   run a program and expect exit code N
//	write FILE TEXT        write a file; both have Go's escapes
//	holds FILE TEXT        expect a file's bytes; TEXT has Go's escapes
//	[without:PROGRAM]      true where a program is not installed; with
//	                       LUAFLOW_NO_SKIP that is an error
//
// UPDATE_SCRIPTS=1 rewrites what cmp compares with.

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"luaflow": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Condition:           scriptCondition,
		Setup: func(env *testscript.Env) error {
			// Else every process of a race-detecting build ends a second late.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			env.Setenv(cache.Env, "off")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": scriptExits,
			"write": scriptWrite,
			"holds": scriptHolds,
		},
	})
}

func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N PROGRAM ARG…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

func scriptWrite(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: write FILE TEXT")
	}
	ts.Check(os.WriteFile(ts.MkAbs(unescape(ts, args[0])), []byte(unescape(ts, args[1])), 0o666))
}

func scriptHolds(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: holds FILE TEXT")
	}
	if got, want := ts.ReadFile(args[0]), unescape(ts, args[1]); got != want {
		ts.Fatalf("%s holds %q, want %q", args[0], got, want)
	}
}

func unescape(ts *testscript.TestScript, text string) string {
	plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	ts.Check(err)
	return plain
}

func scriptCondition(cond string) (bool, error) {
	program, ok := strings.CutPrefix(cond, "without:")
	if !ok {
		return false, fmt.Errorf("unknown condition %q", cond)
	}
	if _, err := exec.LookPath(program); err == nil {
		return false, nil
	}
	if external.SkipsForbidden() {
		return false, fmt.Errorf("%s is not installed", program)
	}
	return true, nil
}
