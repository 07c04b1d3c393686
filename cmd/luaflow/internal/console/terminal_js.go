package console

import (
	"errors"
	"io"
	"os"
)

// drawing is never drawn: a program in WebAssembly is not told about its terminal.
type drawing struct{ io.Writer }

func newDrawing(to *os.File) *drawing { return &drawing{to} }

func canDraw(*os.File) bool { return false }

// GetTermSize returns an error.
func (*drawing) GetTermSize() (width, height int, err error) {
	return 0, 0, errors.ErrUnsupported
}

// Flush does nothing.
func (*drawing) Flush(int) error { return nil }

// IgnoreClosedPipes does nothing: no signal comes.
func IgnoreClosedPipes() {}
