package refactor

import (
	"errors"
	"strings"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what a selection holds that is to become a function.

// extraction is a selection that is to become a function.
type extraction struct {
	*book
	stats []syntax.Stat // in one block; none if it is an expression
	expr  syntax.Expr   // nil if it is statements
	// at is the selection without white space around it, and with the comments at its ends.
	at       source.Span
	function *syntax.Function // that it stands in
	place    syntax.Stat      // of that function's own statements, in front of which the new one goes
	returns  bool             // the selection ends its function, or returns at its end

	inputs   []bindingID // parameters, in the order of their declarations
	own      []bindingID // variables that it must declare for itself, so too
	assigned []bindingID // variables of the function around that the call assigns, so too
	declared []bindingID // variables that the selection declares and the call must declare, so too
}

// extractionOf returns what a selection holds: whole statements of one block, or an expression.
func (b *book) extractionOf(at source.Span) (*extraction, error) {
	x := &extraction{book: b}
	start, end := b.Unit.Tree.After(max(at.Start, b.Unit.File.Body())), source.Pos(0)
	text := b.text()
	end = at.End
	for end > at.Start && strings.IndexByte(blanks+"\r\n", text[end-1]) >= 0 {
		end--
	}
	if start >= end {
		return nil, errors.New("nothing is selected")
	}
	if !b.selectStatements(x, source.Span{Start: start, End: end}) && !b.selectExpression(x, source.Span{Start: start, End: end}) {
		return nil, errors.New("the selection is neither whole statements of one block nor an expression")
	}
	if x.expr == nil && b.onlyEmpty(x.stats) {
		return nil, errors.New("nothing is selected")
	}
	x.at = source.Span{Start: at.Start, End: end}
	for x.at.Start < x.at.End && strings.IndexByte(blanks+"\r\n", text[x.at.Start]) >= 0 {
		x.at.Start++
	}
	x.function = b.Function(start)
	stat := b.statAt(start)
	for b.Places()[stat.ID()].Block != x.function.Body {
		stat = b.Unit.Tree.Stats[b.Places()[stat.ID()].Up]
	}
	x.place = stat
	return x, nil
}

// selectStatements finds the statements that a span holds, and reports whether it holds some and nothing else.
func (b *book) selectStatements(x *extraction, at source.Span) bool {
	for s := b.statAt(at.Start); s != nil; {
		in := b.Places()[s.ID()]
		if s.Span().Start == at.Start {
			for _, s := range in.Block.Stats[in.Index:] {
				if s.Span().Start < at.End {
					x.stats = append(x.stats, s)
				}
			}
			if last := x.stats[len(x.stats)-1].Span().End; last <= at.End && b.onlyComments(last, at.End) {
				return true
			}
			x.stats = nil
		}
		if in.Up == syntax.NoStat {
			break
		}
		s = b.Unit.Tree.Stats[in.Up]
	}
	return false
}

// onlyComments reports whether nothing but white space and whole comments stands between two places.
func (b *book) onlyComments(from, to source.Pos) bool {
	if after := b.Unit.Tree.After(from); after < to {
		return false
	}
	for _, c := range b.Unit.Tree.Comments {
		if c.Span.Start < to && to < c.Span.End {
			return false
		}
	}
	return true
}

// selectExpression finds the expression that a span is, and reports whether that is one which gives a value
// where it stands.
func (b *book) selectExpression(x *extraction, at source.Span) bool {
	s := b.statAt(at.Start)
	if s == nil {
		return false
	}
	x.expr = syntax.ExprAt(s, at)
	if x.expr == nil {
		return false
	}
	path := pathFrom(s, x.expr)
	if len(path) < 2 || isTarget(s, x.expr) {
		return false
	}
	switch e := x.expr.(type) {
	case *syntax.Function:
		_, named := path[len(path)-2].(*syntax.FunctionStat)
		_, local := path[len(path)-2].(*syntax.LocalFunction)
		return !named && !local
	case *syntax.Name:
		ref := &b.Unit.Res.Refs[e.ID]
		return ref.Kind != resolve.Declaration && !ref.Write
	case *syntax.String:
		return !e.Bare
	}
	return true
}

// isTarget reports whether a statement stores to an expression.
func isTarget(s syntax.Stat, e syntax.Expr) bool {
	switch s := s.(type) {
	case *syntax.Assign:
		for _, t := range s.Targets() {
			if t == e {
				return true
			}
		}
	case *syntax.Compound:
		return s.Target == e
	case *syntax.FunctionStat:
		return s.Target.Span().Covers(e.Span())
	}
	return false
}
