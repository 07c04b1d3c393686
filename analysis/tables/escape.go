package tables

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// Where tables go: one pass over the code of all functions, in the order of their
// graphs, that joins the classes of values between which a table may pass, and gives
// those up to the unknown class that leave what is known.
//
// With [x] for the class of x, * for the class of contents, and ⊤ for the unknown class, the
// constraints are
//
//	x = {}               [x] holds a table of this site
//	x = y, phi(y, …)     [x] = [y] = …
//	x = t[k]             [x] = [k] = *[t]
//	t[k] = y             [k] = [y] = *[t]
//	upvalue = y          [cell] = [y], and so for reads
//	x == y               [x] = [y]
//	return x, f(x)       [x] = ⊤, but for standard functions (see call)
//	x + y, -x, x .. y    [x] = [y] = ⊤: a metamethod may get hold of them
//
// and *⊤ = ⊤. Keys and values share one class of contents: `next` gives back both. In reverse
// post-order an operand's definition comes before it, but for those of phis, whose classes are
// made first. Constants are in no class; what an operator gives is in ⊤, since a metamethod may
// have returned it.

// maxRounds is how often run asks which functions may hold the tables that those before make.
const maxRounds = 4

// run applies the transfer functions of all instructions that control may come to, function by
// function: first of those that make tables, then of those to which a cell may bring one, and so
// on. A function that no table of the program comes to joins no class that holds one, nor does
// it let one escape, so that it may be left out. No function need be looked at again: see Objects.
func (t *tracer) run() {
	for i := range t.p.Funcs {
		if f := &t.p.Funcs[i]; t.part.Has(i) && !f.IsLarge && f.Opcodes.HasAny(effect.TableMakers) {
			t.function(f)
		}
	}
	t.joinCells()
	for round := 0; t.findTables(); round++ {
		some := false
		for i := range t.p.Funcs {
			if f := &t.p.Funcs[i]; !t.traced[i] && t.part.Has(i) && !f.IsLarge && mayHold(f, t.cells) && (round == maxRounds || t.mayGetHold(f)) {
				t.function(f)
				some = true
			}
		}
		if !some {
			return
		}
		t.joinCells()
	}
}

// findTables notes which classes, by root, beside the unknown one hold a table that the program
// makes, and reports whether there are any.
func (t *tracer) findTables() bool {
	some := false
	t.holds = flow.Zeroed(&t.mem.holds, len(t.parent))
	for i := range t.made {
		if r := t.Find(t.made[i].element); r > 0 {
			t.holds[r] = true
			some = true
		}
	}
	return some
}

// maxNesting is how deep tables may be in one another until any is taken to be further in.
const maxNesting = 8

// mayGetHold reports whether some cell that a function shares may hold a table, or one in which
// there may be one.
func (t *tracer) mayGetHold(f *flow.Func) bool {
	for k := range f.Proto.Upvalues {
		if cell := t.cells.Of(f.Number, k); cell >= 0 && t.leadsToTable(cell) {
			return true
		}
	}
	if f.SharesRegisters() {
		for k := range t.cells.Cells {
			if t.cells.Cells[k].Owner == f.Number && t.leadsToTable(k) {
				return true
			}
		}
	}
	return false
}

// leadsToTable reports whether there may be a table in a cell, or in what is in it.
func (t *tracer) leadsToTable(cell int) bool {
	r := t.Find(t.cell0 + int32(cell))
	for depth := 0; r > 0; depth++ {
		if int(r) >= len(t.holds) || t.holds[r] || depth == maxNesting { // or the class is newer than holds
			return true
		}
		r = t.Find(t.contents[r])
	}
	return false
}

// function applies the transfer functions of one function.
func (t *tracer) function(f *flow.Func) {
	t.traced[f.Number] = true
	t.f, t.s, t.v = f, t.forms.Of(f), t.base[f.Number]
	t.entries()
	t.ownPhis()
	for _, b := range f.Graph.Order {
		t.mem.Meter.Step()
		block := &f.Graph.Blocks[b]
		for pc := block.Start; pc < block.End; pc++ {
			t.instruction(int(pc))
		}
	}
	t.joinPhis()
}

// entries sets what registers hold when the function begins: what the caller passes is not known,
// other registers hold nothing.
func (t *tracer) entries() {
	for v := ssa.ValueID(t.f.Proto.NumParams); v < t.s.First(0); v++ {
		t.parent[t.v+int32(v)] = noTable
	}
}

