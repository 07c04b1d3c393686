package explorer

import (
	"context"
	"io"
	"time"

	"luaflow/analysis/explore"
	"luaflow/analysis/project"
)

// lookEvery is how often it is looked whether the file is another.
const lookEvery = 300 * time.Millisecond

// watched is a file that is followed while editors write it.
type watched struct {
	in      project.File
	dialect string
}

// read returns the text of the file.
func (f *watched) read() (explore.Text, error) {
	r := project.NewReader(noInput{})
	file, err := r.Source(f.in)
	if err != nil {
		return explore.Text{}, err
	}
	return explore.Text{Name: f.in.Name(), Text: file.Text(), Dialect: f.dialect}, nil
}

// noInput is a standard input that is not read.
type noInput struct{}

// Read implements io.Reader.
func (noInput) Read([]byte) (int, error) { return 0, io.EOF }

// follow tells the text, and then each other text that the file holds, until ctx is done or nobody listens. While the file
// cannot be read, as between two steps of an editor that replaces it, nothing is told.
func (f *watched) follow(ctx context.Context, tell func(explore.Text) bool) {
	var last *explore.Text
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if text, err := f.read(); err == nil && (last == nil || *last != text) {
			if last = &text; !tell(text) {
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
