package refactor

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how a declaration moves to where its variable is used: in front of the first
// statement of a block that holds all uses, and into that if it is the first assignment. In an inner block
// the scope of the variable is narrower then, in its own one it begins later. Where the uses are a part of a
// block, no block is made for them: that would be one more to read.
//
//	local n                      if ok then
//	if ok then                     local n = count()
//	  n = count()            →     print(n)
//	  print(n)                   end
//	end
//
// Whether a loop or a closure makes that another variable, and whether what the value does may happen later, or
// not at all, is for the proof to say: where it says no of an inner block the one around that is tried.

// joinDeclaration plans to join a declaration with the first assignment after it in its block, which package
// plan has for dead stores too.
func joinDeclaration(b *book, at source.Span) *Change {
	decl, id := b.declarationAt(at)
	if decl == nil {
		return nil
	}
	choices := b.Joins(id)
	if len(choices) == 0 || len(choices[0]) == 0 {
		return nil
	}
	c := &Change{Kind: Rewrite, Title: choices[0][0].Title}
	for _, p := range choices[0] {
		c.drafts = append(c.drafts, draft{edits: p.Edits, why: unproved}.itself)
	}
	return c
}

// declarationAt returns the declaration of a variable that a selection means; nil if it means none.
func (b *book) declarationAt(at source.Span) (*syntax.Local, bindingID) {
	id := b.variableAt(at)
	if id == 0 || b.Binding(id).Kind != resolve.Local {
		return nil, 0
	}
	decl, ok := b.Unit.Tree.Stats[b.Binding(id).Stat].(*syntax.Local)
	if !ok || !decl.Span().Touches(at.Start) {
		return nil, 0
	}
	return decl, id
}

// narrowScope plans to move a declaration into an inner block that holds all uses of its variable; nil if there is
// none.
func narrowScope(b *book, at source.Span) *Change {
	decl, id := b.declarationAt(at)
	if decl == nil || len(b.uses(id)) == 0 {
		return nil
	}
	inner := slices.DeleteFunc(b.firstStatements(id, b.uses(id)), func(s syntax.Stat) bool { return b.isBeside(s, decl) })
	if len(inner) == 0 {
		return nil
	}
	return b.relocation("narrow the scope of ", decl, id, inner)
}

// moveDeclaration plans to move a declaration in its block.
func moveDeclaration(b *book, at source.Span) *Change {
	decl, id := b.declarationAt(at)
	if decl == nil || len(b.uses(id)) == 0 {
		return nil
	}
	beside := slices.DeleteFunc(b.firstStatements(id, b.uses(id)), func(s syntax.Stat) bool { return !b.isBeside(s, decl) })
	c := b.relocation("move the declaration of ", decl, id, beside)
	c.Title += " to its first use"
	if len(c.drafts) == 0 && c.Refusal == "" {
		c.Refusal = b.whyInPlace(id)
	}
	return c
}

// isBeside reports whether two statements stand in one block.
func (b *book) isBeside(s, other syntax.Stat) bool {
	return b.Places()[s.ID()].Block == b.Places()[other.ID()].Block
}

// relocation returns the change that moves a declaration in front of the first of some statements where that
// stands the proof; without drafts if it is in front of them already.
func (b *book) relocation(title string, decl *syntax.Local, id bindingID, to []syntax.Stat) *Change {
	name := plan.Quote(b.Name(id))
	c := &Change{Kind: Rewrite, Title: title + name}
	switch {
	case len(decl.Names) > 1:
		c.Refusal = name + " is declared together with other variables"
	case len(decl.Exprs()) > 1:
		c.Refusal = "the declaration of " + name + " has more values than variables"
	case b.Binding(id).Attrib == syntax.Close:
		c.Refusal = name + " is closed at the end of its block"
	}
	if c.Refusal != "" {
		return c
	}
	for _, first := range to {
		if d, ok := b.movedTo(decl, id, first); ok {
			c.drafts = append(c.drafts, d.itself)
			c.IsDoubtful = b.isDoubtful(decl, []source.Pos{first.Span().Start}) // the outermost is the last to be tried
		}
	}
	return c
}

