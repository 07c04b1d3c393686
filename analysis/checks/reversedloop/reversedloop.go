// Package reversedloop reports numeric loops that are to count down and count up, since
// no step is written.
package reversedloop

import (
	_ "embed"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/value"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is reversed-loop.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "reversed-loop",
		Luacheck: []string{"571"},
		Family:   "5",
		LuaLS:    []analysis.Diagnostic{{Name: "count-down-loop", Group: "ambiguity"}},
		Title:    "a loop counts up from a greater number to a smaller one",
		Doc:      doc,
		Severity: analysis.Warning,
		Mistake:  true,
		Stat:     run,
		Stats:    syntax.NumericFors,
	},
}

func run(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
	constants := p.Facts.Constants()
	if constants == nil {
		return nil
	}
	return func(fn syntax.FuncID, s syntax.Stat) {
		l := bounds{constants, p.At(fn), s.(*syntax.NumericFor)}
		if from, to, ok := l.areReversed(); ok {
			l.report(from, to)
		}
	}
}

// bounds is what a loop runs between.
type bounds struct {
	*consts.Constants
	analysis.FuncPass
	loop *syntax.NumericFor
}

// areReversed reports whether the loop is to count down and counts up, with its bounds
// in words. What it counts from is the length of something, and goes down to a constant
// that no length is smaller than, or almost none; or both are written numbers.
func (b *bounds) areReversed() (from, to string, ok bool) {
	pc := b.begin()
	if pc < 0 {
		return "", "", false
	}
	init, limit, step := b.Operand(b.Flow, pc, 0), b.Operand(b.Flow, pc, 1), b.Operand(b.Flow, pc, 2)
	if !isNumber(limit) || !isNumber(step) || asFloat(step) < 0 {
		return "", "", false
	}
	if length := lengthIn(b.loop.From); length != nil {
		return nameOf(b.Unit.File.Slice(length.Span())), b.Pool().Format(limit), asFloat(limit) <= 1
	}
	isWritten := isNumeral(b.loop.From) && isNumeral(b.loop.To)
	ok = isWritten && isNumber(init) && asFloat(init) > asFloat(limit) && asFloat(init) > 1
	return b.Pool().Format(init), b.Pool().Format(limit), ok
}

// begin returns the pc of the instruction that prepares the loop (FORPREP), -1 if the code of
// the loop has none.
func (b *bounds) begin() int {
	pcs := b.Unit.Map.PCs(b.loop.ID())
	for pc := int(pcs.Start); pc < int(pcs.End); pc++ {
		if effect.PreparesLoop(b.Flow.Proto.Code[pc]) {
			return pc
		}
	}
	return -1
}

// lengthIn returns the `#x` that an expression is, nil if it is not one.
func lengthIn(e syntax.Expr) *syntax.Unary {
	for {
		switch x := e.(type) {
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Unary:
			if x.Op == syntax.Len {
				return x
			}
		}
		return nil
	}
}

// nameOf returns a piece of text in a message.
func nameOf(text string) string {
	if strings.Contains(text, "\n") {
		return "a length"
	}
	return "`" + text + "`"
}

// isNumeral reports whether an expression is a written number.
func isNumeral(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Number:
		return true
	case *syntax.Paren:
		return isNumeral(e.X)
	case *syntax.Unary:
		return e.Op == syntax.Neg && isNumeral(e.X)
	}
	return false
}

func isNumber(v value.Value) bool { return v.IsConstant() && v.Is(value.Number) }

func asFloat(v value.Value) float64 {
	if i, ok := v.Int(); ok {
		return float64(i)
	}
	f, _ := v.Float()
	return f
}

func (b *bounds) report(from, to string) {
	f := b.Finding(b.ID, b.Text.Head(b.loop.Start, b.loop.Body))
	f.Luacheck = "571"
	f.Subject.Stat = b.loop.ID()
	f.Message = fmt.Sprintf("the loop from %s down to %s has no negative step", from, to)
	b.Report(f)
}
