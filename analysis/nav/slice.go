package nav

import (
	"errors"
	"slices"

	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/slice"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Slices of the text: the instructions of a slice, with what stands
// around them so that they can be read.

// Slice is the part of a text that a place depends on, or that depends on it.
type Slice struct {
	At source.Span // what it is about
	// Lines is the numbers of the lines, as an editor counts them, ascending from 0:
	// those with something of the slice, and those on which the statements and
	// functions around begin and end.
	Lines []int
	// Spans is the pieces of text of which the instructions of the slice were made,
	// each on one line, in order and apart.
	Spans []source.Span
	// Code tells which instructions it has.
	Code *slice.Slice
}

var (
	errBroken      = errors.New("the text has syntax errors")
	errTooLarge    = errors.New("the program is too large")
	errUnreachable = errors.New(place.Unreachable)
)

// SliceAt returns the backward or forward slice for a place in the text. The error says
// why there is none.
func SliceAt(p *waste.Parts, pos source.Pos, forward bool) (Slice, error) {
	pos = place.Indented(p.Unit.File, pos)
	q := place.At(p, pos)
	if q.Facts.Code == nil || len(q.Unit.Errors) > 0 {
		return Slice{}, errBroken
	}
	criteria, at, err := criteria(q, pos)
	if err != nil {
		return Slice{}, err
	}
	return sliceFrom(q, criteria, at, forward)
}

// SliceOf returns the backward or forward slice for the instruction at pc of a function. The error says why there is none.
func SliceOf(p *waste.Parts, fn syntax.FuncID, pc int, forward bool) (Slice, error) {
	q := &place.Query{Parts: p}
	if q.Facts.Code == nil || len(q.Unit.Errors) > 0 {
		return Slice{}, errBroken
	}
	at := q.Unit.Funcs[fn].Map.Origins.At(pc).Span()
	criteria, at, err := reachable(q, []place.Instruction{{Func: int(fn), PC: pc, Reg: -1}}, at)
	if err != nil {
		return Slice{}, err
	}
	return sliceFrom(q, criteria, at, forward)
}

// sliceFrom returns the slice for some instructions, which were made for a piece of text.
func sliceFrom(q *place.Query, criteria []slice.Criterion, at source.Span, forward bool) (Slice, error) {
	g := slice.New(q.Facts.Code)
	if g == nil {
		return Slice{}, errTooLarge
	}
	take := g.Backward
	if forward {
		take = g.Forward
	}
	s := sliceText{Query: q, slice: take(criteria...), lines: make([]bool, q.Unit.File.NumLines()), declares: !forward}
	s.add(at)
	s.markFunctions()
	return s.result(at), nil
}

// criteria returns the instructions at a place in the text, and the piece of text that
// they were made for.
func criteria(q *place.Query, pos source.Pos) ([]slice.Criterion, source.Span, error) {
	if q.Name != nil {
		if found := q.OfName(); len(found) > 0 {
			return reachable(q, found, q.Name.Span())
		}
	}
	found, at := q.OfExpression(pos)
	if len(found) == 0 {
		return nil, at, &place.NothingError{Reason: "nothing is computed here", Nearest: q.Nearest(pos)}
	}
	return reachable(q, found, at)
}

// reachable drops what is never executed.
func reachable(q *place.Query, found []place.Instruction, at source.Span) ([]slice.Criterion, source.Span, error) {
	var kept []slice.Criterion
	for _, c := range found {
		if c.PC == flow.Entry || q.Facts.Code.Funcs[c.Func].Graph.Reachable(c.PC) {
			kept = append(kept, slice.Criterion(c))
		}
	}
	if len(kept) == 0 {
		return nil, at, errUnreachable
	}
	return kept, at, nil
}

// sliceText collects the text of a slice.
type sliceText struct {
	*place.Query
	slice *slice.Slice
	lines []bool
	spans []source.Span
	funcs []bool // by FuncID: something in it is in the slice
	// declares: declarations are wanted too.
	declares bool
	fn       int // the function that is looked at
}

// add puts in the first line of a piece of text.
func (s *sliceText) add(at source.Span) {
	line := s.lineOf(at.Start)
	s.lines[line] = true
	at.End = min(at.End, s.Unit.File.LineSpan(line).End)
	s.spans = append(s.spans, at)
}

func (s *sliceText) lineOf(pos source.Pos) int { return s.Unit.File.Point(pos, source.UTF8).Line }

// mark puts in the line of a place.
func (s *sliceText) mark(pos source.Pos) { s.lines[s.lineOf(pos)] = true }

// markFunctions goes through the functions, inner ones first, so that it is known of which of
// them something is in the slice when the text around them is looked at.
func (s *sliceText) markFunctions() {
	s.funcs = make([]bool, len(s.Unit.Funcs))
	for fn := len(s.Unit.Funcs) - 1; fn >= 0; fn-- {
		s.fn = fn
		s.function()
	}
}

// function puts in what the slice has of one function.
func (s *sliceText) function() {
	fn := s.Unit.Funcs[s.fn].Map
	for pc, o := range fn.Origins.All() {
		if pc%stride == 0 {
			s.Text.Step()
		}
		if s.slice.Has(s.fn, pc) {
			s.funcs[s.fn] = true
			s.add(o.Span())
		}
	}
	tree := s.Unit.Tree.Funcs[s.fn]
	for i, param := range tree.Params {
		if tree.HasSelf {
			i++
		}
		if s.slice.HasParameter(s.fn, i) {
			s.funcs[s.fn] = true
			s.add(param.Span())
		}
	}
	if s.block(tree.Body.Stats) || s.funcs[s.fn] {
		s.funcs[s.fn] = true
		if s.fn > 0 {
			s.frame(tree.Span())
			s.mark(tree.LinePos)
		}
	}
}

// frame puts in the lines on which a piece of text begins and ends.
func (s *sliceText) frame(at source.Span) {
	s.mark(at.Start)
	s.mark(at.End - 1)
}

// block puts in the frames of statements that have something in the slice, and
// reports whether one has.
func (s *sliceText) block(stats []syntax.Stat) (any bool) {
	for _, st := range stats {
		if s.statement(st) {
			any = true
		}
	}
	return any
}

func (s *sliceText) statement(st syntax.Stat) bool {
	s.Text.Step()
	has := false
	pcs := s.Unit.Map.PCs(st.ID())
	if isJump(st) { // it may be the jump that the condition of `if c then break end` makes
		pcs.Start = max(pcs.End-1, 0)
	}
	for pc := pcs.Start; pc < pcs.End; pc++ {
		has = has || s.slice.Has(s.fn, int(pc))
	}
	if inside := s.inside(st); !has && !inside {
		return false
	}
	s.frame(st.Span())
	if s.declares {
		s.declare(st)
	}
	return true
}

func isJump(st syntax.Stat) bool {
	switch st.(type) {
	case *syntax.Break, *syntax.Goto:
		return true
	}
	return false
}

// inside marks what is in the slice of the blocks and functions inside a statement, and reports
// whether anything is.
func (s *sliceText) inside(st syntax.Stat) (has bool) {
	switch st := st.(type) {
	case *syntax.If:
		for i, c := range st.Clauses() {
			if s.block(c.Body.Stats) {
				has = true
				s.mark(st.ClausePos(i))
			}
		}
		if final := st.Else(); final != nil && s.block(final.Stats) {
			has = true
			s.mark(final.Start - 1) // the last letter of `else`
		}
	case *syntax.Do:
		has = s.block(st.Body.Stats)
	case *syntax.While:
		has = s.block(st.Body.Stats)
	case *syntax.Repeat:
		has = s.block(st.Body.Stats)
	case *syntax.NumericFor:
		has = s.block(st.Body.Stats)
	case *syntax.GenericFor:
		has = s.block(st.Body.Stats)
	}
	first, last := s.Text.FunctionsIn(st.Span())
	for fn := first; fn < last; fn++ {
		has = has || s.funcs[fn]
	}
	return has
}

// declare puts in the declarations of variables that a statement stores to, or names
// though they have no value: of these the slice need not hold any instruction.
func (s *sliceText) declare(st syntax.Stat) {
	names := &s.Unit.Tree.Names
	for n := range names.From(names.Search(st.Span().Start)) {
		if n.Start >= st.Span().End {
			return
		}
		ref := &s.Unit.Res.Refs[n.ID]
		if ref.Binding == 0 || ref.Kind == resolve.ToGlobal || !s.lines[s.lineOf(n.Start)] {
			continue
		}
		b := &s.Unit.Res.Bindings[ref.Binding]
		if b.Stat == syntax.NoStat {
			continue
		}
		if local, ok := s.Unit.Tree.Stats[b.Stat].(*syntax.Local); ok && (ref.Write || len(local.Exprs()) == 0) {
			s.mark(b.Decl.Start)
		}
	}
}

// result puts everything in order.
func (s *sliceText) result(at source.Span) Slice {
	out := Slice{At: at, Code: s.slice}
	for line, in := range s.lines {
		if in {
			out.Lines = append(out.Lines, line)
		}
	}
	slices.SortFunc(s.spans, func(a, b source.Span) int { return int(a.Start) - int(b.Start) })
	for _, span := range s.spans {
		last := len(out.Spans) - 1
		if last >= 0 && span.Start <= out.Spans[last].End {
			out.Spans[last].End = max(out.Spans[last].End, span.End)
		} else if !span.Empty() {
			out.Spans = append(out.Spans, span)
		}
	}
	return out
}
