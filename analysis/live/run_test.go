package live_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// deadMarks returns what the strict marking calls dead, for the machine.
func deadMarks(p *facts.Code) machine.Marks {
	m := p.Marking(value.None)
	return machine.Marks{
		Instruction: func(fn, pc int) bool {
			f := &p.Funcs[fn]
			return f.Proto.Code[pc].Op() != bytecode.JMP && !m.Live(f, pc)
		},
		Definition: func(fn, pc, reg int) bool {
			f := &p.Funcs[fn]
			if pc == flow.Entry {
				return reg < int(f.Proto.NumParams) && !m.LiveValue(f, ssa.ValueID(reg))
			}
			v := p.SSA(f).Def(pc, reg)
			return v >= 0 && !m.LiveValue(f, v)
		},
	}
}

// runDead runs a program three times: as it is, with what is dead poisoned, and
// without it, so that a dead branch goes anywhere it may go. It returns how many of its instructions are dead.
func runDead(text string, seed uint64) (dead int, err error) {
	u := compile.Compile(source.NewFile("random.lua", text))
	if !u.Analyzable() {
		return 0, fmt.Errorf("does not compile: %v", u.Errors)
	}
	p := facts.NewCode(u.Main, value.Library{}, nil)
	marks := deadMarks(p)
	for i := range p.Funcs {
		for pc := range p.Funcs[i].Proto.Code {
			if marks.Instruction(i, pc) {
				dead++
			}
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	collect := func(allocation int) bool { return (uint64(allocation)*2654435761+seed)>>7%13 == 0 }
	want := machine.Run(u.Main, machine.Config{Collect: collect})
	if want.Exhausted != "" {
		return 0, nil
	}
	if got := machine.Run(u.Main, machine.Config{Collect: collect, Marks: marks}); got.Contradiction != nil {
		return dead, got.Contradiction
	}
	marks.Skip = true
	marks.Choose = func(fn, pc int) bool {
		f := &p.Funcs[fn]
		b := f.Graph.Block(pc)
		if first := p.Constants().EdgeExecutable(f, b, 0); first != p.Constants().EdgeExecutable(f, b, 1) {
			return first
		}
		return rng.IntN(2) == 0
	}
	got := machine.Run(u.Main, machine.Config{Marks: marks})
	plain := machine.Run(u.Main, machine.Config{})
	if got.Contradiction != nil {
		return dead, got.Contradiction
	}
	if got.Output != plain.Output || got.Failed != plain.Failed || got.Exhausted != plain.Exhausted {
		return dead, fmt.Errorf("without the dead instructions it prints %q, %s", got.Output, got.Exhausted)
	}
	return dead, nil
}

// TestDeadIsDead: in random programs nothing live reads what the strict marking calls
// dead, nothing dead prints or raises an error, and without it all is the same.
func TestDeadIsDead(t *testing.T) {
	total, programs := 0, scale.Of(600)
	for seed := range uint64(programs) {
		text := luagen.Program(seed, luagen.Options{})
		dead, err := runDead(text, seed)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		total += dead
	}
	t.Logf("%d instructions are dead in %d programs", total, programs)
	if total < 10*programs {
		t.Errorf("only %d instructions are dead: the programs try nothing", total)
	}
}
