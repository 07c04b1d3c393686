package fix_test

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// armed is what a statement S becomes, so that something beside it never runs.
var armed = []string{
	"do local k = 1 if k == 2 then error('dead') end S end",
	"do local k if k then error('dead') else S end end",
	"do local k = 3 if k == 3 then S else error('dead') end end",
	"do local k = false if k then error('dead') elseif not k then S else error('dead') end end",
	"do local k = false while k do error('dead') end S end",
	"do local j, k = {}, 'a' if not j.x and k == 'a' then S elseif k == 'b' then error('dead') else j.x = 1 end end",
	"do local k local x = k and call('dead') S if x then error('dead') end end",
	"do local k = 'a' local x = {} x.y = k or call('dead') S x.y = nil end",
	"do local n = 3 for i = n, 1 do error('dead') end S end",
	"do local n = 0 for i = n, 1, -1 do call(i) end S end",
	"do local k = call if not k or call == k then S end if k and call then k = 1 end if not (k and not k) then k = 2 end end",
	"do local k = 'a' local t = type(call) if t == 'function' then S if type(call) == 'nil' then error('dead') end else error('dead') end end",
	"do local x = {} assert(x) if not x then error('dead') end S x.y = 'a' local k = x.y if k == 'b' then if k == 'c' or not k then error('dead') end end end",
	"do local k = call if k then S else error('dead') end if k then k = 1 else error('dead') end end",
}

// TestDeadArms plants branches that never run into random programs, takes each out, and runs both.
func TestDeadArms(t *testing.T) {
	taken := 0
	for n := range uint64(programs+3) / 4 {
		seed := *firstSeed + n
		text := withArms(luagen.Program(seed, luagen.Options{Statements: 30}), seed)
		u := compile.Compile(source.NewFile("program.lua", text))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %s", seed, u.Errors[0].Msg)
		}
		findings := checker.Check(u)
		fixes, _ := fix.New(checker.CheckIn).Each(u, findings)
		for i, f := range findings {
			for _, fx := range fixes[i] {
				if f.Code != "constant-condition" || fx.Level != analysis.Safe {
					continue
				}
				taken++
				if err := runAlike(t, text, fix.Apply(text, fx.Edits)); err != nil {
					t.Errorf("seed %d, line %d: %v\n%s", seed, u.File.Line(f.Span.Start), err, text)
				}
				if fx.Preferred {
					t.Errorf("seed %d: %s is preferred", seed, fx.Title)
				}
			}
		}
	}
	if taken < programs {
		t.Errorf("only %d branches were taken out of %d programs", taken, (programs+3)/4)
	}
	t.Logf("%d branches", taken)
}

// withArms puts some of the assignments and calls of a program into branches.
func withArms(text string, seed uint64) string {
	u := compile.Compile(source.NewFile("program.lua", text))
	var edits []source.Edit
	next := source.Pos(0)
	for i, s := range u.Tree.Stats {
		switch s.(type) {
		case *syntax.Assign, syntax.CallStat:
		default:
			continue
		}
		if at := s.Span(); at.Start >= next && (uint64(i)+seed)%3 == 0 {
			next = at.End
			form := armed[(uint64(i)/3+seed)%uint64(len(armed))]
			edits = append(edits, source.Edit{Span: at, New: strings.Replace(form, "S", text[at.Start:at.End], 1)})
		}
	}
	return fix.Apply(text, edits)
}
