package depend_test

import (
	"slices"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/depend"
	"luaflow/analysis/facts"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestServesIsNeedsTurnedRound: over random programs, a node needs another as data exactly if
// that serves it.
func TestServesIsNeedsTurnedRound(t *testing.T) {
	edges := make(map[[2]depend.Kind]int)
	for seed := range uint64(30) {
		u := compile.Compile(source.NewFile("random.lua", luagen.Program(seed, luagen.Options{})))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %s", seed, u.Errors[0].Msg)
		}
		p := facts.NewCode(u.Main, value.Library{}, nil)
		r := p.Relation()
		all := nodesOf(r)
		needed := make(map[[2]depend.Node]bool)
		for _, n := range all {
			for on, how := range r.Needs(n) {
				if how.How == depend.ByData {
					needed[[2]depend.Node{n, on}] = true
				}
			}
		}
		for _, on := range all {
			for n := range r.Serves(on) {
				if !needed[[2]depend.Node{n, on}] {
					t.Fatalf("seed %d: %v serves %v, which does not need it", seed, on, n)
				}
				edges[[2]depend.Kind{n.Kind, on.Kind}]++
			}
			for n := range r.Serves(on) { // a node may come more than once
				delete(needed, [2]depend.Node{n, on})
			}
		}
		for edge := range needed {
			t.Fatalf("seed %d: %v needs %v, which does not serve it", seed, edge[0], edge[1])
		}
	}
	for _, kinds := range [][2]depend.Kind{
		{depend.Instruction, depend.Value}, {depend.Instruction, depend.Cell}, {depend.Instruction, depend.Slot},
		{depend.Value, depend.Instruction}, {depend.Value, depend.Value}, {depend.Cell, depend.Value},
		{depend.Cell, depend.Instruction}, {depend.Slot, depend.Instruction},
	} {
		if edges[kinds] < 20 {
			t.Errorf("only %d edges from %d to %d", edges[kinds], kinds[0], kinds[1])
		}
	}
}

// nodesOf lists the nodes of code that can be reached.
func nodesOf(r *depend.Relation) (all []depend.Node) {
	for i := range r.Program.Funcs {
		f := &r.Program.Funcs[i]
		for pc := range f.Proto.Code {
			if f.Graph.Reachable(pc) {
				all = append(all, depend.At(f, pc))
			}
		}
		for v := range r.Forms.Of(f).Values {
			all = append(all, depend.ValueOf(f, ssa.ValueID(v)))
		}
		for b := range f.Graph.Blocks {
			all = append(all, depend.ExitOf(f, cfg.BlockID(b)))
		}
	}
	for k := range r.Cells.Cells {
		all = append(all, depend.CellOf(k))
	}
	for slot := range r.Objects.NumSlots() {
		all = append(all, depend.SlotOf(tables.SlotID(slot)))
	}
	return all
}

// TestNothingIsAllocated: following the relation takes no memory.
func TestNothingIsAllocated(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", "local t, s = {}, 0\nfor i = 1, 9 do s = s + i; t.x = s end\nlocal function f() s = t.x end\nreturn f, s"))
	p := facts.NewCode(u.Main, value.Library{}, nil)
	r := p.Relation()
	all := nodesOf(r)
	steps := 0
	follow := func() {
		for _, n := range all {
			for range r.Needs(n) {
				steps++
			}
			for range r.Serves(n) {
				steps++
			}
		}
	}
	follow() // what users there are is listed once
	if n := testing.AllocsPerRun(10, follow); n > 0 {
		t.Errorf("%v allocations for %d nodes", n, len(all))
	}
	if steps == 0 || slices.Contains(all, depend.Node{Kind: depend.Slot, At: -1}) {
		t.Error("nothing was followed")
	}
}
