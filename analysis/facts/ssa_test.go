package facts

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// definitions is the pcs, ascending, of the definitions that a value stands for:
// those that phis join, and what FORPREP leaves as it was.
func definitionsOf(s *ssa.Form, v ssa.ValueID, seen map[ssa.ValueID]bool, pcs map[int]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	d := s.Values[v]
	if d.Kind == ssa.PhiValue {
		for _, arg := range s.PhiArgs(v) {
			if arg >= 0 {
				definitionsOf(s, arg, seen, pcs)
			}
		}
		return
	}
	pcs[int(d.PC)] = true
	if d.PC >= 0 && effect.MayDefs(s.F.Proto, int(d.PC)).Has(int(d.Reg)) {
		k := slices.Index(slices.Collect(effect.Uses(s.F.Proto, int(d.PC)).All()), int(d.Reg))
		definitionsOf(s, s.Uses(int(d.PC))[k], seen, pcs)
	}
}

// reachingUse returns what Reaching must say of operand k of the instruction at pc.
func reachingUse(s *ssa.Form, pc, k int) []int {
	pcs := map[int]bool{}
	definitionsOf(s, s.Uses(pc)[k], map[ssa.ValueID]bool{}, pcs)
	if s.UseByClosure(pc, k) {
		pcs[flow.ByClosure] = true
	}
	return keys(pcs)
}

func keys(set map[int]bool) []int {
	var sorted []int
	for k := range set {
		sorted = append(sorted, k)
	}
	slices.Sort(sorted)
	return sorted
}

// checkSSA looks up what holds of every form.
func checkSSA(s *ssa.Form) error {
	f := s.F
	if err := checkDefs(s); err != nil {
		return err
	}
	for pc := range f.Proto.Code {
		regs := slices.Collect(effect.Uses(f.Proto, pc).All())
		if !f.Graph.Reachable(pc) {
			regs = nil
		}
		if len(regs) != len(s.Uses(pc)) {
			return fmt.Errorf("%d: %d operands for the registers %v", pc, len(s.Uses(pc)), regs)
		}
		for k, v := range s.Uses(pc) {
			if v < 0 || int(s.Values[v].Reg) != regs[k] {
				return fmt.Errorf("%d: operand %d is value %d, which is not in register %d", pc, k, v, regs[k])
			}
			if s.ByClosure(pc, regs[k]) != s.UseByClosure(pc, slices.Index(regs, regs[k])) {
				return fmt.Errorf("%d: ByClosure and UseByClosure differ", pc)
			}
		}
	}
	return checkPhis(s)
}

func checkDefs(s *ssa.Form) error {
	f := s.F
	for v, d := range s.Values {
		switch {
		case d.Kind == ssa.EntryValue && d.PC == flow.Entry, d.Kind == ssa.PhiValue:
		case s.Def(int(d.PC), int(d.Reg)) != ssa.ValueID(v):
			return fmt.Errorf("value %d is not the definition of %d at %d", v, d.Reg, d.PC)
		case (d.Kind == ssa.EdgeValue) != effect.EdgeDefs(f.Proto, int(d.PC)).Has(int(d.Reg)):
			return fmt.Errorf("value %d has kind %d", v, d.Kind)
		}
	}
	for reg := range int(f.Proto.NumParams) {
		if d := s.Values[reg]; d.Kind != ssa.EntryValue || int(d.Reg) != reg {
			return fmt.Errorf("parameter %d is %v", reg, d)
		}
	}
	for pc := range f.Proto.Code {
		want := slices.Concat(slices.Collect(effect.Defs(f.Proto, pc).All()),
			slices.Collect(effect.MayDefs(f.Proto, pc).All()), slices.Collect(effect.EdgeDefs(f.Proto, pc).All()))
		if !f.Graph.Reachable(pc) {
			want = nil
		}
		first, n := s.Defs(pc)
		var got []int
		for v := first; v < first+ssa.ValueID(n); v++ {
			got = append(got, int(s.Values[v].Reg))
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("%d defines %v, expected %v", pc, got, want)
		}
	}
	return nil
}

