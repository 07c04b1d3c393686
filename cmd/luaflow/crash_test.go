package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/memory"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/testkit/must"
)

// panicking makes a panic of each file with "bug" in its name while its findings are printed.
func panicking(t *testing.T) {
	t.Helper()
	const name = "panicking"
	text := report.Formats["plain"]
	print := text.Append
	text.Clean = true
	text.Failures = true
	text.Append = func(b []byte, r *report.File) []byte {
		if r.Failed != "" {
			return append(b, r.Failure().Code()+": "+r.Name+"\n"...)
		}
		if strings.Contains(r.Name, "bug") {
			var none []int
			return append(b, byte(none[len(r.Name)]))
		}
		return print(b, r)
	}
	report.Formats[name] = text
	t.Cleanup(func() { delete(report.Formats, name) })
}

// TestPanicCostsItsFile: a panic in one file is reported with an exit code of its own, the
// others are done, whether they are printed at once or held until all are known.
func TestPanicCostsItsFile(t *testing.T) {
	panicking(t)
	t.Chdir(t.TempDir())
	t.Setenv(cache.Env, "off")
	for _, name := range []string{"a.lua", "bug.lua", "c.lua", "large bug.lua", "z.lua"} {
		text := "local unused = 1\nprint(undefined)\n"
		if name == "large bug.lua" {
			text += strings.Repeat("\n", memory.KeptSize)
		}
		must.Write(t, name, text)
	}
	for _, flag := range []string{"--no-config", "--std=lua53"} {
		code, err := execute(t, "check", flag, "--format=panicking=out", ".")
		text, fail := os.ReadFile("out")
		must.Do(t, fail)
		if want := strings.Count(string(text), "unused-local") + strings.Count(string(text), "W211"); code != console.ExitCrash || want != 3 || strings.Count(string(text), "crash: ") != 2 {
			t.Errorf("%s: exit code %d, %s%s", flag, code, err, text)
		}
		if !strings.Contains(err, "luaflow: bug.lua: a bug of luaflow, please report it with the file: runtime error: index out of range [7] with length 0 (luaflow/cmd/luaflow/crash_test.go:") {
			t.Errorf("%s: stderr: %s", flag, err)
		}
	}
}

// execute runs a command and returns its exit code and what it says of problems.
func execute(t *testing.T, args ...string) (code int, err string) {
	t.Helper()
	null, fail := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	must.Do(t, fail)
	defer null.Close()
	con := console.New(null, null, null)
	var errs bytes.Buffer
	con.Err = &errs
	root := newRoot(con)
	root.SetArgs(args)
	must.Do(t, root.Execute())
	return con.Close(), errs.String()
}
