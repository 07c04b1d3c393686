package explore

import (
	"cmp"
	"fmt"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/depend"
	"luaflow/analysis/flow"
	"luaflow/compile/bytecode"
)

// maxLinks bounds how many links a list of dependences has: nobody sees anything in more of them.
const maxLinks = 500

// dependences finds what the selected instructions need, and what needs them, by one step.
func (s *selecting) dependences() {
	if s.flowOf(int(s.fn)) == nil {
		return
	}
	d := dependences{selecting: s, relation: s.Parts.Facts.Code.Relation()}
	for _, pc := range s.out.PCs {
		if d.f = s.flowOf(int(s.fn)); d.f.Graph.Reachable(pc) {
			d.here = s.endOf(int(s.fn), pc)
			d.needs(pc)
			d.needed(pc)
			d.decided(pc)
		}
	}
	s.out.Needs, s.out.Needed = inOrder(s.out.Needs), inOrder(s.out.Needed)
}

// dependences is the question about one instruction, whose steps go over all that is no instruction.
type dependences struct {
	*selecting
	relation *depend.Relation
	f        *flow.Func // of the instruction
	here     end
}

// step is a node that is no instruction, and as what it was come to.
type step struct {
	node depend.Node
	kind string
	name string
}

// stepTo returns the step to a node; kind and name are those of the step before it, if that was not the instruction.
func (d *dependences) stepTo(n depend.Node, was step) step {
	next := step{n, was.kind, was.name}
	switch n.Kind {
	case depend.Value:
		if f := d.relation.FuncOf(n); next.kind == "" {
			def := d.relation.Forms.Of(f).Values[n.At]
			next.kind, next.name = byValue, d.register(f, max(d.relation.Forms.Of(f).HeldFrom(&def), 0), int(def.Reg))
		}
	case depend.Cell:
		next.kind, next.name = byCell, d.cell(int(n.At))
	case depend.Slot:
		next.kind, next.name = bySlot, d.field(d.here.fn, d.here.pc)
	case depend.Exit:
		next.kind, next.name = byControl, ""
	}
	return next
}

// cell returns the name of a captured variable; "" if the records do not tell.
func (d *dependences) cell(cell int) string {
	c := &d.relation.Cells.Cells[cell]
	if c.Owner < 0 || c.Local < 0 {
		return ""
	}
	return d.Parts.Facts.Code.Funcs[c.Owner].Proto.Locals[c.Local].Name
}

// field returns the name of the field that an instruction accesses; "" if it is not known.
func (d *dependences) field(fn, pc int) string {
	if k, ok := d.relation.Forms.Of(&d.Parts.Facts.Code.Funcs[fn]).FieldKey(pc); ok && k.Kind == bytecode.KString {
		return k.Str()
	}
	return ""
}

// walk goes from a node over all that are no instructions, and hands those to visit that it comes to. next yields where a
// step leads.
func (d *dependences) walk(from depend.Node, next func(depend.Node, func(depend.Node)), visit func(at depend.Node, by step)) {
	seen := make(map[depend.Node]bool)
	queue := []step{{from, "", ""}}
	for len(queue) > 0 && len(seen) < 4*maxLinks {
		s := queue[0]
		queue = queue[1:]
		next(s.node, func(to depend.Node) {
			if seen[to] {
				return
			}
			switch by := d.stepTo(to, s); to.Kind {
			case depend.Instruction:
				seen[to] = true
				if by.kind != "" {
					visit(to, s)
				}
			case depend.Function: // a closure needs what the function does: that is more than a step
			default:
				seen[to] = true
				queue = append(queue, by)
			}
		})
	}
}

// needs adds the links from what an instruction needs.
func (d *dependences) needs(pc int) {
	next := func(n depend.Node, to func(depend.Node)) {
		for m, e := range d.relation.Needs(n) {
			if n.Kind == depend.Value && e.How != depend.ByData {
				continue // over which edge control comes decides which value of several it is
			}
			to(m)
		}
	}
	d.walk(depend.At(d.f, pc), next, func(at depend.Node, by step) {
		d.out.Needs = append(d.out.Needs, d.link(d.endOf(int(at.Func), int(at.At)), d.here, by.kind, by.name))
	})
}

// needed adds the links to what needs an instruction as data.
func (d *dependences) needed(pc int) {
	next := func(n depend.Node, to func(depend.Node)) {
		for m := range d.relation.Serves(n) {
			to(m)
		}
	}
	d.walk(depend.At(d.f, pc), next, func(at depend.Node, by step) {
		d.out.Needed = append(d.out.Needed, d.link(d.here, d.endOf(int(at.Func), int(at.At)), by.kind, by.name))
	})
}

// decided adds the links to the blocks about which an instruction decides, each to its first instruction.
func (d *dependences) decided(pc int) {
	g := &d.f.Graph
	own := g.Block(pc)
	if len(g.Succs(own)) < 2 || g.Last(own) != pc {
		return
	}
	control := d.Parts.Facts.Code.Control(d.f)
	for b := range g.Blocks {
		if slices.Contains(control.Blocks(cfg.BlockID(b)), own) {
			d.out.Needed = append(d.out.Needed, d.link(d.here, d.endOf(int(d.fn), int(g.Blocks[b].Start)), byControl, ""))
		}
	}
}

// inOrder sorts links, each once, and leaves out what is too much.
func inOrder(links []Link) []Link {
	key := func(l Link) string { return fmt.Sprint(l) }
	slices.SortFunc(links, func(a, b Link) int {
		return cmp.Or(cmp.Compare(a.From.Path, b.From.Path), cmp.Compare(a.From.PC, b.From.PC),
			cmp.Compare(a.To.Path, b.To.Path), cmp.Compare(a.To.PC, b.To.PC), cmp.Compare(key(a), key(b)))
	})
	links = slices.Compact(links)
	return links[:min(len(links), maxLinks)]
}
