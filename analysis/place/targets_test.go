package place_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// TestTargetsReach: the instructions of an assignment to a local variable that give it a value that may be there
// when it is over have it for a target, and no others.
func TestTargetsReach(t *testing.T) {
	compared := 0
	for _, path := range must.Glob(t, "../checks/*/testdata/*.lua") {
		u := compile.Compile(source.NewFile(path, must.Read(t, path)))
		p := place.PartsOf(u, 0)
		for fn := range u.Funcs {
			if p.Facts.Code == nil || u.Funcs[fn].Broken {
				continue
			}
			targets := place.TargetsOf(p, syntax.FuncID(fn), bytecode.Part{To: len(p.Unit.Funcs[fn].Proto.Code)})
			for i := range u.Funcs[fn].Map.Stores {
				s := &u.Funcs[fn].Map.Stores[i]
				if s.Kind != srcmap.Assign || s.Upvalue >= 0 || s.Elided || s.Name == syntax.NoName {
					continue
				}
				compared++
				name := u.Tree.Names.At(s.Name).Span()
				if got, want := storing(targets, name), reaching(p, fn, s); !slices.Equal(got, want) {
					t.Errorf("%s:%d: %v store to %s, want %v", path, u.File.Line(name.Start), got, u.File.Slice(name), want)
				}
			}
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// storing returns the pcs, ascending, that have a name for a target.
func storing(targets map[int][]source.Span, name source.Span) (pcs []int) {
	for pc, spans := range targets {
		if slices.Contains(spans, name) {
			pcs = append(pcs, pc)
		}
	}
	slices.Sort(pcs)
	return pcs
}

// reaching returns which instructions of a store reach its end, on any path.
func reaching(p *waste.Parts, fn int, s *srcmap.StoreRec) (pcs []int) {
	for _, pc := range p.Facts.Code.Funcs[fn].Reaching(int(s.PCs.End), int(s.Reg)) {
		if int(s.PCs.Start) <= pc && pc < int(s.PCs.End) {
			pcs = append(pcs, pc)
		}
	}
	return pcs
}

// TestTargetsGrow: in twice the text, in which each assignment is reached by all those before it, the targets take
// twice as much to find.
func TestTargetsGrow(t *testing.T) {
	allocated := func(lines int) uint64 {
		text := "local a = 1\n"
		for i := range lines {
			text += fmt.Sprintf("if a == %d then a = a + 1 elseif a then for i = 1, a do a = i end end\n", i)
		}
		p := place.PartsOf(compile.Compile(source.NewFile("a.lua", text)), 0)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		targets := place.TargetsOf(p, 0, bytecode.Part{To: len(p.Unit.Funcs[0].Proto.Code)})
		runtime.ReadMemStats(&after)
		if n := strings.Count(fmt.Sprint(targets), "{"); n < 3*lines {
			t.Fatalf("%d targets in %d lines", n, lines)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, more := allocated(400), allocated(800); more > 3*few {
		t.Errorf("%d bytes for 800 lines, %d for 400", more, few)
	}
}
