package value

import (
	"os/exec"
	"strings"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/syntax"
)

// TestForeign holds that LuaJIT asks C data what it equals, whatever that is, and that it is
// known of no other comparison that it may run other code.
func TestForeign(t *testing.T) {
	types := []struct {
		text string
		Types
	}{{"nil", Nil}, {"false", False}, {"true", True}, {"1", Number}, {"'a'", String}, {"{}", Table}, {"print", Function}, {"io.stdout", Other}}
	text := `local c = require("ffi").metatype("struct { int x; }", { __eq = function() io.write("asked ") end })() `
	for _, x := range types {
		text += "local _ = c == " + x.text + " "
	}
	cmd := exec.Command(external.Program(t, "luajit"), "-")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "asked") != len(types) {
		t.Errorf("luajit: %v: %s", err, out)
	}
	for _, d := range []syntax.Dialect{syntax.Lua53, syntax.Any &^ syntax.LuaJIT, syntax.LuaJIT, syntax.Any} {
		var p Pool
		p.SetDialects(d)
		for _, x := range types {
			want := None
			if d&syntax.LuaJIT != 0 || x.Types == Other {
				want = Operators
			}
			if _, impact := p.Compare(bytecode.EQ, Of(Other), Of(x.Types)); impact != want {
				t.Errorf("%s: a comparison with %s has impact %s", d, x.text, impact)
			}
			if _, impact := p.Compare(bytecode.EQ, Of(Nil), Of(x.Types&^Other)); impact != None {
				t.Errorf("%s: a comparison of nil with %s has impact %s", d, x.text, impact)
			}
		}
	}
}
