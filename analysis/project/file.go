package project

import (
	"io/fs"
	"os"
	"path/filepath"

	"luaflow/analysis/config/rootfs"
)

// Stdin is how a command line names the standard input, and StdinName how people and chunks
// see it.
const (
	Stdin     = "-"
	StdinName = "stdin"
)

// File is a file of Lua, one that somebody has named or one that a walk has found.
type File struct {
	// Path is the file as it was named, or as the walk spells it: the path of its folder and
	// what follows.
	Path string
	// As is what the file is to be called, "" for what it is.
	As string
	// Stamp is that of the file when it was found or named; none if it is no regular file.
	Stamp rootfs.Stamp
	// Root is the folder that the file must not lie outside of, and Inside its path from
	// there, without links; "" for one that somebody has named.
	Root, Inside string
	// IsLink: a walk has found the file, and Path is a symbolic link, or a folder in it is.
	IsLink bool
	// IsForeign: it is no Lua, but may name what is.
	IsForeign bool
	// Err: the file, or the folder that stands at Path, cannot be read, and why.
	Err error
}

// Named returns the file at a path that somebody has named. It may be a link, or a pipe.
func Named(path string) File {
	f := File{Path: path}
	if path == Stdin {
		return f
	}
	info, err := os.Stat(path)
	if err != nil {
		f.Err = err
		return f
	}
	return f.With(info)
}

// With returns the file with what is known of what it leads to. A pipe is read, a device is
// not.
func (f File) With(info fs.FileInfo) File {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		f.Stamp = rootfs.StampOf(info)
	case mode&fs.ModeNamedPipe == 0:
		f.Err = rootfs.NotRegular(mode)
	}
	return f
}

// Again returns the file as it is by now.
func (f File) Again() File {
	at := f.Path
	if f.IsFound() {
		at = filepath.Join(f.Root, f.Inside)
	}
	f.Stamp, f.Err = rootfs.Stamp{}, nil
	info, err := os.Stat(at)
	if err != nil {
		f.Err = err
		return f
	}
	return f.With(info)
}

// IsFound reports whether a walk has found the file, and nobody has named it.
func (f *File) IsFound() bool { return f.Root != "" }

// Name returns what the file is called in findings and messages.
func (f *File) Name() string {
	switch {
	case f.As != "":
		return f.As
	case f.Path == Stdin:
		return StdinName
	}
	return f.Path
}

// pipeSize is a guess: what is piped in is rarely larger.
const pipeSize = 4 << 20

// Size returns how many bytes the file had when it was found; of a pipe, a guess.
func (f *File) Size() int64 {
	if !f.Stamp.IsValid() && f.Err == nil {
		return pipeSize
	}
	return f.Stamp.Size
}
