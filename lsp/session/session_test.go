package session

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/unfinished"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// patience is how long a test waits for what must happen, on a machine that has much else
// to do: it ends tests that hang.
const patience = 5 * time.Minute

func fakeEngine() *Engine {
	return &Engine{
		Compile: func(f *source.File, _ *Memory, _ *meter.Meter) *compile.Unit { return &compile.Unit{File: f} },
		Keep: func(_ *unfinished.Base, _ *compile.Unit, found []analysis.Finding, _ source.Pos) (*unfinished.Base, unfinished.Said) {
			return nil, unfinished.Said{Findings: found}
		},
		Check: func(u *compile.Unit, _ *Memory) ([]analysis.Finding, []analysis.Omission) {
			return []analysis.Finding{{Message: u.File.Text()}}, nil
		},
		Propose: func(_ *compile.Unit, findings []analysis.Finding) [][]analysis.Fix {
			return [][]analysis.Fix{{{Title: "perhaps " + findings[0].Message}}}
		},
		Fixes: func(_ *compile.Unit, f analysis.Finding) fix.Outcome {
			return fix.Outcome{Fixes: []analysis.Fix{{Title: f.Message}}, IsPartial: true}
		},
	}
}

func open(s *Session, text string) *Snapshot { return openAs(s, "a", text) }

func openAs(s *Session, key, text string) *Snapshot {
	return s.Open(key, "file:///"+key, 1, source.NewFile(key, text))
}

func TestDocuments(t *testing.T) {
	s := New(always(fakeEngine()))
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
	proposed, err := snap.Proposals(ctx, []int{0})
	if err != nil || len(proposed) != 1 || proposed[0].IsProved || proposed[0].Fixes[0].Title != "perhaps text" {
		t.Errorf("proposals: %v %v", proposed, err)
	}
	fixes, err := snap.Fixes(ctx, 0)
	if err != nil || len(fixes.Fixes) != 1 || !fixes.IsPartial || fixes.Fixes[0].Title != "text" {
		t.Errorf("fixes: %v %v", fixes, err)
	}
	proposed, err = snap.Proposals(ctx, []int{0})
	if err != nil || !proposed[0].IsProved || proposed[0].Fixes[0].Title != "text" {
		t.Errorf("proposals of what is known: %v %v", proposed, err)
	}
}

func TestPanicIsShared(t *testing.T) {
	engine := fakeEngine()
	engine.Check = func(*compile.Unit, *Memory) ([]analysis.Finding, []analysis.Omission) { panic("at the disco") }
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
	engine.Compile = func(f *source.File, _ *Memory, _ *meter.Meter) *compile.Unit {
		entered <- f.Text()
		<-hold
		return &compile.Unit{File: f}
	}
	s := New(always(engine))
	s.slots = make(chan struct{}, 1)

	running := openAs(s, "running", "running")
	patient := make(chan error, 1)
	go func() {
		_, err := running.Unit(context.Background())
		patient <- err
	}()
	<-entered
	ctx, cancel := context.WithCancel(context.Background())
	queued := openAs(s, "queued", "queued")
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
	// The slot is free for the abandoned one first: who asks after it finds that
	// it has not been computed, and can still ask for it.
	if _, err := openAs(s, "next", "next").Unit(context.Background()); err != nil {
		t.Error(err)
	}
	if got := <-entered; got != "next" {
		t.Errorf("computed for nobody: %s", got)
	}
	if _, err := queued.Unit(context.Background()); err != nil {
		t.Error(err)
	}
}

// endless returns an engine whose Compile takes steps until it is stopped, or, if begun
// is 0 by then, none. It tells running when it has begun, and gone when it was stopped.
func endless(begun int) (engine *Engine, running, gone chan struct{}) {
	running, gone = make(chan struct{}, 10), make(chan struct{}, 10)
	engine = fakeEngine()
	engine.Compile = func(f *source.File, _ *Memory, steps *meter.Meter) *compile.Unit {
		if begun--; begun < 0 {
			return &compile.Unit{File: f}
		}
		defer func() { gone <- struct{}{} }()
		running <- struct{}{}
		for {
			steps.Step()
		}
	}
	return engine, running, gone
}

// TestNobodyWaits: work is stopped when the last of those who wait for it has left, but
// not before, and the next to ask has it done anew.
func TestNobodyWaits(t *testing.T) {
	engine, running, gone := endless(1)
	snap := open(New(always(engine)), "")
	first, leave := context.WithCancel(context.Background())
	second, leaveLast := context.WithCancel(context.Background())
	left := make(chan error)
	for _, ctx := range []context.Context{first, second} {
		go func() {
			_, err := snap.Unit(ctx)
			left <- err
		}()
	}
	<-running
	for snap.made.unit.waiters() < 2 {
		runtime.Gosched()
	}
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if len(gone) > 0 {
		t.Error("was stopped while somebody waits")
	}
	leaveLast()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-gone
	if unit, err := snap.Unit(context.Background()); err != nil || unit.File != snap.File {
		t.Errorf("asked anew: %v, %v", unit, err)
	}
}

