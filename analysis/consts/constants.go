package consts

import (
	"iter"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// Constants is what is known of the values of a program, and of what it executes. It
// is immutable. Of a function without SSA nothing is known: all values are Unknown,
// and once it is called all is executed that its graph lets control come to.
type Constants struct {
	program *flow.Program
	part    *flow.Part // of it, of which something is known
	forms   *ssa.Forms
	pool    *value.Pool
	table   *flow.CellTable
	names   *names.Names
	objects *tables.Objects

	// The arrays of a program, one after the other for its functions: where the part of a function
	// begins is in its funcState.
	funcs   []funcState
	values  []value.Packed // by function and value
	reached []int32        // by function and block: the pc after the last instruction that is executed, 0 if none is
	edges   []uint8        // by function and block: bit k if control may go over edge k, and phisUnknown
	impacts []value.Impact // by function and pc
	cells   []cellState
	slots   []value.Value // by SlotID: what is written
	fields  []value.Value // by ObjectID: the join of its slots
	stops   []flow.Stops  // by function; nil if no call is known never to return
}

// funcState is what is known of one function.
type funcState struct {
	values, blocks, code int32       // where its part of the arrays begins
	result               value.Value // the first one
	called, returns      bool
	writes               bool // to a cell of another function, or to an object that may be older than the call
	summary              value.Impact
}

// cellState is what is known of one cell.
type cellState struct {
	content   value.Value // the join of what the owner and closures write: what closures may read
	written   value.Value // what closures write
	rewritten bool        // a closure has code that writes
}

// In returns what is known of a program whose functions have the same bodies as those that c is of, and of its names
// and objects. It lasts as long as c does.
func (c *Constants) In(p *flow.Program, forms *ssa.Forms, known *names.Names, objects *tables.Objects) *Constants {
	same := *c
	same.program, same.forms, same.table, same.names, same.objects = p, forms, p.Cells(), known, objects
	return &same
}

// Pool returns the strings of the values. Its methods that only read may be called.
func (c *Constants) Pool() *value.Pool { return c.pool }

// Value returns what is known of a value of f: Bottom if it is never made.
func (c *Constants) Value(f *flow.Func, v ssa.ValueID) value.Value {
	if f.IsLarge {
		return value.Unknown
	}
	return c.pool.Unpack(c.values[c.funcs[f.Number].values+int32(v)])
}

// Values yields the values of f of which something is known, in ascending order, with that: not those that are never made. f is
// not too large.
func (c *Constants) Values(f *flow.Func) iter.Seq2[ssa.ValueID, value.Value] {
	return func(yield func(ssa.ValueID, value.Value) bool) {
		first := c.funcs[f.Number].values
		for v := range c.forms.Of(f).Values {
			is := c.values[int(first)+v]
			if is != value.PackedUnknown && is != value.PackedBottom && !yield(ssa.ValueID(v), c.pool.Unpack(is)) {
				return
			}
		}
	}
}

// Operand returns what is known of operand i of Uses(pc), which may be what a closure
// wrote as well. It is Bottom if the instruction is never executed.
func (c *Constants) Operand(f *flow.Func, pc, i int) value.Value {
	if f.IsLarge {
		return value.Unknown
	}
	if !c.Executable(f, pc) {
		return value.Bottom
	}
	return c.operand(f, c.forms.Of(f), pc, i)
}

// operand returns what Operand does, for code that is executed. In a register that closures write
// the form tells what the function itself has put there; what they may have put there in its
// place is joined to it.
func (c *Constants) operand(f *flow.Func, s *ssa.Form, pc, i int) value.Value {
	v := s.Uses(pc)[i]
	known := c.pool.Unpack(c.values[c.funcs[f.Number].values+int32(v)])
	reg := int(s.Values[v].Reg)
	if !s.HasByClosure() || !f.IsWritable(reg) {
		return known
	}
	return c.shared(f, pc, reg, known, s.UseByClosure(pc, i))
}

// shared returns what is known of the value in reg at pc, which some closure writes at
// some time, and maybe in the place of the one that is known there.
func (c *Constants) shared(f *flow.Func, pc, reg int, known value.Value, byClosure bool) value.Value {
	cell := c.table.Holding(f, pc, reg)
	switch {
	case cell < 0 && byClosure:
		return value.Unknown
	case cell < 0 || !c.cells[cell].rewritten:
		return known
	}
	return rewritten(value.Join(known, c.cells[cell].written))
}

// rewritten returns what is said of a value that is in a variable which closures write: its types, true
// and false being one. So a flag that a closure sets is nowhere taken for a constant.
func rewritten(v value.Value) value.Value {
	types := v.Types()
	if types&value.Boolean != 0 {
		types |= value.Boolean
	}
	return value.Of(types)
}

// Upvalue returns what an upvalue of f may hold whenever f reads it; Bottom if nothing puts anything there. Of the global
// table, and of what is there before the program, nothing is known.
func (c *Constants) Upvalue(f *flow.Func, index int) value.Value {
	cell := c.table.Of(f.Number, index)
	switch {
	case f.IsLarge, cell >= 0 && c.table.Cells[cell].Owner < 0:
		return value.Unknown
	case cell < 0:
		return value.Bottom
	}
	return c.cells[cell].content
}

// Executable reports whether the instruction at pc may be executed.
func (c *Constants) Executable(f *flow.Func, pc int) bool {
	state := &c.funcs[f.Number]
	if f.IsLarge {
		return state.called && f.Graph.Reachable(pc)
	}
	return int32(pc) < c.reached[state.blocks+int32(f.Graph.Block(pc))]
}

// EdgeExecutable reports whether control may go over edge k of Succs(b).
func (c *Constants) EdgeExecutable(f *flow.Func, b cfg.BlockID, k int) bool {
	state := &c.funcs[f.Number]
	if f.IsLarge {
		return state.called && f.Graph.Rank(b) >= 0
	}
	return c.edges[state.blocks+int32(b)]>>k&1 != 0
}

// Called reports whether f is main or a closure of it is made in code that may be
// executed.
func (c *Constants) Called(f *flow.Func) bool { return c.funcs[f.Number].called }

// Returns reports whether a call of f may return. One that does not raises an error,
// ends the program or goes on forever.
func (c *Constants) Returns(f *flow.Func) bool { return f.IsLarge || c.funcs[f.Number].returns }

// Result returns what is known of the first result of f; nil stands for none.
func (c *Constants) Result(f *flow.Func) value.Value {
	if f.IsLarge {
		return value.Unknown
	}
	return c.funcs[f.Number].result
}

// Callee returns the function of the program that the CALL, TAILCALL or TFORCALL at pc
// calls; nil if that is not known, or another instruction.
func (c *Constants) Callee(f *flow.Func, pc int) *flow.Func {
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Calls, effect.Iterates:
	default:
		return nil
	}
	if n, ok := c.Operand(f, pc, 0).Function(); ok {
		return &c.program.Funcs[n]
	}
	return nil
}

