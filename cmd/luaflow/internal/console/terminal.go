//go:build !js

package console

import (
	"os"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// drawing is lines of a terminal that are drawn again and again.
type drawing = cwriter.Writer

func newDrawing(to *os.File) *drawing { return cwriter.New(to) }

// canDraw reports whether lines of a file can be drawn again.
func canDraw(f *os.File) bool { return cwriter.IsTerminal(int(f.Fd())) }
