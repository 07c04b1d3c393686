package nav

import (
	"cmp"
	"slices"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Where a variable or a label is named: its declaration, its definitions, all of its occurrences.

// OccurrenceKind says what an occurrence does.
type OccurrenceKind uint8

// The kinds of occurrence.
const (
	Mention OccurrenceKind = iota // of a label
	Read                          // of a variable
	Write                         // an assignment, or a declaration, which gives nil if nothing else
)

// Occurrence is a place where a variable or a label is named.
type Occurrence struct {
	Span source.Span    // the name; the colon of a method for the implicit self
	Kind OccurrenceKind // of what is done there; Mention if it is a label's
	// IsDeclaration: it declares the variable or is the label.
	IsDeclaration bool
}

// DeclarationOf returns the declaration of the variable or label whose name touches pos, and at, that
// name. Both are NoSpan where there is no name; decl is for a global that nothing declares.
func DeclarationOf(p *waste.Parts, pos source.Pos) (at, decl source.Span) {
	u := p.Unit
	if at, label := labelAt(u, pos); label != 0 {
		return at, nameOfLabel(u, u.Res.Labels[label].Stat)
	}
	q := place.At(p, pos)
	if q.Name == nil {
		return source.NoSpan, source.NoSpan
	}
	return q.Name.Span(), declarationOf(q)
}

// declarationOf returns where the variable asked about is declared.
func declarationOf(q *place.Query) source.Span {
	if q.Binding != nil {
		return q.Text.DeclaredAt(q.Binding)
	}
	if q.Ref.Kind == resolve.ToGlobal {
		globals := q.Unit.Res.Globals
		for i := len(globals) - 1; i >= 0; i-- {
			g := &globals[i]
			if g.Decl == q.Name || g.Decl != nil && g.Sym == q.Name.Sym && g.Scope.Contains(q.Name.Start) {
				return g.Decl.Span()
			}
		}
	}
	return source.NoSpan
}

// DefinitionsOf returns what gives the variable whose name touches pos its value there, in the order of
// the text, and at, that name: for a use the stores that reach it, for a store or a declaration itself. A
// use that nothing reaches has its variable's declaration. Of a label it is the label; at is NoSpan where
// there is no name.
func DefinitionsOf(p *waste.Parts, pos source.Pos) (at source.Span, defs []source.Span) {
	if at, label := labelAt(p.Unit, pos); label != 0 {
		return at, []source.Span{nameOfLabel(p.Unit, p.Unit.Res.Labels[label].Stat)}
	}
	q := place.At(p, pos)
	if q.Name == nil {
		return source.NoSpan, nil
	}
	if !q.Info.IsUse {
		return q.Name.Span(), []source.Span{q.Name.Span()}
	}
	q.Answer()
	for i := range q.Info.Defs {
		defs = append(defs, q.Info.Defs[i].Site)
	}
	if decl := declarationOf(q); len(defs) == 0 && decl.Valid() {
		defs = append(defs, decl)
	}
	slices.SortFunc(defs, bySpan)
	return q.Name.Span(), slices.Compact(defs)
}

// FlowOf returns the occurrences between which the value goes that the variable whose name touches pos
// has there, in the order of the text: of a store itself and the uses that it reaches, of a use itself and
// the stores that reach it. Of a global and of a label, which code anywhere may name, it is all
// OccurrencesOf.
func FlowOf(p *waste.Parts, pos source.Pos) []Occurrence {
	q := place.At(p, pos)
	if q.Name == nil || q.Binding == nil {
		return OccurrencesOf(p, pos)
	}
	q.Answer()
	decl := q.Text.DeclaredAt(q.Binding)
	found := []Occurrence{{Span: q.Name.Span(), Kind: Write}}
	others, kind := q.Info.Uses, Read
	if q.Info.IsUse {
		found[0].Kind, others, kind = Read, q.Info.Defs, Write
	}
	for i := range others {
		found = append(found, Occurrence{Span: others[i].Site, Kind: kind})
	}
	for i := range found {
		found[i].IsDeclaration = found[i].Span == decl
	}
	return inOrder(found)
}

// OccurrencesOf returns all occurrences of the variable or label whose name touches pos, in the order of
// the text, of a global those of the file; nil where there is no name.
func OccurrencesOf(p *waste.Parts, pos source.Pos) []Occurrence {
	if _, label := labelAt(p.Unit, pos); label != 0 {
		return mentionsOf(p.Unit, label)
	}
	q := place.At(p, pos)
	if q.Name == nil {
		return nil
	}
	return occurrencesOf(q)
}

// occurrencesOf returns the occurrences of the variable asked about.
func occurrencesOf(q *place.Query) (found []Occurrence) {
	u := q.Unit
	first, end := syntax.NameID(0), source.NoPos
	if b := q.Binding; b != nil {
		end = b.Scope.End
		if b.Decl != nil {
			first = b.Decl.ID
		} else {
			first = u.Tree.Names.Search(b.Scope.Start)
			found = append(found, Occurrence{Span: q.Text.DeclaredAt(b), Kind: Write, IsDeclaration: true})
		}
	}
	declares := make(map[*syntax.Name]bool) // a global
	for i := range u.Res.Globals {
		declares[u.Res.Globals[i].Decl] = true
	}
	for n := range u.Tree.Names.From(first) {
		if n.Start >= end {
			break
		}
		if ref := &u.Res.Refs[n.ID]; isSame(q, n, ref) {
			kind := Read
			if ref.Write || ref.Kind == resolve.Declaration {
				kind = Write
			}
			found = append(found, Occurrence{Span: n.Span(), Kind: kind, IsDeclaration: ref.Kind == resolve.Declaration || declares[n]})
		}
	}
	return found
}

// isSame reports whether an occurrence is one of the variable asked about.
func isSame(q *place.Query, n *syntax.Name, ref *resolve.Ref) bool {
	if q.Binding != nil {
		return ref.Kind != resolve.ToGlobal && ref.Binding == q.Ref.Binding
	}
	return n.Sym == q.Name.Sym && ref.Kind == q.Ref.Kind && ref.Binding == q.Ref.Binding
}

// inOrder sorts occurrences and leaves out what is there twice.
func inOrder(found []Occurrence) []Occurrence {
	slices.SortFunc(found, func(a, b Occurrence) int { return cmp.Or(bySpan(a.Span, b.Span), cmp.Compare(b.Kind, a.Kind)) })
	return slices.CompactFunc(found, func(a, b Occurrence) bool { return a.Span == b.Span })
}

// bySpan compares places in a text.
func bySpan(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// labelAt returns the label that a `goto`, or a label itself, names at pos, and the name; 0 if there is
// none.
func labelAt(u *compile.Unit, pos source.Pos) (at source.Span, label resolve.LabelID) {
	stats := u.Tree.Stats
	after, _ := slices.BinarySearchFunc(stats, pos, func(s syntax.Stat, pos source.Pos) int {
		if s.Span().Start <= pos {
			return -1
		}
		return 1
	})
	for i := after - 1; i >= max(after-2, 0); i-- { // two may touch: goto a::b::
		if at = nameOfLabel(u, stats[i]); at.Valid() && at.Touches(pos) {
			return at, u.Res.LabelOf(stats[i].ID())
		}
	}
	return source.NoSpan, 0
}

// nameOfLabel returns the name in a `goto` or a label; NoSpan in other statements.
func nameOfLabel(u *compile.Unit, s syntax.Stat) source.Span {
	at := source.Span{Start: source.NoPos}
	var name syntax.Sym
	switch s := s.(type) {
	case *syntax.Goto:
		at.Start, name = s.NamePos, s.Label
	case *syntax.Label:
		at.Start, name = s.NamePos, s.Label
	}
	if !at.Valid() {
		return source.NoSpan
	}
	at.End = at.Start + source.Pos(len(u.Tree.Str(name)))
	return at
}

// mentionsOf returns the occurrences of a label.
func mentionsOf(u *compile.Unit, label resolve.LabelID) (found []Occurrence) {
	own := u.Res.Labels[label].Stat.ID()
	for _, s := range u.Tree.Stats {
		if u.Res.LabelOf(s.ID()) == label {
			if at := nameOfLabel(u, s); at.Valid() {
				found = append(found, Occurrence{Span: at, IsDeclaration: s.ID() == own})
			}
		}
	}
	return found
}
