package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The memory limit of batch commands. Go's collector takes a limit at its word: near
// it, it collects again and again until half of the time is gone. A limit is right
// here only as long as there is garbage; when what is alive goes beyond it, it is
// the limit that has to give way.

// What the heap of a batch command may grow to before garbage is collected: a fixed
// part, and a part for each byte of the largest file in work. They are chosen so that
// the process stays below 64 MB on the corpus of .ci/bench, and below 30 MB and 20 bytes a
// byte of a large file.
const (
	memoryFixed   = 43 << 19
	memoryPerByte = 19
)

// What the heap needs for a file of many small functions, all of it alive at the end:
// a function has facts of its own, however short it is. Where that is more, nothing is
// won by looking for garbage before it is reached.
const (
	memoryBesideFuncs = 16 << 20
	memoryPerText     = 10
	memoryPerFunc     = 3600
)

// memoryPerFixed is what the heap needs for each byte of a file that is fixed: what is
// known of the text before and after some fixes is alive at once, and of each attempt all
// that is known becomes garbage.
const memoryPerFixed = 200

// memoryHeadroom is the least part of what is alive that may be allocated from one
// collection to the next. It bounds the time that the collector takes: while the heap
// grows to some size, it marks no more than 1 + 1/memoryHeadroom times that size.
const memoryHeadroom = 0.12

// What may be allocated from one collection to the next at least, as long as all memory
// stays below memorySmall: a run over very many files holds their names and results, and
// would collect again and again for a fraction of that.
const (
	memoryRoom  = 24 << 20
	memorySmall = 60 << 20
)

// memoryReserve is the part of the heap that the collector begins ahead of a limit:
// memoryLimitHeapGoalHeadroomPercent of the runtime.
const memoryReserve = 0.03

// memoryLimit lets the heap grow until it reaches what the largest file so far
// allows, and only then collects garbage: below that, memory is cheaper than time.
type memoryLimit struct {
	mu      sync.Mutex
	largest int64 // size of a file
	funcs   int64 // what a file with many functions needs
	needed  int64 // what is alive, as the last collection found it, and the headroom ask for
	limit   int64 // the one in force
}

func newMemoryLimit() *memoryLimit {
	debug.SetGCPercent(-1)
	m := &memoryLimit{}
	m.adjust(0, 0, 0)
	m.watch()
	return m
}

// admit makes room for a file of size bytes.
func (m *memoryLimit) admit(size int64) { m.adjust(size, 0, 0) }

// admitFuncs makes room for the facts of the functions of a file.
func (m *memoryLimit) admitFuncs(size, funcs int) {
	m.adjust(0, memoryBesideFuncs+memoryPerText*int64(size)+memoryPerFunc*int64(funcs), 0)
}

// admitFixes makes room for fixes of a file of size bytes.
func (m *memoryLimit) admitFixes(size int) { m.adjust(0, memoryFixed+memoryPerFixed*int64(size), 0) }

// watch has the limit adjusted behind each collection: a finalizer runs when one has
// found its object unused.
func (m *memoryLimit) watch() {
	type sentinel struct{ _ *int } // with a pointer, so that it shares no block
	runtime.SetFinalizer(new(sentinel), func(*sentinel) {
		m.adjust(0, 0, neededMemory())
		m.watch()
	})
}

// adjust sets the limit that the files so far, one of this size and one with these
// needs among them, and what is alive ask for; a needed of 0 stands for "as before".
func (m *memoryLimit) adjust(size, funcs, needed int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.largest = max(m.largest, size)
	m.funcs = max(m.funcs, funcs)
	if needed > 0 {
		m.needed = needed
	}
	limit := max(memoryFixed+memoryPerByte*m.largest, m.funcs, m.needed)
	if limit != m.limit {
		m.limit = limit
		debug.SetMemoryLimit(limit)
	}
}

// neededMemory is the limit that leaves the headroom to what the last collection found
// in use. A limit is one of all memory: what is no object of the heap counts too.
func neededMemory() int64 {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
	}
	metrics.Read(samples)
	of := func(i int) int64 { return int64(samples[i].Value.Uint64()) }
	beside := of(1) - of(2) - of(3) - of(4)
	live := float64(of(0))
	room := max(live*memoryHeadroom, min(memoryRoom, memorySmall-live-float64(beside)))
	return int64((live+room)*(1+memoryReserve)) + beside
}
