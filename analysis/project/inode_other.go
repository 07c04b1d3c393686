//go:build !unix

package project

import (
	"io/fs"
	"os"
)

// errNotFolder is the error of a path that leads through a file.
var errNotFolder = fs.ErrNotExist

// inodeOf returns 0: os gives files no numbers here.
func inodeOf(os.FileInfo) uint64 { return 0 }
