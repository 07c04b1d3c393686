package suppress

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile"
	"luaflow/compile/resolve"
)

// This file defines what the words in comments mean: which findings they are about.

// meaning is the findings that a word is about: those of any of the patterns, or those
// that need a switch.
type meaning struct {
	patterns []config.Pattern
	needs    config.Flag
	// codes is the codes of ours that the word names. hasCodes is false if it names
	// luacheck's, or none.
	codes    []string
	hasCodes bool
	// isOurs: what other tools find is not meant.
	isOurs bool
	// isWider: another tool finds more under this word.
	isWider bool
	code    string // in front of the slash, if that is no name
	name    string // after it
}

// uselessCheck is the check of comments that suppress nothing.
var uselessCheck = checks.OfComments(analysis.UselessComments)

// everything returns all findings.
func everything(isOurs bool) meaning {
	return meaning{patterns: []config.Pattern{mustParse(".*")}, isOurs: isOurs}
}

func mustParse(text string) config.Pattern {
	p, err := config.ParsePattern(text)
	if err != nil {
		panic(err) // a constant of this program
	}
	return p
}

// matches reports whether the word is about a finding.
func (m *meaning) matches(s config.Subject) bool {
	for _, p := range m.patterns {
		if p.Match(s) {
			return true
		}
	}
	return m.needs != "" && m.needs == s.Needs
}

// offMeans returns what a switch hides that is off.
func offMeans(f config.Flag) (m meaning, ok bool) {
	switch p, isRule := f.Pattern(); {
	case isRule:
		return meaning{patterns: []config.Pattern{p}, code: p.String()}, true
	case f == config.UnusedSecondaries:
		return meaning{needs: f, codes: checks.WithSecondaries(), hasCodes: true}, true
	case f == config.Self:
		return meaning{needs: f, name: "self"}, true
	}
	return m, false
}

// names reports whether the word is about a code and names it.
func (m *meaning) names(code string) bool { return slices.Contains(m.codes, code) }

// read returns what a word means to a family. known is false if it names findings of nobody;
// for luacheck that is the name of a variable.
func read(of pragma.Family, word string) (m meaning, known bool, err error) {
	code, name, hasName := strings.Cut(word, "/")
	m.code, m.name = code, name
	m.isWider = of == pragma.OfServer && checks.IsWider(code)
	codes, part := codesOf(of, code)
	isName := strings.ContainsFunc(code, isLetter)
	switch {
	case part != "" || len(codes) > 0 && (of != pragma.OfLuacheck || hasName || strings.Contains(code, "-")):
		return m.named(codes, part, hasName)
	case of == pragma.OfLuacheck && isName && !hasName:
		m.code, m.name = "", word
	case of != pragma.OfLuacheck && isName:
		m.hasCodes = true
		return m, false, nil
	}
	p, err := config.ParsePattern(word)
	m.patterns = []config.Pattern{p}
	return m, err == nil && (m.code == "" || len(m.luacheckCodes()) > 0), err
}

// codesOf returns the codes of ours that a word names, or the pattern of a part of one. What
// both we and lua-language-server call so means to each what it means to him.
func codesOf(of pragma.Family, word string) (codes []string, part string) {
	codes, part = checks.FromLuaLS(word)
	if checks.IsCode(word) && (of != pragma.OfServer || len(codes) == 0 && part == "") {
		return []string{word}, ""
	}
	return codes, part
}

// named completes the meaning of a word that names codes of ours, or the pattern of a
// part of one.
func (m meaning) named(codes []string, part string, hasName bool) (meaning, bool, error) {
	m.hasCodes = true
	m.codes = codes
	texts := codes
	if part != "" {
		texts = []string{part}
		code, _, _ := strings.Cut(part, "/")
		if checks.IsCode(code) {
			m.codes = []string{code}
		} else {
			m.code, m.codes, m.hasCodes = code, nil, false
		}
	}
	for _, text := range texts {
		code, _, _ := strings.Cut(text, "/")
		if hasName {
			text = code + "/" + m.name
		} else if !strings.Contains(code, "-") && checks.IsCode(code) {
			text = code + "/.*" // or it would be a name
		}
		p, err := config.ParsePattern(text)
		if err != nil {
			return m, true, err
		}
		m.patterns = append(m.patterns, p)
	}
	return m, true, nil
}

func isLetter(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// everyLuacheckCode is luacheck's codes.
var everyLuacheckCode = strings.Fields(`
	011 021 022 023 033 111 112 113 121 122 131 142 143
	211 212 213 214 221 231 232 233 241 311 312 313 314 321 331 341
	411 412 413 421 422 423 431 432 433 511 512 521 531 532 541 542 551 561 571 581 582
	611 612 613 614 621 631`)

// luacheckCodes returns the codes of luacheck that a word without codes of ours may be about.
func (m *meaning) luacheckCodes() []string {
	if m.code == "" {
		return everyLuacheckCode
	}
	p, err := config.ParsePattern(m.code)
	if err != nil {
		return nil
	}
	var codes []string
	for _, code := range everyLuacheckCode {
		if p.Match(config.Subject{Luacheck: code}) {
			codes = append(codes, code)
		}
	}
	return codes
}

// isJudged reports whether all that the word could be about is looked for, so that it is
// known to be of no use if it matches nothing. Names of which nothing is said, by
// anyone's choice, are not looked for.
func (m *meaning) isJudged(runs func(code string) bool) bool {
	runsNot := func(code string) bool { return !runs(code) }
	switch {
	case m.isWider || m.name == "self" || strings.HasPrefix(m.name, "_"):
		return false
	case m.isOurs:
		return true
	case m.hasCodes:
		return len(m.codes) > 0 && !m.names(uselessCheck.Code) && !slices.ContainsFunc(m.codes, runsNot)
	}
	codes := m.luacheckCodes()
	return len(codes) > 0 && !slices.ContainsFunc(codes, func(luacheck string) bool {
		ours := checks.FromLuacheck(luacheck)
		return len(ours) == 0 || slices.ContainsFunc(ours, runsNot)
	})
}

// unread returns luacheck's code for a variable that nothing reads, whatever else we find out
// about it under a code that luacheck has not: 231 if it is assigned, 211 if not, "" if it is
// read.
func unread(b *resolve.Binding) string {
	switch {
	case b.Reads > 0:
		return ""
	case b.Writes > 0:
		return "231"
	}
	return "211"
}

// SubjectOf returns what patterns may ask of a finding. The name is that of the variable or
// label, or an ellipsis.
func SubjectOf(u *compile.Unit, f *analysis.Finding) config.Subject {
	s := config.Subject{Code: f.Code, Luacheck: f.Luacheck, Needs: needs(f)}
	text := u.File.Slice(f.Span)
	switch {
	case f.Subject.Binding != 0:
		b := &u.Res.Bindings[f.Subject.Binding]
		s.Name = u.Tree.Str(b.Sym)
		s.Luacheck = cmp.Or(s.Luacheck, unread(b))
	case f.Subject.Label != 0:
		s.Name = u.Tree.Str(u.Res.Labels[f.Subject.Label].Stat.Label)
	case text == "...":
		s.Name = text
	case f.Subject.Global != "":
		s.Name = f.Subject.Global
	}
	return s
}

// needs returns the switch that a finding needs to be on, "" for none.
func needs(f *analysis.Finding) config.Flag {
	switch {
	case f.Secondary:
		return config.UnusedSecondaries
	case f.ImplicitSelf:
		return config.Self
	}
	return ""
}
