package nav

import (
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
)

// This file defines which witness explains which finding.

// Reason is a witness, and the finding that it is about, if it is about one.
type Reason struct {
	witness.Witness
	Code     string            // "" without a finding
	Severity analysis.Severity // of the finding; meaningless without one
}

// WithFindings puts the findings of a place in front: each with the witness that
// explains it, or with its related places.
func WithFindings(p *waste.Parts, witnesses []witness.Witness, findings []analysis.Finding, pos source.Pos) []Reason {
	var reasons []Reason
	for _, f := range findings {
		if !isAt(&f, pos) {
			continue
		}
		before, after := follow(p, &f)
		r := Reason{witness.Witness{At: f.Span, Title: f.Message, Steps: slices.Concat(before, after)}, f.Code, f.Severity}
		if k := withTopic(witnesses, checks.Lookup(f.Code).Topic); k >= 0 {
			if len(witnesses[k].Steps) > 0 {
				r.Steps = witnesses[k].Steps
			}
			witnesses = slices.Concat(witnesses[:k], witnesses[k+1:])
		}
		reasons = append(reasons, r)
	}
	for _, w := range witnesses {
		reasons = append(reasons, Reason{Witness: w})
	}
	return reasons
}

// PathOf returns what leads to a finding, and what it leads to, in the order to be read: the finding is one of the places,
// with its message, and places in other files come right after that which the finding names in front of them. It is nil for a finding that
// names other places at most. p is what is known of the file.
func PathOf(p *waste.Parts, f *analysis.Finding) []analysis.Related {
	topic := checks.Lookup(f.Code).Topic
	if topic == witness.NoTopic {
		return nil
	}
	before, after := follow(p, f)
	if topic < witness.OfPath {
		before, after = explained(p, f, topic), nil
		if topic == witness.OfStore { // what becomes of the value
			before, after = nil, before
		}
	}
	if len(before)+len(after) == 0 {
		return nil
	}
	var all []analysis.Related
	for _, s := range slices.Concat(before, []witness.Step{{Span: f.Span, Text: f.Message}}, after) {
		if s.Span.Valid() {
			all = append(all, analysis.Related{Span: s.Span, Message: s.Text})
		}
	}
	at := 0
	for _, rel := range f.Related {
		switch k := slices.IndexFunc(all, func(s analysis.Related) bool { return s.Span == rel.Span && s.Message == rel.Message }); {
		case rel.IsElsewhere():
			all = slices.Insert(all, at, analysis.Related{Span: rel.Span, Message: rel.Message, Other: rel.Other})
			at++
		case k >= 0:
			at = k + 1
		}
	}
	return all
}

// explained returns the steps of the witness of a finding; nil if there is none.
func explained(p *waste.Parts, f *analysis.Finding, topic witness.Topic) []witness.Step {
	for _, pos := range [...]source.Pos{f.Span.Start, f.Span.End - 1} { // a condition may begin with a `not`
		witnesses, _ := witness.Explain(p, pos)
		if k := withTopic(witnesses, topic); k >= 0 {
			return witnesses[k].Steps
		}
	}
	return nil
}

// follow returns the steps that begin with the places which a finding names.
func follow(p *waste.Parts, f *analysis.Finding) (before, after []witness.Step) {
	about := witness.About{Topic: checks.Lookup(f.Code).Topic, Func: f.Subject.Func, At: f.Span}
	for _, rel := range f.Related {
		text := rel.Message
		if rel.IsElsewhere() {
			text = fmt.Sprintf("%s:%d: %s", rel.Other.Path, rel.Other.Line, text)
		}
		about.Steps = append(about.Steps, witness.Step{Span: rel.Span, Text: text})
	}
	return witness.Follow(p, &about)
}

// withTopic returns the index of the first witness that is about a topic; -1 if none is.
func withTopic(witnesses []witness.Witness, topic witness.Topic) int {
	return slices.IndexFunc(witnesses, func(w witness.Witness) bool { return w.Topic == topic })
}

// isAt reports whether a finding is about a place: it is underlined there, or the place
// is never executed.
func isAt(f *analysis.Finding, pos source.Pos) bool {
	return f.Span.Touches(pos) || checks.Lookup(f.Code).Basis == analysis.OnPaths && f.Fade.Valid() && f.Fade.Touches(pos)
}
