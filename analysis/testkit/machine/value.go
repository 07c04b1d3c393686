package machine

import (
	"fmt"

	bc "luaflow/compile/bytecode"
)

// Values: lobject.h.

// Kind is the type of a Value; integers and floats are two.
type Kind uint8

// The kinds.
const (
	Nil Kind = iota
	Boolean
	Integer
	Float
	String
	Map // a table
	Function
	Thread
)

// typeNames is what the function type says of each kind.
var typeNames = [...]string{"nil", "boolean", "number", "number", "string", "table", "function", "thread"}

// Value is a Lua value. The zero Value is nil.
type Value struct {
	kind   Kind
	poison int32  // 1 + index in Machine.origins; 0: none
	bits   uint64 // of a boolean, integer or float
	ref    any    // string, *Table, *Closure, *Builtin, *Coroutine
}

func boolean(b bool) Value {
	if b {
		return Value{kind: Boolean, bits: 1}
	}
	return Value{kind: Boolean}
}

func integer(i int64) Value { return Value{kind: Integer, bits: uint64(i)} }

func text(s string) Value { return Value{kind: String, ref: s} }

func table(t *Table) Value { return Value{kind: Map, ref: t} }

func function(f any) Value { return Value{kind: Function, ref: f} }

// ofConstant returns an entry of a constant table.
func ofConstant(k bc.Constant) Value {
	switch k.Kind {
	case bc.KFalse, bc.KTrue:
		return boolean(k.Kind == bc.KTrue)
	case bc.KInt:
		return integer(k.Int())
	case bc.KFloat:
		return float(k.Float())
	case bc.KString:
		return text(k.Str())
	}
	return Value{}
}

// Kind returns the type of v.
func (v Value) Kind() Kind { return v.kind }

// Bool returns the value of a Boolean.
func (v Value) Bool() bool { return v.bits != 0 }

// Int returns the value of an Integer.
func (v Value) Int() int64 { return int64(v.bits) }

// Text returns the value of a String.
func (v Value) Text() string { return v.ref.(string) }

// Func returns the number of the Lua function of which v is a closure, -1 if v is no Lua
// function.
func (v Value) Func() int {
	if c, ok := v.ref.(*Closure); ok {
		return c.fn.number
	}
	return -1
}

// Builtin returns the name of the library function that v is: "string.format"; "" if it
// is another value.
func (v Value) Builtin() string {
	if b, ok := v.ref.(*Builtin); ok {
		return b.name
	}
	return ""
}

// Site returns where a table, the result of an instruction, was made: the NEWTABLE; ok is
// false for everything else, and for tables of the library.
func (v Value) Site() (at Site, ok bool) {
	if t, isTable := v.ref.(*Table); isTable {
		return t.made, t.made.PC >= 0
	}
	return Site{}, false
}

func (v Value) isNil() bool { return v.kind == Nil }

// truth reports what a condition takes v for.
func (v Value) truth() bool { return v.kind != Nil && (v.kind != Boolean || v.bits != 0) }

func (v Value) isNumber() bool { return v.kind == Integer || v.kind == Float }

// table returns the table that v is, or nil.
func (v Value) table() *Table {
	t, _ := v.ref.(*Table)
	return t
}

func (v Value) typeName() string { return typeNames[v.kind] }

// rawEqual reports whether a and b are equal without metamethods.
func rawEqual(a, b Value) bool {
	switch {
	case a.kind == Integer && b.kind == Float:
		return equalNumbers(a, b)
	case a.kind == Float && b.kind == Integer:
		return equalNumbers(b, a)
	case a.kind != b.kind:
		return false
	case a.kind == Float:
		return a.float() == b.float()
	}
	return a.bits == b.bits && a.ref == b.ref
}

// String returns v for messages of tests.
func (v Value) String() string {
	switch v.kind {
	case String:
		return fmt.Sprintf("%q", v.ref)
	case Map, Function, Thread:
		return v.typeName()
	}
	return plain(v)
}

// plain returns what tostring gives without metamethods. The addresses in it are
// those of Go's values, and differ from run to run.
func plain(v Value) string {
	switch v.kind {
	case Nil:
		return "nil"
	case Boolean:
		return fmt.Sprint(v.Bool())
	case Integer, Float:
		return formatNumber(v)
	case String:
		return v.Text()
	}
	return fmt.Sprintf("%s: %p", v.typeName(), v.ref)
}
