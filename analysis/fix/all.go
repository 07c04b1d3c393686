package fix

import (
	"errors"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/fix/plan"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how all findings of a file are fixed at once. Each round makes
// the fixes of all findings, and applies together those that do not overlap; the
// combination is verified as one fix. Only if that fails is it taken apart. What one
// round uncovers, or leaves out, is for the next.

// Options says which findings All mends.
type Options struct {
	Hints bool   // those of rank hint too
	Only  string // one code, of any rank; "" for every code
	Short bool   // only fixes after which the text is shorter
	Lossy bool   // fixes too that give up effects, each that of a finding of which nobody doubts that they may go
	// Unsafe: of all other findings, too, the first fix that may lose an effect, where none is safe.
	Unsafe bool
	// Among is the findings in the text that All mends, and what is left of them by fixes;
	// nil if it is all.
	Among []analysis.Finding
	// Keep is spans of the text, in order, that no edit may touch: delete or replace some of one, put something
	// into it, or join something with it in a line. In an empty one nothing may be deleted on both sides at once.
	Keep []source.Span

	Language syntax.Language // that the text is written in
	Meter    *meter.Meter    // of the steps that are taken; nil if nobody counts them
	// Omit is told what was not tried, because the work is bounded; nil if nobody wants to
	// know.
	Omit func(analysis.Omission)
	// Edits is told the edits of the file that make the text: one for each place that fixes edited,
	// in order; nil if nobody wants to know.
	Edits func([]source.Edit)
}

// All applies verified fixes to a fixpoint and returns the new text with the number
// of fixes applied. The text of a file with a syntax error is returned as it is.
func (x *Fixer) All(file *source.File, opts Options) (text string, applied int) {
	in := compile.Memory{Meter: opts.Meter}
	u := in.CompileAs(file, opts.Language)
	if !isFixable(u) {
		return file.Text(), 0
	}
	r := &rounds{
		Fixer: x, opts: opts, pieces: source.Unedited(file.Len()),
		refused: make(map[mark]bool), known: make(map[mark]bool), among: make(map[mark]bool), kept: opts.Keep,
	}
	for i := range opts.Among {
		r.among[mark{opts.Among[i].Code, opts.Among[i].Span}] = true
	}
	first := r.takeRoom()
	r.was = x.find(u, &first.pass)
	r.room = first
	for i := range r.was.Findings {
		if f := &r.was.Findings[i]; checks.Lookup(f.Code).Leaving {
			r.known[mark{f.Code, f.Span}] = true
		}
	}
	for !r.isSpent() {
		n := r.next()
		applied += n
		if n == 0 && !r.waits && !r.forget() {
			break
		}
	}
	if r.isSpent() && opts.Omit != nil {
		opts.Omit(analysis.Omission{What: "not all fixes were tried, that takes too long for one run: another goes on from there", Span: source.NoSpan})
	}
	text = r.was.Unit.File.Text()
	if opts.Edits != nil {
		opts.Edits(r.pieces.Edits(file.Len(), text))
	}
	r.leave()
	return text, applied
}

// leave gives back all rooms.
func (r *rounds) leave() {
	r.free = append(r.free, r.room)
	for _, in := range r.free {
		in.leave()
	}
}

// wants reports whether a finding is to be mended.
func (r *rounds) wants(f *analysis.Finding) bool {
	o := &r.opts
	if o.Among != nil && !r.among[mark{f.Code, f.Span}] {
		return false
	}
	if o.Only != "" {
		return f.Code == o.Only
	}
	return f.Severity < analysis.Hint || o.Hints
}

// isLeft reports whether a finding is about what was left by a fix. Such a hint is mended
// without being asked for.
func (r *rounds) isLeft(f *analysis.Finding) bool {
	return r.opts.Only == "" && checks.Lookup(f.Code).Leaving && !r.known[mark{f.Code, f.Span}]
}

// rounds is the state of one run of All.
type rounds struct {
	*Fixer
	opts Options
	was  *plan.Original // what the last round left
	room *room          // that it is in
	free []*room        // to verify in
	// refused is the findings of which no fix could be verified; they are tried
	// again only when nothing else is left to do.
	refused  map[mark]bool
	changed  bool           // since the first of them was refused
	known    map[mark]bool  // the leavings that were there before anything was fixed
	among    map[mark]bool  // see Options.Among
	kept     kept           // see Options.Keep
	pieces   *source.Pieces // of the text that is left before anything was fixed
	compiled int            // bytes of text, see maxText
	alone    int            // of these for what was accused together, see maxAlone
	waits    bool           // some was refused for the first time that kept others from being tried
	failures int            // how often an interprocedural plan was refused alone
	suspicion
}

// maxFailures bounds rounds.failures: with more there are no more interprocedural plans, so that the
// time for what the proof refuses does not grow with the square of the text.
const maxFailures = 32

// mark tells findings apart.
type mark struct {
	code string
	at   source.Span
}

// task is a finding with what can be done about it, the best first.
type task struct {
	finding analysis.Finding
	plans   []plan.Plan
}

// result is the tasks of a batch that can be done together, and what they leave.
type result struct {
	tasks []task
	edits []source.Edit
	after *fixedProgram
}

// next does one round and returns how many fixes it applied.
func (r *rounds) next() int {
	tasks, before := r.tasks(), len(r.refused)
	batch := r.batch(tasks)
	done := r.solve(batch)
	r.waits = len(batch) < len(tasks) && len(r.refused) > before
	if done.after == nil {
		return 0
	}
	m, err := newShift(done.edits)
	if err != nil {
		panic(err) // they were just applied
	}
	r.refused, r.known, r.among, r.changed = moved(r.refused, m), moved(r.known, m), moved(r.among, m), true
	r.kept = r.kept.moved(m)
	r.pieces = r.pieces.Edited(done.edits)
	r.free = append(r.free, r.room)
	r.was, r.room = plan.NewOriginal(done.after.unit, done.after.findings, done.after.pass), done.after.room
	return len(done.tasks)
}

// moved returns marks where they stand after edits.
func moved(marks map[mark]bool, m *shift) map[mark]bool {
	out := make(map[mark]bool, len(marks))
	for p := range marks {
		out[mark{p.code, m.span(p.at)}] = true
	}
	return out
}

// forget allows what was refused another try, and reports whether something was and the text has changed
// since.
func (r *rounds) forget() bool {
	again := (len(r.refused) > 0 || r.failures > maxFailures) && r.changed
	clear(r.refused)
	r.changed = false
	return again
}

// batch returns the tasks of the findings that do not get in each other's way. Of those that
// do, a variable is renamed last: when the others are done it may go.
func (r *rounds) batch(tasks []task) (batch []task) {
	renames := func(t task) int {
		if t.plans[0].Extent == plan.SomeNames {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(tasks, func(a, b task) int { return renames(a) - renames(b) })
	covered := newCoverage(r.was, plan.SomeTargets)
	for _, t := range tasks {
		if covered.meetsNone(&t.plans[0]) {
			covered.add(&t.plans[0])
			batch = append(batch, t)
		}
	}
	return batch
}

// tasks returns the findings about which something can be done.
func (r *rounds) tasks() (tasks []task) {
	for i := range r.was.Findings {
		f := &r.was.Findings[i]
		if !r.wants(f) && !r.isLeft(f) || r.refused[mark{f.Code, f.Span}] {
			continue
		}
		t := task{finding: *f}
		for _, c := range plansFor(r.was, f) {
			for _, p := range c {
				if r.admits(&p) && r.kept.allow(r.was.Unit.File.Text(), p.Edits) {
					t.plans = append(t.plans, p)
				}
			}
		}
		if len(t.plans) > 0 {
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// admits reports whether a plan is one of those that may be tried.
func (r *rounds) admits(p *plan.Plan) bool {
	isAccepted := r.opts.Unsafe && p.Level() == analysis.Unsafe
	if (p.ByHand || p.Lossy && !r.opts.Lossy) && !isAccepted || p.Interprocedural && r.failures > maxFailures {
		return false
	}
	more := 0
	for _, e := range p.Edits {
		more += len(e.New) - int(e.Span.Len())
	}
	return !r.opts.Short || more < 0
}

// isSpent reports whether no more may be tried.
func (r *rounds) isSpent() bool { return r.compiled >= r.maxAll }

// solve finds tasks of a batch that can be done together: all of them, or else what is
// left when those that are the culprits are done in another way.
func (r *rounds) solve(batch []task) result {
	if len(batch) == 0 || r.isSpent() {
		return result{}
	}
	done, err := r.try(batch)
	if err == nil {
		return done
	}
	if len(batch) == 1 {
		return r.solve(r.alternative(batch[0], err))
	}
	if r.failures > maxFailures {
		if local := r.withoutInterprocedural(batch); len(local) < len(batch) {
			return r.solve(local)
		}
	}
	var why misfit
	errors.As(err, &why)
	if rest, any := r.withoutCulprits(batch, why, err); any {
		return r.solve(rest)
	}
	one, others := split(&r.suspicion, r.was, batch, &why, func(t task) *plan.Plan { return &t.plans[0] })
	if len(others) == 0 {
		n := len(one) * r.was.Unit.File.Len()
		if r.alone+n > maxAlone {
			return r.solve(r.insteadOf(one, err))
		}
		r.alone += n
		half := len(one) / 2
		one, others = one[:half], one[half:]
		return r.both(r.solve(one), r.solve(others))
	}
	if len(one) > 1 {
		return r.both(r.solve(one), r.solve(others))
	}
	done, err = r.try(one)
	r.learn(err != nil)
	if err == nil {
		return r.both(done, r.solve(others))
	}
	return r.solve(append(others, r.alternative(one[0], err)...))
}

// both returns what can be done of two results.
func (r *rounds) both(a, b result) result {
	if len(a.tasks) > 0 && len(b.tasks) > 0 {
		if both, err := r.try(slices.Concat(a.tasks, b.tasks)); err == nil {
			r.drop(a)
			r.drop(b)
			return both
		}
	}
	if len(a.tasks) < len(b.tasks) {
		a, b = b, a
	}
	r.drop(b)
	return a
}

// alternative returns a task with the plan to be tried when the first one was refused alone; none
// if there is no other. What the proof refuses of interprocedural plans are not their words.
func (r *rounds) alternative(t task, err error) []task {
	wasInterprocedural := t.plans[0].Interprocedural
	if wasInterprocedural {
		r.failures++
	}
	t.plans = t.plans[1:]
	for wasInterprocedural && errors.As(err, new(misfit)) && len(t.plans) > 0 && t.plans[0].Interprocedural {
		t.plans = t.plans[1:]
	}
	if len(t.plans) > 0 {
		return []task{t}
	}
	r.changed = r.changed && len(r.refused) > 0
	r.refused[mark{t.finding.Code, t.finding.Span}] = true
	return nil
}

// withoutCulprits returns a batch that was refused without the plans that just delete what was
// there for its effect, which would be refused alone too, and with the next plans in
// their place; any reports whether there were such plans. What is moved may be there
// elsewhere.
func (r *rounds) withoutCulprits(batch []task, why misfit, err error) (rest []task, any bool) {
	var refused []task
	for _, t := range batch {
		if p := &t.plans[0]; p.Moves || why.involves(p) != culprit {
			rest = append(rest, t)
		} else {
			refused = append(refused, t)
		}
	}
	return append(rest, r.insteadOf(refused, err)...), len(refused) > 0
}

// insteadOf returns what instead does, of tasks that were refused by one try.
func (r *rounds) insteadOf(refused []task, err error) (next []task) {
	failures := r.failures
	for _, t := range refused {
		next = append(next, r.alternative(t, err)...)
	}
	r.failures = min(r.failures, failures+1)
	return next
}

// withoutInterprocedural leaves the tasks with interprocedural plans for later rounds, which make no such plans.
func (r *rounds) withoutInterprocedural(batch []task) []task {
	local := slices.DeleteFunc(slices.Clone(batch), func(t task) bool { return t.plans[0].Interprocedural })
	r.changed = r.changed || len(local) < len(batch)
	return local
}

// try verifies the first plans of some tasks as one fix.
func (r *rounds) try(tasks []task) (result, error) {
	done := result{tasks: tasks}
	var mended []analysis.Finding
	isLossy := false
	for i := range tasks {
		done.edits = append(done.edits, tasks[i].plans[0].Edits...)
		isLossy = isLossy || tasks[i].plans[0].Lossy
		mended = append(mended, tasks[i].finding)
	}
	r.compiled += r.was.Unit.File.Len() + baseTry
	slices.SortStableFunc(done.edits, plan.ByPlace)
	done.edits = r.withBlankLines(done.edits)
	in := r.takeRoom()
	after, err := r.verify(in, r.was, &trial{edits: done.edits, lossy: isLossy, mended: mended})
	if err != nil {
		r.free = append(r.free, in)
		return result{}, err
	}
	done.after = after
	return done, nil
}

// withBlankLines returns edits with the blank lines around them that would part nothing any more, if those may go.
func (r *rounds) withBlankLines(edits []source.Edit) []source.Edit {
	all := r.was.WithBlankLinesAround(slices.Clone(edits))
	if r.kept.allow(r.was.Unit.File.Text(), all) {
		return all
	}
	return plan.JoinDeletions(edits)
}

// takeRoom returns a room in which nothing is that is still used.
func (r *rounds) takeRoom() *room {
	n := len(r.free)
	if n == 0 {
		return takeRoom()
	}
	in := r.free[n-1]
	r.free = r.free[:n-1]
	return in
}

// drop frees the room of a result that is not used any more.
func (r *rounds) drop(x result) {
	if x.after != nil {
		r.free = append(r.free, x.after.room)
	}
}
