package session

import (
	"context"

	"luaflow/analysis"
	"luaflow/analysis/nav"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Snapshot is one version of a document. It is immutable and safe for concurrent
// use. Its methods return the context's error if it ends before the answer is
// there, and a *PanicError if the computation panicked.
type Snapshot struct {
	Key     string // of the document, unique in its session
	URI     string // the document's name, as its editor spells it
	Version int32
	File    *source.File

	session *Session
	engine  flight[*Engine]
	unit    flight[*compile.Unit]
	report  flight[*report]
	globals flight[*analysis.GlobalNames]
	fixed   flight[string]
}

// report is what the checks say of a snapshot.
type report struct {
	findings []analysis.Finding
	fixes    []flight[[]analysis.Fix] // by index into findings
}

type description struct {
	info nav.Info
	ok   bool
}

// tools is the engine for the text.
func (s *Snapshot) tools(ctx context.Context) (*Engine, error) {
	return s.engine.wait(ctx, s.session.slots, func() *Engine { return s.session.engine(s.File) })
}

// Unit is the compiled text.
func (s *Snapshot) Unit(ctx context.Context) (*compile.Unit, error) {
	engine, err := s.tools(ctx)
	if err != nil {
		return nil, err
	}
	return s.unit.wait(ctx, s.session.slots, func() *compile.Unit {
		return engine.Compile(s.File)
	})
}

// Findings are what is to be said of the text, ordered by position. The slice is
// shared and must not be changed.
func (s *Snapshot) Findings(ctx context.Context) ([]analysis.Finding, error) {
	r, err := s.checked(ctx)
	if err != nil {
		return nil, err
	}
	return r.findings, nil
}

// Globals is what the text does with globals; nil if no check asks for that.
func (s *Snapshot) Globals(ctx context.Context) (*analysis.GlobalNames, error) {
	unit, err := s.Unit(ctx)
	if err != nil || s.engine.val.Globals == nil {
		return nil, err
	}
	return s.globals.wait(ctx, s.session.slots, func() *analysis.GlobalNames { return s.engine.val.Globals(unit) })
}

// Fixes are the fixes of the finding with that index in Findings, the preferred
// one first.
func (s *Snapshot) Fixes(ctx context.Context, finding int) ([]analysis.Fix, error) {
	unit, err := s.Unit(ctx)
	if err != nil {
		return nil, err
	}
	r, err := s.checked(ctx)
	if err != nil {
		return nil, err
	}
	return r.fixes[finding].wait(ctx, s.session.slots, func() []analysis.Fix {
		return s.engine.val.Fixes(unit, r.findings[finding])
	})
}

// Near are changes that mend no finding, for a place in the text.
func (s *Snapshot) Near(ctx context.Context, at source.Span) ([]analysis.Fix, error) {
	return Ask(ctx, s, func(u *compile.Unit) []analysis.Fix { return s.engine.val.Near(u, at) })
}

// FixAll is the text after all verified fixes of warnings, to a fixpoint.
func (s *Snapshot) FixAll(ctx context.Context) (string, error) {
	engine, err := s.tools(ctx)
	if err != nil {
		return "", err
	}
	return s.fixed.wait(ctx, s.session.slots, func() string {
		return engine.FixAll(s.File)
	})
}

// Describe says what is known of the name at pos; ok is false where there is none.
func (s *Snapshot) Describe(ctx context.Context, pos source.Pos) (info nav.Info, ok bool, err error) {
	d, err := Ask(ctx, s, func(u *compile.Unit) description {
		info, ok := s.engine.val.Describe(u, pos)
		return description{info, ok}
	})
	return d.info, d.ok, err
}

// Hosts is the hosts whose functions the compiled text may call.
func (s *Snapshot) Hosts(u *compile.Unit) value.Hosts { return s.engine.val.Hosts(u) }

// Ask is the answer to a question about the compiled text.
func Ask[T any](ctx context.Context, s *Snapshot, question func(*compile.Unit) T) (answer T, err error) {
	unit, err := s.Unit(ctx)
	if err != nil {
		return answer, err
	}
	var once flight[T]
	return once.wait(ctx, s.session.slots, func() T { return question(unit) })
}

func (s *Snapshot) checked(ctx context.Context) (*report, error) {
	// The unit first: a computation that waits for another would hold its slot.
	unit, err := s.Unit(ctx)
	if err != nil {
		return nil, err
	}
	return s.report.wait(ctx, s.session.slots, func() *report {
		found := s.engine.val.Check(unit)
		return &report{findings: found, fixes: make([]flight[[]analysis.Fix], len(found))}
	})
}
