package suppress

import (
	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// This file defines how comments are applied to the findings of a file, and which of
// them are of no use.

// Result is what becomes of the findings of a file.
type Result struct {
	// Kept is the findings to be shown, and Suppressed those that comments hide, both in
	// the order in which they were given.
	Kept, Suppressed []analysis.Finding
	// Useless is the comments, and words in comments, that suppress nothing, in the order
	// of the text. None is reported in a file that is not understood as a whole.
	Useless []analysis.Finding
}

// Query is what a Set is asked.
type Query struct {
	Unit     *compile.Unit
	Findings []analysis.Finding
	// Runs reports whether a check runs.
	Runs func(code string) bool
	// Shows is what the configuration says about a finding that no comment hides or
	// insists on. nil: everything is shown.
	Shows func(*analysis.Finding) bool
}

// Filter applies the comments to all findings of a file. A nil Set takes nothing away
// but what the configuration does.
func (s *Set) Filter(q *Query) Result {
	if s == nil {
		return q.unfiltered()
	}
	a := application{Set: s, Query: q, used: make([]bool, s.items)}
	for i := range q.Findings {
		a.file(&q.Findings[i])
	}
	if len(q.Unit.Errors) == 0 && q.Unit.Analyzable() {
		for _, d := range s.comments {
			a.judge(d)
		}
	}
	return a.Result
}

func (q *Query) unfiltered() Result {
	if q.Shows == nil {
		return Result{Kept: q.Findings}
	}
	var kept []analysis.Finding
	for i := range q.Findings {
		if q.Shows(&q.Findings[i]) {
			kept = append(kept, q.Findings[i])
		}
	}
	return Result{Kept: kept}
}

// application is one run of Filter.
type application struct {
	*Set
	*Query
	Result
	used []bool // by item
}

// file puts a finding where it belongs.
func (a *application) file(f *analysis.Finding) {
	if f.Severity == analysis.Error {
		a.Kept = append(a.Kept, *f)
		return
	}
	subj := subjectOf(a.Unit, f)
	switch v := a.decide(f.Span.Start, &subj); {
	case v == hidden:
		a.Suppressed = append(a.Suppressed, *f)
	case v == shown || a.Shows == nil || a.Shows(f):
		a.Kept = append(a.Kept, *f)
	}
}

// decide asks the three families. Each item that hides the subject for its family is
// of use: of two tools each needs its own comment.
func (a *application) decide(pos source.Pos, subj *subject) verdict {
	line := a.Unit.File.Line(pos)
	all := undecided
	for i := range a.tracks {
		v, by := a.tracks[i].decide(line, subj)
		if by != nil {
			a.used[by.id] = true
		}
		if v == hidden || v == shown && all == undecided {
			all = v
		}
	}
	if by := a.server.decide(line, subj); by != nil {
		a.used[by.id] = true
		all = hidden
	}
	return all
}

// judge reports what is useless in a comment: all of it, options, or words of one.
func (a *application) judge(d *directive) {
	useless := 0
	for i := range d.options {
		if a.isUseless(&d.options[i]) {
			useless++
		}
	}
	if useless > 0 && useless == len(d.options) && d.act&pushes == 0 {
		a.report(d.span, "this comment suppresses nothing")
		return
	}
	for i := range d.options {
		opt := &d.options[i]
		if a.isUseless(opt) {
			a.reportWords(opt.span)
			continue
		}
		if opt.rule == nil || opt.rule.effect != hides {
			continue
		}
		for k := range opt.rule.items {
			if it := &opt.rule.items[k]; a.isIdle(it) {
				a.reportWords(it.span)
			}
		}
	}
}

// isUseless reports whether no word of an option is of use.
func (a *application) isUseless(o *option) bool {
	if o.rule == nil || o.rule.effect != hides || len(o.rule.items) == 0 {
		return false
	}
	for i := range o.rule.items {
		if !a.isIdle(&o.rule.items[i]) {
			return false
		}
	}
	return true
}

// isIdle reports whether an item hides nothing, and is known to.
func (a *application) isIdle(it *item) bool {
	return !a.used[it.id] && it.isJudged(a.lang, a.Runs)
}

func (a *application) reportWords(at source.Span) {
	a.report(at, "`"+a.Unit.File.Slice(at)+"` suppresses nothing")
}

// report reports that what stands somewhere is useless, if no comment hides that by
// its name.
func (a *application) report(at source.Span, message string) {
	f := analysis.Finding{
		Code: Useless, Severity: analysis.Hint, Span: at, Fade: at, Message: message, Subject: analysis.About(0),
	}
	subj := subject{code: Useless, byCode: true}
	switch v := a.decide(at.Start, &subj); {
	case v == hidden:
		a.Suppressed = append(a.Suppressed, f)
	case v == shown || a.Shows == nil || a.Shows(&f):
		a.Useless = append(a.Useless, f)
	}
}
