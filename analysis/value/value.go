package value

import "math"

// This file defines the lattice: sets of types, values, and their join.

// Types is a set of types. Booleans are two types, integers and floats as well.
type Types uint16

// The types.
const (
	Nil Types = 1 << iota
	False
	True
	Integer
	Float
	String
	Table
	Function
	Other // userdata and threads

	Boolean = False | True
	Number  = Integer | Float
	Any     = Nil | Boolean | Number | String | Table | Function | Other

	falsy  = Nil | False
	truthy = Any &^ falsy
)

// identity says what the number in a Value is.
type identity uint8

const (
	anyOf    identity = iota // any value of the types
	theInt                   // an integer
	theFloat                 // the bits of a float
	theText                  // a string, by its number in the Pool
	theFunc                  // a closure of a Lua function, by its number in the program
	theTable                 // one of a class of tables, by the number of the class
	theName                  // a name, or nil where there is none of that name
)

// Value is a set of Lua values. The zero Value is Bottom, the empty set. Two Values
// are the same set if they are ==, as long as one Pool made their strings.
type Value struct {
	types Types
	is    identity // anyOf unless types is a single one, or with Nil that of a name
	n     uint64
}

// Bottom and Unknown are the least and the greatest Value.
var (
	Bottom  = Value{}
	Unknown = Value{types: Any}
)

// Of returns all values of the types.
func Of(t Types) Value { return Value{types: t} }

// OfInt returns an integer.
func OfInt(i int64) Value { return Value{Integer, theInt, uint64(i)} }

// OfFloat returns a float, told from others by its bits. Of a NaN nothing is known, since
// its sign, which people can see, is not.
func OfFloat(f float64) Value {
	if f != f {
		return Value{types: Float}
	}
	return Value{Float, theFloat, math.Float64bits(f)}
}

// OfBool returns a boolean.
func OfBool(b bool) Value {
	if b {
		return Value{types: True}
	}
	return Value{types: False}
}

// OfFunction returns the closures of the Lua function with this number in the program.
// Two of them need not be equal.
func OfFunction(f int) Value { return Value{Function, theFunc, uint64(f)} }

// OfTable returns the tables of the object with this number. Two of them need not be
// equal. They have no metatable.
func OfTable(object int) Value { return Value{Table, theTable, uint64(object)} }

// Types returns the types of the values.
func (v Value) Types() Types { return v.types }

// IsBottom reports whether there is no value.
func (v Value) IsBottom() bool { return v.types == 0 }

// Is reports whether all values are of the types t. Bottom is of any.
func (v Value) Is(t Types) bool { return v.types&^t == 0 }

// MayBe reports whether some value is of one of the types t.
func (v Value) MayBe(t Types) bool { return v.types&t != 0 }

// IsConstant reports whether v is one and the same nil, boolean, number or string.
func (v Value) IsConstant() bool {
	switch v.is {
	case anyOf:
		return v.types == Nil || v.types == False || v.types == True
	case theInt, theFloat, theText:
		return true
	}
	return false
}

// Int returns the integer that v is, if it is one.
func (v Value) Int() (i int64, ok bool) { return int64(v.n), v.is == theInt }

// Float returns the float that v is, if it is one.
func (v Value) Float() (f float64, ok bool) {
	return math.Float64frombits(v.n), v.is == theFloat
}

// Function returns the number of the Lua function whose closure v is, if that is known.
func (v Value) Function() (f int, ok bool) { return int(v.n), v.is == theFunc }

// Object returns the number of the object whose table v is, if that is known.
func (v Value) Object() (object int, ok bool) { return int(v.n), v.is == theTable }

// Join returns the least Value that covers a and b.
func Join(a, b Value) Value {
	switch {
	case a == b, b.types == 0:
		return a
	case a.types == 0:
		return b
	}
	return Value{types: a.types | b.types}
}

// Within reports whether all values of v are in w.
func (v Value) Within(w Value) bool {
	return v == w || v.types == 0 || w.is == anyOf && v.types&^w.types == 0
}

// Only returns the values of v that are of the types t.
func (v Value) Only(t Types) Value {
	if v.types&^t == 0 {
		return v
	}
	return Value{types: v.types & t} // one of several types has no identity
}

// Truth says how a condition may come out: it is a set of outcomes.
type Truth uint8

// The truths. The zero Truth is that of no value.
const (
	Never Truth = 1 << iota
	Always
	Sometimes = Never | Always
)

// Truth returns which of the values are true: all but nil and false are.
func (v Value) Truth() Truth {
	var t Truth
	if v.types&falsy != 0 {
		t = Never
	}
	if v.types&truthy != 0 {
		t |= Always
	}
	return t
}

// Truthy returns the values that a condition takes for true.
func (v Value) Truthy() Value { return v.Only(truthy) }

// Falsy returns the values that a condition takes for false.
func (v Value) Falsy() Value { return v.Only(falsy) }

// Not returns what the operator `not` gives.
func (v Value) Not() Value {
	var t Types
	if v.types&falsy != 0 {
		t = True
	}
	if v.types&truthy != 0 {
		t |= False
	}
	return Value{types: t}
}

// Value returns the booleans that a condition comes out as.
func (t Truth) Value() Value {
	var types Types
	if t&Never != 0 {
		types = False
	}
	if t&Always != 0 {
		types |= True
	}
	return Value{types: types}
}

// asFloat returns a known number.
func (v Value) asFloat() float64 {
	if v.is == theInt {
		return float64(int64(v.n))
	}
	return math.Float64frombits(v.n)
}
