package console

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// The progress bar of commands over many files: on the error stream, if that is a
// terminal, when nothing was printed for a second.

const (
	// progressDelay is how long people wait without being told anything.
	progressDelay = time.Second
	// progressPause is how long a bar stays as it is.
	progressPause = 100 * time.Millisecond
	// progressWidth is how many columns of a terminal a bar takes, if there are so many.
	progressWidth = 72
)

// Progress is the bar of a console. Whatever is printed takes it away for another
// progressDelay, so that it never stands among the output. It belongs to the goroutine
// of the console.
type Progress struct {
	to          *os.File // nil where there is nobody to see it
	done, total int
	began       time.Time
	due         <-chan time.Time // nil if there is nothing to show
	screen      *drawing         // nil while it is not shown
	drawn       time.Time        // when that was last
}

// NewProgress returns a bar on a terminal; on any other file it is never shown.
func NewProgress(f *os.File) *Progress {
	if f == nil || !canDraw(f) || os.Getenv("TERM") == "dumb" {
		return &Progress{}
	}
	return &Progress{to: f}
}

// Begin starts to count: so many files are to be done, and none is. Nothing is shown yet.
func (p *Progress) Begin(files int) {
	p.done, p.total, p.began = 0, files, time.Now()
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
	if p.screen != nil && time.Since(p.drawn) >= progressPause {
		p.draw()
	}
}

// show shows the bar.
func (p *Progress) show() {
	p.due = nil
	p.screen = newDrawing(p.to)
	p.draw()
}

// draw writes the bar in the place of the one before.
func (p *Progress) draw() {
	p.drawn = time.Now()
	columns := progressWidth
	if width, _, err := p.screen.GetTermSize(); err == nil {
		columns = min(columns, width-1) // the last column would begin another line
	}
	fmt.Fprintln(p.screen, p.line(columns, p.drawn.Sub(p.began)))
	p.screen.Flush(1) // nobody can be told that the terminal is gone
}

// line returns the bar for so many columns, with how long the rest may take if what is done took so
// long: "12 of 48 files [=====>               ] 6s".
func (p *Progress) line(columns int, took time.Duration) string {
	count, left := fmt.Sprintf("%d of %d files", p.done, p.total), ""
	if p.done > 0 {
		left = " " + (took / time.Duration(p.done) * time.Duration(p.total-p.done)).Round(time.Second).String()
	}
	room := columns - len(count) - len(" []") - len(left)
	if room < 1 {
		return count[:max(0, min(len(count), columns))]
	}
	bar := strings.Repeat("=", room*p.done/p.total)
	if len(bar) < room {
		bar += ">" + strings.Repeat(" ", room-len(bar)-1)
	}
	return count + " [" + bar + "]" + left
}

// hide takes the bar away.
func (p *Progress) hide() {
	if p.screen != nil {
		p.screen.Flush(0)
		p.screen = nil
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
