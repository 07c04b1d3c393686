package waste

import (
	"cmp"
	"slices"

	"luaflow/analysis/spelling"
	"luaflow/analysis/tables"
	"luaflow/analysis/textmap"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Fields of tables that the program keeps to itself, one of which nothing reads while
// others are read.

// maxFields is how many fields the tables of an object may have: more make a list.
const maxFields = 1000

// UnreadFields returns those fields, in the order of their first stores. A table of which
// no field is read is left out.
func (p *Parts) UnreadFields() []UnreadField {
	if p.Facts.Objects() == nil {
		return nil
	}
	f := newTableFinder(&p.reads)
	objects := f.objects
	var found []UnreadField
	for id := range tables.ObjectID(objects.Len()) {
		if !f.isRead(f.strict, id) {
			continue
		}
		first, n, _ := objects.Slots(id)
		if n > maxFields {
			continue
		}
		for slot := first + 1; slot < first+tables.SlotID(n); slot++ {
			if f.strict.LiveSlot(slot) {
				continue
			}
			if u, ok := f.unreadField(id, slot); ok {
				found = append(found, u)
			}
		}
	}
	found = f.withoutSilent(found)
	slices.SortFunc(found, func(a, b UnreadField) int {
		return cmp.Compare(a.Stores[0].At().Start, b.Stores[0].At().Start)
	})
	return found
}

// withoutSilent leaves out the fields of tables in variables of which nothing is to be
// said.
func (f *tableFinder) withoutSilent(fields []UnreadField) []UnreadField {
	if len(fields) == 0 {
		return nil
	}
	silent := make([]bool, f.objects.Len())
	f.eachHolder(func(id tables.ObjectID, _ bool, _ Member, s *srcmap.StoreRec) {
		silent[id] = silent[id] || f.isSilent(s.Binding)
	})
	return slices.DeleteFunc(fields, func(u UnreadField) bool { return silent[u.object] })
}

// unreadField returns the field of a slot that nothing live reads. ok is false if nothing
// is to be said about it: some text gives no value to a field alone, or is never
// executed.
func (f *tableFinder) unreadField(id tables.ObjectID, slot tables.SlotID) (u UnreadField, ok bool) {
	u.object = id
	for at := range f.relation.ReadersOf(id) {
		if f.objects.Touch(&f.Facts.Code.Funcs[at.Func], int(at.PC)).Slot == slot {
			u.Read = true
			if !f.runs(at) {
				return u, false
			}
		}
	}
	for at := range f.relation.WritersOf(slot) {
		if !f.runs(at) {
			continue
		}
		fn := syntax.FuncID(at.Func)
		s, known := f.Text.FieldStoreAt(fn, int(at.PC))
		if !known {
			return u, false
		}
		u.Stores = append(u.Stores, UnreadStore{s, fn})
	}
	slices.SortFunc(u.Stores, func(a, b UnreadStore) int { return cmp.Compare(a.At().Start, b.At().Start) })
	if len(u.Stores) > 0 {
		u.Meant = f.meant(id, f.nameOf(&u.Stores[0].FieldStore))
	}
	return u, len(u.Stores) > 0
}

// meant returns a field of the tables of an object that something reads, and from which a name differs by a slip; "" if no field is so near.
func (f *tableFinder) meant(id tables.ObjectID, name string) string {
	first, n, integers := f.objects.Slots(id)
	for slot := first + 1 + tables.SlotID(integers); slot < first+tables.SlotID(n); slot++ {
		if name == "" || !f.strict.LiveSlot(slot) {
			continue
		}
		for at := range f.relation.WritersOf(slot) {
			s, known := f.Text.FieldStoreAt(syntax.FuncID(at.Func), int(at.PC))
			if other := f.nameOf(&s); known && spelling.IsSlip(name, other) {
				return other
			}
		}
	}
	return ""
}

// nameOf returns the string under which a field is stored; "" if it is another key.
func (f *File) nameOf(s *textmap.FieldStore) string {
	if key, ok := s.Key.(*syntax.String); ok {
		return f.Unit.Tree.Str(key.Sym)
	}
	return ""
}
