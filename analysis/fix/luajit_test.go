package fix_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/luajit"
	"luaflow/compile/testkit/scale"
)

// TestLuaJITPrograms runs programs of all that LuaJIT takes since July 2026 before and after each verified fix and all
// of them.
func TestLuaJITPrograms(t *testing.T) {
	lua := external.Program(t, "luajit-2026")
	const prelude = "function p(...) print(...) return ... end\n"
	language := syntax.Language{Dialects: syntax.LuaJIT}
	var p pairs
	applied := 0
	for i := range scale.Of(2000) {
		if !scale.Turn(i) {
			continue
		}
		name, text := fmt.Sprintf("program %d", i), prelude+luajit.Program(rand.New(rand.NewPCG(uint64(i), 2026)))
		u := compile.CompileAs(source.NewFile(name, text), language)
		x := fix.New(checker.CheckIn)
		for _, f := range checker.Check(u) {
			for _, fx := range fixesFor(x, u, f) {
				if fx.Level == analysis.Safe {
					p.add(fmt.Sprintf("%s:%d %s: %s", name, u.File.Line(f.Span.Start), f.Code, fx.Title), text, fix.Apply(text, fx.Edits))
				}
			}
		}
		after, n := x.All(u.File, fix.Options{Hints: true, Language: language})
		if n > 0 {
			p.add(name+": all", text, after)
			applied += n
		}
		for _, sign := range []string{" += ", " -= ", " ..= "} {
			if strings.Count(after, sign) > strings.Count(text, sign) {
				t.Errorf("%s: a fix writes `%s`\n%s", name, strings.TrimSpace(sign), after)
			}
		}
	}
	p.run(t, lua)
	t.Logf("%d fixes, %d pairs", applied, p.count)
}
