package config

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config/luapattern"
)

// This file defines patterns of findings, CODE/NAME, as luacheck has them in `ignore`,
// `enable` and `only`.

// Subject is what a configuration may ask of a finding.
type Subject struct {
	Code     string // one of ours
	Luacheck string // the code of luacheck that it is, "" if luacheck has none
	Name     string // the variable, field or label that it is about, "" if there is none
	// Needs is the switch that has to be on besides, whatever patterns say: that of
	// secondary values or that of an implicit self; "" for none.
	Needs Flag
}

// Pattern is a set of findings. It never changes.
type Pattern struct {
	text string
	own  string              // one of our codes, or
	code *luapattern.Pattern // a pattern of luacheck's codes, or neither
	name *luapattern.Pattern // nil if any will do
}

// ParsePattern reads a pattern. What stands before a slash is for the code, what stands
// after it for the name; without a slash it is for the name if it contains a letter or
// an underscore, else for the code. Both are patterns of Lua; that of a code must match
// its beginning, that of a name the whole, unless they are anchored. A code of ours is
// written out, in front of a slash or without one; only of those that might be names of
// variables the slash cannot be left out.
func ParsePattern(text string) (p Pattern, err error) {
	p.text = text
	code, name, hasName := strings.Cut(text, "/")
	switch {
	case checks.IsCode(code) && (hasName || strings.Contains(code, "-")):
		p.own = code
	case !hasName && strings.ContainsFunc(text, isNameLetter):
		name, hasName = text, true
	default:
		p.code, err = compile(code, "")
	}
	if hasName && err == nil {
		p.name, err = compile(name, "$")
	}
	if err != nil {
		return Pattern{}, fmt.Errorf("the pattern %q: %w", text, err)
	}
	return p, nil
}

// ofCode returns all findings of one of our codes.
func ofCode(code string) Pattern { return Pattern{text: code, own: code} }

func isNameLetter(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

func compile(src, end string) (*luapattern.Pattern, error) {
	if !strings.HasPrefix(src, "^") && !strings.HasSuffix(src, "$") {
		src = "^" + src + end
	}
	return luapattern.Compile(src)
}

// String returns the pattern as it was written.
func (p Pattern) String() string { return p.text }

// verdict is what one half of a pattern says.
type verdict uint8

const (
	unasked verdict = iota
	matches
	differs
)

func asked(ok bool) verdict {
	if ok {
		return matches
	}
	return differs
}

// ofCode returns whether the pattern is for the code of s, as a verdict.
func (p Pattern) ofCode(s Subject) verdict {
	switch {
	case p.own != "":
		return asked(p.own == s.Code)
	case p.code == nil:
		return unasked
	case s.Luacheck != "":
		return asked(p.code.Matches(s.Luacheck))
	}
	c := checks.Lookup(s.Code)
	return asked(c != nil && p.code.Matches(c.Family))
}

// ofName returns whether the pattern is for the name of s, as a verdict.
func (p Pattern) ofName(s Subject) verdict {
	if p.name == nil {
		return unasked
	}
	return asked(s.Name != "" && p.name.Matches(s.Name))
}

// Match reports whether a finding is in the set.
func (p Pattern) Match(s Subject) bool { return both(p.ofCode(s), p.ofName(s)) }

// both reports whether one half matches and the other does not differ.
func both(code, name verdict) bool {
	return code == matches && name != differs || name == matches && code != differs
}

// CodeText returns how the codes are written that the pattern is for; "" for any.
func (p Pattern) CodeText() string {
	if p.own == "" && p.code == nil {
		return ""
	}
	code, _, _ := strings.Cut(p.text, "/")
	return code
}

// NameText returns how the names are written that the pattern is for; "" for any, or none.
func (p Pattern) NameText() string {
	_, name, hasName := strings.Cut(p.text, "/")
	switch {
	case p.name == nil:
		return ""
	case hasName:
		return name
	}
	return p.text
}

// MayMatch reports whether a finding with the codes of s may be in the set, whatever its name.
func (p Pattern) MayMatch(s Subject) bool { return p.ofCode(s) != differs }

// MayMatchAny reports whether some finding of a check may be in the set.
func (p Pattern) MayMatchAny(c *analysis.Check) bool {
	return p.MayMatch(Subject{Code: c.Code}) || slices.ContainsFunc(c.Luacheck, func(luacheck string) bool {
		return p.MayMatch(Subject{Code: c.Code, Luacheck: luacheck})
	})
}

// names reports whether the pattern is for a code, whatever the findings' names: the
// code itself, or one of luacheck's that it answers to.
func (p Pattern) names(c *analysis.Check) bool {
	if p.name != nil {
		return false
	}
	if p.own != "" {
		return p.own == c.Code
	}
	for _, luacheck := range c.Luacheck {
		if p.ofCode(Subject{Code: c.Code, Luacheck: luacheck}) == matches {
			return true
		}
	}
	return false
}
