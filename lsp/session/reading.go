package session

import (
	"sync/atomic"

	"luaflow/analysis"
	"luaflow/compile/source"
)

// opening is the text of a document as it was opened, and what is to be said of that.
type opening struct {
	number   int64 // of those of the session
	file     *source.File
	findings flight[[]analysis.Finding]
}

// reading is a text that an editor has read from its file again, instead of what the document was until then.
type reading struct {
	opened *opening
	since  *source.Pieces // what is left of that
	// saved: the editor has said since that it has saved the document, so that it may have written itself
	// what it seemed to have read. All versions of the text share it.
	saved *atomic.Bool
}

// newReading returns the reading of a file.
func newReading(file *source.File, number int64) *reading {
	return &reading{&opening{number: number, file: file}, source.Unedited(file.Len()), new(atomic.Bool)}
}

// counts reports whether nobody can have written in the editor what was read. A nil reading does not count.
func (r *reading) counts() bool { return r != nil && !r.saved.Load() }

// edited returns the reading after an edit of what it has become.
func (r *reading) edited(change source.Edit) *reading {
	if !r.counts() {
		return nil
	}
	return &reading{r.opened, r.since.Edited([]source.Edit{change}), r.saved}
}

// anew returns the reading, of which nothing is known yet.
func (r *reading) anew() *reading {
	if !r.counts() {
		return nil
	}
	return &reading{&opening{number: r.opened.number, file: r.opened.file}, r.since, r.saved}
}
