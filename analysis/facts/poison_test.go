package facts

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// Soundness against the real machine: a program does the same when every value that
// is called dead is another one.

// poison replaces instructions whose only purpose is a dead value by one that loads
// a string, and returns how many. main is changed.
func poison(main *bytecode.Proto) int {
	p := NewCode(main, value.Library{}, nil)
	count := 0
	for n := range p.Funcs {
		f := &p.Funcs[n]
		k := len(f.Proto.Constants)
		var places []int
		for pc := range f.Proto.Code {
			if f.Graph.Reachable(pc) && isPure(f.Proto, pc) && !f.LiveAfter(pc, f.Proto.Code[pc].A()) {
				places = append(places, pc)
			}
		}
		for _, pc := range places {
			f.Proto.Code[pc] = bytecode.ABx(bytecode.LOADK, f.Proto.Code[pc].A(), k)
		}
		if len(places) > 0 {
			f.Proto.Constants = append(f.Proto.Constants, bytecode.String("poison"))
		}
		count += len(places)
	}
	return count
}

// isPure reports whether all that the instruction does is to define its A.
func isPure(p *bytecode.Proto, pc int) bool {
	switch i := p.Code[pc]; i.Op() {
	case bytecode.MOVE, bytecode.LOADK, bytecode.GETUPVAL, bytecode.NEWTABLE, bytecode.NOT, bytecode.CLOSURE:
		return true
	case bytecode.LOADBOOL:
		return i.C() == 0
	case bytecode.LOADNIL, bytecode.VARARG:
		_, n := effect.Defs(p, pc).Run()
		return n == 1 && !effect.IsOpen(i)
	}
	return false
}

// checkPoison compiles a program and runs it twice, clean and poisoned.
func checkPoison(t *testing.T, text string) (poisoned int) {
	t.Helper()
	dir := t.TempDir()
	program, chunk := filepath.Join(dir, "program.lua"), filepath.Join(dir, "program.luac")
	must.Write(t, program, text)
	external.Run(t, "luac5.3", "-o", chunk, program)
	want := external.Run(t, "lua5.3", chunk)
	main, err := bytecode.Undump([]byte(must.Read(t, chunk)))
	if err != nil {
		t.Fatal(err)
	}
	poisoned = poison(main)
	must.Write(t, chunk, bytecode.Dump(main, false))
	if got := external.Run(t, "lua5.3", chunk); !bytes.Equal(got, want) {
		t.Fatalf("%d dead values poisoned: got\n%s, expected\n%s, of\n%s", poisoned, got, want, text)
	}
	return poisoned
}

func TestDeadValuesDoNotMatter(t *testing.T) {
	count := 0
	for seed := range uint64(100) {
		count += checkPoison(t, luagen.Closures(rand.New(rand.NewPCG(seed, 0))))
	}
	if count < 300 {
		t.Errorf("only %d values were dead: the programs try nothing", count)
	}
}

// FuzzDeadValues goes on where the test ends.
func FuzzDeadValues(f *testing.F) {
	f.Add(uint64(1), uint64(1))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		checkPoison(t, luagen.Closures(rand.New(rand.NewPCG(a, b))))
	})
}
