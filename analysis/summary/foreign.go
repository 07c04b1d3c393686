package summary

import (
	"regexp"
	"slices"
	"strings"

	"luaflow/compile/source"
)

// Files that are no Lua and may name what is: the configuration of a server with Lua in it, a program in C that calls functions of Lua, a list
// of files to load.

// OfForeign returns the summary of a file that is no Lua, under a path: what its text requires, which goes anywhere, all words that may
// be names, and all that may be paths of files of Lua.
func OfForeign(path string, file *source.File) *Summary {
	text := file.Text()
	s := &Summary{Path: path, Lines: linesOf(text), Bytes: len(text), Foreign: true, Acts: true, Returns: Nothing, Requires: []Require{}}
	for _, m := range required.FindAllStringSubmatchIndex(text, -1) {
		s.Requires = append(s.Requires, Require{
			Name: strings.Clone(text[m[2]:m[3]]), Line: file.Line(source.Pos(m[0])), Open: true,
		})
	}
	s.Paths = pathsIn(text)
	p := Part{Words: wordsIn(text)}
	p.finish()
	s.Parts = []Part{p}
	return s
}

// endOfPath is where a path of a file of Lua ends.
var endOfPath = regexp.MustCompile(`(?i)\.lua\b`)

// In the list of files of an add-on a variable stands for a part of a path, and a condition may be in front: `[Family]\Core.lua`,
// `[AllowLoadGameType classic] Core.lua`.
var (
	variable  = regexp.MustCompile(`\[\w+\]`)
	condition = regexp.MustCompile(`^.*\] +`)
)

// maxPath is how long a path is.
const maxPath = 200

// pathsIn returns what may be paths of files of Lua in a text, sorted, with slashes. In front of one there may be more words, as a path may have
// spaces: `content_by_lua_file app/content.lua`.
func pathsIn(text string) (all []string) {
	start := 0
	for _, at := range endOfPath.FindAllStringIndex(text, -1) {
		front := text[max(start, at[0]-maxPath):at[0]]
		front = front[strings.LastIndexAny(front, "\n\r\t\"'`<>;,=(){}|")+1:]
		start = at[1]
		front = condition.ReplaceAllString(strings.TrimSpace(front), "")
		front = variable.ReplaceAllString(strings.ReplaceAll(front, `\`, "/"), star)
		if front != "" && !strings.HasSuffix(front, "/") {
			all = append(all, strings.ToValidUTF8(front, "")+".lua")
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
