package nav

import (
	"cmp"
	"slices"

	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// The occurrences of a variable and of a label.

// OccurrenceKind says what an occurrence does.
type OccurrenceKind uint8

// The kinds of occurrence.
const (
	Mention OccurrenceKind = iota // of a label
	Read                          // of a variable or a field
	Write                         // an assignment, or a declaration, which gives nil if nothing else
)

// Occurrence is one place where a variable, a label or a field is named, and what is done with it there.
type Occurrence struct {
	Span source.Span    // the name; the colon of a method for the implicit self
	Kind OccurrenceKind // of what is done there; Mention if it is a label's
	// IsDeclaration: it declares the variable or is the label.
	IsDeclaration bool
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
		u.Meter.Step()
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
