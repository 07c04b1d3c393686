package session

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// BenchmarkStop measures what work goes on after it is to stop: the longest CPU time from
// one step to the next, garbage collection aside, for the text in the file that
// LUAFLOW_STOP names.
func BenchmarkStop(b *testing.B) {
	paths, _ := filepath.Glob(os.Getenv("LUAFLOW_STOP"))
	for _, path := range paths {
		text := must.Read(b, path)
		e := defaultEngine()
		phases(e, source.NewFile(path, text), func(phase string, work func(*meter.Meter) any) {
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