// whyInPlace returns why a declaration is where it would be moved to.
func (b *book) whyInPlace(id bindingID) string {
	name, first := plan.Quote(b.Name(id)), b.uses(id)[0]
	around := b.firstStatements(id, []*syntax.Name{first})
	if len(around) == 0 {
		return fmt.Sprintf("only `until` in line %d uses %s", b.line(first.Start), name)
	}
	next := around[len(around)-1]
	if own := b.Places()[b.Binding(id).Stat]; !b.onlyEmpty(own.Block.Stats[own.Index+1 : b.Places()[next.ID()].Index]) {
		return fmt.Sprintf("the first use of %s, in line %d, is an assignment in the same block", name, b.line(first.Start))
	}
	return fmt.Sprintf("the statement in line %d, right after its declaration, uses %s", b.line(next.Span().Start), name)
}

// firstStatements returns, for each block of the function of a variable that holds some names and is no
// larger than its scope, the statement in which the first of them stands; the innermost block first.
func (b *book) firstStatements(id bindingID, names []*syntax.Name) (stats []syntax.Stat) {
	v := b.Binding(id)
	last := names[len(names)-1]
	for s := b.Stat(names[0]); s != syntax.NoStat; s = b.Places()[s].Up {
		in := b.Places()[s]
		if in.Func == v.Func && in.Block.End > v.Scope.End {
			break
		}
		if in.Func == v.Func && in.Block.Span().Covers(source.Span{Start: names[0].Start, End: last.End}) {
			stats = append(stats, b.Unit.Tree.Stats[s])
		}
	}
	return stats
}

// movedTo returns the draft that moves a declaration in front of a statement; not ok if it is there, or is
// to be joined with an assignment of its block.
func (b *book) movedTo(decl *syntax.Local, id bindingID, first syntax.Stat) (d draft, ok bool) {
	s := b.NewScript()
	in, own := b.Places()[first.ID()], b.Places()[decl.ID()]
	joins := b.assignsFirst(first, id) && (len(decl.Exprs()) == 0 || b.IsPure(decl.Exprs()[0]))
	if in.Block == own.Block && (joins || b.onlyEmpty(in.Block.Stats[own.Index+1:in.Index])) {
		return d, false
	}
	d.why = unproved
	start := first.Span().Start
	if joins {
		if comments := b.commentsBeside(decl.Span()); comments != "" {
			s.Replace(decl.Start, decl.End, comments)
		} else {
			s.CutBare(decl)
		}
		s.Replace(start, start+source.Pos(len(b.Name(id))), "local "+b.Name(id))
		d.edits = s.Finish()
		return d, true
	}
	text := b.Unit.File.Slice(decl.Span())
	indent, isFirst := b.indentOf(start)
	line, wholeLine := b.lineOf(decl.Span())
	if isFirst && wholeLine {
		end := source.Pos(int(line.Start) + len(strings.TrimRight(b.Unit.File.Slice(line), "\r\n")))
		text = b.Unit.File.Slice(source.Span{Start: decl.Start, End: end})
		s.Replace(line.Start, line.End, "")
	} else {
		s.CutBare(decl)
	}
	if isFirst {
		s.Replace(start, start, text+b.lineBreak()+indent)
	} else {
		s.Replace(start, start, text+"; ")
	}
	d.edits = s.Finish()
	if values := decl.Exprs(); len(values) > 0 {
		value := values[0].Span()
		d.moved = []move{{from: value, to: b.startOfNew(d.edits, start) + value.Start - decl.Start}}
	}
	return d, true
}

// startOfNew returns where the text begins that edits put in at a place.
func (b *book) startOfNew(edits []source.Edit, at source.Pos) source.Pos {
	news := spansOfNew(edits)
	for i, e := range edits {
		if e.Span.Start == at && e.New != "" {
			return news[i].Start
		}
	}
	return source.NoPos
}

// assignsFirst reports whether a statement is `x = value` for a variable, and the value does not
// look at it.
func (b *book) assignsFirst(s syntax.Stat, id bindingID) bool {
	a, ok := s.(*syntax.Assign)
	if !ok || len(a.Targets()) != 1 || len(a.Values()) != 1 {
		return false
	}
	n, ok := a.Targets()[0].(*syntax.Name)
	if !ok || !b.RefersTo(n, id) {
		return false
	}
	for _, use := range b.uses(id) {
		if a.Values()[0].Span().Covers(use.Span()) {
			return false
		}
	}
	return true
}

// onlyEmpty reports whether statements are semicolons.
func (b *book) onlyEmpty(stats []syntax.Stat) bool {
	for _, s := range stats {
		if _, ok := s.(*syntax.Empty); !ok {
			return false
		}
	}
	return true
}
