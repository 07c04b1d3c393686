//go:build !unix

package main

import (
	"io"
	"os"
)

// openRegular opens a file to be read once.
func openRegular(path string) (io.ReadCloser, error) { return os.Open(path) }
