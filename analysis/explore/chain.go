package explore

import (
	"fmt"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
)

// The kinds of links.
const (
	byValue   = "value"
	byCell    = "cell"
	bySlot    = "slot"
	byControl = "control"
)

// start is the pc of the start of a function, where its parameters get their values.
const start = flow.Entry

// end is one end of a link.
type end struct {
	fn, pc int
	at     Span
}

// chainOfName returns the links between the name at a place and the occurrences between which its value goes: what
// nav.FlowOf says.
func (s *selecting) chainOfName(pos source.Pos) []Link {
	links := []Link{}
	occurrences := nav.FlowOf(s.Parts, pos)
	var own *nav.Occurrence
	for i := range occurrences {
		if o := &occurrences[i]; o.Kind != nav.Mention && o.Span.Touches(pos) && (own == nil || o.Span.Start <= pos) {
			own = o
		}
	}
	if own == nil {
		own = s.missing(pos, occurrences)
	}
	if own == nil {
		return links
	}
	here := s.endAt(own.Span)
	for i := range occurrences {
		o := &occurrences[i]
		if o.Span == own.Span || o.Kind == own.Kind || o.Kind == nav.Mention {
			continue
		}
		from, to := here, s.endAt(o.Span)
		if own.Kind == nav.Read {
			from, to = to, from
		}
		links = append(links, s.link(from, to, s.kindOf(own.Span, from, to), s.Parts.Unit.File.Slice(own.Span)))
	}
	return links
}

// missing returns the occurrence at a place that is not among those between which its value goes, as nothing reads it.
func (s *selecting) missing(pos source.Pos, known []nav.Occurrence) *nav.Occurrence {
	if len(known) == 0 {
		return nil
	}
	for _, o := range nav.OccurrencesOf(s.Parts, pos) {
		if o.Kind != nav.Mention && o.Span.Touches(pos) {
			return &o
		}
	}
	return nil
}

// endAt returns the instruction that was made for an occurrence.
func (s *selecting) endAt(span source.Span) end {
	q := place.At(s.Parts, span.Start)
	e := end{q.FuncAt(span.Start), start, s.span(span)}
	var found []place.Instruction
	if q.Name != nil && s.isKnown(int(q.Fn)) {
		if found = q.OfName(); len(found) > 0 {
			return end{found[0].Func, max(found[0].PC, start), e.at}
		}
	}
	if q.Name == nil || q.Binding == nil {
		if found, _ = q.OfExpression(span.Start); len(found) > 0 {
			return end{found[0].Func, found[0].PC, e.at}
		}
	}
	return e
}

// kindOf returns the kind of a link between two occurrences of a name.
func (s *selecting) kindOf(name source.Span, from, to end) string {
	q := place.At(s.Parts, name.Start)
	switch {
	case q.Name == nil, q.Ref.Kind == resolve.ToGlobal:
		return bySlot
	case q.Ref.Kind == resolve.ToUpvalue, from.fn != to.fn:
		return byCell
	}
	return byValue
}

// link returns a link.
func (s *selecting) link(from, to end, kind, name string) Link {
	paths := s.pathsOf()
	return Link{Instruction{paths[from.fn], from.pc}, Instruction{paths[to.fn], to.pc}, from.at, to.at, kind, name}
}

// endOf returns an instruction, or the start of a function, as an end.
func (s *selecting) endOf(fn, pc int) end {
	if pc < 0 {
		return end{fn, start, Span{}}
	}
	return end{fn, pc, s.spanAt(fn, pc)}
}

// chainOfCode returns the links of an instruction: from the definitions that reach the registers which it reads, and to the
// uses of those that it defines.
func (s *selecting) chainOfCode(fn, pc int) []Link {
	links := []Link{}
	f := s.flowOf(fn)
	if f == nil || !f.Graph.Reachable(pc) {
		return links
	}
	here := s.endOf(fn, pc)
	seen := make(map[int]bool)
	for reg := range effect.Uses(f.Proto, pc).All() {
		if seen[reg] {
			continue
		}
		seen[reg] = true
		for _, def := range f.Reaching(pc, reg) {
			if def == flow.ByClosure {
				continue
			}
			links = append(links, s.link(s.endOf(fn, def), here, byValue, s.register(f, pc, reg)))
		}
	}
	for reg := range int(f.Proto.MaxStack) {
		if !defines(f.Proto, pc, reg) {
			continue
		}
		for _, use := range f.UsesOf(pc, reg) {
			links = append(links, s.link(here, s.endOf(fn, use), byValue, s.register(f, use, reg)))
		}
	}
	return links
}

// register returns what a register is called at pc: the variable that is in it, or its number.
func (s *selecting) register(f *flow.Func, pc, reg int) string {
	if local := f.Variable(pc, reg); local >= 0 {
		return f.Proto.Locals[local].Name
	}
	return fmt.Sprintf("R%d", reg)
}
