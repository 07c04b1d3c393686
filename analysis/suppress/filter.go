package suppress

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile"
	"luaflow/compile/source"
)

// This file defines how comments are applied to the findings of a file, and which of
// them are of no use.

// Result is what becomes of the findings of a file.
type Result struct {
	// Kept is the findings to be shown, and Suppressed those that comments hide, both in
	// the order in which they were given. What the configuration hides is in neither.
	Kept, Suppressed []analysis.Finding
	// Useless is the comments, and words in comments, that suppress nothing, in the order
	// of the text. None is reported in a file that is not understood as a whole.
	Useless []analysis.Finding
}

// Checks is what Filter asks about the checks, to find out which comments are of no use.
type Checks struct {
	// Runs reports whether the check with a code runs.
	Runs func(code string) bool
	// Pedantic is what is found for those who read luacheck's output: what is sought of it, and
	// any of the rest. It is asked for once at most: where a comment of luacheck's seems to be of no
	// use, though luacheck may need it. Nil: nobody asks which comments are of no use.
	Pedantic func(sought *Sought) []analysis.Finding
}

// Filter applies the rules of a configuration, and the comments of the file, to all
// findings of a file, whose memory it uses again. Errors are kept.
func Filter(c *config.Config, s *Set, u *compile.Unit, found []analysis.Finding, checks Checks) Result {
	if s == nil {
		return Result{Kept: slices.DeleteFunc(found, func(f analysis.Finding) bool {
			return f.Severity != analysis.Error && !c.Passes(SubjectOf(u, &f))
		})}
	}
	a := newApplication(s, u, checks.Runs)
	for i := range found {
		a.file(&found[i])
	}
	if checks.Pedantic != nil && len(u.Errors) == 0 && u.Analyzable() {
		if sought, ok := newSought(u.File, &a.tracks[pragma.OfLuacheck], a.isIdle); ok {
			a.note(checks.Pedantic(&sought))
		}
		for _, d := range s.comments {
			a.judge(d)
		}
	}
	return a.Result
}

// application is one run of Filter.
type application struct {
	*Set
	Result
	unit *compile.Unit
	runs func(code string) bool
	used []bool // by item
	answers
	server cursors
}

func newApplication(s *Set, u *compile.Unit, runs func(code string) bool) *application {
	return &application{
		Set: s, unit: u, runs: runs, used: make([]bool, s.items),
		answers: make(answers),
		server:  cursors{set: &s.server, at: make(map[config.Subject]*cursor)},
	}
}

// file puts a finding where it belongs.
func (a *application) file(f *analysis.Finding) {
	subj := SubjectOf(a.unit, f)
	switch {
	case f.Severity == analysis.Error || !a.hides(a.unit.File.Line(f.Span.Start), subj):
		a.Kept = append(a.Kept, *f)
	case a.config.Passes(subj):
		a.Suppressed = append(a.Suppressed, *f)
	}
}

// hides reports whether any of the three families hides a finding on a line. Each item that hides
// it for its family is of use: of two tools each needs its own comment.
func (a *application) hides(line int, subj config.Subject) bool {
	general := a.subjects.general(subj)
	top := a.tracks[pragma.OfLuacheck].at(line)
	isOff, off := top.withholds(a.config, general)
	luacheck := a.ask(top, general)
	ours := a.ask(a.tracks[pragma.OfLuaflow].at(line), general)
	servers := a.server.hides(line, general)
	a.use(off, luacheck.item, ours.item, servers)
	return isOff || !luacheck.passes(a.config, subj) || ours.item != nil || servers != nil
}

// note notes which items of luacheck's hide findings that are not reported.
func (a *application) note(found []analysis.Finding) {
	for i := range found {
		top := a.tracks[pragma.OfLuacheck].at(a.unit.File.Line(found[i].Span.Start))
		general := a.subjects.general(SubjectOf(a.unit, &found[i]))
		_, off := top.withholds(a.config, general)
		answer := a.ask(top, general)
		a.use(off, answer.item)
	}
}

// use notes that items are of use.
func (a *application) use(items ...*item) {
	for _, it := range items {
		if it != nil {
			a.used[it.id] = true
		}
	}
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
		a.report(d, d.span, "this comment", d.removal(a.unit.File))
		return
	}
	for i := range d.options {
		o := &d.options[i]
		if a.isUseless(o) {
			a.report(d, o.span, a.quoted(o.span), d.removalOfOption(i))
			continue
		}
		for k := range o.items {
			if o.hides && !o.items[k].isRemark && a.isIdle(&o.items[k]) {
				a.report(d, o.items[k].span, a.quoted(o.items[k].span), o.removalOfItem(k))
			}
		}
	}
}

// isUseless reports whether an option hides nothing, and is known to.
func (a *application) isUseless(o *option) bool {
	for i := range o.items {
		if !o.items[i].isRemark && !a.isIdle(&o.items[i]) {
			return false
		}
	}
	return o.hides && len(o.items) > 0
}

// isIdle reports whether an item is about nothing, and is known to be.
func (a *application) isIdle(it *item) bool { return !a.used[it.id] && it.isJudged(a.runs) }

func (a *application) quoted(at source.Span) string { return "`" + a.unit.File.Slice(at) + "`" }

// report reports that what stands somewhere is useless, which removal takes away, if no comment in
// force hides that by its name: one that hides everything would hide that it hides nothing. What a
// comment of another tool's is to that is not known.
func (a *application) report(d *directive, at source.Span, what string, removal source.Edit) {
	message := what + " suppresses nothing"
	if d.of != pragma.OfLuaflow {
		message += " that luaflow finds"
	}
	f := analysis.Finding{
		Code: uselessCheck.Code, Severity: uselessCheck.Severity, Span: at, Fade: at, Message: message, Subject: analysis.About(0),
	}
	f.Subject.Removal = &removal
	line := a.unit.File.Line(at.Start)
	switch {
	case a.tracks[pragma.OfLuacheck].at(line).forgivesUseless() || a.tracks[pragma.OfLuaflow].at(line).forgivesUseless() ||
		a.server.forgives(line, uselessCheck.Code):
		a.Suppressed = append(a.Suppressed, f)
	case a.config.Passes(config.Subject{Code: uselessCheck.Code}):
		a.Useless = append(a.Useless, f)
	}
}
