package srcmap

import (
	"luaflow/compile/slab"
	"luaflow/compile/syntax"
)

// Memory is what maps are made in, one after the other, each valid until Reset. The
// zero Memory is ready; it serves one goroutine at a time.
type Memory struct {
	words slab.Slab[uint32]
	far   slab.Slab[span]
	reads slab.Slab[int32]

	// The tables of a file.
	stats []uint32
	pages []*readPage
	regs  []uint8
}

// Reset takes back what the last map lies in.
func (m *Memory) Reset() {
	m.words.Reset()
	m.far.Reset()
	m.reads.Reset()
}

// NewMap makes the map of a file with so many statements, names and bindings.
func (m *Memory) NewMap(stats, names, bindings int) *Map {
	return &Map{
		stats: spans{words: slab.Zero(&m.stats, wordsFor(stats))},
		reads: slab.Zero(&m.pages, (names+readGroup-1)/readGroup),
		Regs:  slab.Zero(&m.regs, bindings),
	}
}

// SetRead notes what out.Read answers.
func (m *Memory) SetRead(out *Map, id syntax.NameID, pc int32) {
	page := &out.reads[id/readGroup]
	if *page == nil {
		*page = (*readPage)(m.reads.Take(readGroup))
	}
	(*page)[id%readGroup] = pc + 1
}

// Keep returns what is in a working table as one that will not change.
func (m *Memory) Keep(o *Origins) Origins {
	return Origins{spans{words: slab.Keep(&m.words, &o.words), far: slab.Keep(&m.far, &o.far)}}
}
