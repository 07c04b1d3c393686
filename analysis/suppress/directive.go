package suppress

import (
	"luaflow/analysis"
	"luaflow/compile/source"
)

// This file defines what has been understood of a comment.

// effect is what a rule does to findings.
type effect uint8

const (
	hides     effect = iota
	shows            // what rules around it hide
	restricts        // hides the others
)

// item is a pattern in a comment, with its word.
type item struct {
	span source.Span
	pattern
	id int // dense in a Set
}

// rule is what an option says about findings.
type rule struct {
	effect effect
	// macro is the number of the option, among those that stand for a pattern each, of
	// which the innermost alone counts; -1 for others.
	macro int
	items []item
}

// match is the first item of the rule that is about the subject.
func (r *rule) match(s *subject) *item {
	for i := range r.items {
		if r.items[i].matches(s) {
			return &r.items[i]
		}
	}
	return nil
}

// option is one option of a comment, with its words.
type option struct {
	span source.Span
	rule *rule // nil if it is not about findings
}

// act is what a comment does besides setting options.
type act uint8

const (
	pushes act = 1 << iota
	pops
	onLine     // acts on its own line, whatever stands on it
	onNextLine // acts on the line below its own
	ends       // ends what a comment in front of it began
)

// directive is a comment that could be understood.
type directive struct {
	of   family
	act  act
	span source.Span
	line int
	// head is where the word ends behind which the options stand.
	head     source.Pos
	options  []option
	rules    []*rule // in the order in which they are asked
	settings *Options
	// hasCode: code stands in front of the comment on its line.
	hasCode bool
}

// setsOptions reports whether there is more to the comment than push or pop.
func (d *directive) setsOptions() bool { return d.settings != nil || len(d.options) > 0 }

// Problem is a comment that cannot be understood, or not be paired with another.
type problem struct {
	luacheck string // the code
	span     source.Span
	message  string
}

// finding is a problem as the check reports it.
func (p *problem) finding() analysis.Finding {
	return analysis.Finding{
		Code: Invalid, Luacheck: p.luacheck, Severity: analysis.Warning,
		Span: p.span, Fade: source.NoSpan, Message: p.message, Subject: analysis.About(0),
	}
}
