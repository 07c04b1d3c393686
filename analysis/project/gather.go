package project

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Gather turns paths as a command line has them into files: a named file is taken as it is, a
// folder is walked, and so is the folder in front of a pattern. The order is that of the paths,
// and by name inside a folder; a file is taken once. What cannot be read is among them, and
// what has been passed over is told in the order in which it was met.
func Gather(paths []string, options Options) (files []File, told []Problem) {
	g := gatherer{options: options, listed: map[string]bool{}, places: map[string]string{}}
	for _, p := range paths {
		g.path(p)
	}
	return g.files, g.problems
}

type gatherer struct {
	options  Options
	files    []File
	problems []Problem
	listed   map[string]bool   // by place
	places   map[string]string // of folders
}

func (g *gatherer) path(path string) {
	if path == Stdin {
		g.take(Named(path), false)
		return
	}
	info, isLink, err := look(path)
	switch {
	case err != nil && isPattern(path):
		g.pattern(path)
	case err != nil:
		g.take(File{Path: path, Err: err}, isLink)
	case !info.IsDir():
		g.take(File{Path: path}.With(info), isLink)
	case g.takeFolder(path, "") == 0:
		g.problems = append(g.problems, Problem{Path: path, Message: "no Lua file in this folder (looked for *.lua and scripts that start with a #! line naming lua)"})
	}
}

// isPattern reports whether a path that names no file may stand for several.
func isPattern(path string) bool {
	return strings.ContainsAny(path, "*?[{") && doublestar.ValidatePathPattern(path)
}

// pattern takes the files that match a pattern, and what is in the folders that do.
func (g *gatherer) pattern(pattern string) {
	pattern = filepath.Clean(pattern)
	base, _ := doublestar.SplitPattern(filepath.ToSlash(pattern))
	found := 0
	if info, err := os.Stat(base); err == nil && info.IsDir() {
		found = g.takeFolder(filepath.FromSlash(base), pattern)
	}
	if found == 0 {
		g.problems = append(g.problems, Problem{Path: pattern, Message: "no Lua file matches", IsMissing: true})
	}
}

// look returns what a path leads to, and whether it is a symbolic link to that.
func look(path string) (info fs.FileInfo, isLink bool, err error) {
	info, err = os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
		return info, true, err
	}
	return info, false, err
}

func (g *gatherer) take(f File, isLink bool) {
	key := f.Path
	switch {
	case f.Path == Stdin:
	case f.IsFound():
		key = filepath.Join(g.place(f.Root), f.Inside)
	case isLink:
		key, _ = PlaceOf(f.Path) // one that leads nowhere is itself
	default:
		folder, name := filepath.Split(f.Path)
		key = inside(g.place(folder), name)
	}
	if !g.listed[key] {
		g.listed[key] = true
		g.files = append(g.files, f)
	}
}

// place returns where a folder is, without links; "" is the current one.
func (g *gatherer) place(folder string) string {
	place, ok := g.places[folder]
	if !ok {
		abs, err := filepath.Abs(folder)
		if err == nil {
			place, err = g.placeOf(abs)
		}
		if err != nil {
			place = filepath.Clean(folder)
		}
		g.places[folder] = place
	}
	return place
}

// placeOf returns what PlaceOf does for a clean path, and asks once for a folder above several:
// most files of a command line share some. On Windows a folder has several names, so that nothing
// follows from where the one above it is.
func (g *gatherer) placeOf(abs string) (place string, err error) {
	if place, ok := g.places[abs]; ok {
		return place, nil
	}
	above, name := filepath.Split(abs)
	if info, err := os.Lstat(abs); runtime.GOOS == "windows" || name == "" || err != nil || !info.IsDir() {
		return PlaceOf(abs)
	}
	if above != "/" {
		above = above[:len(above)-1]
	}
	if above, err = g.placeOf(above); err != nil {
		return PlaceOf(abs)
	}
	place = inside(above, name)
	g.places[abs] = place
	return place, nil
}

// inside returns what filepath.Join does for a clean folder and the name of something in it.
func inside(folder, name string) string {
	if name == "." || name == ".." || os.IsPathSeparator(folder[len(folder)-1]) {
		return filepath.Join(folder, name)
	}
	return folder + string(filepath.Separator) + name
}

// takeFolder takes the Lua files below a folder, or of them those that match a pattern, and
// returns how many there are, those taken before included.
func (g *gatherer) takeFolder(folder, pattern string) int {
	options := g.options
	options.Pattern = pattern
	found := Walk(folder, options)
	for i := range found.Files {
		g.take(found.Files[i], found.Files[i].IsLink)
	}
	g.problems = append(g.problems, found.PassedOver(folder)...)
	return len(found.Files)
}

// PassedOver returns what the walk of a folder has passed over that may have been meant.
func (f *Found) PassedOver(folder string) []Problem {
	told := f.Problems
	switch f.Left {
	case 0:
	case 1:
		told = append(told, Problem{Path: folder, Message: "a symbolic link leads out of this folder and was not followed (--follow does)"})
	default:
		told = append(told, Problem{Path: folder, Message: fmt.Sprintf(
			"%d symbolic links lead out of this folder and were not followed (--follow does)", f.Left)})
	}
	return told
}
