package value

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file turns entries of the constant tables of functions into values, and back.

// OfConstant returns the value of an entry of a function's constant table.
func (p *Pool) OfConstant(k bc.Constant) Value {
	switch k.Kind {
	case bc.KFalse, bc.KTrue:
		return OfBool(k.Kind == bc.KTrue)
	case bc.KInt:
		return p.ofInt(k.Int())
	case bc.KFloat:
		return OfFloat(k.Float())
	case bc.KString:
		return p.OfString(k.Str())
	}
	return Of(Nil)
}

// ofInt returns an integer of the text of a program.
func (p *Pool) ofInt(i int64) Value {
	switch {
	case p.dialects&withoutIntegers == 0:
		return OfInt(i)
	case p.dialects&syntax.WithIntegers == 0:
		return OfFloat(float64(i))
	case !isExact(i):
		return Value{types: Integer}
	}
	return OfInt(i)
}

// Constant returns v as an entry of a constant table, if v is one value that may stand
// there.
func (p *Pool) Constant(v Value) (k bc.Constant, ok bool) {
	switch v.is {
	case theInt:
		return bc.Int(int64(v.n)), true
	case theFloat:
		f, _ := v.Float()
		return bc.Float(f), true
	case theText:
		return bc.String(p.texts[v.n]), true
	}
	switch v.types {
	case Nil:
		return bc.Constant{}, true
	case False, True:
		return bc.Bool(v.types == True), true
	}
	return bc.Constant{}, false
}
