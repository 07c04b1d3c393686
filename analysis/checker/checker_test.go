package checker

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/config"
	"luaflow/analysis/modules"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestCases holds what is right in the cases that tools of this kind get wrong, with
// all checks that are on by default.
func TestCases(t *testing.T) {
	checktest.RunAll(t, "testdata/cases", Check, checks.Lookup)
}

// TestPages runs the examples of every page: the first has the finding, those after
// show how to mend it.
func TestPages(t *testing.T) {
	block := regexp.MustCompile("(?s)```lua\n(.*?)```")
	quoted := regexp.MustCompile(`(?m)^> (.+)$`)
	for _, c := range checks.All {
		blocks := block.FindAllStringSubmatch(c.Doc, -1)
		if len(blocks) < 2 {
			t.Errorf("%s: %d examples, at least 2 are wanted", c.Code, len(blocks))
			continue
		}
		messages := messagesOf(c.Code, blocks[0][1])
		if len(messages) == 0 {
			t.Errorf("%s: nothing found in the first example", c.Code)
		}
		for _, b := range blocks[1:] {
			if m := messagesOf(c.Code, b[1]); len(m) > 0 {
				t.Errorf("%s: found %q in a mended example", c.Code, m)
			}
		}
		for _, q := range quoted.FindAllStringSubmatch(c.Doc, -1) {
			if m := strings.ReplaceAll(q[1], `\`, ""); !slices.Contains(messages, m) {
				t.Errorf("%s: the page says %q, found %q", c.Code, m, messages)
			}
		}
	}
}

// messagesOf returns what is said under a code of a text, or of the files that it consists of.
func messagesOf(code, text string) (out []string) {
	checktest.EachOf(checktest.FilesIn(text), nil, func(u *compile.Unit, slice *modules.Slice) {
		c := New()
		c.All, c.Slice = true, slice
		for _, f := range c.Check(u) {
			if f.Code == code {
				out = append(out, f.Message)
			}
		}
	})
	for _, f := range checkAll(compile.Compile(source.NewFile("example.lua", text))) {
		if f.Code == code {
			out = append(out, f.Message)
		}
	}
	return out
}

// checkAll runs the checks that are off by default too.
func checkAll(u *compile.Unit) []analysis.Finding {
	c := New()
	c.All = true
	return c.Check(u)
}

func TestAll(t *testing.T) {
	codes := func(c Checker) []string {
		var out []string
		for _, f := range c.Check(compile.Compile(source.NewFile("test.lua", "local x = 1 local x = 2"))) {
			out = append(out, f.Code)
		}
		return out
	}
	if got := codes(Checker{}); slices.Contains(got, "shadowing") || len(got) != 2 {
		t.Errorf("by default: %v", got)
	}
	if got := codes(Checker{All: true}); !slices.Contains(got, "shadowing") || len(got) != 3 {
		t.Errorf("with all: %v", got)
	}
}

const several = `
local unused, x = 1, 2
x = 3
local function f(a, b) return f end
for i = 1, x do local y = 1 y = x print(y) end
do return end
goto out
::out::
`

// TestConcurrent checks one unit from several goroutines, and with a Checker that has
// seen another file.
func TestConcurrent(t *testing.T) {
	u := compile.Compile(source.NewFile("several.lua", several))
	imposed := func() *Checker { c := New(); c.Imposed = true; return c }
	want := imposed().Check(u)
	if len(want) < 6 {
		t.Fatalf("%d findings", len(want))
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			c := imposed()
			c.Check(compile.Compile(source.NewFile("other.lua", "local x = 1; x = 2; return function() return x end")))
			if got := c.Check(u); !reflect.DeepEqual(got, want) {
				t.Errorf("a used Checker finds %v, expected %v", got, want)
			}
			if got := Check(u); !reflect.DeepEqual(got, want) {
				t.Errorf("Check finds %v, expected %v", got, want)
			}
		})
	}
	wait.Wait()
	if !slices.IsSortedFunc(want, byPosition) {
		t.Errorf("not in order: %v", want)
	}
}

func TestDebugFunctions(t *testing.T) {
	for _, c := range []struct {
		text    string
		lowered bool
	}{
		{"debug.getlocal(1, 1)", true},
		{"debug['sethook']()", false}, // no closure shares x
		{"for _, n in ipairs {'setlocal', 'upvaluejoin'} do debug[n]() end", true},
		{"debug.setlocal(1, 1)", true},
		{"debug.traceback()", false},
		{"editor.getlocal(1)", false},
		{"-- debug.getlocal", false},
	} {
		found := Check(compile.Compile(source.NewFile("test.lua", "local x = 1\n"+c.text)))
		if len(found) == 0 {
			t.Fatalf("%s: nothing found", c.text)
		}
		f := found[0]
		lowered := f.Severity == analysis.Hint
		if lowered != c.lowered || strings.Contains(f.Message, "debug.") != c.lowered {
			t.Errorf("%s: %s %q", c.text, f.Severity, f.Message)
		}
	}
}

// TestAssumedDebugFunctions: what the configuration takes for granted lowers nothing.
func TestAssumedDebugFunctions(t *testing.T) {
	layer, problems := config.ParseSettings("test", "/", []byte(`{"assume": {"noDebugAccess": true}}`))
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	check := With(config.Default().With(layer), nil, nil, nil, nil)
	found, _ := check(compile.Compile(source.NewFile("test.lua", "local x = 1\ndebug.getlocal(1, 1)")), nil, nil)
	if len(found) != 1 || found[0].Severity != analysis.Warning || strings.Contains(found[0].Message, "debug") {
		t.Errorf("found %v", found)
	}
}

func TestDebugFunctionsLeaveErrors(t *testing.T) {
	found := Check(compile.Compile(source.NewFile("test.lua", "debug.getlocal(1, 1) x = =")))
	if len(found) != 1 || found[0].Severity != analysis.Error || strings.Contains(found[0].Message, "debug") {
		t.Errorf("found %v", found)
	}
}

// TestImposed: parameters that whoever calls the function decides about are for those who
// fade them, or ask.
func TestImposed(t *testing.T) {
	u := compile.Compile(source.NewFile("imposed.lua", "local function f(a) end f(1) return function(b) end"))
	for _, test := range []struct {
		checker Checker
		want    int
	}{{Checker{}, 1}, {Checker{Imposed: true}, 2}, {Checker{All: true}, 2}} {
		if got := test.checker.Check(u); len(got) != test.want {
			t.Errorf("%d findings with %+v, expected %d", len(got), test.checker, test.want)
		}
	}
	if got := Check(u); len(got) != 2 {
		t.Errorf("Check finds %d, expected 2", len(got))
	}
}
