package trim

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/analysis/facts"
	"luaflow/analysis/fix"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Source is a file of a program, in Lua.
type Source struct {
	Path     string          // with slashes, from the top of the program
	Text     string          // all of it
	Language syntax.Language // that it is written in
}

// state is a file while it is trimmed.
type state struct {
	Source
	given   int // the bytes that it had
	located *summary.Located
	unit    *compile.Unit
	isTried bool // nothing is left in it that the file itself does not need
}

// newState returns a file of which nothing is known yet but its path.
func newState(s Source) *state {
	return &state{Source: s, given: len(s.Text), located: &summary.Located{Summary: &summary.Summary{Path: s.Path}}}
}

// summarize finds what other files need to know of the text as it is.
func (f *state) summarize() {
	f.unit = compile.CompileAs(source.NewFile(f.Path, f.Text), f.Language)
	f.located = summary.Locate(f.Path, facts.Of(f.unit, checker.Hosts(nil, f.unit), new(facts.Memory)))
}

func summariesOf(files []*state) []*summary.Summary {
	all := make([]*summary.Summary, len(files))
	for i, f := range files {
		all[i] = f.located.Summary
	}
	return all
}

// spare returns the codes of the checks that find what is spare.
func spare(is analysis.Spare) (codes []string) {
	for _, c := range checks.All {
		if c.Spare == is {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

// shorten takes out of the file what a program does not need that says a Slice of it, and reports whether that is anything.
func (f *state) shorten(slice *modules.Slice) (changed bool) {
	if len(f.unit.Errors) > 0 {
		return false
	}
	was := f.Text
	if len(slice.Unused)+len(slice.Requires) > 0 {
		for _, code := range spare(analysis.SpareInProgram) {
			f.fix(slice, []string{code}, fix.Options{Only: code, Lossy: true})
		}
	}
	if !f.isTried || f.Text != was {
		f.fix(slice, spare(analysis.SpareInFile), fix.Options{Hints: true})
	}
	f.isTried = true
	if f.Text == was {
		return false
	}
	f.summarize()
	return true
}

// fix mends the findings with some codes.
func (f *state) fix(slice *modules.Slice, codes []string, options fix.Options) {
	options.Short, options.Language = true, f.Language
	before := f.located.Summary
	say := func(now *summary.Summary) *modules.Slice { return slice.On(before, now) }
	f.Text, _ = fix.New(finder(codes, say)).All(source.NewFile(f.Path, f.Text), options)
}

// finder returns what finds what has some codes, whatever comments and configurations say.
func finder(codes []string, say func(*summary.Summary) *modules.Slice) analysis.CheckFunc {
	return func(u *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
		c := checker.New()
		c.All, c.Say = true, say
		found, err := c.CheckIn(u, in, func(p *analysis.Pass) error {
			p.Wanted = func(code string) bool { return slices.Contains(codes, code) }
			if ready == nil {
				return nil
			}
			return ready(p)
		})
		found = append(found, c.Suppressed...)
		slices.SortStableFunc(found, func(a, b analysis.Finding) int { return int(a.Span.Start - b.Span.Start) })
		return slices.DeleteFunc(found, func(x analysis.Finding) bool { return !slices.Contains(codes, x.Code) }), err
	}
}
