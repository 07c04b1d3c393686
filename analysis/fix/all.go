package fix

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/compile"
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

	Language syntax.Language // that the text is written in
}

// maxText bounds how many bytes of text are compiled to answer one question. In All
// one round follows another for each link of a chain of variables that are computed
// from one another.
const maxText = 64 << 20

// All applies verified fixes to a fixpoint and returns the new text with the number
// of fixes applied. The text of a file with a syntax error is returned as it is.
func (x *Fixer) All(file *source.File, opts Options) (text string, applied int) {
	u := compile.CompileAs(file, opts.Language)
	if !isFixable(u) {
		return file.Text(), 0
	}
	r := &rounds{Fixer: x, opts: opts, was: x.before(u), refused: make(map[mark]bool)}
	for seen := 0; seen < maxText; seen += file.Len() + 1<<10 {
		n := r.next()
		applied += n
		if n == 0 && !r.forget() {
			break
		}
	}
	return r.was.unit.File.Text(), applied
}

// wants reports whether a finding is to be mended.
func (o *Options) wants(f *analysis.Finding) bool {
	if o.Only != "" {
		return f.Code == o.Only
	}
	return f.Severity < analysis.Hint || o.Hints
}

// rounds is the state of one run of All.
type rounds struct {
	*Fixer
	opts Options
	was  *before // what the last round left
	// refused is the findings of which no fix could be verified; they are tried
	// again only when nothing else is left to do.
	refused map[mark]bool
	changed bool // since something was refused
	// failures is how often deep plans, and nothing else, were refused together.
	failures int
}

// maxFailures bounds rounds.failures: then there are no more deep plans, so that the
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
	plans   []plan
}

// result is the tasks of a batch that can be done together, and what they leave.
type result struct {
	tasks []task
	edits []source.Edit
	after *after
}

// next does one round and returns how many fixes it applied.
func (r *rounds) next() int {
	done := r.solve(r.batch())
	if done.after == nil {
		return 0
	}
	m, err := newShift(done.edits)
	if err != nil {
		panic(err) // they were just applied
	}
	refused := make(map[mark]bool, len(r.refused))
	for p := range r.refused {
		refused[mark{p.code, m.span(p.at)}] = true
	}
	r.refused, r.changed = refused, true
	r.was = newBefore(done.after.unit, done.after.findings)
	return len(done.tasks)
}

// forget allows what was refused another try, if the text has changed since.
func (r *rounds) forget() bool {
	again := (len(r.refused) > 0 || r.failures > maxFailures) && r.changed
	clear(r.refused)
	r.changed = false
	return again
}

// batch is the tasks of the findings that do not get in each other's way.
func (r *rounds) batch() []task {
	var batch []task
	taken := newCoverage(r.was, someTargets)
	for i := range r.was.findings {
		f := &r.was.findings[i]
		if !r.opts.wants(f) || r.refused[mark{f.Code, f.Span}] {
			continue
		}
		t := task{finding: *f}
		for _, c := range r.was.plans(f) {
			for _, p := range c {
				if !p.lossy && !(p.isDeep && r.failures > maxFailures) {
					t.plans = append(t.plans, p)
				}
			}
		}
		if len(t.plans) > 0 && taken.meetsNone(&t.plans[0]) {
			taken.take(&t.plans[0])
			batch = append(batch, t)
		}
	}
	return batch
}

// solve finds tasks of a batch that can be done together: all of them, or else what
// can be done of each part.
func (r *rounds) solve(batch []task) result {
	if len(batch) == 0 {
		return result{}
	}
	if done := r.try(batch); done.after != nil {
		return done
	}
	if !slices.ContainsFunc(batch, func(t task) bool { return !t.plans[0].isDeep }) {
		r.failures++
	}
	if len(batch) == 1 {
		return r.solveOne(batch[0])
	}
	one, other := parts(batch)
	if r.failures > maxFailures && other[0].plans[0].isDeep {
		other, r.changed = nil, true // without deep plans there may be others
	}
	a, b := r.solve(one), r.solve(other)
	if len(a.tasks) > 0 && len(b.tasks) > 0 {
		if both := r.try(slices.Concat(a.tasks, b.tasks)); both.after != nil {
			return both
		}
	}
	if len(a.tasks) >= len(b.tasks) {
		return a
	}
	return b
}

// parts takes a batch apart: the deep plans, of which most of those are that the proof
// refuses, from the others, or else in halves.
func parts(batch []task) (one, other []task) {
	for _, t := range batch {
		if t.plans[0].isDeep {
			other = append(other, t)
		} else {
			one = append(one, t)
		}
	}
	if len(one) == 0 || len(other) == 0 {
		half := len(batch) / 2
		return batch[:half], batch[half:]
	}
	return one, other
}

// solveOne tries what else can be done about one finding, the first plan having
// failed.
func (r *rounds) solveOne(t task) result {
	for t.plans = t.plans[1:]; len(t.plans) > 0; t.plans = t.plans[1:] {
		if done := r.try([]task{t}); done.after != nil {
			return done
		}
	}
	r.refused[mark{t.finding.Code, t.finding.Span}] = true
	r.changed = false
	return result{}
}

// try verifies the first plans of some tasks as one fix.
func (r *rounds) try(tasks []task) result {
	done := result{tasks: tasks}
	var mended []analysis.Finding
	for i := range tasks {
		done.edits = append(done.edits, tasks[i].plans[0].edits...)
		mended = append(mended, tasks[i].finding)
	}
	slices.SortStableFunc(done.edits, byPlace)
	after, err := r.verify(r.was, done.edits, false, mended)
	if err != nil {
		return result{}
	}
	done.after = after
	return done
}

// byPlace orders edits by where they are made.
func byPlace(a, b source.Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}
