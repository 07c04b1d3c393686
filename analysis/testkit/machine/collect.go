package machine

import "slices"

// The collector: lgc.c, as far as a program can see it. Finalizers are called, the
// last one that was set first; nothing is freed.

// mark is the number of the collection that found an object alive last.
type mark struct{ markedIn int }

// heap is what the collector knows.
type heap struct {
	collection  int
	allocations int
	finalizing  bool     // a finalizer runs: the collector does not
	finalizable []*Table // in the order in which their finalizers were set
	gone        []*Table // whose finalizers wait to be called, in this order
	coroutines  []*Coroutine
	pending     []any // objects that are alive, and whose fields are not marked yet
}

// allocated counts an instruction that allocates, after it, and collects if that is wanted there.
func (m *Machine) allocated() {
	m.allocations++
	if m.collects != nil && !m.finalizing && m.collects(m.allocations-1) {
		m.collect(false)
	}
}

// collect calls the finalizers of all that nobody can reach. An error in one is the
// program's if it has asked for the collection.
func (m *Machine) collect(asked bool) {
	m.markAll()
	var alive []*Table
	for k := len(m.finalizable) - 1; k >= 0; k-- {
		if t := m.finalizable[k]; t.markedIn == m.collection {
			alive = append(alive, t)
		} else {
			t.finalizable = false
			m.gone = append(m.gone, t)
		}
	}
	slices.Reverse(alive)
	m.finalizable = alive
	for len(m.gone) > 0 {
		if err := m.finalizeNext(); err != nil && asked {
			message := "no message"
			if err.Value.kind == String {
				message = err.Value.Text()
			}
			m.throw(text("error in __gc metamethod (" + message + ")"))
		}
	}
}

// finalizeNext calls the first of the finalizers that wait. It may ask for a
// collection itself, which calls those that are left.
func (m *Machine) finalizeNext() *Error {
	t := m.gone[0]
	m.gone = m.gone[1:]
	return m.finalize(t)
}

// finish calls the finalizers that are left at the end of the program.
func (m *Machine) finish() {
	slices.Reverse(m.finalizable)
	m.gone = append(m.gone, m.finalizable...)
	m.finalizable = nil
	for len(m.gone) > 0 {
		m.finalizeNext()
	}
}

// finalizer is the frame between the collector and a finalizer: whatever set it off,
// dead or not, it could have been something else.
var finalizer = &Builtin{name: "__gc"}

func (m *Machine) finalize(t *Table) *Error {
	caller, was := m.top, m.finalizing
	m.top, m.finalizing = &frame{caller: caller, builtin: finalizer}, true
	m.noYield++
	handler := m.handler
	m.handler = Value{}
	defer func() {
		m.top, m.finalizing, m.handler = caller, was, handler
		m.noYield--
	}()
	_, err := m.protect(func() []Value {
		if gc := m.metamethod(table(t), "__gc"); gc.kind == Function {
			m.call(gc, []Value{table(t)})
		}
		return nil
	})
	return err
}

// markAll finds what is alive.
func (m *Machine) markAll() {
	m.collection++
	m.mark(table(m.globals))
	m.mark(table(m.strings))
	m.markFrames(m.top)
	for co := m.running.resumer; co != nil; co = co.resumer {
		m.markFrames(co.top)
	}
	m.mark(Value{ref: m.running})
	for _, t := range m.gone {
		m.mark(table(t))
	}
	for len(m.pending) > 0 {
		object := m.pending[len(m.pending)-1]
		m.pending = m.pending[:len(m.pending)-1]
		m.markFields(object)
	}
}

// mark marks the object that v is, if it is one.
func (m *Machine) mark(v Value) {
	var markedIn *int
	switch o := v.ref.(type) {
	case *Table:
		markedIn = &o.markedIn
	case *Closure:
		markedIn = &o.markedIn
	case *Builtin:
		markedIn = &o.markedIn
	case *Coroutine:
		markedIn = &o.markedIn
	default:
		return
	}
	if *markedIn != m.collection {
		*markedIn = m.collection
		m.pending = append(m.pending, v.ref)
	}
}

func (m *Machine) markFields(object any) {
	switch o := object.(type) {
	case *Table:
		if o.meta != nil {
			m.mark(table(o.meta))
		}
		for _, e := range o.entries {
			if !e.value.isNil() {
				m.mark(e.key)
			}
			m.mark(e.value)
		}
	case *Closure:
		for _, c := range o.cells {
			m.mark(c.slot.v)
		}
	case *Builtin:
		m.markEach(o.upvalues)
	case *Coroutine:
		m.mark(o.fn)
		m.markEach(o.inbox)
		m.markFrames(o.top)
	}
}

func (m *Machine) markFrames(f *frame) {
	for ; f != nil; f = f.caller {
		m.markEach(f.args)
		m.markEach(f.varargs)
		m.markEach(f.open)
		for i := range f.regs {
			m.mark(f.regs[i].v)
		}
		if f.closure != nil {
			m.mark(function(f.closure))
		}
	}
}

func (m *Machine) markEach(values []Value) {
	for _, v := range values {
		m.mark(v)
	}
}
