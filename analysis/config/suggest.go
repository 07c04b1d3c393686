package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/spelling"
)

// This file finds out what a mistyped word was meant to be.

// notKnown returns the error for a word of a kind that there is not, with what Suggestions has for
// it, or with all known words if that is nothing.
func notKnown[T ~string](what, word string, known []T) error {
	plain := make([]string, len(known))
	for i, k := range known {
		plain[i] = string(k)
	}
	if found := Suggestions(word, plain); len(found) > 0 {
		return fmt.Errorf("%s %q: did you mean %s?", what, word, strings.Join(found, " or "))
	}
	return fmt.Errorf("%s %q: choose from %s", what, word, strings.Join(plain, ", "))
}

// maxSuggestions is how many words are named, and maxSlips how many letters of a word may be
// mistyped.
const (
	maxSuggestions = 3
	maxSlips       = 3
)

// Suggestions returns the known words that a word is a slip of, the nearest first; else those that
// have a whole word in common with it.
func Suggestions(word string, known []string) []string {
	slips := make(map[string]int)
	var found []string
	for _, k := range known {
		if slips[k] = spelling.Distance(word, k); slips[k] <= min(maxSlips, len(word)/2) {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		for _, k := range known {
			if shareWord(word, k) {
				found = append(found, k)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(slips[a], slips[b]) })
	return found[:min(len(found), maxSuggestions)]
}

func shareWord(a, b string) bool {
	words := strings.FieldsFunc(strings.ToLower(a), func(r rune) bool { return r < 'a' || r > 'z' })
	return slices.ContainsFunc(strings.Split(b, "-"), func(w string) bool { return slices.Contains(words, w) })
}
