package session

import (
	"context"
	"slices"
	"sync/atomic"

	"luaflow/analysis"
	"luaflow/analysis/fix"
	"luaflow/analysis/globals"
	"luaflow/analysis/nav"
	"luaflow/analysis/summary"
	"luaflow/analysis/unfinished"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/hugepage"
	"luaflow/compile/meter"
	"luaflow/compile/source"
)

// Snapshot is one version of a document. It is immutable and safe for concurrent
// use. Its methods return the context's error if it ends before the answer is
// there, ErrNotOpen if the document is closed before that, ErrChanged if it has another text
// before that, and a *PanicError if the computation panicked. What nobody waits for any more is stopped.
type Snapshot struct {
	Key     string       // of the document, unique in its session
	URI     string       // the document's name, as its editor spells it
	Version int32        // as the editor counts it
	File    *source.File // the text

	opened *opening       // what the document was when it was opened
	since  *source.Pieces // what is left of that
	recent edits          // the last since then
	cursor source.Pos     // where the last of them ended; NoPos if nobody is typing
	read   *reading       // of its file again, after that; nil if there was none, or none that counts any more

	terms     // of what is computed
	engineFor func(*source.File) *Engine
	hasteFrom int                // see Session.HasteFrom
	end       context.CancelFunc // of the document
	replace   context.CancelFunc // ends newest
	supersede context.CancelFunc // ends text

	// finished is the last text whose statements were finished, of this snapshot or one before it.
	finished atomic.Pointer[unfinished.Base]
	// omitted is what was not looked at in the last text that was checked, of this snapshot or one before it.
	omitted atomic.Pointer[omissions]

	workpiece // at the document's workbench

	before  string // the Key of an engine by which something was found that is kept of texts before this; "" if nothing is
	engine  flight[*Engine]
	report  flight[*report]
	hasty   hasty
	globals flight[*globals.Names]
	summary flight[*summary.Summary]
	fixed   flight[fixed]
	settled flight[fixed] // see FixSettled
	reread  flight[fixed] // and where read counts

	described descriptions
}

// report is what the checks say of a snapshot.
type report struct {
	findings []analysis.Finding
	kept     []bool // by index into findings: found in a text before this one; nil if none was
	isHeld   bool   // there are others when nobody is typing
	omitted  []analysis.Omission
	fixes    []flight[Mending] // by index into findings
	// hidden is how findings are hidden: of the one with index i in its line at 2*i, in the file after that.
	hidden  []flight[suppression]
	isWhole bool // see Snapshot.IsWhole
}

// hasty is what is said of a text before it is checked.
type hasty struct {
	findings flight[*hastyFindings] // nil if the text has to be checked
	isSaid   atomic.Bool            // somebody was told
}

// hastyFindings is findings, ordered by position.
type hastyFindings struct{ list []analysis.Finding }

// omissions is what was not looked at in a text.
type omissions struct {
	text *source.File
	list []analysis.Omission
}

// suppression is how a finding is hidden.
type suppression struct {
	edits   []source.Edit
	refusal string
}

// Mending is what can be done about a finding.
type Mending struct {
	fix.Outcome
	// IsProved: the fixes were verified; else they are proposals, whose edits are not to be made.
	IsProved bool
}

// fixed is the edits of many fixes, and what was not tried for them.
type fixed struct {
	edits   []source.Edit
	omitted []analysis.Omission
}

// next returns a snapshot of the same text, about which nothing is known yet.
func (s *Snapshot) next() *Snapshot {
	next := &Snapshot{Key: s.Key, URI: s.URI, Version: s.Version, File: s.File, opened: s.opened, since: s.since, recent: s.recent, cursor: s.cursor, read: s.read, terms: s.terms, end: s.end, supersede: s.supersede, workpiece: workpiece{bench: s.bench}}
	next.finished.Store(s.finished.Load())
	next.omitted.Store(s.omitted.Load())
	next.before = s.before
	if engine, ok := s.engine.known(); ok && next.before == "" {
		next.before = engine.Key
	}
	return next
}

