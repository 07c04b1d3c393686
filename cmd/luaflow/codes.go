package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/checker"
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
	if near := nearCodes(word, checker.Codes()); len(near) > 0 {
		return fmt.Errorf("unknown code %q: did you mean %s?", word, strings.Join(near, " or "))
	}
	return fmt.Errorf("unknown code %q: choose from %s", word, strings.Join(checker.Codes(), ", "))
}

// maxNear is how many codes are named, and maxSlips how many letters of a code may be
// mistyped.
const (
	maxNear  = 3
	maxSlips = 3
)

// nearCodes is the codes that a word is a slip of, the nearest first; else those that
// have a whole word in common with it.
func nearCodes(word string, codes []string) []string {
	slips := make(map[string]int)
	var near []string
	for _, code := range codes {
		if slips[code] = distance(word, code); slips[code] <= min(maxSlips, len(word)/2) {
			near = append(near, code)
		}
	}
	if len(near) == 0 {
		for _, code := range codes {
			if shareWord(word, code) {
				near = append(near, code)
			}
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(slips[a], slips[b]) })
	return near[:min(len(near), maxNear)]
}

func shareWord(a, b string) bool {
	words := strings.FieldsFunc(strings.ToLower(a), func(r rune) bool { return r < 'a' || r > 'z' })
	return slices.ContainsFunc(strings.Split(b, "-"), func(w string) bool { return slices.Contains(words, w) })
}

// distance is the least number of letters to insert, delete or replace to make b of a
// (Levenshtein, 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
