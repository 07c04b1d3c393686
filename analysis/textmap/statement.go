package textmap

import (
	"sort"
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Statements, for checks that look at the text: which function they stand in, and
// what a condition says by its text alone.

// EachStat calls visit for every statement of the functions whose text is
// understood, in the order of the text.
func (x *Text) EachStat(visit func(fn syntax.FuncID, s syntax.Stat)) {
	t := x.Unit.Tree
	next, fn := 1, t.Main
	begin, end := nowhere, nowhere // where the next function's body begins, and fn ends
	if len(t.Funcs) > 1 {
		begin = t.Funcs[1].Body.Start
	}
	for first, after := 0, 0; first < len(t.Stats); first = after {
		for at := t.Stats[first].Span().Start; begin <= at || end <= at; {
			if begin <= at {
				fn = t.Funcs[next]
				next++
				begin = nowhere
				if next < len(t.Funcs) {
					begin = t.Funcs[next].Body.Start
				}
			} else {
				fn = fn.Parent
			}
			end = nowhere
			if fn.Parent != nil {
				end = fn.End
			}
		}
		after = firstFrom(t.Stats, first+1, min(begin, end))
		if !x.IsWhole(fn) {
			continue
		}
		for _, s := range t.Stats[first:after] {
			x.Step()
			visit(fn.ID, s)
		}
	}
}

// firstFrom returns the index of the first of some statements, from i on, that begins at a place or
// after it: by steps that double, and then by halves, as it is near.
func firstFrom(stats []syntax.Stat, i int, at source.Pos) int {
	if at == nowhere {
		return len(stats)
	}
	step := 1
	for ; i+step <= len(stats) && stats[i+step-1].Span().Start < at; step *= 2 {
		i += step
	}
	near := stats[i:min(i+step, len(stats))]
	return i + sort.Search(len(near), func(k int) bool { return near[k].Span().Start >= at })
}

// PCs returns the code of a statement, that of those inside it included.
func (x *Text) PCs(s syntax.Stat) srcmap.PCRange { return x.Unit.Map.PCs(s.ID()) }

// LastWithCode returns the last of some statements that has instructions, nil if none
// has.
func (x *Text) LastWithCode(stats []syntax.Stat) syntax.Stat {
	for i := len(stats) - 1; i >= 0; i-- {
		if !x.PCs(stats[i]).Empty() {
			return stats[i]
		}
	}
	return nil
}

// HasComment reports whether a comment begins in a block.
func (x *Text) HasComment(b *syntax.Block) bool {
	comments := x.Unit.Tree.Comments
	i := sort.Search(len(comments), func(i int) bool { return comments[i].Span.Start >= b.Start })
	return i < len(comments) && comments[i].Span.Start < b.End
}

// Head returns what stands in front of a block, from start on; or the first word of it, if
// it is longer than a line.
func (x *Text) Head(start source.Pos, b *syntax.Block) source.Span {
	at := source.Span{Start: start, End: b.Start}
	if text := x.Unit.File.Slice(at); strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\r') >= 0 {
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