// close ends all that is computed of the document.
func (s *Snapshot) close() {
	s.replace()
	s.end()
	s.clear()
}

// WhileNewest returns a context that ends with ctx, and when the document has a newer
// snapshot or is closed. The function must be called when it is no longer needed.
func (s *Snapshot) WhileNewest(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	unhook := context.AfterFunc(s.newest, cancel)
	return ctx, func() {
		unhook()
		cancel()
	}
}

// tools returns the engine for the text.
func (s *Snapshot) tools(ctx context.Context) (*Engine, error) {
	return s.engine.wait(ctx, &s.terms, func(*meter.Meter) *Engine { return s.engineFor(s.File) })
}

// IsMadeFor reports whether all that is known of the text, and kept of those before it, was found by engines with a Key, or with
// none. An engine that nobody has asked for is made when somebody does, of what holds then; one that is being made is waited for.
// The error is ErrChanged if there is a newer text, which may keep what was found in this.
func (s *Snapshot) IsMadeFor(ctx context.Context, key string) (bool, error) {
	if s.before != "" && s.before != key {
		return false, nil
	}
	if !s.engine.hasBegun() {
		return true, s.ended()
	}
	engine, err := s.tools(ctx)
	if err != nil {
		return false, err
	}
	return engine.Key == "" || engine.Key == key, nil
}

// unit returns the compiled text, for who uses m.
func (s *Snapshot) unit(ctx context.Context, m *making) (*compile.Unit, error) {
	engine, err := s.tools(ctx)
	if err != nil {
		return nil, err
	}
	return m.unit.wait(ctx, &s.terms, func(steps *meter.Meter) *compile.Unit {
		hugepage.Reserve(int64(s.File.Len()))
		in := s.memory()
		unit := engine.Compile(s.File, in, steps)
		s.keep(m, in)
		return unit
	})
}

// Findings returns what is to be said of the text, ordered by position; while a statement is not
// finished, with what was to be said before, as package unfinished has it. The slice is shared and must
// not be changed.
func (s *Snapshot) Findings(ctx context.Context) ([]analysis.Finding, error) {
	r, err := s.checked(ctx)
	if err != nil {
		return nil, err
	}
	return r.findings, nil
}

// Omissions returns what was not looked at to find the Findings, in the order of the text.
// The slice is shared and must not be changed.
func (s *Snapshot) Omissions(ctx context.Context) ([]analysis.Omission, error) {
	r, err := s.checked(ctx)
	if err != nil {
		return nil, err
	}
	return r.omitted, nil
}

// Globals returns what the text does with globals; nil if no check asks for that.
func (s *Snapshot) Globals(ctx context.Context) (*globals.Names, error) {
	if _, err := s.tools(ctx); err != nil || s.engine.value().Globals == nil {
		return nil, err
	}
	return asked(ctx, s, &s.globals, s.engine.value().Globals)
}

// Summary returns what other files need to know of the text, without its path.
func (s *Snapshot) Summary(ctx context.Context) (*summary.Summary, error) {
	if _, err := s.tools(ctx); err != nil {
		return nil, err
	}
	return asked(ctx, s, &s.summary, s.engine.value().Summary)
}

// Fixes returns the fixes of the finding with that index in Findings, verified. One that was found in a text
// before this has none.
func (s *Snapshot) Fixes(ctx context.Context, finding int) (Mending, error) {
	r, err := s.checked(ctx)
	if err != nil || r.isKept(finding) {
		return Mending{IsProved: true}, err
	}
	return asked(ctx, s, &r.fixes[finding], func(u *compile.Unit) Mending {
		return Mending{s.engine.value().Fixes(u, r.findings[finding]), true}
	})
}

// isKept reports whether a finding was found in a text before this.
func (r *report) isKept(finding int) bool { return r.kept != nil && r.kept[finding] }

