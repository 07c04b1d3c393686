package slice

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Which fields instructions read and write.

// access is what an instruction does with a field.
type access struct {
	access effect.Access
	table  int32 // the class of the table, -1 if it is not one
	named  bool  // the key is the string name
	global bool  // the table is that of the globals
	number bool  // the key is a number
	name   string
}

// accessAt returns the access that the instruction at pc makes to a field. The key may be a value that
// the constants know, as well as a constant of the code.
func (c *classes) accessAt(fn *function, pc int) access {
	i := fn.Proto.Code[pc]
	a := access{access: effect.Read, table: -1}
	key := 0 // the number of the operand that is the key
	switch ref := effect.ReferenceOf(i); ref {
	case effect.ReadsField, effect.WritesField:
		key = 1
		if e, ok := c.operand(fn, pc, 0); ok {
			a.table = c.Find(e)
		}
		if ref == effect.WritesField {
			a.access = effect.Write
		}
	case effect.ReadsUpvalueField, effect.WritesUpvalueField:
		upvalue, _ := effect.Upvalue(i)
		if cell := c.cells.Of(fn.Number, upvalue); cell >= 0 {
			a.table = c.Find(c.cell0 + int32(cell))
			a.global = c.cells.Cells[cell].Owner < 0
		}
		if ref == effect.WritesUpvalueField {
			a.access = effect.Write
		}
	}
	if rk := effect.Key(i); bytecode.IsK(rk) {
		k := fn.Proto.Constants[bytecode.KIndex(rk)]
		a.number = k.Kind == bytecode.KInt || k.Kind == bytecode.KFloat
		if a.named = k.Kind == bytecode.KString; a.named {
			a.name = k.Str()
		}
		return a
	}
	v := c.constants.Operand(fn.Func, pc, key)
	a.number = v.Is(value.Number)
	a.name, a.named = c.constants.Pool().Text(v)
	return a
}
