package srcmap

import "luaflow/compile/slab"

// Memory is what maps are made in, one after the other, each valid until Rewind. The
// zero Memory is ready; it serves one goroutine at a time.
type Memory struct {
	words slab.Slab[uint32]
	far   slab.Slab[span]

	// The tables of a file.
	stats []uint32
	names []int32
	regs  []uint8
}

// Rewind takes back what the last map lies in.
func (m *Memory) Rewind() {
	m.words.Rewind()
	m.far.Rewind()
}

// NewMap makes the map of a file with so many statements, names and bindings.
func (m *Memory) NewMap(stats, names, bindings int) *Map {
	out := &Map{
		stats: spans{words: slab.Zero(&m.stats, wordsFor(stats))},
		Names: slab.Zero(&m.names, names),
		Regs:  slab.Zero(&m.regs, bindings),
	}
	for i := range out.Names {
		out.Names[i] = -1
	}
	return out
}

// Keep returns what is in a working table as one that will not change.
func (m *Memory) Keep(o *Origins) Origins {
	return Origins{spans{words: slab.Keep(&m.words, &o.words), far: slab.Keep(&m.far, &o.far)}}
}
