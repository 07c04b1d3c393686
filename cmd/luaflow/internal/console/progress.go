package console

import (
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"
)

// The progress bar of commands over many files: on the error stream, if that is a
// terminal, when nothing was printed for a second.

// progressDelay is how long people wait without being told anything.
const progressDelay = time.Second

// Progress is the bar of a console. Whatever is printed takes it away for another
// progressDelay, so that it never stands among the output. It belongs to the goroutine
// of the console.
type Progress struct {
	to          *os.File // nil where there is nobody to see it
	done, total int64
	due         <-chan time.Time // nil if there is nothing to show
	pool        *mpb.Progress    // nil while it is not shown
	bar         *mpb.Bar
}

// NewProgress returns a bar on a terminal; on any other file it is never shown.
func NewProgress(f *os.File) *Progress {
	if f == nil || !cwriter.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return &Progress{}
	}
	return &Progress{to: f}
}

// Begin starts to count: so many files are to be done, and none is. Nothing is shown yet.
func (p *Progress) Begin(files int) {
	p.done, p.total = 0, int64(files)
	p.rest()
}

// rest starts another delay, before which no bar is shown.
func (p *Progress) rest() {
	if p.to != nil && p.total > 0 {
		p.due = time.After(progressDelay)
	}
}

// Step counts one file.
func (p *Progress) Step() {
	p.done++
	if p.bar != nil {
		p.bar.SetCurrent(p.done)
	}
}

// show shows the bar.
func (p *Progress) show() {
	p.due = nil
	p.pool = mpb.New(mpb.WithOutput(p.to), mpb.WithWidth(72))
	p.bar = p.pool.New(p.total, mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]"),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d files")),
		mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO)),
	)
	p.bar.SetCurrent(p.done)
}

// hide takes the bar away.
func (p *Progress) hide() {
	if p.pool != nil {
		p.bar.Abort(true)
		p.pool.Wait()
		p.pool, p.bar = nil, nil
		p.rest()
	}
}

// End takes the bar away for good.
func (p *Progress) End() {
	p.total = 0
	p.hide()
	p.due = nil
}

// screen is a stream that people may see on the terminal of a progress bar.
type screen struct {
	io.Writer
	bar *Progress
}

// Write hides the bar and writes text.
func (s screen) Write(text []byte) (int, error) {
	s.bar.hide()
	return s.Writer.Write(text)
}

// Await receives, and shows the bar if it becomes due meanwhile.
func Await[T any](p *Progress, result <-chan T) T {
	for {
		select {
		case r := <-result:
			return r
		case <-p.due:
			p.show()
		}
	}
}
