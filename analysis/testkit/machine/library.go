package machine

import (
	"fmt"
	"strings"
)

// How library functions are made, and how they look at their arguments: lauxlib.c.

// call is one call of a library function.
type call struct {
	*Machine
	args []Value
}

// library is functions by name.
type library map[string]func(c *call) []Value

// openLibraries makes the globals.
func (m *Machine) openLibraries() {
	m.globals = m.newLibrary("", basic)
	m.globals.set(text("_G"), table(m.globals))
	m.globals.set(text("_VERSION"), text("Lua 5.3"))
	for name, l := range map[string]library{
		"string": stringLibrary, "table": tableLibrary, "math": mathLibrary,
		"coroutine": coroutineLibrary, "io": ioLibrary, "os": osLibrary, "debug": debugLibrary,
	} {
		m.globals.set(text(name), table(m.newLibrary(name+".", l)))
	}
	m.openForeign()
	m.mathConstants(m.globals.get(text("math")).table())
	m.strings = newTable(Site{-1, Entry})
	m.strings.set(text("__index"), m.globals.get(text("string")))
}

// newLibrary returns a table of functions, of which prefix begins the names.
func (m *Machine) newLibrary(prefix string, l library) *Table {
	t := newTable(Site{-1, Entry})
	t.index, t.entries = make(map[key]int, len(l)+1), make([]entry, 0, len(l)+1)
	for name, run := range l {
		t.set(text(name), function(&Builtin{name: prefix + name, run: run}))
	}
	return t
}

func one(v Value) []Value { return []Value{v} }

// arg returns an argument, counted from 1; nil where there is none.
func (c *call) arg(i int) Value {
	if i <= len(c.args) {
		return c.args[i-1]
	}
	return Value{}
}

// raise raises an error of the function that called the library function.
func (c *call) raise(format string, args ...any) {
	c.throw(text(c.where(1) + fmt.Sprintf(format, args...)))
}

// bad complains about an argument.
func (c *call) bad(i int, why string) {
	name := c.top.builtin.name
	if caller := c.top.caller; caller != nil && caller.fn != nil {
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	c.raise("bad argument #%d to '%s' (%s)", i, name, why)
}

// expected complains about the type of an argument.
func (c *call) expected(i int, what string) {
	got := "no value"
	if i <= len(c.args) {
		got = c.nameOf(c.arg(i))
	}
	c.bad(i, what+" expected, got "+got)
}

func (c *call) any(i int) Value {
	if i > len(c.args) {
		c.bad(i, "value expected")
	}
	return c.arg(i)
}

func (c *call) table(i int) *Table {
	t := c.arg(i).table()
	if t == nil {
		c.expected(i, "table")
	}
	return t
}

func (c *call) text(i int) string {
	v := c.arg(i)
	if !isText(v) {
		c.expected(i, "string")
	}
	return plain(v)
}

func (c *call) integer(i int) int64 {
	n, ok := toInteger(c.arg(i))
	if !ok {
		if _, number := toNumber(c.arg(i)); number {
			c.bad(i, "number has no integer representation")
		}
		c.expected(i, "number")
	}
	return n
}

// optional returns an integer that may be missing.
func (c *call) optional(i int, otherwise int64) int64 {
	if c.arg(i).isNil() {
		return otherwise
	}
	return c.integer(i)
}

func (c *call) number(i int) Value {
	n, ok := toNumber(c.arg(i))
	if !ok {
		c.expected(i, "number")
	}
	return n
}

func (c *call) float(i int) float64 {
	f, _ := toFloat(c.number(i))
	return f
}

func (c *call) function(i int) Value {
	if c.arg(i).kind != Function {
		c.expected(i, "function")
	}
	return c.arg(i)
}

// callBack calls a function from the library, which no yield may leave.
func (m *Machine) callBack(fn Value, args ...Value) []Value {
	m.noYield++
	defer func() { m.noYield-- }()
	return m.call(fn, args)
}

// tostring returns what the function tostring gives.
func (m *Machine) tostring(v Value) string {
	if handler := m.metamethod(v, "__tostring"); !handler.isNil() {
		s := first(m.callBack(handler, v))
		if !isText(s) {
			m.throw(text(m.where(1) + "'__tostring' must return a string"))
		}
		return plain(s)
	}
	if t := v.table(); t != nil {
		return fmt.Sprintf("%s: %p", m.nameOf(v), t)
	}
	return plain(v)
}

// maxText is how long the machine lets strings grow.
const maxText = 1 << 24

// newText returns a string of the program's making.
func newText(s string) Value {
	if len(s) > maxText {
		panic(exhausted("memory"))
	}
	return text(s)
}
