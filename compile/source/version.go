package source

import "sync/atomic"

// This file remembers what the versions of a text that an editor makes, one by a change of another, have in common, so
// that nobody need look through a large text to find where it was changed.

// maxVersions is how many versions before it a text knows what it has in common with.
const maxVersions = 64

// common is what a text has in common with one before it: no less than head bytes at their beginnings, and tail at
// their ends. Together that may be more than either has.
type common struct {
	version    uint64 // the number of the other
	head, tail int
}

// versions counts the texts that have a number.
var versions atomic.Uint64

// version returns a number that no other text has.
func (f *File) version() uint64 {
	if n := f.number.Load(); n != 0 {
		return n
	}
	f.number.CompareAndSwap(0, versions.Add(1))
	return f.number.Load()
}

// edited returns a file of the same name with an edit made in the text, which knows what it has in common with f, and with
// those that f does.
func (f *File) edited(e Edit) *File {
	next := NewFile(f.name, f.text[:e.Span.Start]+e.New+f.text[e.Span.End:])
	head, tail := int(e.Span.Start), len(f.text)-int(e.Span.End)
	before := f.before[max(0, len(f.before)-maxVersions+1):]
	next.before = make([]common, 0, len(before)+1)
	for _, c := range before {
		next.before = append(next.before, common{c.version, min(c.head, head), min(c.tail, tail)})
	}
	next.before = append(next.before, common{f.version(), head, tail})
	if int(e.Span.Start) >= int(f.body) && next.body == f.body {
		next.FollowLines(f, e)
	}
	return next
}

// inCommon returns how many bytes two texts have in common at least, at their beginnings and at their ends.
func (f *File) inCommon(was *File) (head, tail int) {
	if n := was.number.Load(); n != 0 {
		for i := len(f.before) - 1; i >= 0; i-- {
			if c := &f.before[i]; c.version == n {
				return c.head, c.tail
			}
		}
	}
	return 0, 0
}