func (f *flight[T]) waiters() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.waiting
}

// TestClosed: a document that is closed, or opened again, is not worked on any more.
func TestClosed(t *testing.T) {
	for name, end := range map[string]func(*Session){
		"close":                     func(s *Session) { s.Close("a") },
		"open again":                func(s *Session) { open(s, "") },
		"edit, close":               func(s *Session) { _, _ = s.Change("a", 2, keep); s.Close("a") },
		"look anew, edit and close": func(s *Session) { s.Invalidate("a"); _, _ = s.Change("a", 2, keep); s.Close("a") },
	} {
		engine, running, gone := endless(1)
		s := New(always(engine))
		snap := open(s, "")
		left := make(chan error)
		go func() {
			_, err := snap.Unit(context.Background())
			left <- err
		}()
		<-running
		end(s)
		if err := <-left; !errors.Is(err, ErrNotOpen) {
			t.Errorf("%s: %v", name, err)
		}
		<-gone
	}
}

// TestWhileNewest: what is of interest for the newest snapshot alone ends with an edit, as does all that is asked of
// an older text; what is asked of the same one, for which something else may hold by now, goes on.
func TestWhileNewest(t *testing.T) {
	for name, edit := range map[string]func(*Session, *Snapshot) error{
		"edit": func(s *Session, _ *Snapshot) error {
			_, _ = s.Change("a", 2, keep)
			return ErrChanged
		},
		"look anew": func(s *Session, _ *Snapshot) error { s.Invalidate("a"); return nil },
	} {
		s := New(always(fakeEngine()))
		snap := open(s, "")
		ctx, done := snap.WhileNewest(context.Background())
		defer done()
		if ctx.Err() != nil {
			t.Errorf("%s: over at once", name)
		}
		want := edit(s, snap)
		<-ctx.Done()
		if _, err := snap.Unit(context.Background()); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
		if now, _ := s.Snapshot("a"); now == snap || now.newest.Err() != nil {
			t.Errorf("%s: %v", name, now)
		}
	}
}

// Unit returns the compiled text.
func (s *Snapshot) Unit(ctx context.Context) (*compile.Unit, error) {
	m := s.use()
	defer s.leave(m)
	return s.unit(ctx, m)
}

func keep(f *source.File) *source.File { return f }

func always(e *Engine) func(*source.File) *Engine { return func(*source.File) *Engine { return e } }

// TestInvalidatedWhileEdited: what is invalidated while an edit is being made stays so in the text that the edit makes.
func TestInvalidatedWhileEdited(t *testing.T) {
	s := New(func(*source.File) *Engine { return defaultEngine() })
	old := s.Open("a", "a", 1, source.NewFile("a.lua", "local x = 1\n"))
	_, err := old.Findings(t.Context())
	must.Do(t, err)
	if old.finished.Load() == nil {
		t.Fatal("nothing is kept")
	}
	now, err := s.Change("a", 2, func(f *source.File) *source.File {
		s.Invalidate("a")
		return source.NewFile(f.Name(), "local x = 1 (\n")
	})
	must.Do(t, err)
	if now.finished.Load() != nil {
		t.Error("what was found before is kept")
	}
}

// TestMadeFor: what was found by an engine for something else is known of a text, of the one after it, and of one that is not the
// newest any more.
func TestMadeFor(t *testing.T) {
	made := "old"
	s := New(func(*source.File) *Engine {
		e := defaultEngine()
		e.Key = made
		return e
	})
	snap := s.Open("a", "a", 1, source.NewFile("a.lua", "local x = 1\n"))
	isFor := func(snap *Snapshot, key string, want bool) {
		t.Helper()
		if got, err := snap.IsMadeFor(t.Context(), key); got != want || err != nil {
			t.Errorf("made for %s: %t", key, got)
		}
	}
	edited := func() *Snapshot {
		now, err := s.Change("a", 2, func(f *source.File) *source.File { return source.NewFile(f.Name(), f.Text()+" ") })
		must.Do(t, err)
		return now
	}
	isFor(snap, "new", true)
	_, err := snap.Findings(t.Context())
	must.Do(t, err)
	isFor(snap, "old", true)
	isFor(snap, "new", false)
	now := edited()
	if _, err := snap.IsMadeFor(t.Context(), "old"); !errors.Is(err, ErrChanged) {
		t.Errorf("of an old text: %v", err)
	}
	isFor(now, "new", false)
	made = "new"
	_, err = now.Findings(t.Context())
	must.Do(t, err)
	isFor(now, "new", false)
	s.Invalidate("a")
	isFor(edited(), "new", true)
}
