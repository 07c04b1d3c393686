package machine

import (
	"fmt"

	bc "luaflow/compile/bytecode"
)

// Errors: ldebug.c, ldo.c and lauxlib.c. Messages do not name variables.

// Error is the panic that a Lua error is.
type Error struct {
	Value Value  // what error was called with: any value
	top   *frame // where it was raised
}

// message returns what the interpreter would print of the error.
func (e *Error) message() string {
	switch e.Value.kind {
	case String, Integer, Float:
		return plain(e.Value)
	}
	return "(error object is a " + e.Value.typeName() + " value)"
}

// throw raises an error, after its handler has seen it.
func (m *Machine) throw(v Value) {
	top := m.top
	if handler := m.handler; !handler.isNil() {
		// An error in the handler is not handled again.
		m.handler = Value{}
		v = first(m.callBack(handler, v))
		m.top = top
	}
	panic(&Error{v, top})
}

func first(values []Value) Value {
	if len(values) == 0 {
		return Value{}
	}
	return values[0]
}

// fail raises an error of the instruction or library function that runs; an
// instruction's has its line in front.
func (m *Machine) fail(format string, args ...any) {
	m.throw(text(position(m.top) + fmt.Sprintf(format, args...)))
}

// position returns the source and line that stand in front of messages, empty for a
// library function.
func position(f *frame) string {
	if f == nil || f.fn == nil {
		return ""
	}
	p := f.fn.proto
	if p.Lines.Len() == 0 {
		return "?:-1:"
	}
	return fmt.Sprintf("%s:%d: ", bc.SourceName(p.Source), p.Lines.At(f.pc))
}

// where returns the position of the function that is level calls around the innermost.
func (m *Machine) where(level int) string {
	f := m.top
	for ; f != nil && level > 0; level-- {
		f = f.caller
	}
	return position(f)
}

// nameOf returns the type of v for messages, which its metatable may name.
func (m *Machine) nameOf(v Value) string {
	if t := v.table(); t != nil && t.meta != nil {
		if name := m.getText(t.meta, "__name"); name.kind == String {
			return name.Text()
		}
	}
	return v.typeName()
}

func (m *Machine) failType(v Value, what string) {
	m.fail("attempt to %s a %s value", what, m.nameOf(v))
}

func (m *Machine) failOrder(a, b Value) {
	x, y := m.nameOf(a), m.nameOf(b)
	if x == y {
		m.fail("attempt to compare two %s values", x)
	}
	m.fail("attempt to compare %s with %s", x, y)
}

// protect runs do and catches the error that leaves it.
func (m *Machine) protect(do func() []Value) (results []Value, err *Error) {
	top, depth, noYield, handler := m.top, m.depth, m.noYield, m.handler
	defer func() {
		p := recover()
		e, raised := p.(*Error)
		if p != nil && !raised {
			panic(p)
		}
		if raised {
			m.unwind(e.top, top)
			err = e
		}
		m.top, m.depth, m.noYield, m.handler = top, depth, noYield, handler
	}()
	return do(), nil
}

// unwind tells of an error that leaves the frames from one to another, exclusive. It
// must not leave dead code unless the code around is dead as well.
func (m *Machine) unwind(from, to *frame) {
	for f := from; f != nil && f != to; f = f.caller {
		if f.fn == nil {
			continue
		}
		if m.hooks.Raise != nil {
			m.hooks.Raise(f.site())
		}
		if f.deadStep && !f.deadCall {
			m.top = f
			m.contradict("an error leaves dead code")
		}
	}
}
