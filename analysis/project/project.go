// Package project finds the files of Lua that belong to a project, for a terminal and for
// an editor alike: *.lua and scripts whose #! line names Lua, but for what stands in hidden
// folders or node_modules, for what git ignores, and for what lies outside.
package project

import (
	"cmp"
	"os"
	"path/filepath"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
)

// MaxSource is how large a file may be that nobody has named, in bytes. No program that
// anybody has written by hand is larger, and what takes all memory does not end well.
const MaxSource = 64 << 20

// File is a file of Lua that a walk has found.
type File struct {
	// Path is the file as the walk spells it: the path of its folder and what follows.
	Path string
	// Root is the folder that the file must not lie outside of, and Inside its path from
	// there, without links.
	Root, Inside string
	Stamp        Stamp
	// IsLink: Path is a symbolic link, or a folder in it is.
	IsLink bool
	// Err: what stands at Path, a folder, cannot be read, and why.
	Err error
}

// Problem is something that is passed over.
type Problem struct{ Path, Message string }

// Found is what a walk has found.
type Found struct {
	// Files is the files, by name inside a folder. A file that has several names is there
	// once, under its own if that is one of them.
	Files []File
	// Left is the number of symbolic links to folders and files of Lua that lead out of
	// the folder and were not followed.
	Left     int
	Problems []Problem
	// IsPartial: there are more files than were asked for, or the walk was stopped.
	IsPartial bool
}

// Options says what a walk takes.
type Options struct {
	// Pattern is what a path must match, or a folder that the file is in, in doublestar's
	// language; "" for all.
	Pattern string
	// NoIgnore: what git ignores is taken too.
	NoIgnore bool
	// Follow: symbolic links that lead out of the folder are followed.
	Follow bool
	// Most is how many files are looked for, 0 for all.
	Most int
	// Stop is asked now and then whether to stop; nil for never.
	Stop func() bool

	steps int // in place of maxSteps, in tests
}

func (o *Options) maxSteps() int { return cmp.Or(o.steps, maxSteps) }

// IgnoresLikeGit reports whether the configuration that holds in a folder, absolute, has
// what git ignores left out.
func IgnoresLikeGit(loader *config.Loader, folder string) bool {
	at := folder + string(os.PathSeparator) + "x.lua"
	return loader.For(at).For(at).Flag(config.GitIgnore).Value
}

// Opener opens files that walks have found. Files of one folder one after the other cost
// least. The zero Opener is ready to use; it belongs to one goroutine.
type Opener struct {
	root  *rootfs.Root // the folder of the walk
	below *rootfs.Root // the folder of the last file
	path  string       // of below, from root
}

// Open opens a file. An error does not name it.
func (o *Opener) Open(f *File) (*os.File, error) {
	if o.root == nil || o.root.Folder() != f.Root {
		o.Close()
		root, err := rootfs.Open(f.Root)
		if err != nil {
			return nil, err
		}
		o.root = root
	}
	folder, name := filepath.Split(f.Inside)
	if folder == "" {
		return o.root.Regular(name)
	}
	if o.below == nil || o.path != folder {
		below, err := o.root.Sub(folder)
		if err != nil {
			return nil, err
		}
		o.leave()
		o.below, o.path = below, folder
	}
	return o.below.Regular(name)
}

func (o *Opener) leave() {
	if o.below != nil {
		o.below.Close()
		o.below = nil
	}
}

// Read reads a file whole, if it has no more than a number of bytes.
func (o *Opener) Read(f *File, limit int64) ([]byte, error) {
	opened, err := o.Open(f)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return rootfs.ReadAll(opened, limit)
}

// Close lets go of what was opened last.
func (o *Opener) Close() {
	o.leave()
	if o.root != nil {
		o.root.Close()
		o.root = nil
	}
}
