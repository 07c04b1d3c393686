package nav

import (
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
)

// The tree of a value: where it comes from, and where it goes. Its nodes are places in the text, sites:
// names that are stored to or read, arguments and results of functions of the file, fields of tables that
// stay in it, calls of what is not known, conditions. The edges are those of package depend, by data, over
// the intermediate results between two sites; and from the calls of a function that is known to its
// parameters, and from what it returns to them.

// ValueAt returns the site of the variable or the field whose name touches pos; false if there is no name, or
// nothing is known, as the text has syntax errors.
func ValueAt(p *waste.Parts, pos source.Pos) (Site, bool) {
	q := place.At(p, pos)
	if p.Relation() == nil {
		return Site{}, false
	}
	if q.Name == nil {
		if field := fieldAt(p, pos); field != nil {
			return siteOfField(field)
		}
		return Site{}, false
	}
	return Site{VariableSite, q.Name.Span(), q.Info.Name}, true
}

// ValuesOf returns the tree of the values of a file.
func ValuesOf(p *waste.Parts) *ValueTree { return ValuesIn(p, nil) }

// SourcesOf returns where the value at a site comes from, in the order of the text.
func SourcesOf(p *waste.Parts, at source.Span) []Flow {
	found, _ := ValuesOf(p).Sources(at)
	return found
}

// Sources returns what SourcesOf does, and by which Exits the value comes from other files.
func (t *ValueTree) Sources(at source.Span) ([]Flow, []Exit) {
	w := t.walk(at)
	if w == nil {
		return nil, nil
	}
	w.sources()
	return w.result(), w.exits
}

// TargetsOf returns where the value at a site goes, in the order of the text.
func TargetsOf(p *waste.Parts, at source.Span) []Flow {
	found, _ := ValuesOf(p).Targets(at)
	return found
}

// Targets returns what TargetsOf does, and by which Exits the value goes to other files.
func (t *ValueTree) Targets(at source.Span) ([]Flow, []Exit) {
	w := t.walk(at)
	if w == nil {
		return nil, nil
	}
	w.targets()
	return w.result(), w.exits
}

// IsSite reports whether a site of a value stands at a place, of which something is known: the text may be another one
// than that in which it was found.
func IsSite(p *waste.Parts, at source.Span) bool {
	w := ValuesOf(p).walk(at)
	if w == nil {
		return false
	}
	if q := place.At(p, at.Start); q.Name != nil && q.Name.Span() == at || expressionAt(p.Text, at) != nil || p.Text.StatAt(at) != nil {
		return true
	}
	if _, s := w.storeAt(); s != nil {
		return true
	}
	return w.instructionsOf(at, func(*flow.Func, int) {})
}

// siteOfField returns an access to a field as a site of a value: of an assignment the text that stores. ok is false if nothing is
// known of it.
func siteOfField(q *fieldQuery) (site Site, ok bool) {
	if q.Relation() == nil {
		return Site{}, false
	}
	site = Site{Kind: FieldSite, At: q.at.span()}
	if q.at.kind == Write {
		q.instructions(func(f *flow.Func, pc int) {
			site.At, ok = q.Unit.Funcs[f.Number].Map.Origins.At(pc).Span(), true
		})
	} else {
		q.instructions(func(*flow.Func, int) { ok = true })
	}
	site.Name = place.Shorten(witness.OneLine(q.Unit.File.Slice(site.At)))
	return site, ok
}
