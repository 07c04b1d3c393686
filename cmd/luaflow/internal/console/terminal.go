//go:build !js

package console

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/vbauerster/mpb/v8/cwriter"
)

// drawing is lines of a terminal that are drawn again and again.
type drawing = cwriter.Writer

func newDrawing(to *os.File) *drawing { return cwriter.New(to) }

// canDraw reports whether lines of a file can be drawn again.
func canDraw(f *os.File) bool { return cwriter.IsTerminal(int(f.Fd())) }

// IgnoreClosedPipes keeps the process alive when it writes to a pipe that nobody reads from any more: that is an error
// of the write alone.
func IgnoreClosedPipes() { signal.Ignore(syscall.SIGPIPE) }
