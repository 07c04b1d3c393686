package witness

import (
	"fmt"
	"strings"

	"luaflow/analysis/consts"
	"luaflow/analysis/place"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What finds witnesses, and what they all need: places in the text and the stores of values.

// explainer finds the witnesses for one place.
type explainer struct {
	*place.Query
	pos       source.Pos
	in        syntax.FuncID // the function around the place
	constants *consts.Constants
	stored    *Stores
	origins   *Origins // see originsOf
	found     []Witness
	listed    map[int]expressions // by the number of a function; see expressionsOf
	// guards is what tests decide in the function around the place, known if deciders is not nil.
	guards   Decisions
	deciders *Deciders
	// isNeedless: the store is one whose value is read for nothing.
	isNeedless bool
}

func newExplainer(q *place.Query, pos source.Pos) *explainer {
	e := &explainer{Query: q, pos: pos, stored: StoresIn(q.Parts)}
	e.in = syntax.FuncID(q.FuncAt(pos))
	if q.Name != nil {
		e.in = q.Text.Owner(q.Name.ID)
	}
	if known := q.Facts.Constants(); known != nil && e.Facts.Code.SSA(e.FlowOf(e.in)) != nil {
		e.constants = known
	}
	return e
}

func (e *explainer) add(topic Topic, at source.Span, title string, steps []Step) {
	e.found = append(e.found, Witness{topic, at, title, steps})
}

// executable reports whether the instruction at pc may be executed.
func (e *explainer) executable(fn syntax.FuncID, pc int) bool {
	if e.constants == nil {
		return e.FlowOf(fn).Graph.Reachable(pc)
	}
	return e.constants.Executable(e.FlowOf(fn), pc)
}

// whose returns who gives a name, in front of what it is.
func whose(name value.Name) string {
	if name.IsOfHost() {
		return "the host's own"
	}
	return "the standard"
}

// head returns the first line of a function, up to its body.
func (e *explainer) head(fn syntax.FuncID) source.Span {
	f := e.Unit.Tree.Funcs[fn]
	if fn == 0 {
		return source.NoSpan
	}
	end := f.Start + source.Pos(len("function"))
	if e.Unit.File.Line(f.Start) == e.Unit.File.Line(f.Body.Start) {
		end = f.Body.Start
	}
	return source.Span{Start: f.Start, End: end}
}

// firstLine returns the part of a piece of text that stands on its first line.
func (e *explainer) firstLine(at source.Span) source.Span {
	at.End = min(at.End, e.Unit.File.LineSpan(e.Unit.File.Point(at.Start, source.UTF8).Line).End)
	return at
}

// OneLine returns text with its white space closed up, cut where it grows too long.
func OneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if short := place.Shorten(text); len(short) < len(text) {
		return short + " …"
	}
	return text
}

// format returns what is known of a value.
func (e *explainer) format(v value.Value) string {
	if fn, ok := v.Function(); ok {
		return fmt.Sprintf("the function at line %d", e.Text.Line(e.Unit.Tree.Funcs[fn].LinePos))
	}
	if name := v.Name(); name != 0 {
		return whose(name) + " " + place.Quote(name.String())
	}
	if _, ok := v.Object(); ok {
		return "a table"
	}
	text := OneLine(e.constants.Pool().Format(v))
	if strings.HasPrefix(text, `"`) {
		return place.Quote(text)
	}
	return text
}

// statWith returns the statement with a span, nil if there is none.
func (e *explainer) statWith(at source.Span) syntax.Stat {
	for _, s := range e.Unit.Tree.Stats {
		if s.Span() == at {
			return s
		}
	}
	return nil
}

// member is a store whose value nothing needs.
type member struct {
	fn  syntax.FuncID
	rec *srcmap.StoreRec
}

// nameOf returns the name of the variable of a store, quoted.
func (e *explainer) nameOf(s *srcmap.StoreRec) string {
	return place.Quote(e.Text.Name(&e.Unit.Res.Bindings[s.Binding]))
}

// storedAs returns the store that puts a value into a variable, nil if it is an intermediate
// result.
func (e *explainer) storedAs(fn syntax.FuncID, v ssa.ValueID) *srcmap.StoreRec {
	return e.stored.Giving(fn, v)
}

// valuesOf returns the values that a store gives to a variable of its function.
func (e *explainer) valuesOf(m member) []ssa.ValueID { return ValuesOf(e.Parts, m.fn, m.rec) }
