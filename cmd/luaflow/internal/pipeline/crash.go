package pipeline

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
)

// A panic in a file is a bug of luaflow, and costs that file: it is reported as such, and the
// others are done.

// Crash is what a panic leaves.
type Crash struct {
	value any
	place string // in the source of luaflow: FILE:LINE
	stack string
}

// String returns what happened to a file.
func (c *Crash) String() string {
	return fmt.Sprintf("a bug of luaflow, please report it with the file: %v (%s)", c.value, c.place)
}

// Outcome returns what a crash makes of a file.
func (c *Crash) Outcome(con *console.Console, in project.File) (o console.Outcome) {
	o.Fail(console.ExitCrash, "%s: %s", in.Name(), c)
	if con.Debug.Has(console.DebugTrace) {
		o.Err = append(o.Err, printable.Lines(c.stack)...)
	}
	return o
}

// OutcomeIn returns what makes an outcome of a crash, for commands whose results are outcomes.
func OutcomeIn(con *console.Console) func(*Crash, project.File) console.Outcome {
	return func(c *Crash, in project.File) console.Outcome { return c.Outcome(con, in) }
}

// Attempt returns what work does, and what is left of a panic in it; nil if there was none.
func Attempt[T any](work func() T) (result T, crashed *Crash) {
	defer func() {
		if v := recover(); v != nil {
			stack := make([]byte, 64<<10)
			crashed = &Crash{v, panicPlace(), string(stack[:runtime.Stack(stack, false)])}
		}
	}()
	return work(), nil
}

// panicPlace returns the place of the panic that the caller has recovered from: the first
// outside of the runtime.
func panicPlace() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") {
			at := strings.LastIndexByte(frame.Function, '/') + 1
			pkg, _, _ := strings.Cut(frame.Function[at:], ".")
			return fmt.Sprintf("%s%s/%s:%d", frame.Function[:at], pkg, filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return "?"
		}
	}
}
