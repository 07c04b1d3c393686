//go:build !js

package luacheckrc

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime/metrics"

	lua "github.com/yuin/gopher-lua"
)

// This file counts what an evaluation takes, which is the same on every machine.

const (
	// costOfStart is the steps that a child process counts for.
	costOfStart = 10_000
	// costOfThread is the steps that a coroutine counts for. It takes some 25 kB, more if
	// races are looked for: the steps are used up before the memory is.
	costOfThread = 4_000
	// bytesOfStep is how many bytes a function copies, or looks at, in a step.
	bytesOfStep = 64
	bytesOfItem = 16 // of a list
	// memoryEvery is the number of steps between two looks at how much has been allocated.
	memoryEvery = 256
)

// meter is the context of an interpreter, which asks it before each instruction whether to
// go on.
type meter struct {
	context.Context
	spent, limit Cost
	stopped      chan struct{} // closed
	before       uint64        // what the process had allocated
	isStarved    bool
}

func newMeter() *meter {
	m := &meter{Context: context.Background(), limit: Limit, stopped: make(chan struct{})}
	close(m.stopped)
	m.spent.Steps = costOfStart
	m.before = allocated()
	return m
}

// Done counts a step, and returns a closed channel if too much is spent, nil until then. The
// interpreter calls it before each instruction.
func (m *meter) Done() <-chan struct{} {
	m.spent.Steps++
	if m.spent.Steps%memoryEvery == 0 {
		m.isStarved = m.isStarved || allocated()-m.before > maxMemory
	}
	if m.isOver() {
		return m.stopped
	}
	return nil
}

// Err returns what was too much; nil if nothing was.
func (m *meter) Err() error {
	switch {
	case m.spent.Steps > m.limit.Steps:
		return fmt.Errorf("takes more than %d million steps, and is left out: is there a loop without end?", m.limit.Steps/1_000_000)
	case m.isStarved:
		return errors.New(tooMuchMemory)
	case m.isOver():
		return fmt.Errorf("makes more than %d MB of strings, and is left out", m.limit.Bytes>>20)
	}
	return nil
}

func (m *meter) isOver() bool { return m.isStarved || m.spent.Exceeds(m.limit) }

// allocated returns how many bytes the process has allocated so far. What has become garbage
// counts, as when it is collected depends on the machine.
func allocated() uint64 {
	sample := [1]metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample[:])
	return sample[0].Value.Uint64()
}

// spend counts what a function does, and raises an error if that is too much.
func (m *meter) spend(L *lua.LState, steps, bytes int) {
	m.spent.Add(Cost{Steps: steps + bytes/bytesOfStep, Bytes: bytes})
	if err := m.Err(); err != nil {
		L.RaiseError("%s", err.Error())
	}
}

// metered is the functions of gopher-lua whose work depends on how long their arguments
// are, by library: the steps that they take for a list of n items, the first of so many
// arguments.
var metered = map[string]map[string]func(n, arguments int) int{
	"string": {"byte": one, "char": one, "format": one, "lower": one, "reverse": one, "sub": one, "upper": one},
	"table": {
		"getn": one, "maxn": one, "sort": func(n, _ int) int { return n * bits.Len(uint(n)) },
		"insert": ifArguments(3), "remove": ifArguments(2),
	},
	"": {"tonumber": one, "unpack": func(n, _ int) int { return n }},
}

func one(int, int) int { return 1 }

// ifArguments returns the steps of a function that moves the items of a list if it has as many
// arguments.
func ifArguments(moves int) func(n, arguments int) int {
	return func(n, arguments int) int {
		if arguments < moves {
			return 1
		}
		return 1 + n*bytesOfItem/bytesOfStep
	}
}

// addMeter makes the interpreter, and what it may call, count.
func (s *sandbox) addMeter() {
	s.state.SetContext(s.meter)
	globals := s.state.G.Global
	for library, functions := range metered {
		t := globals
		if library != "" {
			t = globals.RawGetString(library).(*lua.LTable)
		}
		for name, steps := range functions {
			fn := t.RawGetString(name).(*lua.LFunction).GFunction
			s.set(t, name, func(L *lua.LState) int {
				s.spendArguments(L, steps)
				return fn(L)
			})
		}
	}
	coroutines := globals.RawGetString("coroutine").(*lua.LTable)
	for _, name := range []string{"create", "wrap"} {
		fn := coroutines.RawGetString(name).(*lua.LFunction).GFunction
		s.set(coroutines, name, func(L *lua.LState) int {
			s.meter.spend(L, costOfThread, 0)
			n := fn(L)
			threadOf(L.Get(-1)).SetContext(s.meter)
			return n
		})
	}
}

// threadOf returns the thread that coroutine.create gives, or that is in what wrap does.
func threadOf(value lua.LValue) *lua.LState {
	if wrap, ok := value.(*lua.LFunction); ok {
		value = wrap.Upvalues[0].Value()
	}
	return value.(*lua.LState)
}

// spendArguments counts as much as the arguments of a function are long.
func (s *sandbox) spendArguments(L *lua.LState, steps func(n, arguments int) int) {
	for i := 1; i <= L.GetTop(); i++ {
		if text, ok := L.Get(i).(lua.LString); ok {
			s.meter.spend(L, 0, len(text))
		}
	}
	if list, ok := L.Get(1).(*lua.LTable); ok {
		s.meter.spend(L, steps(list.Len(), L.GetTop()), 0)
	}
}
