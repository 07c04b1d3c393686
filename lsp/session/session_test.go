package session

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// patience is how long a test waits for what must happen.
const patience = 30 * time.Second

func fakeEngine() *Engine {
	return &Engine{
		Compile: func(f *source.File) *compile.Unit { return &compile.Unit{File: f} },
		Check: func(u *compile.Unit) []analysis.Finding {
			return []analysis.Finding{{Message: u.File.Text()}}
		},
		Fixes: func(_ *compile.Unit, f analysis.Finding) []analysis.Fix {
			return []analysis.Fix{{Title: f.Message}}
		},
	}
}

func open(s *Session, text string) *Snapshot {
	return s.Open("a", "file:///a", 1, source.NewFile("a", text))
}

func TestDocuments(t *testing.T) {
	s := New(always(fakeEngine()))
	keep := func(f *source.File) *source.File { return f }
	if _, err := s.Change("a", 1, keep); !errors.Is(err, ErrNotOpen) {
		t.Errorf("change of nothing: %v", err)
	}
	first := open(s, "one")
	second, err := s.Change("a", 5, func(f *source.File) *source.File {
		return source.NewFile(f.Name(), f.Text()+" two")
	})
	if err != nil || second.File.Text() != "one two" || second.Version != 5 || second.URI != first.URI {
		t.Errorf("second: %+v, %v", second, err)
	}
	if first.File.Text() != "one" || first.Version != 1 {
		t.Errorf("first has changed: %+v", first)
	}
	var stale *StaleError
	if _, err := s.Change("a", 4, func(*source.File) *source.File { panic("called") }); !errors.As(err, &stale) {
		t.Errorf("older change: %v", err)
	}
	if now, ok := s.Snapshot("a"); !ok || now != second {
		t.Errorf("newest: %+v", now)
	}
	if last, ok := s.Close("a"); !ok || last != second {
		t.Errorf("closed: %+v", last)
	}
	if _, ok := s.Close("a"); ok {
		t.Error("closed twice")
	}
}

func TestAnswers(t *testing.T) {
	snap := open(New(always(fakeEngine())), "text")
	ctx := context.Background()
	found, err := snap.Findings(ctx)
	if err != nil || len(found) != 1 || found[0].Message != "text" {
		t.Fatalf("findings: %v %v", found, err)
	}
	fixes, err := snap.Fixes(ctx, 0)
	if err != nil || len(fixes) != 1 || fixes[0].Title != "text" {
		t.Errorf("fixes: %v %v", fixes, err)
	}
}

func TestPanicIsShared(t *testing.T) {
	engine := fakeEngine()
	engine.Check = func(*compile.Unit) []analysis.Finding { panic("at the disco") }
	snap := open(New(always(engine)), "")
	for range 2 {
		_, err := snap.Findings(context.Background())
		var panicked *PanicError
		if !errors.As(err, &panicked) || !strings.Contains(string(panicked.Stack), "session_test.go") {
			t.Errorf("error: %v", err)
		}
	}
	if _, err := snap.Unit(context.Background()); err != nil {
		t.Errorf("the unit is not affected: %v", err)
	}
}

// TestGivingUp: who gives up does not wait for the computation, which goes on for
// the others; and one that has not begun when all have given up never does.
func TestGivingUp(t *testing.T) {
	hold, entered := make(chan struct{}), make(chan string, 10)
	engine := fakeEngine()
	engine.Compile = func(f *source.File) *compile.Unit {
		entered <- f.Text()
		<-hold
		return &compile.Unit{File: f}
	}
	s := New(always(engine))
	s.slots = make(chan struct{}, 1)

	running := open(s, "running")
	patient := make(chan error, 1)
	go func() {
		_, err := running.Unit(context.Background())
		patient <- err
	}()
	<-entered
	ctx, cancel := context.WithCancel(context.Background())
	queued := open(s, "queued")
	var wg sync.WaitGroup
	for _, snap := range []*Snapshot{running, queued, queued} {
		wg.Go(func() {
			if _, err := snap.Unit(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", snap.File.Text(), err)
			}
		})
	}
	cancel()
	wg.Wait()

	close(hold)
	select {
	case err := <-patient:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("the patient one got no answer")
	}
	// The slot is free for the abandoned one first: who asks behind it finds that
	// it has not been computed, and can still ask for it.
	if _, err := open(s, "next").Unit(context.Background()); err != nil {
		t.Error(err)
	}
	if got := <-entered; got != "next" {
		t.Errorf("computed for nobody: %s", got)
	}
	if _, err := queued.Unit(context.Background()); err != nil {
		t.Error(err)
	}
}

func always(e *Engine) func(*source.File) *Engine { return func(*source.File) *Engine { return e } }
