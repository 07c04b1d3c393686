package slice_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/slice"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestSlicesNeedNothingElse runs random programs in the machine, where all that is not in the
// executable slice of a probe is called dead. Nothing in the slice may see a value that was
// made outside of it, and the probe shows the same values: with the dead instructions
// executed, and without them, whichever way their branches go then.
func TestSlicesNeedNothingElse(t *testing.T) {
	probes, left, all := 0, 0, 0
	for seed := range uint64(scale.Of(150)) {
		text := luagen.Probed(seed)
		u := compile.Compile(source.NewFile("program.lua", "probe = rawequal "+text))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %s\n%s", seed, u.Errors[0].Msg, text)
		}
		flow := facts.NewCode(u.Main, value.Library{}, nil)
		g := slice.New(flow)
		for _, probe := range probesOf(u) {
			s := executable(flow, g, probe)
			want := shown(u.Main, probe, machine.Marks{})
			probes++
			for fn := range flow.Funcs {
				for pc := range flow.Funcs[fn].Proto.Code {
					all++
					if !s.Has(fn, pc) {
						left++
					}
				}
			}
			for _, skip := range []bool{false, true} {
				rng := rand.New(rand.NewPCG(seed, 1))
				got := shown(u.Main, probe, machine.Marks{
					Instruction: func(fn, pc int) bool {
						return !s.Has(fn, pc) && flow.Funcs[fn].Proto.Code[pc].Op() != bc.JMP
					},
					Skip: skip, Choose: func(int, int) bool { return rng.IntN(2) == 0 },
				})
				if got != want {
					t.Fatalf("seed %d, probe in function %d at pc %d, skip %t: it shows\n%s\nand without what is not in the slice\n%s\nof\n%s",
						seed, probe.Func, probe.PC+1, skip, want, got, text)
				}
			}
		}
	}
	if left*4 < all {
		t.Errorf("%d of %d instructions are in no slice: that tries nothing", left, all)
	}
	t.Logf("%d probes, %d of %d instructions are in no slice", probes, left, all)
}

// probesOf returns the calls of probe.
func probesOf(u *compile.Unit) (probes []slice.Criterion) {
	for fn := range u.Funcs {
		f := &u.Funcs[fn]
		for pc, o := range f.Map.Origins.All() {
			if strings.HasPrefix(u.File.Slice(o.Span()), "probe(") && f.Proto.Code[pc].Op() == bc.CALL {
				probes = append(probes, slice.Criterion{Func: fn, PC: pc, Reg: -1})
			}
		}
	}
	return probes
}

// executable returns the slice of a probe and of all operands of all instructions in it: who
// needs one result of an instruction may do without some of its operands, but a machine that
// executes the instruction reads them all.
func executable(flow *facts.Code, g *slice.Graph, probe slice.Criterion) *slice.Slice {
	criteria := []slice.Criterion{probe}
	for {
		s := g.Backward(criteria...)
		var in []slice.Criterion
		for fn := range flow.Funcs {
			f := &flow.Funcs[fn]
			for pc := range f.Proto.Code {
				if !s.Has(fn, pc) || !f.Graph.Reachable(pc) {
					continue
				}
				in = append(in, slice.Criterion{Func: fn, PC: pc, Reg: -1})
				for reg := range effect.Uses(f.Proto, pc).All() {
					in = append(in, slice.Criterion{Func: fn, PC: pc, Reg: reg})
				}
			}
		}
		if len(in) <= len(criteria) {
			return s
		}
		criteria = in
	}
}

// shown returns what a probe shows, or what refutes the marks.
func shown(main *bc.Proto, probe slice.Criterion, marks machine.Marks) string {
	var out strings.Builder
	r := machine.Run(main, machine.Config{Marks: marks, Steps: 200_000, Hooks: machine.Hooks{
		Read: func(at machine.Site, _ int, _ machine.Def, v machine.Value) {
			if at.Func == probe.Func && at.PC == probe.PC {
				out.WriteString(v.String() + "\n")
			}
		},
	}})
	if r.Contradiction != nil {
		out.WriteString(r.Contradiction.Error())
	}
	return out.String() + r.Exhausted + r.Error
}
