package luacheckrc

import (
	"os/exec"
	"testing"

	"luaflow/analysis/config/tree"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// TestStringsAreLuas runs assertions in the sandbox, and in Lua itself so that they can
// be trusted.
func TestStringsAreLuas(t *testing.T) {
	const name = "testdata/good/strings.lua"
	text := must.Read(t, name)
	if _, problem := evaluateText(t, text); problem != nil {
		t.Error(problem)
	}
	if out, err := exec.Command(external.Program(t, "lua5.3"), name).CombinedOutput(); err != nil {
		t.Errorf("lua5.3: %s", out)
	}
}

func TestLines(t *testing.T) {
	const text = `local shared = {
  std = "lua51",
  ignore = {
    "211",
    "212",
  },
}
globals = { "a",
  "b", c = { fields =
    { "d" } } }
files["x"].std = "+busted"
files["y"] = {
  ignore = { "1" },
}
for _, v in ipairs { "s" } do
  read_globals = { v }
end
shared.codes = true
return shared
`
	result, problem := evaluateText(t, text)
	if problem != nil {
		t.Fatal(problem)
	}
	for _, c := range []struct {
		path []any
		line int
	}{
		{[]any{"std"}, 2},
		{[]any{"ignore"}, 3},
		{[]any{"ignore", 0}, 4},
		{[]any{"ignore", 1}, 5},
		{[]any{"globals"}, 8},
		{[]any{"globals", 0}, 8},
		{[]any{"globals", 1}, 9},
		{[]any{"globals", "c"}, 9},
		{[]any{"globals", "c", "fields", 0}, 10},
		{[]any{"files", "x"}, 11},
		{[]any{"files", "x", "std"}, 11},
		{[]any{"files", "y", "ignore"}, 13},
		{[]any{"read_globals"}, 0},
		{[]any{"codes"}, 18},
	} {
		n := result.Options
		for _, step := range c.path {
			switch step := step.(type) {
			case string:
				n = n.Get(step)
			case int:
				n = n.Items[step]
			}
		}
		if n.Line != c.line {
			t.Errorf("%v is set on line %d, not %d", c.path, c.line, n.Line)
		}
	}
}

func TestAskedFilesAreKnown(t *testing.T) {
	result, problem := evaluateText(t, "pcall(require, 'a.b') pcall(dofile, 'c.lua')")
	if problem != nil {
		t.Fatal(problem)
	}
	if len(result.Read) != 4 {
		t.Errorf("it read %v", result.Read)
	}
}

// FuzzEvaluate runs texts as configurations: whatever they do, there are options or a
// complaint.
func FuzzEvaluate(f *testing.F) {
	for _, text := range []string{
		"", "std = 'lua51'", "return { ignore = { '212' } }", "files.x.std = '+busted'",
		"stds.m = { globals = { 'a', b = { fields = { 'c' } } } } std = 'lua51+m'",
		"for k, v in pairs(stds.lua54.read_globals) do globals = { v } end",
		"local x <const> = 1", "x = ('%d'):format(1):gsub('.', {})", "setmetatable(files, nil) files = 1",
		"stds = nil files = nil", "x = function() end", "x = 0/0 y = 1/0", "x = '\\255\\254'",
		"require 'x'", "error({})", "x = coroutine.create(print)", "\x1bLua", "goto x ::x::",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		result, problem := evaluateText(t, text)
		switch {
		case problem == nil && (result.Options == nil || result.Options.Kind != tree.Table):
			t.Errorf("neither options nor a complaint")
		case problem != nil && (problem.File == "" || problem.Message == "" || result.Options != nil):
			t.Errorf("%+v with %v", problem, result.Options)
		}
	})
}