// ownPhis makes the phis before anything reads them: in a loop they come before what
// they join.
func (t *tracer) ownPhis() {
	for phi := t.s.PhisFrom(); int(phi) < len(t.s.Values); phi++ {
		t.own(t.v + int32(phi))
	}
}

// joinPhis joins the phis with what they join, when all of that is defined. What is joined over an
// edge on which nothing reads it, or control never comes, is no value.
func (t *tracer) joinPhis() {
	for phi := t.s.PhisFrom(); int(phi) < len(t.s.Values); phi++ {
		for _, arg := range t.s.PhiArgs(phi) {
			if arg >= 0 {
				t.union(t.v+int32(phi), t.v+int32(arg))
			}
		}
	}
}

// joinCells joins the cells with the values that closures may see in them, those of functions that have
// been looked at. For those that closures write see operand.
func (t *tracer) joinCells() {
	for k := range t.cells.Cells {
		if c := &t.cells.Cells[k]; c.Owner >= 0 && t.traced[c.Owner] {
			for _, v := range t.forms.ObservedIn(k) {
				t.union(t.cell0+int32(k), t.base[c.Owner]+v)
			}
		}
	}
}

// instruction applies the transfer function at pc. A definition that it leaves alone is in the
// unknown class.
func (t *tracer) instruction(pc int) {
	switch i := t.f.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.Forgets:
		t.define(pc, noTable)
	case effect.Copies:
		t.define(pc, t.operand(pc, 0))
	case effect.Makes:
		t.make(pc)
	case effect.ReadsUpvalue:
		t.define(pc, t.upvalue(pc))
	case effect.WritesUpvalue:
		t.union(t.upvalue(pc), t.operand(pc, 0))
	case effect.ReadsField:
		t.readField(pc)
	case effect.ReadsUpvalueField:
		in := t.contentsOf(t.upvalue(pc))
		t.joinOperands(pc, 0, in)
		t.define(pc, in)
	case effect.WritesField, effect.Fills:
		t.joinOperands(pc, 1, t.contentsOf(t.operand(pc, 0)))
	case effect.WritesUpvalueField:
		t.joinOperands(pc, 0, t.contentsOf(t.upvalue(pc)))
	case effect.Measures:
		t.operand(pc, 0) // what a closure writes and what stood there are one object now
	case effect.Compares:
		t.compare(pc)
	case effect.Calls:
		t.call(pc)
	case effect.Iterates:
		t.iterate(pc)
	default:
		t.joinOperands(pc, 0, unknownClass)
	}
}

// make gives the table that the instruction at pc makes a class of its own, and notes its site.
func (t *tracer) make(pc int) {
	first, _ := t.s.Defs(pc)
	e := t.v + int32(first)
	t.own(e)
	t.made = append(t.made, madeTable{flow.SiteAt(t.f.Number, pc), e})
}

// readField applies the transfer function of a read of a field. The key is joined with the
// contents, as if it were put into the table: if the table escapes, a metamethod may get the key
// to see. The table itself is defined again if a method is fetched.
func (t *tracer) readField(pc int) {
	table := t.operand(pc, 0)
	in := t.contentsOf(table)
	t.joinOperands(pc, 1, in)
	first, n := t.s.Defs(pc)
	t.alias(t.v+int32(first), in)
	if n > 1 {
		t.alias(t.v+int32(first)+1, table)
	}
}

// compare applies the transfer function of an equality: a metamethod of one table gets the other to
// see, so that both escape if one does.
func (t *tracer) compare(pc int) {
	if len(t.s.Uses(pc)) < 2 {
		return // the other is a constant
	}
	t.union(t.operand(pc, 0), t.operand(pc, 1))
}

// mayHold reports whether a value of f may be a table that does not escape: f makes
// tables, or shares variables that may hold some. Whatever else it gets hold of may be
// held elsewhere too.
func mayHold(f *flow.Func, cells *flow.CellTable) bool {
	if f.Opcodes.HasAny(effect.TableMakers) || f.SharesRegisters() {
		return true
	}
	for k := range f.Proto.Upvalues {
		if cell := cells.Of(f.Number, k); cell >= 0 && cells.Cells[cell].Owner >= 0 {
			return true
		}
	}
	return false
}
