// Package meter counts the steps of long work, so that somebody else can stop it.
//
// Work that can be stopped calls Step in each of its loops, once for what takes
// microseconds. When it is to stop, that call does not return: the stack is unwound up to
// Run. What the work was about to store it has not stored, and memory that it held may be
// in any state, so that neither may be used again.
package meter

import "sync/atomic"

// Meter counts steps. One goroutine at a time works with it, and any may stop that. A nil
// Meter counts nothing, and the work goes on to its end.
type Meter struct {
	steps   int
	look    func(steps int) // see Watch
	stopped atomic.Bool
}

// stop is what is thrown by a step of work that is to stop.
type stop struct{ of *Meter }

// Step counts a step. It does not return if the work is to stop.
func (m *Meter) Step() {
	if m != nil {
		m.step()
	}
}

func (m *Meter) step() {
	m.steps++
	if m.look != nil {
		m.look(m.steps)
	}
	if m.stopped.Load() {
		panic(stop{m})
	}
}

// Stride is how many instructions, or other small things, work looks at between two steps that does next to nothing with each.
const Stride = 1024

// Stop makes the work end at its next step, and all that is begun with m later at its first.
func (m *Meter) Stop() { m.stopped.Store(true) }

// Watch makes the meter call look at every step, with the number of steps so far.
func (m *Meter) Watch(look func(steps int)) { m.look = look }

// Steps returns the number of steps that were counted.
func (m *Meter) Steps() int { return m.steps }

// Run calls work, unless it is to stop already, and reports whether that came to its end.
func (m *Meter) Run(work func()) (finished bool) {
	if m.stopped.Load() {
		return false
	}
	defer func() {
		if finished {
			return
		}
		if v := recover(); v != (stop{m}) {
			panic(v)
		}
	}()
	work()
	return true
}
