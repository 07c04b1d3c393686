package slice

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// What instructions copy, and what calls hand over, and so which functions a call may call.

// run follows what instructions copy, then what calls hand over, until no call finds
// another function that it may call. Which functions a call may call depends on what was handed to
// whom, and that on the calls: the graph of calls is found on the way. It ends because what a call
// may call only grows, up to maxFunctions.
func (c *classes) run() {
	for i := range c.Graph.funcs {
		c.function(&c.Graph.funcs[i])
	}
	for i := range c.calls {
		c.program.Step()
		if call := &c.calls[i]; call.known {
			c.copyOverCall(call, &c.Graph.funcs[call.callees[0]])
		}
	}
	for again := true; again; {
		again = false
		for i := range c.calls {
			c.program.Step()
			if c.look(&c.calls[i]) {
				again = true
			}
		}
	}
}

// function follows what the instructions and the phis of a function copy, and what its cells hold.
func (c *classes) function(fn *function) {
	for _, b := range fn.Graph.Order {
		c.program.Step()
		block := &fn.Graph.Blocks[b]
		for pc := int(block.Start); pc < int(block.End); pc++ {
			c.instruction(fn, pc)
		}
	}
	for v := range fn.ssa.Values {
		d := &fn.ssa.Values[v]
		id := ssa.ValueID(v)
		if d.Kind == ssa.PhiValue {
			for _, arg := range fn.ssa.PhiArgs(id) {
				if arg >= 0 {
					c.copy(c.value(fn, arg), c.value(fn, id))
				}
			}
		} else if fn.ssa.Observed(id) {
			if cell := c.cells.At(fn.Func, max(int(d.PC), 0), int(d.Reg)); cell >= 0 {
				c.copy(c.value(fn, id), c.cell0+int32(cell))
			}
		}
	}
}

// instruction follows what one instruction copies.
func (c *classes) instruction(fn *function, pc int) {
	i := fn.Proto.Code[pc]
	first, defs := fn.ssa.Defs(pc)
	copyTo := func(e int32, k int) {
		if from, ok := c.operand(fn, pc, k); ok {
			c.copy(from, e)
		}
	}
	last := len(fn.ssa.Uses(pc)) - 1
	switch ref := effect.ReferenceOf(i); ref {
	case effect.Copies:
		if defs > 0 {
			copyTo(c.value(fn, first), 0)
		}
	case effect.ReadsUpvalue, effect.WritesUpvalue:
		upvalue, _ := effect.Upvalue(i)
		cell := c.cells.Of(fn.Number, upvalue)
		if cell < 0 {
			return
		}
		if ref == effect.WritesUpvalue {
			copyTo(c.cell0+int32(cell), 0)
		} else {
			c.copy(c.cell0+int32(cell), c.value(fn, first))
		}
	case effect.ReadsField, effect.ReadsUpvalueField:
		if c.isReference(fn, first) {
			c.copy(c.field(fn, pc), c.value(fn, first))
		}
		if defs > 1 {
			copyTo(c.value(fn, first)+1, 0)
		}
	case effect.WritesField, effect.WritesUpvalueField:
		if !bytecode.IsK(i.C()) { // a constant is not among the operands
			copyTo(c.field(fn, pc), last)
		}
	case effect.Fills:
		table, ok := c.operand(fn, pc, 0)
		for k := 1; ok && k <= last; k++ {
			copyTo(c.contents(table), k)
		}
	case effect.Returns:
		for k := range last + 1 {
			copyTo(c.result(fn, k), k)
		}
		if effect.TakesOpen(i) {
			for k := last + 1; k < maxResults; k++ {
				copyTo(c.result(fn, k), last)
			}
		}
	}
	if child := effect.Closure(i); child >= 0 {
		c.flow.put(c.value(fn, first), int32(fn.Child(child).Number))
	}
}

