package witness

import (
	"fmt"
	"slices"

	"luaflow/analysis/place"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// Where the value of a name comes from, as far as its definitions tell.

// store makes the witness of a store of which only the reads can be listed.
func (e *explainer) store(title string) {
	if e.needlessUpvalue() {
		return
	}
	var steps []Step
	for _, p := range e.Info.Uses {
		steps = append(steps, Step{p.Span, "may be read here"})
	}
	e.add(OfStore, e.Info.Span, title, steps)
}

// globalName lists what the file does with a global variable.
func (e *explainer) globalName() {
	var steps []Step
	for _, p := range e.Info.Defs {
		steps = append(steps, Step{p.Span, "may have been assigned here"})
	}
	for _, p := range e.Info.Uses {
		steps = append(steps, Step{p.Span, "may be read here"})
	}
	name := value.Library{Dialects: e.Unit.Dialects, Hosts: e.Facts.Hosts}.Global(e.Info.Name)
	switch {
	case e.Info.Kind != place.Global:
	case !e.Info.IsUse:
		e.add(OfStore, e.Info.Span, fmt.Sprintf("%s is a global variable, which any code may read", place.Quote(e.Info.Name)), steps)
	case len(steps) == 0 && name.In(e.Unit.Dialects):
		e.add(OfRead, e.Info.Span, fmt.Sprintf("%s is %s one: nothing in the file assigns it", place.Quote(e.Info.Name), whose(name)), nil)
	default:
		e.add(OfRead, e.Info.Span, fmt.Sprintf("%s is a global variable, which any code may write", place.Quote(e.Info.Name)), steps)
	}
}

// read tells which stores may have given the value that is read.
func (e *explainer) read() {
	var steps []Step
	for _, p := range e.Info.Defs {
		steps = append(steps, e.origin(&p))
	}
	title := fmt.Sprintf("the value of %s comes ", place.Quote(e.Info.Name))
	switch n := len(steps); {
	case e.Info.Why != "":
		title = e.Info.Why
	case n == 0:
		title = fmt.Sprintf("nothing in the file gives %s a value here", place.Quote(e.Info.Name))
	case n == 1:
		title += fmt.Sprintf("only from line %d", e.Text.Line(steps[0].Span.Start))
	default:
		title += fmt.Sprintf("from one of %d places", n)
	}
	if is, made := e.constant(); made != nil {
		title += ", and is always " + is
		steps = joined(steps, made)
	}
	e.add(OfRead, e.Info.Span, title, steps)
}

// joined returns the steps of two reasons for one thing; where both have a step at one
// place, the later one.
func joined(steps, more []Step) []Step {
	kept := slices.DeleteFunc(steps, func(s Step) bool {
		return slices.ContainsFunc(more, func(m Step) bool { return m.Span == s.Span })
	})
	return append(kept, more...)
}

// origin returns a definition as a step.
func (e *explainer) origin(p *place.Place) Step {
	step := Step{p.Span, "assigned here"}
	switch {
	case !p.Span.Valid():
		step = Step{e.declaration(), p.Text}
	case e.Binding.Decl != nil && p.Span == e.Binding.Decl.Span() && e.Binding.Kind == resolve.Param:
		step.Text = "passed by the caller"
	case e.Binding.Decl != nil && p.Span == e.Binding.Decl.Span() && e.Info.Kind == place.LoopVariable:
		step.Text = "set by the loop"
	}
	if p.May && e.Info.Kind != place.Upvalue && e.IsKnown() {
		step.Text += ", by a function that may be called in between"
	} else if p.May {
		step.Text = "may have been " + step.Text
	}
	return step
}

// declaration returns where the variable is declared: for the implicit self, the head of
// its function.
func (e *explainer) declaration() source.Span {
	if e.Binding.Decl != nil {
		return e.Binding.Decl.Span()
	}
	return e.head(e.Binding.Func)
}
