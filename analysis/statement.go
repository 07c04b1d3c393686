package analysis

import (
	"slices"
	"sort"
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Statements, for checks that look at the text: which function they stand in, and
// what a condition says by its text alone.

// EachStat calls visit for every statement of the functions whose text is
// understood, in the order of the text.
func (p *Pass) EachStat(visit func(fn syntax.FuncID, s syntax.Stat)) {
	if p.runs == nil {
		p.runs = p.findRuns()
	}
	stats := p.Unit.Tree.Stats
	for _, r := range p.runs {
		for _, s := range stats[r.start:r.end] {
			p.Step()
			visit(r.fn, s)
		}
	}
}

// statRun is statements that follow one another and stand in one function.
type statRun struct {
	fn         syntax.FuncID
	start, end syntax.StatID
}

// findRuns is the statements of the functions whose text is understood. There are at
// most twice as many runs as functions.
func (p *Pass) findRuns() []statRun {
	t := p.Unit.Tree
	runs := slices.Grow(p.mem.runs[:0], 2*len(t.Funcs))
	next, fn, start := 1, t.Main, 0
	end := func(behind int) {
		if start < behind && p.IsWhole(fn) {
			runs = append(runs, statRun{fn.ID, syntax.StatID(start), syntax.StatID(behind)})
		}
		start = behind
	}
	for i, s := range t.Stats {
		at := s.Span().Start
		for {
			if next < len(t.Funcs) && t.Funcs[next].Body.Start <= at {
				end(i)
				fn = t.Funcs[next]
				next++
			} else if fn.Parent != nil && fn.End <= at {
				end(i)
				fn = fn.Parent
			} else {
				break
			}
		}
	}
	end(len(t.Stats))
	p.mem.runs = runs
	return runs
}

// HasComment reports whether a comment begins in a block.
func (p *Pass) HasComment(b *syntax.Block) bool {
	comments := p.Unit.Tree.Comments
	i := sort.Search(len(comments), func(i int) bool { return comments[i].Span.Start >= b.Start })
	return i < len(comments) && comments[i].Span.Start < b.End
}

// Head is what stands in front of a block, from start on; or the first word of it, if
// it is longer than a line.
func (p *Pass) Head(start source.Pos, b *syntax.Block) source.Span {
	at := source.Span{Start: start, End: b.Start}
	if text := p.Unit.File.Slice(at); strings.ContainsAny(text, "\r\n") {
		at.End = start + source.Pos(strings.IndexAny(text, " \t\r\n"))
	}
	return at
}

// IsTrue reports whether a condition is true by its text: the code generator tests
// nothing then.
func IsTrue(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind == syntax.True
	case *syntax.Number, *syntax.String:
		return true
	case *syntax.Paren:
		return IsTrue(e.X)
	case *syntax.Binary:
		return e.Op == syntax.And && IsTrue(e.X) && IsTrue(e.Y)
	}
	return false
}

// IsFalse reports whether a condition is false by its text.
func IsFalse(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal:
		return e.Kind != syntax.True
	case *syntax.Paren:
		return IsFalse(e.X)
	case *syntax.Unary:
		return e.Op == syntax.Not && IsTrue(e.X)
	}
	return false
}
