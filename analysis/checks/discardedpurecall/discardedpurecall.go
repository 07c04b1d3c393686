// Package discardedpurecall reports calls that stand as statements and do nothing
// but compute results: of functions of the standard libraries with arguments of
// which the types say that they will do, and of functions of the file that have no
// effect.
package discardedpurecall

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is discarded-pure-call.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "discarded-pure-call",
		Family:    "5",
		LuaLS:     []analysis.Diagnostic{{Name: "discard-returns", Group: "strict"}},
		Title:     "the result of a call without effects is not used",
		Doc:       doc,
		Severity:  analysis.Warning,
		Spare:     analysis.SpareInFile,
		Uncovered: true,
		Func:      run,
	},
}

// call is a call whose results nobody takes and that nobody can tell was made.
type call struct {
	fn     syntax.FuncID // that it stands in
	pc     int32
	name   value.Name // of the function of the library; 0 if it is another one
	callee []int      // the numbers of the functions of the file that it may be; none if it is another one
	unless string     // when it does something else, in words; "" if it never does
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	known := p.Facts.Constants()
	if known == nil {
		return nil
	}
	called := p.Facts.Calls()
	return func(fp *analysis.FuncPass) {
		for pc, i := range fp.Flow.Proto.Code {
			if !effect.DiscardsResults(i) {
				continue
			}
			c := call{fn: fp.ID, pc: int32(pc)}
			if c.isPure(fp.Flow, known) || c.arePure(fp.Flow, p.Facts.Code.Funcs, known, called) {
				if s := statementOf(fp, pc); s != nil {
					report(p, s, &c)
				}
			}
		}
	}
}

// statementOf returns the statement that consists of the call at pc, nil if the call is part of an
// expression or was lowered from something else.
func statementOf(p *analysis.FuncPass, pc int) syntax.CallStat {
	at := p.Map.Origins.At(pc).Span()
	stats := p.Unit.Tree.Stats // in the order in which they begin
	i, ok := slices.BinarySearchFunc(stats, at.Start, func(s syntax.Stat, pos source.Pos) int { return cmp.Compare(s.Span().Start, pos) })
	for ; ok && i < len(stats) && stats[i].Span().Start == at.Start; i++ {
		if s, isCall := stats[i].(syntax.CallStat); isCall && p.Text.PCs(s).End-1 == int32(pc) {
			return s
		}
	}
	return nil
}

// isPure reports whether nobody can tell that the call was made, and the function
// has results. It finds out which function that is.
func (c *call) isPure(f *flow.Func, known *consts.Constants) bool {
	pc := int(c.pc)
	if !known.Executable(f, pc) || known.Impact(f, pc) != value.None {
		return false
	}
	if callee := known.Callee(f, pc); callee != nil {
		c.callee = []int{callee.Number}
		return hasResult(callee, known)
	}
	c.name = known.Operand(f, pc, 0).Name()
	return c.name != 0 && c.name.String() != assert && !c.changesTable(f.Proto.Code[pc])
}

// arePure reports that of a call that calls one of several functions of the file, and nothing else; or the function in a field of
// a table that others can get at, unless they replace it. One that gives a constant is there to be replaced, as a method may be.
func (c *call) arePure(f *flow.Func, funcs []flow.Func, known *consts.Constants, called *calls.Calls) bool {
	callees, ok := called.Of(f, int(c.pc))
	if !ok || !callees.Complete && (!callees.InField || callees.OfSelf) || callees.Chosen || callees.Skip > 0 || !known.Executable(f, int(c.pc)) {
		return false
	}
	for _, fn := range callees.Funcs {
		callee := &funcs[fn]
		if known.Summary(callee) != value.None || !hasResult(callee, known) || !callees.Complete && known.Result(callee).IsConstant() {
			return false
		}
	}
	c.callee, c.unless = callees.Funcs, callees.Unless()
	return true
}

// hasResult reports whether a function returns, and something else than nil.
func hasResult(f *flow.Func, known *consts.Constants) bool {
	result := known.Result(f)
	return !result.IsBottom() && !result.Is(value.Nil)
}

// changesTable reports whether a function of the library writes to a table that it is
// handed. Which one that is does not matter here.
func (c *call) changesTable(i bytecode.Instruction) bool {
	return i.B() != 1 && c.name.Role(0)&value.Writes != 0
}

// assert says what its writer takes for granted, true as it may be.
const assert = "assert"

func report(p *analysis.Pass, s syntax.CallStat, c *call) {
	name, text := p.Text.Callee(s.Call())
	switch standard := c.name.String(); {
	case c.name == 0:
	case text == "":
		text = "`" + standard + "`"
	case c.name.Key() != p.Unit.File.Slice(name):
		text += ", which is `" + standard + "`,"
	}
	if text == "" {
		text = "this call"
	}
	f := p.Finding(c.fn, name)
	f.Message = fmt.Sprintf("the result of %s is not used, and the call does nothing else", text)
	if c.unless != "" {
		f.Severity = analysis.Hint
		f.Message += ", unless " + c.unless
	}
	f.Subject.Stat = s.ID()
	if at := s.Span(); !p.Text.HasFunction(at) {
		f.Fade = at
	}
	f.Related = analysis.PointAtFunctions(p.Text, c.callee, "this function has no effect")
	p.Report(f)
}
