// Package gitignore defines what the pattern files of git say (gitignore(5), and where that
// is silent the code of git: dir.c and wildmatch.c). It reads texts, no files.
//
// A match takes time in proportion to the length of the pattern times that of the name,
// whatever both hold: a pattern file comes with a project that nobody has looked at yet.
package gitignore

import "strings"

// List is what one pattern file says of the files below its folder. It never changes; the
// nil List ignores nothing.
type List struct {
	weaker  *List  // asked where this one says nothing
	folder  string // absolute, with slashes
	entries []entry
}

// entry is one line.
type entry struct {
	pattern pattern
	isPath  bool // compared with the path below the folder, else with the last name
	folders bool // about folders only
	include bool // the line begins with an exclamation mark
}

// With returns a list in which the text of a pattern file about what is below a folder,
// absolute and with slashes, goes before what l says.
func (l *List) With(folder, text string) *List {
	more := &List{weaker: l, folder: strings.TrimSuffix(folder, "/")}
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if e, ok := parse(strings.TrimSuffix(line, "\r")); ok {
			more.entries = append(more.entries, e)
		}
	}
	if len(more.entries) == 0 {
		return l
	}
	return more
}

// parse reads a line. It is not ok if the line says nothing.
func parse(line string) (e entry, ok bool) {
	if strings.HasPrefix(line, "#") {
		return e, false
	}
	line, _, _ = strings.Cut(line, "\x00") // to git the line ends there
	line = line[:len(line)-trailingBlanks(line)]
	line, e.include = strings.CutPrefix(line, "!")
	line, e.folders = strings.CutSuffix(line, "/")
	if e.isPath = strings.Contains(line, "/"); e.isPath {
		line = strings.TrimPrefix(line, "/")
	}
	e.pattern, ok = compile(line, e.isPath)
	return e, ok
}

// trailingBlanks returns the number of blanks at the end of a line that no backslash keeps.
func trailingBlanks(line string) (n int) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			n++
			continue
		case '\\':
			i++
		}
		n = 0
	}
	return n
}

// Ignores reports whether the file or folder of an absolute path with slashes is ignored,
// by what is said of itself: what is said of a folder that it is in is not looked at, as
// who walks does not come to what is in an ignored folder. It adds what it does to steps: a
// pattern counts as one, and so does each comparison of a part of one with a byte.
func (l *List) Ignores(name string, isFolder bool, steps *int) bool {
	last := name[strings.LastIndexByte(name, '/')+1:]
	for ; l != nil; l = l.weaker {
		below, ok := strings.CutPrefix(name, l.folder)
		if !ok || !strings.HasPrefix(below, "/") {
			continue
		}
		for i := len(l.entries) - 1; i >= 0; i-- {
			*steps++
			e := &l.entries[i]
			if e.folders && !isFolder {
				continue
			}
			text := last
			if e.isPath {
				text = below[1:]
			}
			if e.pattern.match(text, steps) {
				return !e.include
			}
		}
	}
	return false
}
