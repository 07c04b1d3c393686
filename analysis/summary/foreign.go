package summary

import (
	"regexp"
	"strings"
)

// Files that are no Lua and may name what is: the configuration of a server with Lua in it, a program in C that calls functions of Lua, a list
// of files to load.

// required is how modules are required, in Lua or in what has Lua in it.
var required = regexp.MustCompile(`require[ \t]*\(?[ \t]*["']([\w./-]+)["']`)

// OfForeign returns the summary of a file that is no Lua, under a path: what its text requires, which goes anywhere, and all words that may
// be names.
func OfForeign(path, text string) *Summary {
	s := &Summary{Path: path, Lines: linesOf(text), Bytes: len(text), Foreign: true, Acts: true, Returns: Nothing, Requires: []Require{}}
	for _, m := range required.FindAllStringSubmatchIndex(text, -1) {
		s.Requires = append(s.Requires, Require{
			Name: strings.Clone(text[m[2]:m[3]]), Line: 1 + strings.Count(text[:m[0]], "\n"), Open: true,
		})
	}
	p := Part{Words: wordsIn(text)}
	p.finish()
	s.Parts = []Part{p}
	return s
}

// wordsIn returns all words of a text that may be names, each once.
func wordsIn(text string) (all []string) {
	seen := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r != '-' && !isName("_"+string(r)) }) {
		if !seen[word] && len(word) <= maxWord && isName(word) {
			seen[word] = true
			all = append(all, strings.Clone(word))
		}
	}
	return all
}
