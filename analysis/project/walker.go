package project

import (
	"cmp"
	"path/filepath"

	"luaflow/analysis/project/gitignore"
)

// Options says what a walk takes.
type Options struct {
	// Pattern is what a path must match, or a folder that the file is in, in doublestar's
	// language; "" for all.
	Pattern string
	// NoIgnore: what git ignores is taken too.
	NoIgnore bool
	// Follow: symbolic links that lead out of the folder are followed.
	Follow bool
	// Foreign: files are found too that are not Lua and may name what is.
	Foreign bool
	// Told is told what git ignores; nil for nobody.
	Told Ignores
	// Most is how many files of Lua a walk finds before it ends, give or take those of one folder; MostForeign is how many others it
	// finds before it leaves out the rest of them. 0 is no limit.
	Most, MostForeign int
	// Stop is asked now and then whether to stop; nil for never.
	Stop func() bool

	steps int // in place of maxSteps, in tests
}

// Ignores is told what git is told to ignore, by a walk that has read it.
type Ignores interface {
	// File is told of a .gitignore, by its path without links.
	File(path string, text []byte)
	// Repository is told of one, by its folder without links, and of what is ignored in all of it besides: the user's
	// patterns, and after them its own.
	Repository(top, patterns string)
}

func (o *Options) maxSteps() int { return cmp.Or(o.steps, maxSteps) }

// maxSteps is how much is done to compare names with patterns of what is ignored. A walk
// over a hundred thousand files with some hundred patterns takes a tenth of it.
const maxSteps = 1 << 31

// Problem is something that was passed over, or of which there is nothing.
type Problem struct {
	// Path is as it was named or found. Message says what is wrong, without a full stop.
	Path, Message string
	// IsMissing: somebody has named what is not there.
	IsMissing bool
}

// Found is what a walk has found.
type Found struct {
	// Files is the files, by name inside a folder. A file that has several names is there
	// once, under its own if that is one of them.
	Files []File
	// Left is the number of symbolic links to folders and files of Lua that lead out of
	// the folder and were not followed.
	Left     int
	Problems []Problem // in the order in which the walk met them
	// IsPartial: there are more files of Lua than were asked for, or the walk was stopped.
	IsPartial bool
	// LacksForeign: there are more files that are not Lua than were asked for.
	LacksForeign bool
}

type walker struct {
	options Options
	found   Found
	opener  Opener
	entered map[string]bool // places of folders that the walk has begun in
	foreign int             // how many of the files that were found are not Lua
	aliases bool            // there may be files that were found under several names
	steps   int             // of comparing names with patterns of what is ignored
}

// folder is a folder that is walked.
type folder struct {
	path    string // as people see it
	pattern string // what is taken must match it; "" for all
	root    string // the folder that the walk began in
	inside  string // the path from there
	top     string // the place of root
	place   string // absolute and without links
	isLink  bool   // a symbolic link leads here
	ignored *gitignore.List
}

// stops reports whether the walk is to end here.
func (w *walker) stops() bool {
	if !w.found.IsPartial {
		w.found.IsPartial = exceeds(len(w.found.Files)-w.foreign, w.options.Most) || w.options.Stop != nil && w.options.Stop()
	}
	return w.found.IsPartial
}

// exceeds reports whether there are more files than a limit, 0 for none.
func exceeds(n, limit int) bool { return limit > 0 && n > limit }

func (w *walker) passOver(path string, why error) {
	w.found.Problems = append(w.found.Problems, Problem{Path: path, Message: why.Error()})
}

// PlaceOf returns a path from the root on, without links. If it leads nowhere that is the
// path from the root on, and an error.
func PlaceOf(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path, err
	}
	place, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return abs, err
	}
	return place, nil
}
