package luacheckrc

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"luaflow/analysis/config/tree"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// This file has configurations that want more than they may have, or are broken: each
// of testdata/hostile says in its first line on which line what is complained of.

const childArgument = "evaluate"

// TestMain makes the test binary the child process as well.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		os.Exit(EvalMain(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// evaluateText evaluates a text that stands alone in a folder.
func evaluateText(t testing.TB, text string) (*Result, *tree.Error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), ".luacheckrc")
	must.Write(t, file, text)
	return evaluateFile(file)
}

func evaluateFile(file string) (*Result, *tree.Error) {
	return Evaluate(Request{
		Command: []string{os.Args[0], childArgument}, Root: filepath.Dir(file), Folder: filepath.Dir(file), File: file,
	})
}

func TestHostile(t *testing.T) {
	for _, name := range must.Glob(t, "testdata/hostile/*.lua") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text := must.Read(t, name)
			first, _, _ := strings.Cut(text, "\n")
			var line int
			if _, err := fmt.Sscanf(first, "-- want %d", &line); err != nil {
				t.Fatal(err)
			}
			_, want, _ := strings.Cut(strings.TrimPrefix(first, "-- want "), " ")
			complains(t, text, line, want)
		})
	}
}

// complains checks that a configuration is refused, on which line (0 for none), and in
// words that have others in them.
func complains(t *testing.T, text string, line int, want string) {
	t.Helper()
	result, problem := evaluateText(t, text)
	switch {
	case problem == nil:
		t.Errorf("it is accepted: %+v", result.Options)
	case problem.Line != line && !(isRace && problem.Message == tooMuchMemory):
		t.Errorf("line %d, want %d: %s", problem.Line, line, problem)
	case !strings.Contains(problem.Message, want), problem.Message == "":
		t.Errorf("%s, want %s", problem, want)
	case result.Options != nil:
		t.Errorf("it has options: %+v", result.Options)
	}
}

// TestHostileTexts evaluates what is too long, or no text, for a file.
func TestHostileTexts(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		want string
	}{
		"parentheses": {"x = " + strings.Repeat("(", 20_000), 1, "end of the file"},
		"braces":      {strings.Repeat("x = {", 1) + strings.Repeat("{", 200_000) + strings.Repeat("}", 200_001), 1, "nested too deep"},
		"operators":   {"x = " + strings.Repeat("-", 1) + strings.Repeat("not ", 200_000) + "1", 1, "nested too deep"},
		"blocks":      {strings.Repeat("do ", 100_000) + strings.Repeat("end ", 100_000), 1, "nested too deep"},
		"variables":   {names(20_000), 10_001, "names more than 10000 variables"},
		"long call":   {"x = {" + strings.Repeat("1,", 30_000) + "f()}", 1, "a list of more than 25000 items ends with a call"},
		"bytecode":    {"\x1bLua\x51\x00", 0, "is bytecode"},
		"zeros":       {strings.Repeat("\x00", 1000), 1, ""},
		"large":       {strings.Repeat("-", 2<<20), 0, "is larger than 1048576 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			result, problem := evaluateText(t, c.text)
			switch {
			case problem == nil && c.want == "" && result.Options != nil:
				// deep, and within the bounds after all
			case problem == nil:
				t.Errorf("it is accepted: %+v", result.Options)
			case !strings.Contains(problem.Message, c.want) || problem.Message == "" || problem.Line != c.line:
				t.Errorf("%s, want %s", problem, c.want)
			}
		})
	}
}

// names sets variables, each on its line.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "v%d = true\n", i)
	}
	return b.String()
}

func TestNothingIsReadOutside(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.lua")
	must.Write(t, secret, "return 'secret'")
	folder := t.TempDir()
	for name, target := range map[string]string{"link.lua": secret, "linked": outside, "inside.lua": "real.lua"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	must.Write(t, filepath.Join(folder, "real.lua"), "return 'lua51'")
	file := filepath.Join(folder, ".luacheckrc")
	for text, want := range map[string]string{
		"return { std = dofile('inside.lua') }":   "",
		"std = dofile('link.lua')":                "is not read",
		"std = dofile('linked/secret.lua')":       "is not read",
		"std = require('linked.secret')":          "is not read",
		"std = dofile('" + secret + "')":          "is outside of the project",
		"std = dofile('linked/../../secret.lua')": "",
	} {
		must.Write(t, file, text)
		result, problem := evaluateFile(file)
		switch {
		case want == "" && strings.Contains(text, "inside") && problem != nil:
			t.Errorf("%s: %s", text, problem)
		case want != "" && (problem == nil || !strings.Contains(problem.Message, want)):
			t.Errorf("%s: %v %v, want %s", text, result.Options, problem, want)
		case result.Options != nil && result.Options.Get("std").Text == "secret":
			t.Errorf("%s: the secret is out", text)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, file); err != nil {
		t.Fatal(err)
	}
	if _, problem := evaluateFile(file); problem == nil || !strings.Contains(problem.Message, "is not read") {
		t.Errorf("a configuration that is a link out: %v", problem)
	}
}

// TestChildHasNothing looks at the child from inside.
func TestChildHasNothing(t *testing.T) {
	t.Setenv("LUAFLOW_SECRET", "secret")
	result, problem := evaluateText(t, `
		a = tostring(os.getenv("LUAFLOW_SECRET")) .. tostring(os.getenv("PATH"))
		b = {}
		for name in pairs(os) do b[#b + 1] = name end
		print("this goes nowhere")
		c = tostring(io) .. tostring(debug) .. tostring(string.dump) .. tostring(newproxy)
		collectgarbage("count")
	`)
	if problem != nil {
		t.Fatal(problem)
	}
	for name, want := range map[string]string{"a": "nilnil", "c": "nilnilnilnil"} {
		if got := result.Options.Get(name).Text; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if b := result.Options.Get("b").Items; len(b) != 1 || b[0].Text != "getenv" {
		t.Errorf("os has %v", b)
	}
}

func TestNoChild(t *testing.T) {
	for _, test := range []struct {
		command []string
		want    string
	}{{nil, "is not read"}, {[]string{filepath.Join(t.TempDir(), "no such program")}, "cannot be evaluated"}} {
		file := filepath.Join(t.TempDir(), ".luacheckrc")
		if err := os.WriteFile(file, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		_, problem := Evaluate(Request{Command: test.command, Root: filepath.Dir(file), Folder: filepath.Dir(file), File: file})
		if problem == nil || !strings.Contains(problem.Message, test.want) {
			t.Errorf("%v: %v", test.command, problem)
		}
	}
}
