package tables

import (
	"cmp"
	"math/bits"
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// The fields of objects: which slot each access touches, and who touches a slot. An object that
// is accessed as
//
//	t.x = 1; t[2] = t.x; t[k] = 3; print(#t)
//
// has three slots, whichever of its tables t is: the first for t[k], then [2], then "x". `#t` reads
// no slot of it, but may notice whether one under an integer key holds nil.

// slotFinder collects the accesses of a program.
type slotFinder struct {
	*Objects
	names *names.Names
	keys  []key
}

// findSlots finds the accesses to the n objects and gives them slots: first it lists them by place,
// each with its key, then it sorts the keys, of which equal ones become one slot, then it lists
// them by slot and by object.
func (o *Objects) findSlots(t *tracer, n int) {
	p, mem, total := t.p, t.mem, 0
	o.code = mem.numbers.TakeUncleared(len(p.Funcs))
	for i := range p.Funcs {
		o.code[i] = int32(total)
		if t.part.Has(i) {
			total += len(p.Funcs[i].Proto.Code)
		}
	}
	o.touching = mem.words.Take(flow.WordsFor(total))
	finder := slotFinder{Objects: o, names: t.names, keys: mem.slotKeys[:0]}
	o.touches, o.places = mem.touches[:0], mem.touchPlaces[:0]
	for i := range p.Funcs {
		if t.traced[i] && (t.holdsObject[i] || o.sharesObject(&p.Funcs[i])) {
			finder.function(&p.Funcs[i])
		}
	}
	o.before = mem.numbers.TakeUncleared(len(o.touching))
	before := 0
	for w, word := range o.touching {
		o.before[w] = int32(before)
		before += bits.OnesCount64(word)
	}
	finder.numberSlots(n, mem)
	o.list(n, mem)
	mem.slotKeys, mem.touches, mem.touchPlaces = finder.keys, o.touches, o.places
}

// sharesObject reports whether a cell whose upvalue f has may hold an object, or one of its registers
// that closures access might.
func (o *Objects) sharesObject(f *flow.Func) bool {
	if f.SharesRegisters() {
		return true
	}
	for k := range f.Proto.Upvalues {
		if o.OfCell(o.cells.Of(f.Number, k)) >= 0 {
			return true
		}
	}
	return false
}

// function notes the accesses of f, by pc, in code that can be reached.
func (s *slotFinder) function(f *flow.Func) {
	for b := range f.Graph.Blocks {
		block := &f.Graph.Blocks[b]
		if f.Graph.Rank(cfg.BlockID(b)) < 0 {
			continue
		}
		for pc := block.Start; pc < block.End; pc++ {
			if effect.TableAccessors.Has(f.Proto.Code[pc]) {
				s.instruction(f, int(pc))
			}
		}
	}
}

// instruction notes the access of the instruction at pc, if it is one. A table that is filled by a
// list, or gone over by an iterator, is accessed under keys that are not told apart.
func (s *slotFinder) instruction(f *flow.Func, pc int) {
	switch i := f.Proto.Code[pc]; effect.ReferenceOf(i) {
	case effect.ReadsField:
		s.field(f, pc, s.OfOperand(f, pc, 0), 1, ReadsSlot)
	case effect.WritesField:
		s.field(f, pc, s.OfOperand(f, pc, 0), 1, WritesSlot)
	case effect.ReadsUpvalueField:
		s.field(f, pc, s.ofUpvalue(f, i), 0, ReadsSlot)
	case effect.WritesUpvalueField:
		s.field(f, pc, s.ofUpvalue(f, i), 0, WritesSlot)
	case effect.Fills:
		s.add(f, pc, s.OfOperand(f, pc, 0), WritesSlot, anyKey)
	case effect.Measures:
		s.add(f, pc, s.OfOperand(f, pc, 0), ReadsSize, anyKey)
	case effect.Iterates:
		s.add(f, pc, s.OfOperand(f, pc, 1), ReadsSlot, anyKey)
	case effect.Calls:
		s.call(f, pc)
	}
}

// ofUpvalue returns the object whose tables the upvalue may hold that i accesses.
func (s *slotFinder) ofUpvalue(f *flow.Func, i bytecode.Instruction) ObjectID {
	upvalue, _ := effect.Upvalue(i)
	return s.OfCell(s.cells.Of(f.Number, upvalue))
}

// field notes an access under a key, which is operand i of Uses(pc) if it is in a
// register.
func (s *slotFinder) field(f *flow.Func, pc int, id ObjectID, i int, how TableAccess) {
	if id < 0 {
		return
	}
	field := anyKey
	if k, ok := s.forms.Of(f).Constant(pc, effect.Key(f.Proto.Code[pc]), i); ok {
		field = keyOf(k)
	}
	s.add(f, pc, id, how, field)
}

// call notes what a standard function does with its first argument: with others that
// are objects it does nothing.
func (s *slotFinder) call(f *flow.Func, pc int) {
	if len(s.forms.Of(f).Uses(pc)) < 2 {
		return
	}
	id := s.OfOperand(f, pc, 1)
	if id < 0 {
		return
	}
	var how TableAccess
	role := s.names.OfCallee(f, pc).Role(0)
	if role&(value.Reads|value.Contents) != 0 {
		how |= ReadsSlot
	}
	if role&value.Writes != 0 {
		how |= WritesSlot
	}
	s.add(f, pc, id, how, anyKey)
}

// add notes an access to an object, if it is one. Accesses must come in the order of their places.
func (s *slotFinder) add(f *flow.Func, pc int, id ObjectID, how TableAccess, field fieldKey) {
	if id < 0 || how == 0 {
		return
	}
	s.keys = append(s.keys, key{id, int32(len(s.touches)), field})
	s.touches = append(s.touches, Touch{Object: id, How: how})
	s.places = append(s.places, flow.SiteAt(f.Number, pc))
	s.touching.Add(int(s.code[f.Number]) + pc)
}

// numberSlots sorts the accesses by object and field, and numbers the fields. Each
// object has a first slot, even if no access is to it.
func (s *slotFinder) numberSlots(n int, mem *Memory) {
	slices.SortFunc(s.keys, func(a, b key) int {
		if a.object != b.object {
			return cmp.Compare(a.object, b.object)
		}
		return a.field.compare(&b.field)
	})
	s.firstSlot = mem.slotIDs.TakeUncleared(n + 1)
	s.integers = mem.numbers.Take(n)
	slot := SlotID(-1)
	rest := s.keys
	for id := range ObjectID(n) {
		slot++
		s.firstSlot[id] = slot
		last := anyKey
		for ; len(rest) > 0 && rest[0].object == id; rest = rest[1:] {
			if k := &rest[0]; k.field != last {
				last = k.field
				slot++
				if last.kind == bytecode.KInt {
					s.integers[id]++
				}
			}
			s.touches[rest[0].touch].Slot = slot
		}
	}
	s.firstSlot[n] = slot + 1
}

// list lists the accesses by what they write and read, each list in the order of their places. A
// write is listed by its slot alone: those to the first slot of an object may be to any field of
// it, which whoever asks for the Writers of another slot must add.
func (o *Objects) list(n int, mem *Memory) {
	count := func(size int, of func(*Touch) int) flow.Lists {
		l := flow.Lists{First: mem.numbers.Take(size + 1)}
		for i := range o.touches {
			if k := of(&o.touches[i]); k >= 0 {
				l.First[k+1]++
			}
		}
		for k := range size {
			l.First[k+1] += l.First[k]
		}
		next := append(mem.marks[:0], l.First...)
		mem.marks = next
		l.Items = mem.numbers.TakeUncleared(int(l.First[size]))
		for i := range o.touches {
			if k := of(&o.touches[i]); k >= 0 {
				l.Items[next[k]] = int32(i)
				next[k]++
			}
		}
		return l
	}
	o.writers = count(int(o.firstSlot[n]), func(t *Touch) int {
		if t.How&WritesSlot != 0 {
			return int(t.Slot)
		}
		return -1
	})
	o.readers = count(n, func(t *Touch) int {
		if t.How&(ReadsSlot|ReadsSize) != 0 {
			return int(t.Object)
		}
		return -1
	})
}