// Proposals returns what can be done about the findings with some indices in Findings: what is verified if
// somebody has asked for their Fixes before, else what is proposed, which takes no time.
func (s *Snapshot) Proposals(ctx context.Context, findings []int) ([]Mending, error) {
	r, err := s.checked(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Mending, len(findings))
	var open []int // of findings
	var about []analysis.Finding
	for i, finding := range findings {
		var isKnown bool
		switch out[i], isKnown = r.fixes[finding].known(); {
		case isKnown:
		case r.isKept(finding):
			out[i].IsProved = true
		default:
			open = append(open, i)
			about = append(about, r.findings[finding])
		}
	}
	if len(open) == 0 {
		return out, nil
	}
	proposed, err := AskUnit(ctx, s, func(u *compile.Unit) [][]analysis.Fix {
		return s.engine.value().Propose(u, about)
	})
	if err != nil {
		return nil, err
	}
	for k, i := range open {
		out[i].Fixes = proposed[k]
	}
	return out, nil
}

// Refactorings returns the changes of wanted kinds that somebody could look for at a selection and that
// mend no finding; of some it is found out whether they can be done.
func (s *Snapshot) Refactorings(ctx context.Context, at source.Span, isWanted func(kind string) bool, proves func(*Refactoring) bool) ([]Refactoring, error) {
	return AskUnit(ctx, s, func(u *compile.Unit) []Refactoring {
		return s.engine.value().Refactorings(u, at, isWanted, proves)
	})
}

// FixAll returns the edits of all verified fixes of warnings, to a fixpoint, and what was not tried
// because the work is bounded.
func (s *Snapshot) FixAll(ctx context.Context) (edits []source.Edit, omitted []analysis.Omission, err error) {
	engine, err := s.tools(ctx)
	if err != nil {
		return nil, nil, err
	}
	f, err := s.fixed.wait(ctx, &s.terms, func(steps *meter.Meter) (f fixed) {
		f.edits, f.omitted = engine.FixAll(s.File, nil, nil, steps)
		return f
	})
	return f.edits, f.omitted, err
}

// FixedAll returns what FixAll returns if somebody has asked for it; ok is false if nobody has.
func (s *Snapshot) FixedAll() (edits []source.Edit, ok bool) {
	f, ok := s.fixed.known()
	return f.edits, ok
}

// FixSettled returns what FixAll does for the findings that the text had when it was opened, or read from its file
// again, and of which
// nothing was edited since: nobody is in the middle of writing what they are about. It touches nothing that was
// put into the text since, whatever that has become a part of.
func (s *Snapshot) FixSettled(ctx context.Context) (edits []source.Edit, omitted []analysis.Omission, err error) {
	engine, err := s.tools(ctx)
	if err != nil {
		return nil, nil, err
	}
	opened, since, flight := s.opened, s.since, &s.settled
	if s.read.counts() {
		opened, since, flight = s.read.opened, s.read.since, &s.reread
	}
	before, err := opened.findings.wait(ctx, &s.terms, func(steps *meter.Meter) []analysis.Finding { return s.foundIn(opened.file, steps) })
	if err != nil {
		return nil, nil, err
	}
	f, err := flight.wait(ctx, &s.terms, func(steps *meter.Meter) (f fixed) {
		if among := settled(before, since); len(among) > 0 {
			f.edits, f.omitted = engine.FixAll(s.File, among, since.Put(opened.file.Len()), steps)
		}
		return f
	})
	return f.edits, f.omitted, err
}

// base returns the last text whose statements were finished, after a look for what is in it if that belongs to what is to be
// said of a unit and nobody has looked.
func (s *Snapshot) base(u *compile.Unit) *unfinished.Base {
	base := s.finished.Load()
	text := base.Unchecked(u, s.cursor)
	if text == nil {
		return base
	}
	return base.Checked(u, s.foundIn(text, u.Meter))
}

// foundIn returns what is found in a text that was the document's before.
func (s *Snapshot) foundIn(text *source.File, steps *meter.Meter) []analysis.Finding {
	then := s.engineFor(text) // the other one has what is known of this text
	in := new(Memory)
	found, _ := then.Check(then.Compile(text, in, steps), in)
	return found
}

