// Package memory keeps the memory of commands that work on many files within what these need: it has garbage looked for when there is
// some, and not before.
package memory

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"sync/atomic"

	"luaflow/analysis/flow"
	"luaflow/analysis/project"
	"luaflow/compile"
	"luaflow/compile/hugepage"
)

// The memory limit of batch commands. Go's collector takes a limit at its word: near
// it, it collects again and again until half of the time is gone. A limit is right
// here only as long as there is garbage; when what is alive comes near it, the
// collector has to go by what is alive instead.

// What the heap of a batch command may grow to before garbage is collected: a fixed
// part, and a part for each byte of the largest file in work. They are chosen so that
// the process stays below 64 MB on the corpus of .ci/bench, and below 30 MB and 20 bytes a
// byte of a large file, unless it is made of functions of a line or two (40 bytes).
const (
	fixed   = 41 << 19
	perByte = 19
)

// perShared is what the heap may grow to beside besideFacts for each byte of a
// file, up to BytesInWork: all of it together is below smallHeap, which many small
// files may use too. What little garbage there is by then is not worth a collection.
const perShared = 40

// What the heap needs for the facts of a file, all of them alive at the end: a function has
// facts of its own, however short it is, and so has an instruction. Where that is more,
// nothing is won by looking for garbage before it is reached. The collector begins at 70 % of a
// limit if much is allocated, so that each is that much more than what is in use at the end.
const (
	besideFacts = 21 << 20
	perText     = 10
	perFunc     = 5000
	perCode     = 85 // an instruction whose values are followed
)

// sharing is how many bytes of many files touch as much of the heap as one of a single file does:
// what is found out about one is written over what was known of the last.
const sharing = 16

// perFinding is what the heap needs for a finding on its way from a check to the text
// that is printed.
const perFinding = 800

// perFixed is what the heap needs for each byte of a file that is fixed: what is
// known of the text before and after some fixes is alive at once, and of each attempt all
// that is known becomes garbage.
const perFixed = 200

// crowded is the part of a limit that may be in use beside garbage. Beyond it there
// is no limit, and the heap may grow by percentAlive of what is alive from one collection
// to the next. That bounds the time that the collector takes: while the heap grows to some
// size, it marks no more than 1 + 100/percentAlive times that size. A limit that follows
// what is alive would not do, it is known one or two collections late.
const (
	crowded      = 0.9
	percentAlive = 25
)

// What may be allocated from one collection to the next at least, as long as all memory
// stays below smallHeap: a run over very many files holds their names and results, and
// would collect again and again for a fraction of that.
const (
	spareRoom = 24 << 20
	smallHeap = 76 << 20
)

// reserve is the part of the heap that the collector begins ahead of a limit:
// memoryLimitHeapGoalHeadroomPercent of the runtime.
const reserve = 0.03

// Limit lets the heap grow until it reaches what the largest file so far
// allows, and only then collects garbage: below that, memory is cheaper than time.
type Limit struct {
	mu      sync.Mutex
	largest int64 // size of a file
	facts   int64 // what the facts, findings and fixes of a file need
	used    use
	limit   int64 // the one in force
	percent int   // the one in force; 0 before the first

	released atomic.Bool

	// debug.SetMemoryLimit and debug.SetGCPercent. The process has one of each, which a
	// test cannot own: what watches the limit of a command before it still sets them.
	setLimit   func(int64) int64
	setPercent func(int) int
}

// use is what the last collection found in use, and what is no object of the heap.
type use struct{ live, beside int64 }

// New returns the limit for work on files.
func New(files []project.File) *Limit {
	all, largest := int64(0), int64(0)
	for _, in := range files {
		all, largest = all+in.Size(), max(largest, in.Size())
	}
	hugepage.Reserve(max(largest, all/sharing))
	m := &Limit{setLimit: debug.SetMemoryLimit, setPercent: debug.SetGCPercent}
	m.adjust(0, 0, readUse()) // nothing yet, but in a process that has done other work
	m.watch()
	return m
}

