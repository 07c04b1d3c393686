package waste

import (
	"cmp"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
)

// Tables that the program keeps to itself and only writes to.

// WriteOnlyTable is the tables of one object, of which no field is ever read, or not for
// anything that matters.
type WriteOnlyTable struct {
	// Holders is the stores that put one of the tables into a variable, in the
	// order of the text. There is one at least.
	Holders []Member
	// Fills is the instructions that write to one of them, constructors left out, in
	// the order of the text. There is one at least.
	Fills []flow.Site
	// Reads is the instructions that read one of them for something else, which nothing
	// needs either, in the order of the text.
	Reads []flow.Site
	// For is the stores whose values are read only to fill the tables.
	For []Member
	// Certain: it holds whatever metamethods do. That a key which is nil or not a
	// number would raise an error is no reason to fill a table.
	Certain bool
	// Anchor: the tables may be there to keep alive what is put into them.
	Anchor bool

	object tables.ObjectID
}

// findWriteOnly returns the tables without For.
func (f *tableFinder) findWriteOnly() []WriteOnlyTable {
	var found []WriteOnlyTable
	for id := range tables.ObjectID(f.objects.Len()) {
		t := WriteOnlyTable{object: id, Certain: !f.isRead(f.strict, id)}
		if (t.Certain || !f.isRead(f.lenient, id)) && !f.isReadInVain(id) && f.findFills(&t) {
			found = append(found, t)
		}
	}
	if len(found) > 0 {
		found = f.findHolders(found)
		f.settleFilled(found)
		f.findReads(found)
		f.findAnchors(found)
	}
	slices.SortFunc(found, func(a, b WriteOnlyTable) int {
		return cmp.Compare(f.StoreOf(a.Holders[0]).Name, f.StoreOf(b.Holders[0]).Name)
	})
	return found
}

// findAnchors finds which tables may be there to keep something alive.
func (f *tableFinder) findAnchors(tables []WriteOnlyTable) {
	if len(tables) == 0 {
		return
	}
	a := f.newAnchorFinder()
	for i := range tables {
		id := tables[i].object
		first, n, _ := f.objects.Slots(id)
		tables[i].Anchor = a.isAnchor(id, first, n)
	}
}

// settleFilled makes those tables certain that are only read to fill one of them. A
// call that fills one stays: table.insert(t, 3, v) asks how long t is, and may say no.
func (f *tableFinder) settleFilled(tables []WriteOnlyTable) {
	var fills []flow.Site
	for i := range tables {
		for _, at := range tables[i].Fills {
			isCall := effect.ReferenceOf(f.Facts.Code.Funcs[at.Func].Proto.Code[at.PC]) == effect.Calls
			if !tables[i].Certain && !isCall {
				fills = append(fills, at)
			}
		}
	}
	if len(fills) == 0 {
		return
	}
	m := f.Facts.Code.MarkingWithout(value.None, fills)
	for i := range tables {
		t := &tables[i]
		t.Certain = t.Certain || !f.isRead(m, t.object)
	}
}

// maxReadMarkings is for how many tables of a file it is asked what they are read for.
const maxReadMarkings = 16

// findReads fills in the Reads. Of the tables beyond the bound, whatever reads one is
// among them.
func (f *tableFinder) findReads(tables []WriteOnlyTable) {
	asked := 0
	for i := range tables {
		t := &tables[i]
		for at := range f.relation.ReadersOf(t.object) {
			if f.runs(at) && !slices.Contains(t.Fills, at) {
				t.Reads = append(t.Reads, at)
			}
		}
		if len(t.Reads) > 0 && asked < maxReadMarkings {
			asked++
			f.dropFillingReads(t)
		}
		f.sortSites(t.Reads)
	}
}

// dropFillingReads leaves out the Reads without which the table could not be filled.
func (f *tableFinder) dropFillingReads(t *WriteOnlyTable) {
	level := value.Operators
	if t.Certain {
		level = value.None
	}
	m := f.Facts.Code.MarkingWith(level, t.Fills)
	t.Reads = slices.DeleteFunc(t.Reads, func(at flow.Site) bool { return m.Live(&f.Facts.Code.Funcs[at.Func], int(at.PC)) })
}

// isReadInVain reports whether text that is never executed reads a field of the
// tables: it is for another check to say why that is so.
func (f *tableFinder) isReadInVain(id tables.ObjectID) bool {
	for at := range f.relation.ReadersOf(id) {
		if !f.runs(at) {
			return true
		}
	}
	return false
}

// maxLooks bounds how many writes to one field are compared with constructors.
const maxLooks = 1 << 20

// findFills fills in the Fills and reports whether there are any.
func (f *tableFinder) findFills(t *WriteOnlyTable) bool {
	first, n, _ := f.objects.Slots(t.object)
	sites := len(f.objects.Sites(t.object))
	for slot := first; slot < first+tables.SlotID(n); slot++ {
		if sites*len(f.objects.Writers(slot)) > maxLooks {
			return false
		}
		for at := range f.relation.WritersOf(slot) {
			if f.runs(at) && !f.isInConstructor(t.object, at) {
				t.Fills = append(t.Fills, at)
			}
		}
	}
	f.sortSites(t.Fills)
	return len(t.Fills) > 0
}

// sortSites puts instructions into the order of the text.
func (f *tableFinder) sortSites(sites []flow.Site) {
	slices.SortFunc(sites, func(a, b flow.Site) int {
		return cmp.Compare(f.origin(a).Start, f.origin(b).Start)
	})
}

func (f *tableFinder) origin(at flow.Site) source.Span {
	return f.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span()
}

// isInConstructor reports whether a write is part of the constructor of the table.
func (f *tableFinder) isInConstructor(id tables.ObjectID, at flow.Site) bool {
	return slices.ContainsFunc(f.objects.Sites(id), func(made flow.Site) bool {
		return made.Func == at.Func && f.origin(made).Covers(f.origin(at))
	})
}

// findHolders fills in the Holders and leaves out the candidates that have none, or one
// of which nothing is to be said.
func (f *tableFinder) findHolders(candidates []WriteOnlyTable) []WriteOnlyTable {
	at := make([]int, f.objects.Len()) // 1 + index in candidates
	for k := range candidates {
		at[candidates[k].object] = k + 1
	}
	silent := make([]bool, len(candidates))
	f.eachHolder(func(id tables.ObjectID, only bool, m Member, s *srcmap.StoreRec) {
		k := at[id] - 1
		if k < 0 {
			return
		}
		silent[k] = silent[k] || f.isSilent(s.Binding)
		if only {
			candidates[k].Holders = append(candidates[k].Holders, m)
		}
	})
	var found []WriteOnlyTable
	for k := range candidates {
		if !silent[k] && len(candidates[k].Holders) > 0 {
			f.sort(candidates[k].Holders)
			found = append(found, candidates[k])
		}
	}
	return found
}
