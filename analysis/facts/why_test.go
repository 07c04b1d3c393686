package facts

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// compareWhy follows the path of every live value in the code, step by step.
func compareWhy(p *Code) error {
	for n, o := range oracles(p.Funcs[0].Proto) {
		f := &p.Funcs[n]
		for pc := range o.p.Code {
			for reg := range int(o.p.MaxStack) {
				w := f.Why(pc, pc, reg)
				if err := o.checkWitness(w, pc, reg); err != nil {
					return fmt.Errorf("function %d: Why(%d, %d) is %+v: %w", n, pc, reg, w, err)
				}
			}
		}
	}
	return nil
}

func (o *oracle) checkWitness(w flow.Evidence, pc, reg int) error {
	if w.Live != o.liveAt(pc, reg) || w.Unreachable == o.reachable[pc] {
		return fmt.Errorf("wrong claim")
	}
	if !w.Live || w.Unreachable {
		return nil // the overwriters are Overwrites' own
	}
	last := w.Path[len(w.Path)-1]
	if w.Path[0] != pc {
		return fmt.Errorf("the path does not begin at the point")
	}
	if len(w.Path) == 2 && last == pc-1 {
		if !o.collectorReads(last)[reg] {
			return fmt.Errorf("no finalizer reads")
		}
		return o.checkClosures(w, reg)
	}
	for k, from := range w.Path[:len(w.Path)-1] {
		if err := o.checkStep(from, w.Path[k+1], reg); err != nil {
			return err
		}
	}
	if regsOf(effect.Uses(o.p, last))[reg] {
		if w.Closures != nil {
			return fmt.Errorf("closures are blamed for what an instruction reads")
		}
		return nil
	}
	if !o.otherCodeReads(last)[reg] && !o.collectorReads(last)[reg] {
		return fmt.Errorf("nothing reads at the end of the path")
	}
	return o.checkClosures(w, reg)
}

// checkStep checks that control may go from one pc to another, straight on first
// and then over one edge, while nothing defines reg.
func (o *oracle) checkStep(from, to, reg int) error {
	for pc := from; pc < len(o.p.Code); pc++ {
		if pc == to && pc > from {
			return nil
		}
		if k := slices.Index(o.succs(pc), to); k >= 0 && !regsOf(effect.Defs(o.p, pc))[reg] &&
			(k > 0 || len(o.succs(pc)) == 1 || !regsOf(effect.EdgeDefs(o.p, pc))[reg] || o.succs(pc)[1] == to) {
			return nil
		}
		if regsOf(effect.Defs(o.p, pc))[reg] && pc != to {
			return fmt.Errorf("%d defines the register", pc)
		}
		if pc == to {
			return nil
		}
		if regsOf(effect.EdgeDefs(o.p, pc))[reg] {
			return fmt.Errorf("%d defines the register on its edge", pc)
		}
		if !slices.Contains(o.succs(pc), pc+1) {
			return fmt.Errorf("control leaves at %d", pc)
		}
	}
	return fmt.Errorf("no way from %d to %d", from, to)
}

func (o *oracle) checkClosures(w flow.Evidence, reg int) error {
	if len(w.Closures) == 0 {
		return fmt.Errorf("no closure is named")
	}
	for _, pc := range w.Closures {
		if !o.reachable[pc] || !o.capturedAt(pc, func(c *oracle) map[int]bool { return c.reads })[reg] {
			return fmt.Errorf("the closure at %d does not read", pc)
		}
	}
	return nil
}

func TestWhyInRandomCode(t *testing.T) {
	testkit.EachRandomMain(t, 80, func(t *testing.T, seed int, main *bytecode.Proto) {
		stripLocals(main)
		if err := compareWhy(NewCode(main, value.Library{}, nil)); err != nil {
			t.Fatalf("program %d: %v", seed, err)
		}
	})
}

// stripLocals takes the records out, which in random code have nothing to do with
// the lives of captured variables.
func stripLocals(p *bytecode.Proto) {
	p.Locals = nil
	for _, child := range p.Protos {
		stripLocals(child)
	}
}
