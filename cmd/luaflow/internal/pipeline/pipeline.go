// Package pipeline runs the work of a command over many files on all processors, each file with what is left of the one before it, in bounded
// memory; a panic costs the file that it came from.
package pipeline

import (
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"

	"luaflow/analysis/checker"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/memory"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile"
	"luaflow/compile/syntax"
)

// Worker is what one goroutine uses again for one file after the other.
type Worker struct {
	project.Reader
	checker.Checker
	Units    compile.Memory  // of the last unit, which is valid until the next
	Language syntax.Language // of the next file; Lua 5.3 where nobody has said anything
	Limit    *memory.Limit   // shared by all workers of a run
}

// NewWorker makes a Worker that shares a limit with others.
func NewWorker(con *console.Console, limit *memory.Limit) *Worker {
	return &Worker{Reader: project.NewReader(con.In), Limit: limit}
}

// Configure prepares a worker for a file.
func (w *Worker) Configure(f settings.File, text string) syntax.Language {
	w.Config, w.Definitions, w.Language = f.Config, f.Definitions(), f.LanguageOf(text)
	return w.Language
}

// AdmitFacts makes room for what the Checker finds out about a unit.
func (w *Worker) AdmitFacts(u *compile.Unit) {
	w.Limit.AdmitFacts(u, 0)
	w.Room = func(bytes int) { w.Limit.AdmitFacts(u, bytes) }
}

// spare holds the worker that was the last to finish a file of more than memory.KeptSize and at most
// memory.SpareSize bytes, for the next file of such a size. A file of another size drops it.
type spare struct {
	mu sync.Mutex
	w  *Worker
}

// take returns the worker for a file of size bytes, nil if it is not to be used.
func (s *spare) take(size int64) *Worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.w
	s.w = nil
	if size <= memory.KeptSize || size > memory.SpareSize {
		return nil
	}
	return w
}

// put keeps w, which is done with a file of size bytes, for another file.
func (s *spare) put(w *Worker, size int64) {
	if size > memory.KeptSize && size <= memory.SpareSize {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.w = w
	}
}

// InOrder runs work over the files on as many workers as there are processors,
// and hands the results to emit in the order of the files, on the goroutine of
// the caller. What is in memory at a time is bounded by memory.BytesInWork, or by the
// largest file. If work panics, the result is what lost makes of that.
func InOrder[T any](con *console.Console, files []project.File, work func(*Worker, project.File) T, lost func(*Crash, project.File) T, emit func(T)) {
	type job struct {
		in     project.File
		weight int64
		result chan T
	}
	workers := min(runtime.GOMAXPROCS(0), max(len(files), 1))
	room := semaphore.NewWeighted(memory.BytesInWork)
	jobs := make(chan job)
	order := make(chan job, 4*workers)
	limit := memory.New(files)
	defer limit.Release()
	var large spare

	for range workers {
		go func() {
			w := NewWorker(con, limit)
			for j := range jobs {
				if of := large.take(j.in.Size()); of != nil {
					w = of
				} else if j.in.Size() > memory.KeptSize {
					w = NewWorker(con, limit)
				}
				result, crashed := Attempt(func() T { return work(w, j.in) })
				if crashed != nil {
					result = lost(crashed, j.in)
				} else {
					large.put(w, j.in.Size())
				}
				if crashed != nil || j.in.Size() > memory.KeptSize {
					w = NewWorker(con, limit) // without what is half done, or large
				}
				j.result <- result
			}
		}()
	}
	go func() {
		for _, in := range files {
			j := job{in, min(max(in.Size(), 1), memory.BytesInWork), make(chan T, 1)}
			// The background context is never cancelled, so this cannot fail.
			_ = room.Acquire(context.Background(), j.weight)
			limit.Admit(in.Size())
			order <- j
			jobs <- j
		}
		close(jobs)
		close(order)
	}()
	con.Progress.Begin(len(files))
	for j := range order {
		emit(console.Await(con.Progress, j.result))
		room.Release(j.weight)
		con.Progress.Step()
	}
	con.Progress.End()
}
