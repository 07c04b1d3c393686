package explore

import (
	"fmt"
	"strconv"
	"strings"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/nav"
	"luaflow/analysis/optimize"
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// childPath returns the path of child number i of the function at a path.
func childPath(path string, i int) string { return path + "/" + strconv.Itoa(i) }

// nameOf returns what a function is called: "main", "M.read", "function at line 7".
func nameOf(p *waste.Parts, sites []nav.FunctionSite, fn int) string {
	switch at := p.Unit.Tree.Funcs[fn].Start; {
	case fn == 0:
		return "main"
	case sites[fn].At.Start == at:
		return fmt.Sprintf("function at line %d", p.Unit.File.Line(at))
	default:
		return sites[fn].Name
	}
}

// Function returns one function in all the pictures that there are of it.
func (v *View) Function(path string) (*Function, error) {
	fn, ok := v.function(path)
	if !ok {
		return nil, fmt.Errorf("there is no function %s in this text", path)
	}
	q := functionView{View: v, id: fn, proto: v.Parts.Unit.Funcs[fn].Proto}
	q.size = min(len(q.proto.Code), nav.MaxListed)
	if v.Parts.Facts.Code != nil && !v.Parts.Unit.Funcs[fn].Broken {
		q.flow = &v.Parts.Facts.Code.Funcs[fn]
	}
	out := &Function{Path: path, Span: v.spanOf(int(fn)), Passes: q.passes(path), Registers: q.registers()}
	graph, err := q.graph()
	if err != nil {
		out.NoGraph = err.Error()
	}
	out.Graph = graph
	return out, nil
}

// functionView is a question about one function.
type functionView struct {
	*View
	id    syntax.FuncID
	proto *bytecode.Proto
	size  int        // of the code that is shown, from its begin
	flow  *flow.Func // what is known of it; nil where the code does not stand for the text
}

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

// textOf returns an instruction with its operands, and what a listing says after them.
func textOf(p *bytecode.Proto, pc int) (text, comment string) {
	text, comment, _ = strings.Cut(bytecode.Format(p, pc), " ; ") // operands are numbers
	op, operands, _ := strings.Cut(text, " ")
	return strings.TrimRight(fmt.Sprintf("%-9s %s", op, operands), " "), comment
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

// registers returns what the registers hold that is still needed.
func (q *functionView) registers() []Register {
	out := []Register{}
	if q.flow == nil || q.flow.IsLarge {
		return out
	}
	for reg := range int(q.proto.MaxStack) {
		if r := q.ranges(reg); len(r) > 0 {
			out = append(out, Register{reg, r})
		}
	}
	return out
}

// ranges returns the stretches of the code in which a register holds a value that is still needed.
func (q *functionView) ranges(reg int) (ranges []Range) {
	last := -2 // the variable of the range before; -2 for none
	for b := range q.flow.Graph.Blocks {
		in := q.flow.LiveIn(cfg.BlockID(b))
		block := q.flow.Graph.Blocks[b]
		if q.flow.Graph.Rank(cfg.BlockID(b)) < 0 {
			last = -2
			continue
		}
		isTouched := in.Has(reg)
		for pc := int(block.Start); pc < min(int(block.End), q.size); pc++ {
			isTouched = isTouched || pc > int(block.Start) && defines(q.proto, pc-1, reg)
			if !isTouched || !q.flow.LiveAt(pc, reg) {
				last, isTouched = -2, false
				continue
			}
			local := q.flow.Variable(pc, reg)
			if local == last {
				ranges[len(ranges)-1].To = pc + 1
				continue
			}
			last = local
			name, at := q.variable(local)
			ranges = append(ranges, Range{pc, pc + 1, name, at})
		}
	}
	return ranges
}

// defines reports whether an instruction may give a register a value.
func defines(p *bytecode.Proto, pc, reg int) bool {
	return effect.Defs(p, pc).Has(reg) || effect.MayDefs(p, pc).Has(reg) || effect.EdgeDefs(p, pc).Has(reg)
}

// variable returns the name of a variable of the function, and where it is declared; nothing for -1.
func (q *functionView) variable(local int) (name string, at Span) {
	if local < 0 {
		return "", Span{}
	}
	u := q.Parts.Unit
	if locals := u.Funcs[q.id].Map.Locals; local < len(locals) && locals[local] != 0 {
		at = q.span(q.Parts.Text.DeclaredAt(&u.Res.Bindings[locals[local]]))
	}
	return q.proto.Locals[local].Name, at
}
