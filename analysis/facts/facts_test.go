package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestMemoryIsUsedAgain computes the facts of one file after the other in the same memory.
// They are those that are computed in new memory.
func TestMemoryIsUsedAgain(t *testing.T) {
	files := must.Glob(t, "../checks/*/testdata/*.lua")
	var shared facts.Memory
	for _, file := range files {
		text := must.Read(t, file)
		u := compile.Compile(source.NewFile(file, text))
		got, want := told(facts.Of(u, 0, &shared)), told(facts.Of(u, 0, new(facts.Memory)))
		if got != want {
			t.Errorf("%s: in used memory\n%s\nin new memory\n%s", file, got, want)
		}
	}
}

// told returns what is known of each instruction.
func told(f *facts.Facts) string {
	if f.Code == nil {
		return "nothing"
	}
	var b strings.Builder
	c, strict, lenient, objects := f.Constants(), f.Marking(value.None), f.Marking(value.Operators), f.Objects()
	fmt.Fprintln(&b, c != nil, strict != nil, lenient != nil, objects != nil)
	f.EachFunc(func(fn *facts.Function) {
		fmt.Fprintln(&b, "function", fn.ID)
		for pc := range fn.Flow.Proto.Code {
			if c != nil {
				fmt.Fprint(&b, pc, c.Executable(fn.Flow, pc), c.Impact(fn.Flow, pc), f.UsesNil(fn.Flow, pc))
			}
			if strict != nil && lenient != nil {
				fmt.Fprint(&b, strict.Live(fn.Flow, pc), lenient.Live(fn.Flow, pc))
			}
			fmt.Fprintln(&b)
		}
	})
	if objects != nil {
		fmt.Fprintln(&b, objects.Len(), "objects")
	}
	return b.String()
}

// TestMissingText: what text that is missing could refute is not known, and what goes beyond
// the machine has no facts at all.
func TestMissingText(t *testing.T) {
	outer, inner, used := "", "", "" // a function of 256 upvalues
	for i := range 128 {
		outer += fmt.Sprintf("local a%d\n", i)
		inner += fmt.Sprintf("local b%d\n", i)
		used += fmt.Sprintf("a%d = b%d\n", i, i)
	}
	overfull := outer + "function f()\n" + inner + "return function()\n" + used + "end end\n"
	for text, want := range map[string]struct{ flow, rest bool }{
		"local x = 1 return x": {true, true},
		"":                     {true, true},
		"local x = 1 function f() x = ) end return x":     {true, false},
		"local function f() local y = 1 end\nlocal x = (": {true, false},
		overfull: {false, false},
	} {
		f := facts.Of(compile.Compile(source.NewFile("test.lua", text)), 0, new(facts.Memory))
		if (f.Code != nil) != want.flow {
			t.Errorf("%.60q: flow is there: %t", text, f.Code != nil)
			continue
		}
		if f.Code == nil {
			continue
		}
		if rest := f.Constants() != nil; rest != want.rest {
			t.Errorf("%.60q: constants are known: %t", text, rest)
		}
		if rest := f.Marking(value.None) != nil; rest != want.rest {
			t.Errorf("%.60q: the marking is known: %t", text, rest)
		}
		if rest := f.Objects() != nil; rest != want.rest {
			t.Errorf("%.60q: the tables are known: %t", text, rest)
		}
	}
}