// Admit makes room for a file of size bytes.
func (m *Limit) Admit(size int64) {
	shared := int64(0)
	if size > KeptSize {
		shared = besideFacts + perShared*min(size, BytesInWork)
	}
	m.adjust(size, shared, use{})
}

// AdmitText makes room for what is found out about the functions of a text that is compiled
// next, so that nobody looks for garbage while most of that is made. A text of up to KeptSize
// is compiled in less than any limit allows.
func (m *Limit) AdmitText(text string) {
	if len(text) > KeptSize {
		functions := int64(strings.Count(text, "function"))
		m.adjust(0, besideFacts+perText*int64(len(text))+perFunc*functions, use{})
	}
}

// AdmitFacts makes room for what is found out about a unit, with more bytes for what is not
// in proportion to its code.
func (m *Limit) AdmitFacts(u *compile.Unit, more int) {
	code := 0
	for i := range u.Funcs {
		if n := len(u.Funcs[i].Proto.Code); u.Analyzable() && n <= flow.MaxFollowed {
			code += n
		}
	}
	m.adjust(0, besideFacts+int64(more)+perText*int64(u.File.Len())+
		perFunc*int64(len(u.Funcs))+perCode*int64(code), use{})
}

// AdmitFindings makes room for findings of a file of size bytes.
func (m *Limit) AdmitFindings(size, findings int) {
	m.adjust(0, fixed+perByte*int64(size)+perFinding*int64(findings), use{})
}

// AdmitFixes makes room for fixes of a file of size bytes.
func (m *Limit) AdmitFixes(size int) {
	m.adjust(0, fixed+perFixed*int64(size), use{})
}

// watch adjusts the limit after each collection: a finalizer runs when one has found its object
// unused.
func (m *Limit) watch() {
	type sentinel struct{ _ *int } // with a pointer, so that it shares no block
	runtime.SetFinalizer(new(sentinel), func(*sentinel) {
		if !m.released.Load() {
			m.adjust(0, 0, readUse())
			m.watch()
		}
	})
}

// Release ends the watch over the limit, which stays what it is.
func (m *Limit) Release() { m.released.Store(true) }

// adjust sets the limit that the files so far, one of this size and one with these
// needs among them, and what is in use ask for; a zero use stands for "as before".
func (m *Limit) adjust(size, facts int64, used use) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.largest = max(m.largest, size)
	m.facts = max(m.facts, facts)
	if used.live > 0 {
		m.used = used
	}
	limit := max(fixed+perByte*m.largest, m.facts, m.used.small())
	if float64(m.used.live+m.used.beside) > crowded*float64(limit) {
		limit = math.MaxInt64
	}
	percent := -1
	if limit == math.MaxInt64 {
		percent = percentAlive
	}
	if percent != m.percent { // not to wait for a collection without need
		m.percent = percent
		m.setPercent(percent)
	}
	if limit != m.limit {
		m.limit = limit
		m.setLimit(limit)
	}
}

// small returns the limit that leaves spareRoom, as long as all memory stays below
// smallHeap.
func (u use) small() int64 {
	room := min(spareRoom, smallHeap-u.live-u.beside)
	return int64(float64(u.live+room)*(1+reserve)) + u.beside
}

// readUse asks the runtime. A limit is one of all memory: what is no object of the
// heap counts too.
func readUse() use {
	samples := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"},
	}
	metrics.Read(samples)
	of := func(i int) int64 { return int64(samples[i].Value.Uint64()) }
	return use{of(0), of(1) - of(2) - of(3) - of(4)}
}

// CollectSooner makes the process look for garbage when there is half as much as what it keeps, unless the user says how much there may be:
// a server keeps what it knows of a workspace all day, and makes little garbage at a key.
func CollectSooner() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(50)
	}
}
