package summary

import (
	"strings"

	"luaflow/compile/source"
)

// Files that are no Lua and may name what is: the configuration of a server with Lua in it, a program in C that calls functions of Lua, a list
// of files to load.

// OfForeign returns the summary of a file that is no Lua, under a path: what its text requires, which goes anywhere, and all words that may
// be names.
func OfForeign(path string, file *source.File) *Summary {
	text := file.Text()
	s := &Summary{Path: path, Lines: linesOf(text), Bytes: len(text), Foreign: true, Acts: true, Returns: Nothing, Requires: []Require{}}
	for _, m := range required.FindAllStringSubmatchIndex(text, -1) {
		s.Requires = append(s.Requires, Require{
			Name: strings.Clone(text[m[2]:m[3]]), Line: file.Line(source.Pos(m[0])), Open: true,
		})
	}
	p := Part{Words: wordsIn(text)}
	p.finish()
	s.Parts = []Part{p}
	return s
}
