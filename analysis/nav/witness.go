package nav

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/consts"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file defines witnesses: why what the analysis says of a place is so, as steps
// that a person can follow in the text.

// Topic says what a Witness is about.
type Topic uint8

// The topics, the most important first.
const (
	OfUnreachable Topic = iota // code that is never executed
	OfStore                    // what becomes of a value that is stored
	OfRead                     // where a value that is read comes from
	OfCondition                // a condition that always comes out the same
	OfCell                     // a variable that functions share
)

// Witness is the reason for one statement about a program.
type Witness struct {
	Topic Topic
	At    source.Span // what it is about
	Title string      // the statement: lower case, without a full stop
	Steps []Step
}

// Step is one step of a reason.
type Step struct {
	Span source.Span // NoSpan if it stands nowhere in the text
	Text string
}

// NothingError says that there is nothing at a place of what is asked for.
type NothingError struct {
	Reason  string
	Nearest source.Span // the nearest name; NoSpan if there is none
}

func (e *NothingError) Error() string { return e.Reason }

// Explain returns the witnesses for a place in the text, the most important first. The
// error is a *NothingError if there are none.
func Explain(u *compile.Unit, hosts value.Hosts, pos source.Pos) ([]Witness, error) {
	pos = indented(u.File, pos)
	e := newExplainer(newQuery(u, hosts, nameAt(u.Tree, pos)), pos)
	e.reach()
	if e.name != nil && len(e.found) == 0 {
		e.answer()
		e.named()
	}
	e.condition()
	if e.binding != nil {
		e.cell()
	}
	if len(e.found) == 0 {
		return nil, &NothingError{"nothing is known of this place", e.nearest(pos)}
	}
	slices.SortStableFunc(e.found, func(a, b Witness) int { return cmp.Compare(a.Topic, b.Topic) })
	return e.found, nil
}

// indented returns the first letter of the line, if the place is in front of it.
func indented(f *source.File, pos source.Pos) source.Pos {
	line := f.LineSpan(f.Point(pos, source.UTF8).Line)
	if first := line.Start + source.Pos(len(f.Slice(line))-len(strings.TrimLeft(f.Slice(line), " \t"))); pos < first {
		return first
	}
	return pos
}

// annotate adds to what is known of a name what its witnesses say.
func (e *explainer) annotate() {
	note := func(text string) { e.info.Notes = append(e.info.Notes, text) }
	e.reach()
	switch {
	case len(e.found) > 0:
		w := &e.found[0]
		text := w.Title
		if len(w.Steps) > 0 {
			text += ": " + w.Steps[0].Text
		}
		if e.info.Dead {
			e.info.Why = text
		} else {
			note(text)
		}
	case e.binding == nil:
	case e.info.IsUse:
		if is, steps := e.constant(); steps != nil && (len(e.info.Defs) != 1 || e.info.Defs[0].Span.Valid()) {
			if !strings.Contains(is, "`") {
				is = Quote(is)
			}
			note("it is always " + is + " here")
		}
	case !e.isKnown():
		if e.needlessUpvalue() {
			note(e.found[0].Title)
		}
	default:
		e.annotateStore()
	}
}

// annotateStore tells under which conditions stores overwrite a dead value, that
// nothing needs one which is read, and what reads one that no name reads.
func (e *explainer) annotateStore() {
	if e.binding.Attrib == syntax.Close {
		e.info.Notes = append(e.info.Notes, "it is closed where its scope ends")
	}
	s := e.storeAtName()
	if s == nil {
		return
	}
	e.stores(s)
	switch {
	case len(e.found) == 0:
	case e.info.Dead:
		for i := range e.info.Overwritten {
			p := &e.info.Overwritten[i]
			for _, step := range e.found[0].Steps {
				if _, condition, ok := strings.Cut(step.Text, ", if "); ok && step.Span == p.Span {
					p.If = "if " + condition
				}
			}
		}
	case e.isNeedless:
		e.info.Notes = append(e.info.Notes, e.found[0].Title)
	}
}

// explainer finds the witnesses for one place.
type explainer struct {
	*query
	pos   source.Pos
	in    syntax.FuncID // the function around the place
	known *consts.Constants
	// stored is, by function, the stores that give values; made as needed.
	stored map[syntax.FuncID]map[ssa.ValueID]*srcmap.StoreRec
	found  []Witness
	// isNeedless: the store is one whose value is read for nothing.
	isNeedless bool
}

func newExplainer(q *query, pos source.Pos) *explainer {
	e := &explainer{query: q, pos: pos, stored: make(map[syntax.FuncID]map[ssa.ValueID]*srcmap.StoreRec)}
	e.in = syntax.FuncID(q.funcAt(pos))
	if q.name != nil {
		e.in = q.Text.Owner(q.name.ID)
	}
	if known := q.Facts.Constants(); known != nil && e.Facts.Flow.SSA(e.flowOf(e.in)) != nil {
		e.known = known
	}
	return e
}

func (e *explainer) add(topic Topic, at source.Span, title string, steps []Step) {
	e.found = append(e.found, Witness{topic, at, title, steps})
}

// flowOf returns the data flow of a function.
func (e *explainer) flowOf(fn syntax.FuncID) *flow.Func { return &e.Facts.Flow.Funcs[fn] }

// executable reports whether the instruction at pc may be executed.
func (e *explainer) executable(fn syntax.FuncID, pc int) bool {
	if e.known == nil {
		return e.flowOf(fn).Graph.Reachable(pc)
	}
	return e.known.Executable(e.flowOf(fn), pc)
}

