package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestUpvalueLimit: 5.1 and LuaJIT have room for 60 upvalues, and count no _ENV.
func TestUpvalueLimit(t *testing.T) {
	text := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "local a%d\n", i)
		}
		b.WriteString("function f()\nglobal1 = 1\n")
		for i := range n {
			fmt.Fprintf(&b, "a%d = 1\n", i)
		}
		return b.String() + "global2 = 2 end\n"
	}
	for _, d := range []syntax.Dialect{syntax.Lua51, syntax.LuaJIT51, syntax.OldLuaJIT51, syntax.Lua52, syntax.Lua53, syntax.Lua54, syntax.Lua55, syntax.LuaJIT52} {
		fits := 100
		if d&(syntax.Lua51|syntax.LuaJIT) != 0 {
			fits = 60
		}
		for n, refused := range map[int]bool{fits: false, fits + 1: fits == 60} {
			u := compile.CompileAs(source.NewFile("x", text(n)), syntax.Language{Dialects: d})
			if got := len(u.Errors) > 0; got != refused || u.Analyzable() == refused {
				t.Errorf("%v, %d upvalues: refused %t, analyzable %t", d, n, got, u.Analyzable())
			}
		}
	}
}
