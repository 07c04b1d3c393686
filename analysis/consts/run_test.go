package consts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// What Constants claims against what really happens: every value that is made or
// read is one that was claimed, every instruction that runs is executable, every
// error and every call is an Impact.

// witness watches a run and notes the first claim that it refutes.
type witness struct {
	p       *facts.Code
	c       *consts.Constants
	refuted error
}

func (w *witness) refute(fn, pc int, format string, args ...any) {
	if w.refuted == nil {
		p := w.p.Funcs[fn].Proto
		code := "entry"
		if pc >= 0 {
			code = bytecode.Format(p, pc)
		}
		w.refuted = fmt.Errorf("function %d pc %d (%s): %s", fn, pc+1, code, fmt.Sprintf(format, args...))
	}
}

// ours reports whether a function belongs to the program; load makes others.
func (w *witness) ours(fn int) bool { return fn >= 0 && fn < len(w.p.Funcs) }

func (w *witness) hooks() machine.Hooks {
	return machine.Hooks{Step: w.execute, Read: w.read, Define: w.define, Enter: w.enter, Return: w.ret, Raise: w.raise}
}

func (w *witness) execute(fn, from, pc int) {
	if !w.ours(fn) {
		return
	}
	f := &w.p.Funcs[fn]
	if !w.c.Called(f) || !w.c.Executable(f, pc) {
		w.refute(fn, pc, "it is executed")
	}
	g := &f.Graph
	if from < 0 || g.Block(from) == g.Block(pc) && pc == from+1 {
		return
	}
	first, second := effect.Successors(f.Proto, from)
	if !(first == pc && w.c.EdgeExecutable(f, g.Block(from), 0) || second == pc && w.c.EdgeExecutable(f, g.Block(from), 1)) {
		w.refute(fn, pc, "it is executed after %d", from+1)
	}
}

func (w *witness) read(at machine.Site, reg int, def machine.Def, v machine.Value) {
	if !w.ours(at.Func) || def.Reg == reg && def.Func == at.Func && def.PC >= 0 && effect.IsOpen(w.p.Funcs[at.Func].Proto.Code[def.PC]) {
		return
	}
	f := &w.p.Funcs[at.Func]
	k := slices.Index(slices.Collect(effect.Uses(f.Proto, at.PC).All()), reg)
	if claim := w.c.Operand(f, at.PC, k); !w.holds(claim, v) {
		w.refute(at.Func, at.PC, "register %d is %v, claimed was %s", reg, v, w.c.Pool().Format(claim))
	}
}

func (w *witness) define(def machine.Def, open bool, v machine.Value) {
	if !w.ours(def.Func) || open {
		return
	}
	f := &w.p.Funcs[def.Func]
	id := ssa.ValueID(def.Reg)
	if def.PC >= 0 {
		id = w.p.SSA(f).Def(def.PC, def.Reg)
	} else if def.Reg >= int(f.Proto.NumParams) {
		return
	}
	if claim := w.c.Value(f, id); !w.holds(claim, v) {
		w.refute(def.Func, def.PC, "register %d becomes %v, claimed was %s", def.Reg, v, w.c.Pool().Format(claim))
	}
}

// enter: a call that has an Impact of None may enter only functions that have none
// either.
func (w *witness) enter(from machine.Site, fn int) {
	if !w.ours(from.Func) || !w.ours(fn) || from.PC < 0 {
		return
	}
	f := &w.p.Funcs[from.Func]
	if effect.Actions(f.Proto.Code[from.PC])&effect.RunsCode == 0 {
		return // a finalizer
	}
	called := &w.p.Funcs[fn]
	if w.c.Impact(f, from.PC) == value.None && w.c.Callee(f, from.PC) != called {
		w.refute(from.Func, from.PC, "it calls function %d", called.Number)
	}
}

func (w *witness) ret(fn int) {
	if w.ours(fn) && !w.c.Returns(&w.p.Funcs[fn]) {
		w.refute(fn, -1, "it returns")
	}
}

func (w *witness) raise(at machine.Site) {
	if w.ours(at.Func) && at.PC >= 0 && w.c.Impact(&w.p.Funcs[at.Func], at.PC) == value.None {
		w.refute(at.Func, at.PC, "it raises an error")
	}
}

// holds reports whether v is among the values of a claim.
func (w *witness) holds(claim value.Value, v machine.Value) bool {
	kind := map[machine.Kind]value.Types{
		machine.Nil: value.Nil, machine.Integer: value.Integer, machine.Float: value.Float, machine.String: value.String,
		machine.Map: value.Table, machine.Function: value.Function, machine.Thread: value.Other,
	}[v.Kind()]
	if v.Kind() == machine.Boolean {
		kind = value.OfBool(v.Bool()).Types()
	}
	if !claim.MayBe(kind) {
		return false
	}
	if i, ok := claim.Int(); ok {
		return v.Int() == i
	}
	if f, ok := claim.Float(); ok {
		return value.OfFloat(v.Float()) == value.OfFloat(f)
	}
	if s, ok := w.c.Pool().Text(claim); ok {
		return v.Text() == s
	}
	if fn, ok := claim.Function(); ok {
		return v.Func() == fn
	}
	if object, ok := claim.Object(); ok {
		at, ok := v.Site()
		return ok && slices.Contains(w.p.Objects().Sites(tables.ObjectID(object)), flow.SiteAt(at.Func, at.PC))
	}
	if name := claim.Name(); name != 0 && v.Kind() == machine.Function {
		// The iterator of ipairs has no name there.
		return v.Builtin() == name.String() || v.Builtin() == "ipairs_aux" && name.String() == "ipairs iterator"
	}
	return true
}

