//go:build !unix

package project

import "io/fs"

// errNotFolder is the error of a path that leads through a file.
var errNotFolder = fs.ErrNotExist