// Impacts returns the Impact of each instruction of f, by pc; f is not too large. It is not to
// be changed.
func (c *Constants) Impacts(f *flow.Func) []value.Impact {
	return c.impacts[c.funcs[f.Number].code:][:len(f.Proto.Code)]
}

// Impact returns who can tell that the instruction at pc was executed, apart from what it does
// with registers, with cells of the program and with objects. It is that of the worst execution;
// where there is none it is None.
func (c *Constants) Impact(f *flow.Func, pc int) value.Impact {
	if f.IsLarge {
		return value.Effects
	}
	return c.impacts[c.funcs[f.Number].code+int32(pc)]
}

// Summary returns the Impact of a call of f, its results aside. It is Effects if the call
// may not end, or if it writes to a cell of another function or to an object that
// the call has not made.
func (c *Constants) Summary(f *flow.Func) value.Impact {
	return c.funcs[f.Number].summary
}

// IsFixed reports whether an upvalue of f always holds the value that it has when f is called first: no closure writes to the
// variable, and the function that owns it has given it one value when closures can see it.
func (c *Constants) IsFixed(f *flow.Func, upvalue int) bool {
	cell := c.table.Of(f.Number, upvalue)
	if cell < 0 || c.table.Cells[cell].Owner < 0 || c.cells[cell].rewritten {
		return false
	}
	return len(c.forms.ObservedIn(cell)) == 1
}
