// Package trim takes out of a program what its entries do not need: files, fields of what files return, and what is left without use when
// these are gone.
//
// What nothing comes to is found with the whole program in view (modules.Link, with the entries as the only roots), and is taken out by
// fixes that package fix verifies: those of unused-export and unused-require, which give up nothing but the assignment or the call, and those
// that are proved to change nothing. What goes may be the last that used something else, so it is done again until nothing changes.
//
//	Run             trim.go
//	one file        file.go
//	what stays, and why   kept.go
//	Bundle          bundle.go
package trim

import (
	"cmp"
	"fmt"
	"slices"

	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
)

// Result is what is left of a program.
type Result struct {
	Files []File // by path
	// Program is what is left, linked: indices of files are those in Files.
	Program *modules.Program
	Given   int // the bytes of all files that were given
}

// File is a file that is left.
type File struct {
	Path  string // with slashes, from the top of the program
	Text  string // that is left
	Given int    // the bytes that it had
	Kept  Kept   // by the cause that keeps it
	state *state
}

// Run returns what the entries of a program, which are paths, need of it. Files of which some text is not understood stay as they are. It
// fails if an entry is none of the files, or two have the same path.
func Run(sources []Source, entries []string) (*Result, error) {
	return trim(sources, entries, func(*modules.Slice, *summary.Summary) {})
}

// trim does what Run does. change may change what is said of a file before that is believed.
func trim(sources []Source, entries []string, change func(*modules.Slice, *summary.Summary)) (*Result, error) {
	t := &trimmer{entries: entries, change: change}
	r := &Result{}
	for _, s := range slices.SortedFunc(slices.Values(sources), func(a, b Source) int { return cmp.Compare(a.Path, b.Path) }) {
		if n := len(t.files); n > 0 && t.files[n-1].Path == s.Path {
			return nil, fmt.Errorf("two files are called %s", s.Path)
		}
		t.files = append(t.files, newState(s))
		r.Given += len(s.Text)
	}
	for _, entry := range entries {
		if !slices.ContainsFunc(t.files, func(f *state) bool { return f.Path == entry }) {
			return nil, fmt.Errorf("%s: no file of the program", entry)
		}
	}
	t.run()
	r.Program = t.program
	for i, f := range t.files {
		r.Files = append(r.Files, File{Path: f.Path, Text: f.Text, Given: f.given, Kept: f.kept(t.program, i), state: f})
	}
	return r, nil
}

// trimmer is one run.
type trimmer struct {
	entries []string
	files   []*state // by path
	linker  modules.Linker
	program *modules.Program
	change  func(*modules.Slice, *summary.Summary) // see trim
}

// run takes things out until nothing is left to take.
func (t *trimmer) run() {
	for changed := true; changed; {
		t.link()
		changed = false
		for i, slice := range t.program.Slices() {
			t.change(&slice, t.files[i].located.Summary)
			changed = t.files[i].shorten(&slice) || changed
		}
	}
}

// link links the files that are left, and drops those that nothing comes to: what stands in them counts no more. Files are summarized when
// something comes to them.
func (t *trimmer) link() {
	for {
		t.program = t.linker.Link(summariesOf(t.files), modules.Roots{Entries: t.entries})
		used, isKnown := t.files[:0:0], true
		for i, f := range t.files {
			if !t.program.IsUsed(i) {
				continue
			}
			used = append(used, f)
			if f.unit == nil {
				f.summarize()
				isKnown = false
			}
		}
		switch {
		case !isKnown:
		case len(used) == len(t.files):
			return
		default:
			t.files = used
		}
	}
}
