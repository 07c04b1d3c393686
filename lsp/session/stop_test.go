package session

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"luaflow/analysis/config"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// phases calls visit with all that a session asks of the engine for a text, in turn. Each
// counts with the Meter that visit hands it.
func phases(e *Engine, f *source.File, visit func(phase string, work func(*meter.Meter) any)) {
	u := e.Compile(f, nil)
	found := e.Check(u)
	visit("compile", func(m *meter.Meter) any { return e.Compile(f, m) })
	visit("check", func(m *meter.Meter) any { return e.Check(u.In(m)) })
	if e.Globals != nil {
		visit("globals", func(m *meter.Meter) any { return e.Globals(u.In(m)) })
	}
	var at source.Pos // of the name in the middle
	for n := range u.Tree.Names.From(syntax.NameID(u.Tree.Names.Len() / 2)) {
		at = n.Start
		break
	}
	visit("hover", func(m *meter.Meter) any { info, _ := e.Describe(u.In(m), at); return info })
	visit("near", func(m *meter.Meter) any { return e.Near(u.In(m), source.Span{Start: at, End: at}) })
	if len(found) > 0 {
		visit("fix", func(m *meter.Meter) any { return e.Fixes(u.In(m), found[len(found)/2]) })
	}
	visit("fix all", func(m *meter.Meter) any { return e.FixAll(f, m) })
}

// BenchmarkStop measures what work goes on after it is to stop: the longest CPU time from
// one step to the next, garbage collection aside, for the text in the file that
// LUAFLOW_STOP names.
func BenchmarkStop(b *testing.B) {
	paths, _ := filepath.Glob(os.Getenv("LUAFLOW_STOP"))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		e := EngineIn(config.Default(), syntax.Language{}, false, false)
		phases(e, source.NewFile(path, string(text)), func(phase string, work func(*meter.Meter) any) {
			b.Run(filepath.Base(path)+"/"+phase, func(b *testing.B) { benchmarkStop(b, work) })
		})
	}
}

func benchmarkStop(b *testing.B, work func(*meter.Meter) any) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var m meter.Meter
	var gap time.Duration
	last, at := threadTime(), ""
	note := func() {
		now := threadTime()
		if now-last > gap {
			gap = now - last
			at = fmt.Sprint(callers())
		}
		last = threadTime()
	}
	m.Watch(func(int) { note() })
	work(&m)
	note()
	b.ReportMetric(float64(gap.Microseconds())/1000, "ms-gap")
	b.ReportMetric(float64(m.Steps()), "steps")
	b.ReportMetric(0, "ns/op")
	if gap > 5*time.Millisecond {
		b.Log(at)
	}
}

func threadTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(1, &u) // RUSAGE_THREAD
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func callers() (names []string) {
	var pcs [12]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(6, pcs[:])])
	for {
		f, more := frames.Next()
		names = append(names, fmt.Sprintf("%s:%d", filepath.Base(f.Function), f.Line))
		if !more {
			return names
		}
	}
}
