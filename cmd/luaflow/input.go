package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/cobra"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
)

// stdinPath is how a command line names the standard input.
const stdinPath = "-"

// stdinName is how people and chunks see it.
const stdinName = "stdin"

// input is one file to work on.
type input struct {
	path  string        // as the command line or the walk spelt it
	size  int64         // when it was found; a guess for what is no file
	stamp project.Stamp // when it was found, by gather; none if it is no regular file
	as    string        // what it is to be called, "" for what it is
	err   error         // why it cannot be read, if that is known already

	// root is the folder that nothing is read outside of and inside the path from there,
	// of a file that a walk has found; "" for one that somebody has named.
	root, inside string
	isLink       bool // a walk has come to it through a symbolic link
}

// isFound reports whether a walk has found the file, and nobody has named it.
func (in *input) isFound() bool { return in.root != "" }

// stdinSize is the guess: what is piped in is rarely larger.
const stdinSize = 4 << 20

// name is what the file is called in findings and messages.
func (in input) name() string {
	switch {
	case in.as != "":
		return in.as
	case in.path == stdinPath:
		return stdinName
	}
	return in.path
}

// named is the file of a command that takes one. It may be a link, or a pipe.
func named(path string) input {
	in := input{path: path, size: stdinSize}
	if path == stdinPath {
		return in
	}
	info, err := os.Stat(path)
	if err != nil {
		in.err = err
		return in
	}
	return in.of(info)
}

// of is the file with what is known of what it leads to. A pipe is read, a device is not.
func (in input) of(info fs.FileInfo) input {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		in.size, in.stamp = info.Size(), project.StampOf(info)
	case mode&fs.ModeNamedPipe != 0:
		in.size = stdinSize
	default:
		in.err = rootfs.NotRegular(mode)
	}
	return in
}

// walking says what is found in folders and for patterns.
type walking struct {
	noIgnore, follow bool
}

// addWalking adds the flags of walking.
func addWalking(cmd *cobra.Command, w *walking) {
	cmd.Flags().BoolVar(&w.noIgnore, "no-ignore", false, "take files that git ignores too, in folders and for patterns")
	cmd.Flags().BoolVar(&w.follow, "follow", false, "follow symbolic links that lead out of a folder")
}

// gather turns the paths of a command line into files: a named file is taken as
// it is, a folder is walked, and so is the folder in front of a pattern. The order is
// that of the command line, and by name inside a folder; a file is taken once. What
// cannot be read is among them.
func gather(con *console, paths []string, walking walking) []input {
	g := gatherer{con: con, walking: walking, seen: map[string]bool{}, places: map[string]string{}}
	for _, p := range paths {
		g.path(p)
	}
	return g.inputs
}

type gatherer struct {
	walking
	con    *console
	inputs []input
	seen   map[string]bool   // places
	places map[string]string // of folders
}

func (g *gatherer) path(path string) {
	if path == stdinPath {
		g.take(named(path), false)
		return
	}
	info, isLink, err := look(path)
	switch {
	case err != nil && isPattern(path):
		g.pattern(path)
	case err != nil:
		g.take(input{path: path, err: err}, isLink)
	case !info.IsDir():
		g.take(input{path: path}.of(info), isLink)
	case g.walk(path, "") == 0:
		g.con.note("%s: no Lua file in this folder (looked for *.lua and scripts that start with a #! line naming lua)", path)
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
		found = g.walk(filepath.FromSlash(base), pattern)
	}
	if found == 0 {
		g.con.fail(exitUnreadable, "%s: no Lua file matches", pattern)
	}
}

// look is what a path leads to, and whether it is a symbolic link to that.
func look(path string) (info fs.FileInfo, isLink bool, err error) {
	info, err = os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
		return info, true, err
	}
	return info, false, err
}

func (g *gatherer) take(in input, isLink bool) {
	key := in.path
	switch {
	case in.path == stdinPath:
	case in.isFound():
		key = filepath.Join(g.place(in.root), in.inside)
	case isLink:
		key, _ = project.PlaceOf(in.path) // one that leads nowhere is itself
	default:
		key = filepath.Join(g.place(filepath.Dir(in.path)), filepath.Base(in.path))
	}
	if !g.seen[key] {
		g.seen[key] = true
		g.inputs = append(g.inputs, in)
	}
}

// place is where a folder is, without links.
func (g *gatherer) place(folder string) string {
	place, ok := g.places[folder]
	if !ok {
		var err error
		if place, err = project.PlaceOf(folder); err != nil {
			place = filepath.Clean(folder)
		}
		g.places[folder] = place
	}
	return place
}

// walk takes the Lua files below a folder, or of them those that match a pattern, and
// returns how many there are, those taken before included. It says what it passes over.
func (g *gatherer) walk(folder, pattern string) int {
	found := project.Walk(folder, project.Options{Pattern: pattern, NoIgnore: g.noIgnore, Follow: g.follow})
	for i := range found.Files {
		f := &found.Files[i]
		g.take(foundFile(f), f.IsLink)
	}
	g.con.passedOver(folder, found)
	return len(found.Files)
}

// foundFile is a file that a walk has found.
func foundFile(f *project.File) input {
	return input{path: f.Path, size: f.Stamp.Size, stamp: f.Stamp, err: f.Err, root: f.Root, inside: f.Inside, isLink: f.IsLink}
}

// passedOver says what a walk has passed over that may have been meant.
func (c *console) passedOver(folder string, found *project.Found) {
	for _, p := range found.Problems {
		c.note("%s: %s", p.Path, p.Message)
	}
	switch found.Left {
	case 0:
	case 1:
		c.note("%s: a symbolic link leads out of this folder and was not followed (--follow does)", folder)
	default:
		c.note("%s: %d symbolic links lead out of this folder and were not followed (--follow does)", folder, found.Left)
	}
}

// reason is an error of the system without the path and the call that it carries:
// whoever prints it names the file already.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}
