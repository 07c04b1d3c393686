package witness

import (
	"cmp"
	"slices"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// All witnesses of one place.

// Explain returns the witnesses for a place in the text, the most important first. The
// error is a *place.NothingError if there are none. What is found out stays in p for the next
// question.
func Explain(p *waste.Parts, pos source.Pos) ([]Witness, error) {
	pos = place.Indented(p.Unit.File, pos)
	e := newExplainer(place.At(p, pos), pos)
	e.reach()
	if e.Name != nil && len(e.found) == 0 {
		e.Answer()
		e.named()
	}
	e.condition()
	if e.Binding != nil {
		e.cell()
	}
	if len(e.found) == 0 {
		return nil, &place.NothingError{Reason: "nothing is known of this place", Nearest: e.Nearest(pos)}
	}
	slices.SortStableFunc(e.found, func(a, b Witness) int { return cmp.Compare(a.Topic, b.Topic) })
	return e.found, nil
}

// named explains the occurrence of a name.
func (e *explainer) named() {
	quoted := place.Quote(e.Info.Name)
	switch {
	case e.Binding == nil:
		e.globalName()
	case e.Info.IsUse:
		e.read()
	case !e.IsKnown():
		title := "the value assigned to " + quoted + " may be read by any function that uses it"
		if e.Ref.Kind != resolve.ToUpvalue {
			title = "the text has syntax errors: any read of " + quoted + " may see the value"
		}
		if e.Info.Dead {
			title = e.Info.Why
		}
		e.store(title)
	default:
		if s := e.StoreAtName(); s != nil {
			e.stores(s)
		}
	}
}
