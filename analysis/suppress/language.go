package suppress

import (
	"slices"
	"strings"

	"luaflow/analysis"
)

// This file defines what the words in comments mean: names of findings and standards.

// Language is what the words in comments mean.
type Language struct {
	// Checks is every check that there is, whether it runs or not.
	Checks []*analysis.Check
	// Names is the codes of ours that a name of lua-language-server's stands for, none
	// if it is known but nothing that we find. nil: it has no names but ours.
	Names func(name string) (codes []string, known bool)
	// Std reports whether there is a standard of globals with a name. nil: there is.
	Std func(name string) bool
}

// The codes of what this package finds.
const (
	Invalid = "invalid-suppression"
	Useless = "useless-suppression"
)

// luacheckCodes is every code of luacheck's.
var luacheckCodes = strings.Fields(`
	011 021 022 023 033 111 112 113 121 122 131 142 143
	211 212 213 214 221 231 232 233 241 311 312 313 314 321 331 341
	411 412 413 421 422 423 431 432 433 511 512 521 531 532 541 542 551 561 571 581 582
	611 612 613 614 621 631`)

// codes is the codes of ours that a word of a comment names. known is false if it is
// no name of any finding.
func (l *Language) codes(word string) (codes []string, known bool) {
	if slices.ContainsFunc(l.Checks, func(c *analysis.Check) bool { return c.Code == word }) {
		return []string{word}, true
	}
	if l.Names == nil {
		return nil, false
	}
	return l.Names(word)
}

// covers reports whether all that luacheck finds under a code is looked for: some check
// answers to it, and each one that does runs.
func (l *Language) covers(luacheck string, runs func(code string) bool) bool {
	covered := false
	for _, c := range l.Checks {
		if slices.Contains(c.Luacheck, luacheck) {
			if !runs(c.Code) {
				return false
			}
			covered = true
		}
	}
	return covered
}

// hasStd reports whether the names in a `std` option, which may be joined by plus
// signs, are known; if not, unknown is the first that is not.
func (l *Language) hasStd(std string) (unknown string, ok bool) {
	if l.Std == nil {
		return "", true
	}
	for _, name := range strings.Split(strings.TrimPrefix(std, "+"), "+") {
		if !l.Std(name) {
			return name, false
		}
	}
	return "", true
}