// settled returns the findings of which nothing was edited since, where they stand now.
func settled(before []analysis.Finding, since *source.Pieces) (now []analysis.Finding) {
	for _, f := range before {
		spans := []*source.Span{&f.Span, &f.Fade}
		f.Fades, f.Related = slices.Clone(f.Fades), slices.Clone(f.Related)
		for i := range f.Fades {
			spans = append(spans, &f.Fades[i])
		}
		for i := range f.Related {
			spans = append(spans, &f.Related[i].Span)
		}
		isWhole := true
		for _, at := range spans {
			if at.Valid() {
				var ok bool
				*at, ok = since.Now(*at)
				isWhole = isWhole && ok
			}
		}
		if isWhole {
			now = append(now, f)
		}
	}
	return now
}

// Describe returns what is known of the name at pos; ok is false where there is none. It is found out once.
func (s *Snapshot) Describe(ctx context.Context, pos source.Pos) (info nav.Info, ok bool, err error) {
	f := s.described.of(pos)
	if d, ok := f.known(); ok {
		return d.info, d.ok, nil
	}
	d, err := asked(ctx, s, f, func(u *compile.Unit) description {
		info, ok := s.engine.value().Describe(u, pos)
		return description{info, ok}
	})
	return d.info, d.ok, err
}

// Ask returns the answer to a question about the compiled text, from what is known of it. The answer must
// hold on to nothing of that, which may become another text when the question is answered.
func Ask[T any](ctx context.Context, s *Snapshot, question func(*waste.Parts) T) (answer T, err error) {
	return AskUnit(ctx, s, func(u *compile.Unit) (answer T) {
		s.engine.value().About(u, func(p *waste.Parts) { answer = question(p) })
		return answer
	})
}

// AskAt does what Ask does, for a question about a place. Where nav.HasAnswer reports that there is none it returns the zero T, and
// nothing is found out of the text but its code.
func AskAt[T any](ctx context.Context, s *Snapshot, pos source.Pos, question func(*waste.Parts) T) (answer T, err error) {
	return AskUnit(ctx, s, func(u *compile.Unit) (answer T) {
		if nav.HasAnswer(u, pos) {
			s.engine.value().About(u, func(p *waste.Parts) { answer = question(p) })
		}
		return answer
	})
}

// AskUnit does what Ask does, for a question that needs the compiled text alone.
func AskUnit[T any](ctx context.Context, s *Snapshot, question func(*compile.Unit) T) (answer T, err error) {
	return asked(ctx, s, new(flight[T]), question)
}

// asked returns the answer to a question that needs the compiled text, which whoever asks on the same
// flight shares.
func asked[T any](ctx context.Context, s *Snapshot, f *flight[T], question func(*compile.Unit) T) (answer T, err error) {
	return within(ctx, s, f, func(u *compile.Unit, _ *Memory) T { return question(u) })
}

// within does what asked does, for a question that is answered in the memory of the text.
func within[T any](ctx context.Context, s *Snapshot, f *flight[T], question func(*compile.Unit, *Memory) T) (answer T, err error) {
	m := s.use()
	defer s.leave(m)
	// The unit first: a computation that waits for another would hold its slot.
	unit, err := s.unit(ctx, m)
	if err != nil {
		return answer, err
	}
	return f.wait(ctx, &s.terms, func(steps *meter.Meter) (answer T) {
		if !s.join(m) {
			return answer
		}
		defer s.leave(m)
		return question(unit.In(steps), m.in)
	})
}

// checked returns what the checks say of the text.
func (s *Snapshot) checked(ctx context.Context) (*report, error) {
	if r, ok := s.report.known(); ok {
		return r, nil
	}
	return within(ctx, s, &s.report, func(u *compile.Unit, in *Memory) *report {
		found, omitted := s.engine.value().Check(u, in)
		base, said := s.engine.value().Keep(s.base(u), u, found, s.cursor)
		s.finished.Store(base)
		s.omitted.Store(&omissions{s.File, omitted})
		return &report{
			findings: said.Findings, kept: said.Kept, isHeld: said.IsHeld, omitted: omitted, isWhole: said.Kept == nil && len(u.Errors) == 0,
			fixes: make([]flight[Mending], len(said.Findings)), hidden: make([]flight[suppression], 2*len(said.Findings)),
		}
	})
}
