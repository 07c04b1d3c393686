// Package glob matches paths with the patterns of luacheck's configuration: `*` is any
// number of bytes of a name, `?` one or none, `[a-z]` and `[!a-z]` are sets, `**` is any
// number of folders, nothing can be escaped, and what matches a folder matches all that
// is in it.
package glob

import (
	"cmp"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// Path is an absolute path, in the form that patterns are compared with.
type Path struct{ text string }

// PathOf returns a path without dots, and in lower case where the system does not tell the
// cases apart.
func PathOf(name string) Path {
	name = path.Clean(filepath.ToSlash(name))
	if runtime.GOOS == "windows" {
		name = strings.ToLower(name)
	}
	return Path{name}
}

// parts returns the names of the folders and of the file.
func (p Path) parts() []string {
	return strings.FieldsFunc(p.text, func(r rune) bool { return r == '/' })
}

// Pattern is a pattern, as seen from a folder. It never changes.
type Pattern struct {
	Path
	parts   []string
	special []bool // by part: whether it has a sign that stands for others
	any     bool   // one of them has
	tail    string // all that matches has this in it: the end of the last part
}

// Compile reads a pattern that starts at a folder, unless it is absolute.
func Compile(folder, pattern string) Pattern {
	if !filepath.IsAbs(pattern) && !strings.HasPrefix(pattern, "/") {
		pattern = folder + "/" + pattern
	}
	p := Pattern{Path: PathOf(pattern)}
	p.parts = p.Path.parts()
	p.special = make([]bool, len(p.parts))
	for i, part := range p.parts {
		p.special[i] = specials(part) > 0
		p.any = p.any || p.special[i]
	}
	if last := p.text[strings.LastIndexByte(p.text, '/')+1:]; !strings.Contains(last, "[") {
		p.tail = last[strings.LastIndexAny(last, "*?")+1:]
	}
	return p
}

// Match reports whether a path, or a folder that it is in, matches the pattern.
func (p *Pattern) Match(name Path) bool {
	if !p.any {
		rest, ok := strings.CutPrefix(name.text, strings.TrimSuffix(p.text, "/"))
		return ok && (rest == "" || rest[0] == '/')
	}
	if !strings.Contains(name.text, p.tail) {
		return false
	}
	parts := name.parts()
	// Of several `**` only the last that was passed is ever asked to take one more
	// folder: the shortest that each takes leaves the most for those after it.
	again, taken := -1, 0
	for i, n := 0, 0; i < len(p.parts); {
		switch {
		case p.parts[i] == "**":
			again, taken = i, n
			i++
		case n < len(parts) && p.matchPart(i, parts[n]):
			i++
			n++
		case again >= 0 && taken < len(parts):
			taken++
			i, n = again+1, taken
		default:
			return false
		}
	}
	return true
}

func (p *Pattern) matchPart(i int, name string) bool {
	if !p.special[i] {
		return p.parts[i] == name
	}
	return matchPart(p.parts[i], name)
}

// matchPart reports whether the name of one file or folder, which is not empty,
// matches: ends[i] is whether what is read of the pattern matches the first i bytes.
func matchPart(pattern, name string) bool {
	ends := make([]bool, len(name)+1)
	ends[0] = true
	for len(pattern) > 0 {
		width := 1
		switch pattern[0] {
		case '*':
			for i := range len(name) {
				ends[i+1] = ends[i+1] || ends[i]
			}
		case '?':
			for i := len(name); i > 0; i-- {
				ends[i] = ends[i] || ends[i-1]
			}
		default:
			for i := len(name); i > 0; i-- {
				ok := false
				width, ok = matchByte(pattern, name[i-1])
				ends[i] = ok && ends[i-1]
			}
			ends[0] = false
		}
		pattern = pattern[width:]
	}
	return ends[len(name)]
}

// matchByte reports whether the sign that a pattern begins with, a byte or a set,
// stands for a byte, and how long the sign is.
func matchByte(pattern string, b byte) (width int, ok bool) {
	if pattern[0] == '[' {
		return matchSet(pattern, b)
	}
	return 1, pattern[0] == b
}

// matchSet reads a set in brackets, to the end of the pattern if it is not closed.
func matchSet(pattern string, b byte) (width int, ok bool) {
	i := 1
	inverted := strings.HasPrefix(pattern[i:], "!")
	if inverted {
		i++
	}
	for first := true; i < len(pattern) && (first || pattern[i] != ']'); first = false {
		if i+2 < len(pattern) && pattern[i+1] == '-' && pattern[i+2] != ']' {
			ok = ok || pattern[i] <= b && b <= pattern[i+2]
			i += 3
			continue
		}
		ok = ok || pattern[i] == b
		i++
	}
	return min(i+1, len(pattern)), ok != inverted
}

// Compare orders patterns from the general to the special, which is the order in which
// what they say is applied.
func Compare(a, b Pattern) int {
	for i := range min(len(a.parts), len(b.parts)) {
		if order := comparePart(a.parts[i], b.parts[i]); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(a.parts), len(b.parts)), cmp.Compare(a.text, b.text))
}

// comparePart puts `**` first, then the part with more that is not fixed.
func comparePart(a, b string) int {
	if (a == "**") != (b == "**") {
		if a == "**" {
			return -1
		}
		return 1
	}
	return cmp.Compare(specials(b), specials(a))
}

// specials returns how many signs of a part stand for others.
func specials(part string) int {
	return strings.Count(part, "*") + strings.Count(part, "?") + strings.Count(part, "[")
}
