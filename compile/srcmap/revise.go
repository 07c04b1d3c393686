package srcmap

import (
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// revise.go makes the map of a text of the map of a version of it that differs in one function: what
// belongs to the others keeps its pcs, and has other places and numbers.

// Change says which numbers have changed, and where what is not in the function is now.
type Change struct {
	Text     syntax.Numbers // places, in bytes, of the body that differs
	Names    syntax.Numbers // NameIDs of what stands in it
	Stats    syntax.Numbers // StatIDs, likewise
	Bindings syntax.Numbers // BindingIDs of what is declared in the function
}

// place returns where a place outside of the function is now.
func (c *Change) place(p uint32) uint32 {
	if int(p) >= c.Text.Was {
		p += uint32(c.Text.By())
	}
	return p
}

// number returns the number of something outside of the function.
func number[T ~int32 | ~uint32](id T, n *syntax.Numbers) T {
	if int(id) >= n.Was {
		id += T(n.By())
	}
	return id
}

// Revise makes room in a map, which was made in m, for what is new in the function, of which it then knows
// nothing. The text has so many names now.
func (m *Memory) Revise(out *Map, c *Change, names int) {
	out.stats.replace(c.Stats)
	m.replaceReads(out, c.Names, names)
	out.Regs = replace(out.Regs, c.Bindings)
	m.stats, m.pages, m.regs = out.stats.words, out.reads, out.Regs
}

// replace makes room for what is new in a list by number, and moves what comes after it.
func replace[T any](list []T, n syntax.Numbers) []T {
	rest := list[n.Was:]
	if n.By() == 0 {
		clear(list[n.From:n.Was])
		return list
	}
	rest = append([]T(nil), rest...)
	list = append(list[:n.From], make([]T, n.Now-n.From)...)
	return append(list, rest...)
}

// replace makes room for new spans, which have no tag until they are set.
func (t *spans) replace(n syntax.Numbers) {
	if n.By() == 0 {
		for i := n.From; i < n.Was; i++ {
			t.words[place(i)] = 0
		}
		return
	}
	count := t.len()
	rest := make([]span, 0, count-n.Was)
	for i := n.Was; i < count; i++ {
		rest = append(rest, t.at(i))
	}
	had := wordsFor(n.From)
	if n.From == 0 {
		had = 0
	}
	t.words = append(t.words[:had], make([]uint32, wordsFor(count+n.By())-had)...)
	for i, s := range rest {
		if s.shape != 0 {
			t.set(n.Now+i, s)
		}
	}
}

// replaceReads makes room for the pcs of new names, of which there are so many now.
func (m *Memory) replaceReads(out *Map, n syntax.Numbers, names int) {
	var rest []int32
	end := n.Was
	if n.By() != 0 {
		end = names - n.By()
		for id := n.Was; id < end; id++ {
			rest = append(rest, out.ReadPC(syntax.NameID(id)))
		}
	}
	for id := n.From; id < end; id++ {
		if page := out.reads[id/readGroup]; page != nil {
			page[id%readGroup] = 0
		}
	}
	pages := (names + readGroup - 1) / readGroup
	out.reads = out.reads[:min(len(out.reads), pages)]
	for len(out.reads) < pages {
		out.reads = append(out.reads, nil)
	}
	for i, pc := range rest {
		if pc >= 0 {
			m.SetRead(out, syntax.NameID(n.Now+i), pc)
		}
	}
}

// Move moves the map of a function that is not the one that differs: isOuter tells that it is around that,
// else it comes after it.
func (f *Func) Move(c *Change, isOuter bool) {
	if c.Text.By() != 0 {
		if isOuter {
			f.Origins.move(c)
		} else {
			f.Origins.moveAll(uint32(c.Text.By()))
		}
	}
	if c.Names.By() == 0 && c.Stats.By() == 0 && c.Bindings.By() == 0 {
		return
	}
	for i := range f.Stores {
		s := &f.Stores[i]
		s.Binding = number(s.Binding, &c.Bindings)
		if s.Name != syntax.NoName {
			s.Name = number(s.Name, &c.Names)
		}
		if s.Stat != syntax.NoStat {
			s.Stat = number(s.Stat, &c.Stats)
		}
	}
	for i, id := range f.Locals {
		f.Locals[i] = number[resolve.BindingID](id, &c.Bindings)
	}
}

// moveAll moves all spans.
func (t *spans) moveAll(by uint32) {
	for i := 0; i < len(t.words); i += group {
		t.words[i] += by
	}
	for i := range t.far {
		t.far[i].start += by
	}
}

// move moves those spans, and ends of spans, that come after the function.
func (t *spans) move(c *Change) {
	for i := range t.far {
		t.far[i] = t.far[i].moved(c)
	}
	count := t.len()
	for first := 0; first < count; first += group - 1 {
		last := min(first+group-1, count)
		origin := &t.words[place(first)-1]
		was := *origin
		if was == 0 {
			continue
		}
		*origin = c.place(was-1) + 1
		for k := place(first); k <= place(last-1); k++ {
			w := t.words[k]
			if w&farTag == farTag {
				continue
			}
			s := span{was + w>>shapeBits - reach, w & (1<<shapeBits - 1)}.moved(c)
			packed, ok := s.pack(*origin)
			if !ok {
				packed = t.keepFar(s)
			}
			t.words[k] = packed
		}
	}
}

// moved returns a span with its start and its end where they are now.
func (s span) moved(c *Change) span {
	start := c.place(s.start)
	end := c.place(s.start + s.shape>>tagBits)
	return span{start, min(end-start, maxOrigin)<<tagBits | s.shape&farTag}
}