// checkPhis: phis stand where paths meet, have an argument of their register for
// every edge over which something reads it, and their register is live.
func checkPhis(s *ssa.Form) error {
	f := s.F
	for b := range f.Graph.Blocks {
		first, n := s.Phis(cfg.BlockID(b))
		live := flow.Set{}
		if f.Graph.Rank(cfg.BlockID(b)) >= 0 {
			live = f.LiveIn(cfg.BlockID(b))
		}
		for phi := first; phi < first+ssa.ValueID(n); phi++ {
			reg := s.Values[phi].Reg
			if s.PhiBlock(phi) != cfg.BlockID(b) || !live.Has(int(reg)) {
				return fmt.Errorf("phi %d of block %d: register %d is not live", phi, b, reg)
			}
			args := s.PhiArgs(phi)
			preds := f.Graph.Preds(cfg.BlockID(b))
			for k, arg := range args {
				read := k == len(preds) || f.Graph.Rank(preds[k]) >= 0 && f.ReadsOver(preds[k], cfg.BlockID(b), int(reg))
				if (arg >= 0) != read || arg >= 0 && s.Values[arg].Reg != reg {
					return fmt.Errorf("phi %d of block %d has the arguments %v", phi, b, args)
				}
			}
		}
	}
	return nil
}

// compareSSA compares the form with the reaching definitions of the oracle.
func compareSSA(p *Code) error {
	for n, o := range oracles(p.Funcs[0].Proto) {
		f := &p.Funcs[n]
		s := p.SSA(f)
		if err := checkSSA(s); err != nil {
			return fmt.Errorf("function %d: %w", n, err)
		}
		if err := compareUsers(s); err != nil {
			return fmt.Errorf("function %d: %w", n, err)
		}
		if err := compareObserved(s, o); err != nil {
			return fmt.Errorf("function %d: %w", n, err)
		}
		for pc := range o.p.Code {
			if !o.reachable[pc] {
				continue
			}
			for k, reg := range slices.Collect(effect.Uses(o.p, pc).All()) {
				if got, want := reachingUse(s, pc, k), o.reaching(pc, reg); !slices.Equal(got, want) {
					return fmt.Errorf("function %d: register %d at %d is of %v, expected %v", n, reg, pc, got, want)
				}
			}
			for reg := range o.live[pc] {
				pcs := map[int]bool{}
				definitionsOf(s, s.At(pc, reg), map[ssa.ValueID]bool{}, pcs)
				all := slices.DeleteFunc(o.reaching(pc, reg), func(d int) bool { return d == flow.ByClosure })
				got, want := keys(pcs), o.readThere(pc, reg, all)
				if len(want) == len(all) && !slices.Equal(got, want) || !isSubset(got, all) || !isSubset(want, got) {
					return fmt.Errorf("function %d: At(%d, %d) is of %v, expected %v or some of %v", n, pc, reg, got, want, all)
				}
			}
		}
	}
	return nil
}

func isSubset(part, of []int) bool {
	return !slices.ContainsFunc(part, func(x int) bool { return !slices.Contains(of, x) })
}

// readThere returns those of the definitions of reg reaching pc that something reads after
// it: for those that come on a path on which reg is no cell, an instruction, or a closure
// that captures it later.
func (o *oracle) readThere(pc, reg int, defs []int) []int {
	var read []int
	for _, def := range defs {
		seen := o.follow(def, reg)
		if seen[cellPoint{pc, true}] && o.liveWays[1][pc][reg] || seen[cellPoint{pc, false}] && o.liveWays[0][pc][reg] {
			read = append(read, def)
		}
	}
	return read
}

// cellPoint is a pc and whether the register followed is a cell there.
type cellPoint struct {
	pc   int
	cell bool
}

// follow returns the points that the value comes to which def gives to reg.
func (o *oracle) follow(def, reg int) map[cellPoint]bool {
	seen := map[cellPoint]bool{}
	var come func(cellPoint)
	leave := func(at cellPoint, isDef bool) {
		cell := at.cell || o.capturedAt(at.pc, func(c *oracle) map[int]bool { return c.reads })[reg]
		cell = cell && !o.closed(at.pc, regs{reg: true})[reg]
		for k, to := range o.succs(at.pc) {
			onEdge := regsOf(effect.EdgeDefs(o.p, at.pc))[reg]
			if !onEdge || isDef == (k == 0) {
				come(cellPoint{to, cell})
			}
		}
	}
	come = func(at cellPoint) {
		if !seen[at] {
			seen[at] = true
			if !regsOf(effect.Defs(o.p, at.pc))[reg] {
				leave(at, false)
			}
		}
	}
	if def == flow.Entry {
		come(cellPoint{0, false})
	} else {
		leave(cellPoint{def, o.readable[def][reg]}, true)
	}
	return seen
}

