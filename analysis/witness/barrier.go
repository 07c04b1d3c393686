package witness

import (
	"fmt"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/place"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What keeps control from a statement, in terms of the text: for the message of a check, and
// where the reasons begin that explain it.

// BarrierKind says how something keeps control from what stands after it.
type BarrierKind uint8

// The kinds of barrier.
const (
	NoBarrier BarrierKind = iota
	Returns               // a return
	Breaks                // a break
	Jumps                 // a goto
	Branches              // an if of which each branch that is taken has a barrier
	Loops                 // a loop that never ends
	Stops                 // an instruction that is executed, and nothing after it
	IsTrue                // a condition
	Blocks                // a statement of which no more is known
)

// Barrier is what control does not come past.
type Barrier struct {
	Kind BarrierKind // NoBarrier where nothing is known
	// At is the statement, of branches and loops what stands in front of the first body; of Stops
	// the text of the instruction; or the condition.
	At   source.Span
	Stat syntax.Stat // nil for a condition, and for what stops in one
	PC   int         // of what Stops, or Blocks; -1 if that is not known
	// Calls: it is a call that never returns, or branches that end in one each.
	Calls bool
	name  string // of the function that is called, or of a label
}

// Statement is a statement in its block.
type Statement struct {
	Stats  []syntax.Stat // of the block
	Index  int           // in Stats
	Around syntax.Stat   // that the block is part of; nil for the body of a function
}

// BarrierTo returns what keeps control from a statement that is unreachable by reach: what is in
// front of the first such statement of the row that it stands in, or, if the whole block is
// unreachable, a condition in front of the block. There is none if the code around decides that.
func BarrierTo(p *waste.Func, s Statement, reach *waste.Reach) Barrier {
	s.Index = firstUnreachable(p, s, reach)
	if before := p.Text.LastWithCode(s.Stats[:s.Index]); before != nil {
		return BarrierIn(p, before, reach)
	}
	return barrierAround(p, s)
}

// firstUnreachable returns the index of the first statement of the row of those that are
// unreachable in which a statement stands.
func firstUnreachable(p *waste.Func, s Statement, reach *waste.Reach) int {
	first := s.Index
	for i := first - 1; i >= 0; i-- {
		isEmpty := p.Text.PCs(s.Stats[i]).Empty()
		if !isEmpty && !p.IsUnreachable(s.Stats, i, reach) {
			break
		}
		if !isEmpty {
			first = i
		}
	}
	return first
}

// BarrierIn returns what in a statement control does not come past, if it comes to the statement.
func BarrierIn(p *waste.Func, s syntax.Stat, reach *waste.Reach) Barrier {
	b := Barrier{At: s.Span(), Stat: s, PC: -1}
	switch s := s.(type) {
	case *syntax.Return:
		b.Kind = Returns
		return b
	case *syntax.Break:
		b.Kind = Breaks
		return b
	case *syntax.Goto:
		b.Kind, b.name = Jumps, p.Unit.Tree.Str(s.Label)
		return b
	case *syntax.Do:
		if inner := barrierInBlock(p, s.Body, reach); inner.Kind != NoBarrier {
			return inner
		}
	case *syntax.If:
		b.Kind, b.At.End = Branches, s.Clauses()[0].Body.Start
		b.Calls = s.Else() != nil && barrierInBlock(p, s.Else(), reach).Calls
		for i := range s.Clauses() {
			b.Calls = b.Calls && barrierInBlock(p, &s.Clauses()[i].Body, reach).Calls
		}
		return b
	case *syntax.While:
		b.Kind, b.At.End = Loops, s.Body.Start
		return b
	case *syntax.Repeat:
		b.Kind, b.At.End = Loops, s.Body.Start
		return b
	}
	stop := stopIn(p, p.Text.PCs(s), s.Span())
	if stop.Kind == Stops {
		stop.Stat = s
		stop.nameCallee(p, s)
		return stop
	}
	b.Kind, b.PC = Blocks, stop.PC
	return b
}

// barrierInBlock returns what in a block control does not come past.
func barrierInBlock(p *waste.Func, in *syntax.Block, reach *waste.Reach) Barrier {
	stats := in.Stats
	for i := range stats {
		if p.IsUnreachable(stats, i, reach) {
			stats = stats[:i]
			break
		}
	}
	if last := p.Text.LastWithCode(stats); last != nil {
		return BarrierIn(p, last, reach)
	}
	return Barrier{PC: -1}
}

// barrierAround returns what in the statement around a block keeps control from the block: the
// first of the conditions in front of it that is true by its text and has another block, or in
// which a call never returns. Of an if it is the last condition where the code generator knows
// more than that.
func barrierAround(p *waste.Func, s Statement) Barrier {
	conditions, others := conditionsTo(s)
	for i, x := range conditions {
		if i < others && textmap.IsTrue(x) {
			return Barrier{Kind: IsTrue, At: x.Span(), PC: -1}
		}
		if stop := stopIn(p, p.Text.PCs(s.Around), x.Span()); stop.Calls {
			return stop
		}
	}
	if others > 0 {
		return Barrier{Kind: IsTrue, At: conditions[others-1].Span(), PC: -1}
	}
	return Barrier{PC: -1}
}

// conditionsTo returns the expressions of a statement that are evaluated in front of one of its
// blocks, in order; the first so many of them have blocks of their own.
func conditionsTo(s Statement) (conditions []syntax.Expr, others int) {
	if s.Around == nil {
		return nil, 0
	}
	isOver := false
	syntax.Children(s.Around, func(n syntax.Node) {
		switch n := n.(type) {
		case *syntax.Block:
			isOver = isOver || len(n.Stats) > 0 && n.Stats[0] == s.Stats[0]
			if !isOver {
				others = len(conditions)
			}
		case syntax.Expr:
			if !isOver {
				conditions = append(conditions, n)
			}
		}
	})
	return conditions, others
}

// stopIn returns the first call with some code and text that never returns, or else the first
// other instruction past which control does not come. There is none where nothing is known of
// values.
func stopIn(p *waste.Func, pcs srcmap.PCRange, within source.Span) Barrier {
	known := p.Facts.Constants()
	stop := Barrier{PC: -1}
	for pc := int(pcs.Start); known != nil && pc < int(pcs.End); pc++ {
		at := p.Map.Origins.At(pc).Span()
		if !known.Stops(p.Flow, pc) || !within.Covers(at) {
			continue
		}
		if effect.IsNonTailCall(p.Flow.Proto.Code[pc]) {
			return Barrier{Kind: Stops, At: at, PC: pc, Calls: true, name: "the call"}
		}
		if stop.PC < 0 {
			stop.PC = pc
		}
	}
	return stop
}

// maxCallee is how long what is called may be, to be named.
const maxCallee = 30

// nameCallee names what is called by a statement that is nothing but a call which never returns.
func (b *Barrier) nameCallee(p *waste.Func, s syntax.Stat) {
	stat, ok := s.(syntax.CallStat)
	if !ok {
		return
	}
	if c, ok := stat.Call().(*syntax.Call); ok && c.Span() == b.At {
		if callee := p.Unit.File.Slice(c.Fn.Span()); len(callee) <= maxCallee && !strings.ContainsAny(callee, "\r\n") {
			b.name = place.Quote(callee)
		}
	}
}

// Reason returns where the barrier is, for who is elsewhere; "" for none.
func (b *Barrier) Reason(x *textmap.Text) string {
	line := x.Line(b.At.Start)
	switch b.Kind {
	case Returns:
		return fmt.Sprintf("the function returns at line %d", line)
	case Breaks:
		return fmt.Sprintf("`break` at line %d leaves the loop", line)
	case Jumps:
		return fmt.Sprintf("`goto %s` at line %d jumps away", b.name, line)
	case Branches:
		return fmt.Sprintf("no branch of the `if` at line %d gets here", line)
	case Loops:
		return fmt.Sprintf("the loop at line %d never gets here", line)
	case Stops:
		return fmt.Sprintf("%s at line %d never returns", b.name, line)
	case IsTrue:
		return fmt.Sprintf("the condition at line %d is always true", line)
	case Blocks:
		return fmt.Sprintf("execution never gets past line %d", line)
	}
	return ""
}

// Here returns what the barrier is, for a step at its place.
func (b *Barrier) Here() string {
	return [...]string{
		NoBarrier: "", Returns: "the function returns here", Breaks: "leaves the loop here", Jumps: "jumps away here",
		Branches: "no branch gets past this", Loops: "this loop never gets there", Stops: "never returns",
		IsTrue: "always true", Blocks: "execution never gets past this",
	}[b.Kind]
}
