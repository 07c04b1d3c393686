package witness

import (
	"strings"

	"luaflow/analysis/place"
	"luaflow/compile/syntax"
)

// What a hover tells of the witnesses of a name.

// Notes adds to the answer about a name what its witnesses say: why it is dead, and under
// which conditions what overwrites it does. It returns what else they say of the value or of
// the place, a sentence each.
func Notes(q *place.Query) []string {
	if q.Facts.Code == nil {
		return nil
	}
	e := newExplainer(q, q.Name.Start)
	var notes []string
	note := func(text string) { notes = append(notes, text) }
	e.reach()
	switch {
	case len(e.found) > 0:
		w := &e.found[0]
		text := w.Title
		if len(w.Steps) > 0 {
			text += ": " + w.Steps[0].Text
		}
		if e.Info.Dead {
			e.Info.Why = text
		} else {
			note(text)
		}
	case e.Binding == nil:
	case e.Info.IsUse:
		if is, steps := e.constant(); steps != nil && (len(e.Info.Defs) != 1 || e.Info.Defs[0].Span.Valid()) {
			if !strings.Contains(is, "`") {
				is = place.Quote(is)
			}
			note("it is always " + is + " here")
		}
	case !e.IsKnown():
		if e.needlessUpvalue() {
			note(e.found[0].Title)
		}
	default:
		return append(notes, e.notesOfStore()...)
	}
	return notes
}

// notesOfStore tells under which conditions stores overwrite a dead value, that
// nothing needs one which is read, and what reads one that no name reads.
func (e *explainer) notesOfStore() (notes []string) {
	if e.Binding.Attrib == syntax.Close {
		notes = append(notes, "it is closed where its scope ends")
	}
	s := e.StoreAtName()
	if s == nil {
		return notes
	}
	e.stores(s)
	switch {
	case len(e.found) == 0:
	case e.Info.Dead:
		for i := range e.Info.Overwritten {
			p := &e.Info.Overwritten[i]
			for _, step := range e.found[0].Steps {
				if _, condition, ok := strings.Cut(step.Text, ", if "); ok && step.Span == p.Span {
					p.If = "if " + condition
				}
			}
		}
	case e.isNeedless:
		notes = append(notes, e.found[0].Title)
	}
	return notes
}
