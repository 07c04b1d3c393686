package main

import "runtime/debug"

// What a batch command may use: a fixed part, and a part for each byte of the
// largest file in work (see "peak memory" in the benchmarks). Within it, memory
// is cheaper than collecting garbage.
const (
	memoryFixed   = 22 << 20
	memoryPerByte = 18
	gcPercent     = 400
)

// memoryLimit keeps the collector lazy while the heap is small against what the
// largest file so far allows, and eager near that. It belongs to one goroutine.
type memoryLimit struct{ largest int64 }

func newMemoryLimit() *memoryLimit {
	debug.SetGCPercent(gcPercent)
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
