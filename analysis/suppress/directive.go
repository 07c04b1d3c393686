package suppress

import (
	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
)

// This file defines what has been understood of a comment.

// item is a word that says which findings are meant, or an option that does.
type item struct {
	span source.Span
	meaning
	id int // dense in a Set
	// isRemark: it stands after two dashes, and is no more than a remark to whoever wrote it.
	isRemark bool
}

// option is one option of a comment.
type option struct {
	span source.Span
	// hides: it hides what its items mean. There are no items if it is not about findings.
	hides bool
	items []item
}

// match returns the first item that is about a finding.
func (o *option) match(s config.Subject) *item {
	for i := range o.items {
		if o.items[i].matches(s) {
			return &o.items[i]
		}
	}
	return nil
}

// act is what a comment does besides setting options, and where.
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
	of   pragma.Family
	act  act
	span source.Span
	line int
	// head is where the word ends after which the options stand.
	head    source.Pos
	options []option
	layer   *config.Layer // what a comment of luacheck's sets; else nil
	rules   config.Rules  // the layer's
	// names is what the comment is about if it only hides findings, of names that are
	// written out; else nil.
	names []string
	// hasCode: code stands in front of the comment on its line.
	hasCode bool
}

// match returns the first item of a comment, not luacheck's, that is about a finding.
func (d *directive) match(s config.Subject) *item {
	for i := range d.options {
		if it := d.options[i].match(s); it != nil {
			return it
		}
	}
	return nil
}

// withText returns the first item of a comment that hides what the pattern of that text
// stands for.
func (d *directive) withText(pattern string) *item {
	for i := range d.options {
		o := &d.options[i]
		for k := range o.items {
			for _, p := range o.items[k].patterns {
				if o.hides && p.String() == pattern {
					return &o.items[k]
				}
			}
		}
	}
	return nil
}

// withNeed returns the first item of a comment that hides what needs a switch.
func (d *directive) withNeed(f config.Flag) *item {
	for i := range d.options {
		for k := range d.options[i].items {
			if d.options[i].items[k].needs == f {
				return &d.options[i].items[k]
			}
		}
	}
	return nil
}

// forgives reports whether the comment hides findings of a code that it names.
func (d *directive) forgives(code string) bool {
	for i := range d.options {
		for k := range d.options[i].items {
			if d.options[i].hides && d.options[i].items[k].names(code) {
				return true
			}
		}
	}
	return false
}

// problem is a comment that cannot be understood, or not be paired with another.
type problem struct {
	luacheck string // the code
	span     source.Span
	message  string
}

// finding returns a problem as the check reports it.
func (p *problem) finding() analysis.Finding {
	check := checks.OfComments(analysis.InvalidComments)
	return analysis.Finding{
		Code: check.Code, Luacheck: p.luacheck, Severity: check.Severity,
		Span: p.span, Fade: source.NoSpan, Message: p.message, Subject: analysis.About(0),
	}
}
