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
	"slices"
	"strings"
)

// Clean is a path in the form that Match compares: with slashes, without dots, and in
// lower case where the system does not tell the cases apart by custom.
func Clean(name string) string {
	name = path.Clean(filepath.ToSlash(name))
	if runtime.GOOS == "windows" {
		name = strings.ToLower(name)
	}
	return name
}

// Join is a pattern as seen from a folder: cleaned and, unless it was already,
// absolute.
func Join(folder, pattern string) string {
	if filepath.IsAbs(pattern) || strings.HasPrefix(pattern, "/") {
		return Clean(pattern)
	}
	return Clean(folder + "/" + pattern)
}

// Match reports whether a path, or a folder that it is in, matches a pattern. Both are
// clean and absolute.
func Match(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?[") {
		rest, ok := strings.CutPrefix(name, strings.TrimSuffix(pattern, "/"))
		return ok && (rest == "" || rest[0] == '/')
	}
	parts, names := split(pattern), split(name)
	// Of several `**` only the last that was passed is ever asked to take one more
	// folder: the shortest that each takes leaves the most for those behind it.
	again, taken := -1, 0
	for p, n := 0, 0; p < len(parts); {
		switch {
		case parts[p] == "**":
			again, taken = p, n
			p++
		case n < len(names) && matchPart(parts[p], names[n]):
			p++
			n++
		case again >= 0 && taken < len(names):
			taken++
			p, n = again+1, taken
		default:
			return false
		}
	}
	return true
}

func split(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
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
// what they say is applied. Both are clean and absolute.
func Compare(a, b string) int {
	as, bs := split(a), split(b)
	for i := range min(len(as), len(bs)) {
		if order := comparePart(as[i], bs[i]); order != 0 {
			return order
		}
	}
	return cmp.Or(cmp.Compare(len(as), len(bs)), cmp.Compare(a, b))
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

func specials(part string) int {
	return len(slices.DeleteFunc([]byte(part), func(b byte) bool { return !strings.ContainsRune("*?[", rune(b)) }))
}