// result returns the class of the result number i of a function.
func (c *classes) result(fn *function, i int) int32 {
	return c.result0 + int32(fn.Number*maxResults+min(i, maxResults-1))
}

// field returns the element of what the field that an instruction reads or writes holds.
func (c *classes) field(fn *function, pc int) int32 {
	a := c.accessAt(fn, pc)
	switch {
	case a.named:
		return c.named(a.global, a.name)
	case a.table < 0:
		return c.add() // no table: nothing is there
	}
	return c.contents(a.table)
}

// look finds the functions that a call may call, by the class of what it calls, and
// hands them its arguments; it reports whether there is a new one. What calls nothing that is known
// is taken for a function that is not in the program: it may call those that it is given.
func (c *classes) look(call *call) (found bool) {
	fn := &c.Graph.funcs[call.fn]
	pc := int(call.pc)
	if call.known || !fn.Graph.Reachable(pc) {
		return false
	}
	if e, ok := c.operand(fn, pc, 0); ok {
		for _, f := range slices.Clone(c.flow.of(e)) {
			if !slices.Contains(call.callees, f) {
				call.callees = append(call.callees, f)
				c.copyOverCall(call, &c.Graph.funcs[f])
				found = true
			}
		}
	}
	if len(call.callees) > 0 {
		return found
	}
	for k := 1; k < len(fn.ssa.Uses(pc)); k++ {
		e, ok := c.operand(fn, pc, k)
		if !ok {
			continue
		}
		for _, f := range c.flow.of(e) {
			if !slices.Contains(call.callbacks, f) {
				call.callbacks = append(call.callbacks, f)
				found = true
			}
		}
		c.standard(call, fn, k, e)
	}
	return found
}

// copyOverCall copies arguments to parameters and what is returned to results. An open result may
// hold all results of the callee; its one element is the first of them and all others.
func (c *classes) copyOverCall(call *call, callee *function) {
	fn := &c.Graph.funcs[call.fn]
	pc := int(call.pc)
	for p := range int(callee.Proto.NumParams) {
		v := callee.entry(p)
		if v < 0 {
			continue
		}
		c.arguments(call, callee, p, func(operand int) {
			if e, ok := c.operand(fn, pc, operand); ok {
				c.copy(e, c.value(callee, v))
			}
		})
	}
	first, defs := fn.ssa.Defs(pc)
	for k := range defs {
		if c.isReference(fn, first+ssa.ValueID(k)) {
			c.copy(c.result(callee, k), c.value(fn, first)+int32(k))
		}
	}
	if defs > 0 && effect.IsOpen(fn.Proto.Code[pc]) {
		for k := 1; k < maxResults; k++ {
			c.copy(c.result(callee, k), c.value(fn, first))
		}
	}
}

// entry returns the value of a parameter when the function begins; ssa.NoValue if there is none.
func (fn *function) entry(p int) ssa.ValueID {
	for v := range fn.ssa.Values {
		d := &fn.ssa.Values[v]
		if d.Kind != ssa.EntryValue {
			break
		}
		if int(d.Reg) == p {
			return ssa.ValueID(v)
		}
	}
	return ssa.NoValue
}

// standard copies what a standard function hands on to its results: argument k, which
// is element e, itself, or what is in it; and into the table that is its first argument, what it stores
// there. An iterator gives what is in its table.
func (c *classes) standard(call *call, fn *function, k int, e int32) {
	first, defs := fn.ssa.Defs(int(call.pc))
	role := call.name.Role(k - 1)
	for i := range defs {
		v := c.value(fn, first) + int32(i)
		if role&value.Returned != 0 {
			c.copy(e, v)
		}
		if role&value.Contents != 0 || k == 1 && effect.ReferenceOf(fn.Proto.Code[call.pc]) == effect.Iterates {
			c.copy(c.contents(e), v)
		}
	}
	if role&value.Stored != 0 {
		if table, ok := c.operand(fn, int(call.pc), 1); ok {
			c.copy(e, c.contents(table))
		}
	}
}
