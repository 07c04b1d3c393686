package nav

import (
	"slices"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// What editors ask about the name at a place, whatever it names: where it is declared, what gives it its value,
// between which occurrences that goes, and where else it stands.

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
// use that nothing reaches has its variable's declaration. Of a label it is the label. Of a field it is the
// assignments that a use may see; those under this name in the file, if code elsewhere has the table. at is NoSpan
// where there is no name.
func DefinitionsOf(p *waste.Parts, pos source.Pos) (at source.Span, defs []source.Span) {
	if at, label := labelAt(p.Unit, pos); label != 0 {
		return at, []source.Span{nameOfLabel(p.Unit, p.Unit.Res.Labels[label].Stat)}
	}
	q := place.At(p, pos)
	if q.Name == nil {
		if field := fieldAt(p, pos); field != nil {
			return field.at.key.Span(), field.definitions()
		}
		return source.NoSpan, nil
	}
	if !q.Info.IsUse {
		return q.Name.Span(), []source.Span{q.Name.Span()}
	}
	answer(q)
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
// the stores that reach it; of a field likewise, as DefinitionsOf has it. Of a global and a label, which code
// anywhere may name, it is all OccurrencesOf.
func FlowOf(p *waste.Parts, pos source.Pos) []Occurrence {
	q := place.At(p, pos)
	if q.Name == nil {
		if field := fieldAt(p, pos); field != nil {
			return field.flow()
		}
	}
	if q.Name == nil || q.Binding == nil {
		return OccurrencesOf(p, pos)
	}
	answer(q)
	decl := q.Text.DeclaredAt(q.Binding)
	found := []Occurrence{{Span: q.Name.Span(), Kind: Write}}
	others, kind := q.Info.Uses, Read
	if q.Info.IsUse {
		found[0].Kind, others, kind = Read, q.Info.Defs, Write
	}
	for i := range others {
		q.Text.Step()
		found = append(found, Occurrence{Span: others[i].Site, Kind: kind})
	}
	for i := range found {
		found[i].IsDeclaration = found[i].Span == decl
	}
	return inOrder(found)
}

// OccurrencesOf returns all occurrences of the variable, label or field whose name touches pos, in the order of
// the text, of a global and of a field those of the file; nil where there is no name.
func OccurrencesOf(p *waste.Parts, pos source.Pos) []Occurrence {
	if _, label := labelAt(p.Unit, pos); label != 0 {
		return mentionsOf(p.Unit, label)
	}
	q := place.At(p, pos)
	if q.Name == nil {
		if field := fieldAt(p, pos); field != nil {
			return field.asOccurrences()
		}
		return nil
	}
	return occurrencesOf(q)
}
