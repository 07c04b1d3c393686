package main

import (
	"fmt"
	"strings"

	"luaflow/analysis/checker"
	"luaflow/analysis/config"
)

// The codes of checks as people type them.

// codesOf is the codes of the checks that a word names: one of ours, or those that
// answer to one of luacheck's.
func codesOf(word string) ([]string, error) {
	if _, ok := checker.Lookup(word); ok {
		return []string{word}, nil
	}
	if codes := checker.Aliases(word); len(codes) > 0 {
		return codes, nil
	}
	return nil, unknownCode(word)
}

// unknownCode names the codes that are near to a word, or all of them if none is.
func unknownCode(word string) error {
	if near := config.Near(word, checker.Codes()); len(near) > 0 {
		return fmt.Errorf("unknown code %q: did you mean %s?", word, strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown code %q: choose from %s", word, strings.Join(checker.Codes(), ", "))
}