// compareUsers compares Users with the operands.
func compareUsers(s *ssa.Form) error {
	type use struct{ pc, phi, arg int }
	want := make([][]use, len(s.Values))
	for pc := range s.F.Proto.Code {
		for _, v := range s.Uses(pc) {
			want[v] = append(want[v], use{pc, -1, 0})
		}
	}
	for phi, d := range s.Values {
		if d.Kind != ssa.PhiValue {
			continue
		}
		for k, v := range s.PhiArgs(ssa.ValueID(phi)) {
			if v >= 0 {
				want[v] = append(want[v], use{-1, phi, k})
			}
		}
	}
	for v := range want {
		var got []use
		for _, u := range s.Users(ssa.ValueID(v)) {
			phi, arg := s.Phi(u)
			got = append(got, use{u.PC(), int(phi), arg})
		}
		if !slices.Equal(got, want[v]) {
			return fmt.Errorf("value %d is used by %v, expected %v", v, got, want[v])
		}
	}
	return nil
}

// compareObserved compares Observed with the cells whose value closures may read.
func compareObserved(s *ssa.Form, o *oracle) error {
	w := o.findWays(func(int) regs { return nil })
	at := func(pc int) regs { return both(w[0][pc], w[1][pc], o.readable[pc]) }
	for v, d := range s.Values {
		reg := int(d.Reg)
		seen := false
		switch d.Kind {
		case ssa.EntryValue:
			seen = at(0)[reg]
		case ssa.PhiValue:
			seen = at(int(d.PC))[reg]
		case ssa.DefValue:
			seen = o.out(&w, int(d.PC))[reg] || o.collectorReads(int(d.PC))[reg]
		case ssa.EdgeValue:
			seen = o.edgeDefOut(&w, int(d.PC), reg)
		}
		if got := s.Observed(ssa.ValueID(v)); got != seen {
			return fmt.Errorf("value %d (%v) is observed: %v", v, d, got)
		}
	}
	return nil
}

func TestSSAOfRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 400, func(t *testing.T, seed int, main *bytecode.Proto) {
		if err := compareSSA(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

func TestSSAOfLua(t *testing.T) {
	for _, name := range []string{"cells", "flow", "seeds"} {
		if err := compareSSA(NewCode(readChunk(t, name), value.Library{}, nil)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSSAGrowth: phis and memory grow with an exponent of at most 1.15.
func TestSSAGrowth(t *testing.T) {
	for _, shape := range shapes {
		const least = 1000
		phis, bytes := ssaCost(grow(shape.write, least))
		mostPhis, mostBytes := ssaCost(grow(shape.write, shape.most))
		for _, cost := range []struct {
			what        string
			least, most float64
		}{{"phis", phis, mostPhis}, {"bytes", bytes, mostBytes}} {
			exponent := math.Log(cost.most/cost.least) / math.Log(float64(shape.most)/least)
			t.Logf("%s: %s: %.0f, then %.0f: exponent %.2f", shape.name, cost.what, cost.least, cost.most, exponent)
			if exponent > 1.15 {
				t.Errorf("%s: %s grow with exponent %.2f", shape.name, cost.what, exponent)
			}
		}
	}
}

func ssaCost(p *bytecode.Proto) (phis, bytes float64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := firstForm(p, nil)
	runtime.ReadMemStats(&after)
	return float64(len(s.Values) - int(s.PhisFrom())), float64(after.TotalAlloc - before.TotalAlloc)
}

// BenchmarkSSA measures graph, liveness and form of one function, with memory that is used again.
func BenchmarkSSA(b *testing.B) {
	for _, shape := range shapes {
		for n := 1000; n <= shape.most; n *= 4 {
			p := grow(shape.write, n)
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				mem := new(Memory)
				b.ReportAllocs()
				for b.Loop() {
					firstForm(p, mem)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Code)), "ns/instruction")
			})
		}
	}
}

// firstForm returns the form of the first function of a program.
func firstForm(main *bytecode.Proto, mem *Memory) *ssa.Form {
	p := NewCode(main, value.Library{}, mem)
	return p.SSA(&p.Funcs[0])
}
