package fix_test

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestRespelled spells what LuaJIT alone has as Lua does, one token after the other, until Lua refuses nothing; and leaves alone what
// Lua has no other spelling for.
func TestRespelled(t *testing.T) {
	for _, test := range []struct {
		text, want string
		dialects   syntax.Dialect
	}{
		{"if a != b and !c then print(x && y || z) end", "if a ~= b and not c then print(x and y or z) end", syntax.Lua51},
		{"return a!=b,!c", "return a~=b,not c", syntax.Lua51},
		{"return a&&b||c", "return a and b or c", syntax.Lua51},
		{"return 1_000_000", "return 1000000", syntax.Any},
		{"const x = 1 return x", "local x = 1 return x", syntax.Lua51},
		{"x += 1", "x += 1", syntax.Lua51},
		{"return a ?? b", "return a ?? b", syntax.Lua51},
	} {
		text := test.text
		for range 10 {
			u := compile.CompileAs(source.NewFile("a.lua", text), syntax.Language{Dialects: test.dialects})
			if len(u.Errors) == 0 {
				break
			}
			check := new(checker.Checker).CheckIn
			found := checker.Check(u)
			outcome := fix.New(check).For(u, found[0])
			if len(outcome.Fixes) == 0 {
				break
			}
			if f := outcome.Fixes[0]; f.Level != analysis.Display || f.Preferred {
				t.Errorf("%q: %q is verified, though there is no program before it", text, f.Title)
			}
			text = fix.Apply(text, outcome.Fixes[0].Edits)
		}
		if text != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, text, test.want)
		}
	}
}
