package machine

import (
	"iter"
)

// Coroutines: lcorolib.c, each an iterator of what it yields.

type status uint8

const (
	suspended status = iota
	running
	normal
	dead
)

var statusNames = [...]string{"suspended", "running", "normal", "dead"}

// Coroutine is a thread of Lua.
type Coroutine struct {
	fn     Value
	status status
	inbox  []Value // what it is resumed with
	outbox []Value // what it returned
	err    *Error
	next   func() ([]Value, bool)
	stop   func()
	yield  func([]Value) bool
	// Its part of the machine's state while it is not running, and who resumed it.
	top     *frame
	handler Value
	noYield int
	depth   int
	resumer *Coroutine
	mark
}

// killed is the panic that unwinds a coroutine which nobody will resume.
type killed struct{}

func (m *Machine) newCoroutine(fn Value) *Coroutine {
	co := &Coroutine{fn: fn}
	co.next, co.stop = iter.Pull(func(yield func([]Value) bool) {
		co.yield = yield
		defer func() {
			if p := recover(); p != nil && p != (killed{}) {
				panic(p)
			}
		}()
		co.outbox, co.err = m.protect(func() []Value { return m.call(fn, co.inbox) })
	})
	m.coroutines = append(m.coroutines, co)
	return co
}

// resume runs co until it yields or ends.
func (m *Machine) resume(co *Coroutine, args []Value) (results []Value, err *Error) {
	if co.status != suspended {
		return nil, &Error{Value: text("cannot resume " + map[bool]string{true: "dead", false: "non-suspended"}[co.status == dead] + " coroutine")}
	}
	m.requireLive("resumes a coroutine")
	from := m.running
	from.top, from.handler, from.noYield, from.depth = m.top, m.handler, m.noYield, m.depth
	from.status, co.status, co.resumer, co.inbox = normal, running, from, args
	m.running, m.top, m.handler, m.noYield = co, co.top, co.handler, co.noYield
	values, more := co.next()
	co.top, co.handler, co.noYield = m.top, m.handler, m.noYield
	co.resumer, co.status, from.status = nil, suspended, running
	m.running, m.top, m.handler, m.noYield, m.depth = from, from.top, from.handler, from.noYield, from.depth
	if more {
		return values, nil
	}
	co.status = dead
	return co.outbox, co.err
}

// suspend yields, and returns what the coroutine is resumed with.
func (m *Machine) suspend(values []Value) []Value {
	if m.running.yield == nil {
		m.fail("attempt to yield from outside a coroutine")
	}
	if m.noYield > 0 {
		m.fail("attempt to yield across a C-call boundary")
	}
	m.requireLive("yields")
	co, top := m.running, m.top
	if !co.yield(values) {
		panic(killed{})
	}
	m.top = top
	return co.inbox
}

// stopCoroutines ends those that will never be resumed.
func (m *Machine) stopCoroutines() {
	for _, co := range m.coroutines {
		co.stop()
	}
}
