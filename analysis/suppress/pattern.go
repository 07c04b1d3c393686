package suppress

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/config/luapattern"
	"luaflow/compile"
)

// This file defines patterns: which findings a word of a comment is about.

// pattern is what a word stands for.
type pattern struct {
	// codes is the codes of ours that it names. hasCodes is false if it names luacheck's,
	// by the part code, or none.
	codes      []string
	hasCodes   bool
	code, name part
	// isOurs: what other tools find is not meant.
	isOurs bool
}

// everything matches every finding.
var everything = pattern{code: part{given: true, literal: true}}

// part is a Lua pattern, or one that needs none because it is made of plain letters.
type part struct {
	given   bool
	literal bool
	text    string // literal
	whole   bool   // a literal that is more than a beginning
	pattern *luapattern.Pattern
}

func (p *part) matches(s string) bool {
	switch {
	case !p.literal:
		return p.pattern.Matches(s)
	case p.whole:
		return s == p.text
	}
	return strings.HasPrefix(s, p.text)
}

// newPart reads a pattern that is anchored at its beginning, and at its end if whole,
// unless it says itself where it is.
func newPart(text string, whole bool) (part, error) {
	if strings.IndexFunc(text, isMagic) < 0 {
		return part{given: true, literal: true, text: text, whole: whole}, nil
	}
	anchored := text
	if !strings.HasPrefix(text, "^") && !strings.HasSuffix(text, "$") {
		anchored = "^" + text
		if whole {
			anchored += "$"
		}
	}
	p, err := luapattern.Compile(anchored)
	if err != nil {
		return part{}, fmt.Errorf("invalid pattern `%s`: %w", text, err)
	}
	return part{given: true, pattern: p}, nil
}

func isMagic(r rune) bool { return strings.ContainsRune("^$()%.[]*+-?", r) }

func isLetter(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// luacheckPattern reads a pattern as luacheck does, and besides the names of findings
// that no variable can have.
func (l *Language) luacheckPattern(word string) (pattern, error) {
	code, name, hasName := strings.Cut(word, "/")
	if strings.Contains(code, "-") {
		if codes, known := l.codes(code); known {
			return named(codes, name, hasName)
		}
	}
	if !hasName && strings.IndexFunc(word, isLetter) >= 0 {
		p, err := newPart(word, true)
		return pattern{name: p}, err
	}
	return numbered(code, name, hasName)
}

// ownPattern reads a pattern in which a word without a slash names findings. known is
// false if there are none of that name.
func (l *Language) ownPattern(word string) (p pattern, known bool, err error) {
	code, name, hasName := strings.Cut(word, "/")
	codes, known := l.codes(code)
	switch {
	case known:
		p, err = named(codes, name, hasName)
	case strings.IndexFunc(code, isLetter) >= 0:
		p, err = named(nil, name, hasName)
	default:
		p, err = numbered(code, name, hasName)
		known = err == nil && slices.ContainsFunc(luacheckCodes, p.code.matches)
	}
	return p, known, err
}

func named(codes []string, name string, hasName bool) (p pattern, err error) {
	p = pattern{codes: codes, hasCodes: true}
	if hasName {
		p.name, err = newPart(name, true)
	}
	return p, err
}

func numbered(code, name string, hasName bool) (p pattern, err error) {
	if p.code, err = newPart(code, false); err == nil && hasName {
		p.name, err = newPart(name, true)
	}
	return p, err
}

// subject is a finding as patterns see it.
type subject struct {
	code, luacheck, name string
	// byCode: only a pattern that names the code matches.
	byCode bool
}

// subjectOf is what a finding is about: the name is that of the variable or label, or
// what is underlined where that is a global or an ellipsis.
func subjectOf(u *compile.Unit, f *analysis.Finding) subject {
	s := subject{code: f.Code, luacheck: f.Luacheck}
	text := u.File.Slice(f.Span)
	switch {
	case f.Subject.Binding != 0:
		s.name = u.Tree.Str(u.Res.Bindings[f.Subject.Binding].Sym)
	case f.Luacheck == "521":
		s.name = u.Tree.Str(u.Res.Labels[f.Subject.Label].Stat.Label)
	case text == "...":
		s.name = text
	case strings.HasPrefix(f.Luacheck, "1"):
		s.name = leadingName(text)
	}
	return s
}

// leadingName is the name that a text begins with.
func leadingName(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return !isLetter(r) && (r < '0' || r > '9') })
	if end < 0 {
		return text
	}
	return text[:end]
}

// matchesCode reports whether a pattern with a code is about the subject's.
func (p *pattern) matchesCode(s *subject) bool {
	if p.hasCodes {
		return slices.Contains(p.codes, s.code)
	}
	return !s.byCode && p.code.given && p.code.matches(s.luacheck)
}

// matchesName reports whether a pattern with a name is about the subject's.
func (p *pattern) matchesName(s *subject) bool {
	return p.name.given && s.name != "" && p.name.matches(s.name)
}

// hasCode reports whether the pattern has a part for the code.
func (p *pattern) hasCode() bool { return p.hasCodes || p.code.given }

// matches reports whether both parts match, as far as they are given.
func (p *pattern) matches(s *subject) bool {
	if s.byCode && !p.hasCodes {
		return false
	}
	return (!p.hasCode() || p.matchesCode(s)) && (!p.name.given || p.matchesName(s))
}

// isJudged reports whether all that the pattern could match is looked for, so that it
// is known to be of no use if it matches nothing. Names of which nothing is said, by
// anyone's choice, are not looked for.
func (p *pattern) isJudged(l *Language, runs func(code string) bool) bool {
	if p.name.literal && (p.name.text == "self" || strings.HasPrefix(p.name.text, "_")) {
		return false
	}
	if p.isOurs {
		return true
	}
	if p.hasCodes {
		return len(p.codes) > 0 && !slices.Contains(p.codes, Useless) &&
			!slices.ContainsFunc(p.codes, func(code string) bool { return !runs(code) })
	}
	matched := false
	for _, code := range luacheckCodes {
		if p.code.given && !p.code.matches(code) {
			continue
		}
		if !l.covers(code, runs) {
			return false
		}
		matched = true
	}
	return matched
}