// compileLua returns the main function of a program.
func compileLua(t *testing.T, text string) *bytecode.Proto {
	t.Helper()
	u := compile.Compile(source.NewFile("program.lua", text))
	if !u.Analyzable() {
		t.Fatalf("does not compile:\n%s", text)
	}
	return u.Main
}

// refute runs a program and returns the first claim that is wrong.
func refute(t *testing.T, text string) error {
	main := compileLua(t, text)
	p := facts.NewCode(main, value.Library{}, nil)
	w := &witness{p: p, c: p.Constants()}
	machine.Run(main, machine.Config{Hooks: w.hooks()})
	return w.refuted
}

func TestConstantsOfRandomLua(t *testing.T) {
	for seed := range uint64(300) {
		text := luagen.Program(seed, luagen.Options{})
		if err := refute(t, text); err != nil {
			t.Fatalf("program %d: %v\n%s", seed, err, text)
		}
	}
}

func TestAliases(t *testing.T) {
	programs := strings.Split((must.Read(t, "testdata/aliases.txt")), "\n\n")[1:]
	if len(programs) < 30 {
		t.Fatalf("only %d programs", len(programs))
	}
	for _, text := range programs {
		if err := refute(t, text); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// TestConstantsOfManyFunctions: a program may be as large as it is, if no function is too
// large.
func TestConstantsOfManyFunctions(t *testing.T) {
	child := &bytecode.Proto{MaxStack: 2, Code: make([]bytecode.Instruction, flow.MaxFollowed/2), Constants: []bytecode.Constant{bytecode.Int(1)}}
	for pc := range child.Code {
		child.Code[pc] = bytecode.ABx(bytecode.LOADK, 0, 0)
	}
	child.Code[len(child.Code)-1] = bytecode.ABC(bytecode.RETURN, 0, 2, 0)
	main := &bytecode.Proto{MaxStack: 2, Protos: []*bytecode.Proto{child, child, child}}
	for i := range main.Protos {
		main.Code = append(main.Code, bytecode.ABx(bytecode.CLOSURE, 0, i))
	}
	main.Code = append(main.Code, bytecode.ABC(bytecode.RETURN, 0, 1, 0))
	program := facts.NewCode(main, value.Library{}, nil)
	if large := program.TooLarge(); large != nil {
		t.Errorf("functions %v are too large", large)
	}
	c := program.Constants()
	for i := 1; i < len(program.Funcs); i++ {
		if v, ok := c.Result(&program.Funcs[i]).Int(); v != 1 || !ok {
			t.Errorf("the result of function %d is not known", i)
		}
	}
}

// TestConstantsOfLargeFunctions: of a function that is too large nothing is claimed.
func TestConstantsOfLargeFunctions(t *testing.T) {
	p := &bytecode.Proto{MaxStack: 2, Code: make([]bytecode.Instruction, flow.MaxFollowed), Constants: []bytecode.Constant{bytecode.Int(1)}}
	for pc := range p.Code {
		p.Code[pc] = bytecode.ABx(bytecode.LOADK, 0, 0)
	}
	p.Code[len(p.Code)-1] = bytecode.ABC(bytecode.RETURN, 0, 2, 0)
	program := facts.NewCode(p, value.Library{}, nil)
	f, c := &program.Funcs[0], program.Constants()
	if program.SSA(f) != nil {
		t.Error("there is a form")
	}
	if large := program.TooLarge(); !slices.Equal(large, []int{0}) {
		t.Errorf("functions %v are too large", large)
	}
	switch last := len(p.Code) - 1; {
	case !c.Executable(f, last), !c.EdgeExecutable(f, 0, 0), !c.Called(f), !c.Returns(f), c.Callee(f, last) != nil,
		c.Operand(f, last, 0) != value.Unknown, c.Value(f, 0) != value.Unknown, c.Result(f) != value.Unknown,
		c.Impact(f, 0) != value.Effects, c.Summary(f) != value.Effects:
		t.Error("something is claimed")
	}
	p.Code = p.Code[3:] // a block counts as three
	if program = facts.NewCode(p, value.Library{}, nil); program.SSA(&program.Funcs[0]) == nil {
		t.Error("the largest function has no form")
	} else if v, ok := program.Constants().Result(&program.Funcs[0]).Int(); v != 1 || !ok {
		t.Error("the result of the largest function is not known")
	}
}
