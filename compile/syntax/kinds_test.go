package syntax

import (
	"testing"

	"luaflow/compile/source"
)

// TestKindOf reads one statement of each kind.
func TestKindOf(t *testing.T) {
	for text, want := range map[string]StatKinds{
		"local x":                     Locals,
		"local function f() end":      LocalFunctions,
		"x = 1":                       Assigns,
		"f()":                         CallStats,
		"a:b()":                       CallStats,
		"function f() end":            FunctionStats,
		"do end":                      Dos,
		"while x do end":              Whiles,
		"repeat until x":              Repeats,
		"if x then end":               Ifs,
		"for i = 1, 2 do end":         NumericFors,
		"for k in p do end":           GenericFors,
		"return":                      Returns,
		"break":                       Breaks,
		"goto l":                      Gotos,
		"::l::":                       Labels,
		";":                           Empties,
		"global x":                    Globals,
		"x += 1":                      Compounds,
		"continue":                    Continues,
		"local local":                 BadStats,
		"f":                           CallStats, // an error that says so
		"global function f() end":     FunctionStats,
		"if a then elseif b then end": Ifs,
	} {
		l := Language{Dialects: Any, Extensions: AddAssign | ContinueWord}
		tree := Parse(source.NewFile("test", text), l)
		if len(tree.Stats) == 0 || KindOf(tree.Stats[0]) != want {
			t.Errorf("%q is a %T of %b, want %b", text, tree.Stats[0], KindOf(tree.Stats[0]), want)
		}
		if want&AllStats == 0 {
			t.Errorf("%q is not of AllStats", text)
		}
	}
}