// named explains the occurrence of a name.
func (e *explainer) named() {
	quoted := Quote(e.info.Name)
	switch {
	case e.binding == nil:
		e.globalName()
	case e.info.IsUse:
		e.read()
	case !e.isKnown():
		title := "the value stored in " + quoted + " may be read whenever a function that shares it is called"
		if e.ref.Kind != resolve.ToUpvalue {
			title = "the code does not stand for the text, which has errors: any read of " + quoted + " may see the value"
		}
		if e.info.Dead {
			title = e.info.Why
		}
		e.store(title)
	default:
		if s := e.storeAtName(); s != nil {
			e.stores(s)
		}
	}
}

// Quote returns a text of the program, of one line, as markdown quotes code, however many
// backticks are in it.
func Quote(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		text = " " + text + " "
	}
	return fence + text + fence
}

// store makes the witness of a store of which only the reads can be listed.
func (e *explainer) store(title string) {
	if e.needlessUpvalue() {
		return
	}
	var steps []Step
	for _, p := range e.info.Uses {
		steps = append(steps, Step{p.Span, "may be read here"})
	}
	e.add(OfStore, e.info.Span, title, steps)
}

// globalName lists what the file does with a global variable.
func (e *explainer) globalName() {
	var steps []Step
	for _, p := range e.info.Defs {
		steps = append(steps, Step{p.Span, "may have been stored here"})
	}
	for _, p := range e.info.Uses {
		steps = append(steps, Step{p.Span, "may be read here"})
	}
	name := value.Library{Dialects: e.unit.Dialects, Hosts: e.hosts}.Global(e.info.Name)
	switch {
	case e.info.Kind != Global:
	case !e.info.IsUse:
		e.add(OfStore, e.info.Span, fmt.Sprintf("%s is a global variable, which any code may read", Quote(e.info.Name)), steps)
	case len(steps) == 0 && name.In(e.unit.Dialects):
		e.add(OfRead, e.info.Span, fmt.Sprintf("%s is %s one: nothing in the file assigns it", Quote(e.info.Name), whose(name)), nil)
	default:
		e.add(OfRead, e.info.Span, fmt.Sprintf("%s is a global variable, which any code may write", Quote(e.info.Name)), steps)
	}
}

// whose says who gives a name, in front of what it is.
func whose(name value.Name) string {
	if name.IsOfHost() {
		return "the host's own"
	}
	return "the standard"
}

// read tells which stores may have given the value that is read.
func (e *explainer) read() {
	var steps []Step
	for _, p := range e.info.Defs {
		steps = append(steps, e.origin(&p))
	}
	title := fmt.Sprintf("the value of %s comes from ", Quote(e.info.Name))
	switch n := len(steps); {
	case e.info.Why != "":
		title = e.info.Why
	case n == 0:
		title = fmt.Sprintf("%s has no value here that the file gives it", Quote(e.info.Name))
	case n == 1:
		title += fmt.Sprintf("line %d alone", e.Text.Line(steps[0].Span.Start))
	default:
		title += fmt.Sprintf("one of %d places", n)
	}
	if is, made := e.constant(); made != nil {
		title += ", and is always " + is
		steps = joined(steps, made)
	}
	e.add(OfRead, e.info.Span, title, steps)
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
func (e *explainer) origin(p *Place) Step {
	step := Step{p.Span, "stored here"}
	switch {
	case !p.Span.Valid():
		step = Step{e.declaration(), p.Text}
	case e.binding.Decl != nil && p.Span == e.binding.Decl.Span() && e.binding.Kind == resolve.Param:
		step.Text = "given by the caller"
	case e.binding.Decl != nil && p.Span == e.binding.Decl.Span() && e.info.Kind == LoopVariable:
		step.Text = "given by the loop"
	}
	if p.May && e.info.Kind != Upvalue && e.isKnown() {
		step.Text += ", by a function that may be called in between"
	} else if p.May {
		step.Text = "may have been " + step.Text
	}
	return step
}

// declaration returns where the variable is declared: for the implicit self, the head of
// its function.
func (e *explainer) declaration() source.Span {
	if e.binding.Decl != nil {
		return e.binding.Decl.Span()
	}
	return e.head(e.binding.Func)
}

// head returns the first line of a function, up to its body.
func (e *explainer) head(fn syntax.FuncID) source.Span {
	f := e.unit.Tree.Funcs[fn]
	if fn == 0 {
		return noSpan
	}
	end := f.Start + source.Pos(len("function"))
	if e.unit.File.Line(f.Start) == e.unit.File.Line(f.Body.Start) {
		end = f.Body.Start
	}
	return source.Span{Start: f.Start, End: end}
}

// nearest returns the name that is nearest to the place, on its line if there is one.
func (q *query) nearest(pos source.Pos) source.Span {
	names := &q.unit.Tree.Names
	i := int(names.Behind(pos))
	best, far := noSpan, 0
	line := q.Text.Line(pos)
	for _, k := range [2]int{i - 1, i} {
		if k < 0 || k >= names.Len() {
			continue
		}
		at := names.At(syntax.NameID(k)).Span()
		d := max(int(at.Start)-int(pos), int(pos)-int(at.End))
		if q.Text.Line(at.Start) != line {
			d += q.unit.File.Len()
		}
		if !best.Valid() || d < far {
			best, far = at, d
		}
	}
	return best
}

// sentence enumerates parts, of which three are named at most.
func sentence(parts []string) string { return textmap.Enumerate(parts) }
