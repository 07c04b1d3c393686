//go:build !unix

package project

import (
	"io"
	"os"
)

// openNamed opens a file that somebody has named, to be read once.
func openNamed(path string) (io.ReadCloser, error) { return os.Open(path) }
