package machine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/testkit/machine"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// TestProgramsCoverTheMachine: the programs in testdata run every opcode and call
// every function of the library.
func TestProgramsCoverTheMachine(t *testing.T) {
	ran, called := map[bc.Op]bool{bc.LOADKX: true, bc.EXTRAARG: true}, map[string]bool{}
	for _, path := range must.Glob(t, "testdata/*.lua") {
		text := must.Read(t, path)
		main := build(t, path, text)
		functions := flatten(main)
		machine.Run(main, machine.Config{Load: load, Steps: 1e7, Hooks: machine.Hooks{
			Step: func(fn, _, pc int) {
				if fn < len(functions) {
					ran[functions[fn].Code[pc].Op()] = true
				}
			},
			Read: func(_ machine.Site, _ int, _ machine.Def, v machine.Value) { called[v.Builtin()] = true },
		}})
	}
	for op := bc.Op(0); op < bc.NumOps; op++ {
		if !ran[op] {
			t.Errorf("no program runs %s", op)
		}
	}
	for _, name := range machine.LibraryNames() {
		if !called[name] {
			t.Errorf("no program calls %s", name)
		}
	}
}

// flatten returns the functions of a program by number.
func flatten(p *bc.Proto) []*bc.Proto {
	functions := []*bc.Proto{p}
	for _, child := range p.Protos {
		functions = append(functions, flatten(child)...)
	}
	return functions
}

// TestHugeFunction runs LOADKX, and SETLIST with its number in an EXTRAARG.
func TestHugeFunction(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	var b strings.Builder
	b.WriteString("local s, t = 0, {}\n")
	for i := range bc.MaxBx + 3 {
		fmt.Fprintf(&b, "s=s+%d.5 ", i)
	}
	b.WriteString("\nt = {" + strings.Repeat("7,", 512*bc.FieldsPerFlush+1) + "} print(s, #t, t[25600], t[25601])")
	path := filepath.Join(t.TempDir(), "huge.lua")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ops := map[bc.Op]bool{}
	main := build(t, path, b.String())
	got := machine.Run(main, machine.Config{Hooks: machine.Hooks{
		Step: func(_, _, pc int) { ops[main.Code[pc].Op()] = true },
	}})
	if err := compare(got, reference(t, lua, path)); err != nil {
		t.Error(err)
	}
	if !ops[bc.LOADKX] || !ops[bc.EXTRAARG] {
		t.Error("nothing huge has run")
	}
}
