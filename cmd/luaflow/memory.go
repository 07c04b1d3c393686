package main

import "runtime/debug"

// What the heap of a batch command may grow to before garbage is collected: a fixed
// part, and a part for each byte of the largest file in work. They are chosen so that
// the process stays below 30 MB and 20 bytes a byte on the corpus of .ci/bench.
const (
	memoryFixed   = 26 << 20
	memoryPerByte = 19
)

// memoryLimit lets the heap grow until it reaches what the largest file so far
// allows, and only then collects garbage: below that, memory is cheaper than time.
// It belongs to one goroutine.
type memoryLimit struct{ largest int64 }

func newMemoryLimit() *memoryLimit {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryFixed)
	return &memoryLimit{}
}

// admit makes room for a file of size bytes.
func (m *memoryLimit) admit(size int64) {
	if size > m.largest {
		m.largest = size
		debug.SetMemoryLimit(memoryFixed + memoryPerByte*size)
	}
}
