package config

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks"
)

// This file defines how findings are let through or held back by luacheck's options.

type ruleKind uint8

const (
	disable ruleKind = iota
	enable
	only
)

// rule is one option of one layer.
type rule struct {
	kind     ruleKind
	patterns []Setting[Pattern]
	// toggle is the bit of the switch that it is, by its index in switches; 0 if it is not one.
	toggle uint8
}

// switches is the flags that stand for rules, the special before the general: without
// unused, but with unused_args, arguments are reported.
var switches = []struct {
	flag    Flag
	pattern Pattern
}{
	{UnusedArgs, mustParse("21[23]")},
	{Global, mustParse("1")},
	{Unused, mustParse("[23]")},
	{Redefined, mustParse("4")},
}

func mustParse(text string) Pattern {
	p, err := ParsePattern(text)
	if err != nil {
		panic(err) // a constant of this program
	}
	return p
}

// rulesOf returns the rules of layers in the order in which they are asked: the last layer
// first.
func rulesOf(layers []*Layer) []rule {
	var rules []rule
	for i := len(layers) - 1; i >= 0; i-- {
		l := layers[i]
		for n, s := range switches {
			value, ok := l.Flags[s.flag]
			if !ok {
				continue
			}
			kind := disable
			if value.Value {
				kind = enable
			}
			rules = append(rules, rule{kind, []Setting[Pattern]{{s.pattern, value.Origin}}, 1 << n})
		}
		for _, list := range []struct {
			kind ruleKind
			list *List[Pattern]
		}{{disable, l.Ignore}, {only, l.Only}, {enable, l.Enable}} {
			if list.list != nil {
				rules = append(rules, rule{kind: list.kind, patterns: list.list.Items})
			}
		}
	}
	return rules
}

// Inquiry is what is known of a finding while rules are asked about it, the innermost
// first, as luacheck does. A finding passes once enabling patterns have matched its code
// and its name, together or one by one; from the first such match on no disabling
// pattern looks at its code any more, and every other pattern counts as matching it. A
// switch counts where it is asked first. The zero Inquiry has asked nobody; two that are
// equal get the same answers.
type Inquiry struct {
	byCode, byName bool  // what enabling patterns have matched
	toggles        uint8 // the switches that have been asked
}

// Answer is what becomes of a finding.
type Answer struct {
	Passes bool // it is reported
	// By is the disabling pattern that holds it back; the zero Setting if none does, or
	// an `only`.
	By Setting[Pattern]
}

// Ask asks rules, after those that have been asked. ok is false if they leave open what
// becomes of the finding; if nobody is left to be asked, it passes.
func (q *Inquiry) Ask(rules Rules, s Subject) (a Answer, ok bool) {
	for i := range rules.rules {
		r := &rules.rules[i]
		if q.toggles&r.toggle != 0 {
			continue
		}
		q.toggles |= r.toggle
		if a, ok = q.ask(r, s); ok {
			return a, true
		}
	}
	return Answer{}, false
}

func (q *Inquiry) ask(r *rule, s Subject) (a Answer, ok bool) {
	found := false
	for _, p := range r.patterns {
		code, name := p.Value.ofCode(s), p.Value.ofName(s)
		if q.byCode || q.byName {
			code = asked(r.kind != disable)
		}
		found = found || both(code, name)
		switch {
		case r.kind == disable && found:
			return Answer{By: p}, true
		case r.kind == enable:
			q.byCode = q.byCode || code == matches
			q.byName = q.byName || name == matches
			if q.byCode && q.byName {
				return Answer{Passes: true}, true
			}
		}
	}
	return Answer{}, r.kind == only && !found
}

// MayPass reports whether any finding of a code may pass the rules: none of those that say
// which findings alone are wanted leaves out all of them.
func (c *Config) MayPass(name string) bool {
	known := checks.Lookup(name)
	for _, r := range c.rules {
		switch {
		case known == nil || r.kind == enable:
			return true
		case r.kind == only && !slices.ContainsFunc(r.patterns, func(p Setting[Pattern]) bool { return p.Value.MayMatchAny(known) }):
			return false
		}
	}
	return true
}

// enabledBy returns where a code is enabled for its own sake: by an enabling rule that is
// asked before any that disables it. The zero Origin is nowhere.
func enabledBy(rules []rule, c *analysis.Check) Origin {
	for _, r := range rules {
		for _, p := range r.patterns {
			if !p.Value.names(c) {
				continue
			}
			switch r.kind {
			case enable:
				return p.Origin
			case disable:
				return Origin{}
			}
		}
	}
	return Origin{}
}
