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
	next, fn := 1, t.Main // next is the first function after the last that was entered
	for id := syntax.StatID(0); int(id) < len(t.Stats); {
		for {
			if next < len(t.Funcs) && t.Funcs[next].FirstStat == id {
				fn = t.Funcs[next]
				next++
			} else if fn.EndStat == id {
				fn = fn.Parent
			} else {
				break
			}
		}
		end := fn.EndStat // of the statements up to the next function
		if next < len(t.Funcs) {
			end = min(end, t.Funcs[next].FirstStat)
		}
		if !x.IsWhole(fn) {
			id = end
		}
		for ; id < end; id++ {
			x.Step()
			visit(fn.ID, t.Stats[id])
		}
	}
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
	for {
		switch x := e.(type) {
		case *syntax.Literal:
			return x.Kind == syntax.True
		case *syntax.Number, *syntax.String:
			return true
		case *syntax.Paren:
			e = x.X
			continue
		case *syntax.Binary:
			if x.Op == syntax.And && IsTrue(x.Y) {
				e = x.X
				continue
			}
		}
		return false
	}
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
