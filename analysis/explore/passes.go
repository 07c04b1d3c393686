package explore

import (
	"fmt"
	"strconv"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/nav"
	"luaflow/analysis/optimize"
	"luaflow/analysis/place"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// The passes, in their order.
const (
	compiled  = "compiled"
	constants = "constants"
	marked    = "marked"
	optimised = "optimised"
)

// passes returns the code after each pass; only as compiled where the code does not stand for the text.
func (q *functionView) passes(path string) []Pass {
	lines := make([]Line, q.size)
	targets := place.TargetsOf(q.Parts, q.id, bytecode.Part{From: 0, To: q.size})
	for pc := range lines {
		lines[pc] = q.line(pc, targets[pc])
	}
	passes := []Pass{{compiled, "The code as Lua 5.3 compiles the text.", lines}}
	if q.flow == nil {
		return passes
	}
	known := q.constants(lines)
	needed := []Line{}
	for _, l := range known {
		if l.Status == nav.Live.String() {
			needed = append(needed, l)
		}
	}
	return append(passes,
		Pass{constants, "What is never executed is gone, and the notes say which values are the same in every execution.", known},
		Pass{marked, "What no execution needs is gone.", needed},
		Pass{optimised, "Constants are loaded as such, jumps lead where control goes in the end, and registers are those of the whole function.", q.optimised(path, lines)},
	)
}

// line returns an instruction as compiled; targets is what of the text it stores to.
func (q *functionView) line(pc int, targets []source.Span) Line {
	l := Line{PC: pc, Source: q.sourceLine(pc), Spans: []Span{}, Status: nav.StatusOf(q.Parts, q.id, pc).String()}
	l.Text, l.Comment = textOf(q.proto, pc)
	if q.flow != nil {
		l.Block = int(q.flow.Graph.Block(pc))
	}
	if origins := &q.Parts.Unit.Funcs[q.id].Map.Origins; pc < origins.Len() {
		targets = append([]source.Span{origins.At(pc).Span()}, targets...)
	}
	for _, at := range targets {
		if at.Valid() {
			l.Spans = append(l.Spans, q.span(at))
		}
	}
	return l
}

// sourceLine returns the line of the text of an instruction, from 1 on; 0 for none.
func (q *functionView) sourceLine(pc int) int {
	if pc >= q.proto.Lines.Len() {
		return 0
	}
	return int(q.proto.Lines.At(pc))
}

// constants returns the lines that are executed, with what is known of their operands and their branches.
func (q *functionView) constants(lines []Line) []Line {
	kept := []Line{}
	for _, l := range lines {
		if l.Status != nav.Unreachable.String() {
			l.Note = q.note(l.PC)
			kept = append(kept, l)
		}
	}
	return kept
}

// note returns what constants say of an instruction: "R2 is 4", "always jumps"; "" for nothing.
func (q *functionView) note(pc int) string {
	known := q.Parts.Facts.Code.Constants()
	var said []string
	n := 0
	seen := make(map[int]bool)
	for reg := range effect.Uses(q.proto, pc).All() {
		val := known.Operand(q.flow, pc, n)
		if n++; !seen[reg] && val.IsConstant() {
			said = append(said, fmt.Sprintf("R%d is %s", reg, place.Shorten(known.Pool().Format(val))))
		}
		seen[reg] = true
	}
	b := q.flow.Graph.Block(pc)
	if edge, ok := known.Decided(q.flow, b); ok && q.flow.Graph.Last(b) == pc {
		to := 1 + q.flow.Graph.Blocks[q.flow.Graph.Succs(b)[edge]].Start // as listings count
		said = append(said, fmt.Sprintf("always goes to %d", to))
	}
	return strings.Join(said, ", ")
}

// optimised returns the code after all passes; none of a function of which no closure is made any more.
func (q *functionView) optimised(path string, was []Line) []Line {
	lines := []Line{}
	f := optimize.Program(q.Parts.Unit.Main)
	for _, step := range strings.Split(path, "/")[1:] {
		i, _ := strconv.Atoi(step) // it is one that we have made
		if f = f.Children[i]; f == nil {
			return lines
		}
	}
	for pc, from := range f.From {
		if int(from) >= len(was) {
			continue
		}
		l := was[from]
		l.Status = nav.Live.String()
		now, comment := textOf(f.Proto, pc)
		if now != l.Text || comment != l.Comment {
			l.Note = "was " + strings.Join(strings.Fields(l.Text), " ")
		}
		l.Text, l.Comment = now, comment
		lines = append(lines, l)
	}
	return lines
}
