// Package hugepage has the heap of the process take memory from the system in huge pages,
// where that pays.
//
// What is known of a large file is tens of megabytes that are written once. In pages of
// 4 kB the first touch of each page takes as long as what is written into it: up to a
// quarter of the time of a check. Many small files share the same memory one after
// another and do not notice, so that a large file would cost more for a byte than a
// small one.
//
// Linux gives huge pages to who asks for them with madvise. The runtime of Go maps its
// heap 4 MB at a time and asks for none, and there is no setting that makes it. But one
// array that is longer than what is left of the heap has all of that mapped at once, in
// one piece; what is asked for that piece still holds when the array is garbage and the
// heap hands it out again.
package hugepage

import (
	"math"
	"runtime/debug"
	"strings"
	"sync"
	"unsafe"
)

// least is how many bytes of text pay for a reserve.
const least = 128 << 10

// perByte is how many bytes are reserved for each of text: what is known of a large one takes
// 60 to 200, the most where many variables live across many jumps. What is never touched takes no
// memory, but a reserve takes time in proportion to its pages.
const perByte = 256

// most is how many bytes are reserved at most.
const most = 128 << 20

var reserved struct {
	sync.Mutex
	bytes int64
}

// Reserve prepares the heap for what will be known of texts of so many bytes. When these are many,
// and more than ever before, it looks for garbage, and from there on the system gives huge pages to
// the next 8 to 128 MB of the heap as they are used. Where huge pages are not to be had, nothing
// changes.
func Reserve(texts int64) {
	if texts < least {
		return
	}
	need := min(most, perByte*texts)
	reserved.Lock()
	defer reserved.Unlock()
	if reserved.bytes < need {
		reserved.bytes = min(most, 2*need) // so that texts which grow ask seldom
		reserve(int(need))
	}
}

func reserve(bytes int) {
	// The array would have the collector look for garbage at once, and again for the limit.
	limit, percent := debug.SetMemoryLimit(math.MaxInt64), debug.SetGCPercent(-1)
	defer func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}()
	// make would touch all of the array to make it zero, where a part of the heap below it was
	// in use before; the buffer of a Builder is never made zero.
	var array strings.Builder
	array.Grow(bytes)
	array.WriteByte(0) // the data of an empty string is nowhere
	advise(unsafe.Slice(unsafe.StringData(array.String()), bytes))
	array.Reset()
	debug.FreeOSMemory()
}
