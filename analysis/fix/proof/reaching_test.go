package proof

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// TestSearches holds that the searches of this package and those of package flow, which
// were written without each other, find the same definitions and users. What a closure may
// store is found in more places here.
func TestSearches(t *testing.T) {
	texts := []string{
		"local a, b = ... local f = function() a = b end while a do f() b = a or f end return b",
		"local t for i = 1, 3 do for k, v in pairs(i) do t = k and v or t end end repeat local x = t t = x until x return t",
	}
	for seed := range uint64(20) {
		texts = append(texts, luagen.Program(seed, luagen.Options{}))
	}
	for n, text := range texts {
		u := compile.Compile(source.NewFile(fmt.Sprint(n), text))
		if len(u.Errors) > 0 {
			t.Fatalf("%d: %v", n, u.Errors)
		}
		program := flow.New(u.Main, new(flow.Memory))
		p := newFinder(program)
		for k := range program.Funcs {
			compareSearches(t, fmt.Sprintf("text %d, function %d", n, k), p, &program.Funcs[k])
		}
	}
}

func compareSearches(t *testing.T, name string, p *finder, f *flow.Func) {
	t.Helper()
	for pc := range f.Proto.Code {
		for reg := range int(f.Proto.MaxStack) {
			want := f.Reaching(pc, reg)
			wantAll := !slices.Contains(want, flow.Entry)
			mayShare := slices.Contains(want, flow.ByClosure)
			want = slices.DeleteFunc(want, func(pc int) bool { return pc < 0 })
			got, isAll := p.definitions(f, pc, reg)
			if !slices.Equal(got, want) || isAll && (!wantAll || mayShare) {
				t.Fatalf("%s: definitions of %d in front of %d: %v, all: %t, want %v, all: %t", name, reg, pc, got, isAll, want, wantAll && !mayShare)
			}
			if !isDefined(f.Proto, pc, reg) {
				continue
			}
			if users, want := p.usersOf(f, pc, reg), f.UsesOf(pc, reg); !slices.Equal(users, want) {
				t.Fatalf("%s: users of %d from %d on: %v, want %v", name, reg, pc, users, want)
			}
		}
	}
}

// isDefined reports whether the instruction at pc may define a register.
func isDefined(p *bc.Proto, pc, reg int) bool {
	return effect.Defs(p, pc).Has(reg) || effect.MayDefs(p, pc).Has(reg) || effect.EdgeDefs(p, pc).Has(reg)
}
