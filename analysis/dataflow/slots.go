package dataflow

import (
	"cmp"
	"math"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// The fields of objects: which slot each access touches, and who touches a slot.

// fieldKey is a key as an order of keys needs it: integers and floats with integer
// values are the same, and come first.
type fieldKey struct {
	kind bytecode.ConstantKind
	bits uint64
	str  string
}

// anyKey is that of the first slot of an object.
var anyKey = fieldKey{}

// keyOf is the field that a constant names; anyKey for nil and NaN, which name none.
func keyOf(k bytecode.Constant) fieldKey {
	switch k.Kind {
	case bytecode.KInt:
		return fieldKey{kind: bytecode.KInt, bits: uint64(k.Int())}
	case bytecode.KFloat:
		f := k.Float()
		if i := math.Floor(f); i == f && i >= -1<<63 && i < 1<<63 {
			return fieldKey{kind: bytecode.KInt, bits: uint64(int64(i))}
		}
		if f == f {
			return fieldKey{kind: bytecode.KFloat, bits: math.Float64bits(f)}
		}
	case bytecode.KString:
		return fieldKey{kind: bytecode.KString, str: k.Str()}
	case bytecode.KFalse, bytecode.KTrue:
		return fieldKey{kind: k.Kind}
	}
	return anyKey
}

func (k fieldKey) compare(l fieldKey) int {
	return cmp.Or(
		cmp.Compare(k.rank(), l.rank()),
		cmp.Compare(k.kind, l.kind),
		cmp.Compare(k.bits, l.bits),
		cmp.Compare(k.str, l.str),
	)
}

// rank puts anyKey first, then integers.
func (k fieldKey) rank() int {
	switch k.kind {
	case bytecode.KNil:
		return 0
	case bytecode.KInt:
		return 1
	}
	return 2
}

// slots is the fields of objects and who accesses them.
type slots struct {
	firstSlot []SlotID // by object, one entry more
	integers  []int32  // by object: how many of its slots are of integer keys
	touches   []Touch
	places    []Site  // by touch
	at        []int32 // by instruction: 1 + the index of its touch
	code      []int32 // by function: the number of its first instruction

	writers lists // by slot: indices of touches
	readers lists // by object: indices of touches
}

// Writers is the accesses that write a slot, as indices for TouchAt, in the order of
// functions and pcs. Readers is those that read any slot of an object, or its size.
func (o *Objects) Writers(slot SlotID) []int32 { return o.writers.of(int(slot)) }

// Readers is the accesses that read any slot of an object, or its size, as indices
// for TouchAt.
func (o *Objects) Readers(id ObjectID) []int32 { return o.readers.of(int(id)) }

// TouchAt is an access by its index, and where it is.
func (o *Objects) TouchAt(i int32) (Touch, Site) { return o.touches[i], o.places[i] }

// NumSlots is the number of slots of all objects.
func (o *Objects) NumSlots() int {
	if o.firstSlot == nil {
		return 0
	}
	return int(o.firstSlot[o.Len()])
}

// Slots is the slots of an object, n from first on, of which those behind the first
// one and up to integers of them are under integer keys.
func (o *Objects) Slots(id ObjectID) (first SlotID, n, integers int) {
	return o.firstSlot[id], int(o.firstSlot[id+1] - o.firstSlot[id]), int(o.integers[id])
}

// Touch is how the instruction at pc accesses an object.
func (o *Objects) Touch(f *Func, pc int) Touch {
	if o.at == nil {
		return noTouch
	}
	if k := o.at[o.code[f.Number]+int32(pc)]; k > 0 {
		return o.touches[k-1]
	}
	return noTouch
}

// key is the field that the access with an index is to.
type key struct {
	object ObjectID
	touch  int32
	field  fieldKey
}

// slotFinder collects the accesses of a program.
type slotFinder struct {
	*Objects
	names *Names
	keys  []key
}

// findSlots finds the accesses to the n objects and gives them slots.
func (o *Objects) findSlots(p *Program, names *Names, n int) {
	total := 0
	o.code = p.mem.numbers.Take(len(p.Funcs))
	for i := range p.Funcs {
		o.code[i] = int32(total)
		total += len(p.Funcs[i].Proto.Code)
	}
	o.at = p.mem.numbers.Take(total)
	finder := slotFinder{Objects: o, names: names}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for _, b := range f.Graph.Order {
			block := &f.Graph.Blocks[b]
			for pc := block.Start; pc < block.End; pc++ {
				finder.instruction(f, int(pc))
			}
		}
	}
	finder.numberSlots(n)
	o.list(n)
}

func (s *slotFinder) instruction(f *Func, pc int) {
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

func (s *slotFinder) ofUpvalue(f *Func, i bytecode.Instruction) ObjectID {
	upvalue, _ := effect.Upvalue(i)
	return s.OfCell(s.cells.Of(f.Number, upvalue))
}

// field notes an access under a key, which is operand i of Uses(pc) if it is in a
// register.
func (s *slotFinder) field(f *Func, pc int, id ObjectID, i int, how TableAccess) {
	if id < 0 {
		return
	}
	field := anyKey
	if k, ok := f.SSA().constant(pc, effect.Key(f.Proto.Code[pc]), i); ok {
		field = keyOf(k)
	}
	s.add(f, pc, id, how, field)
}

// call notes what a standard function does with its first argument: with others that
// are objects it does nothing.
func (s *slotFinder) call(f *Func, pc int) {
	if len(f.SSA().Uses(pc)) < 2 {
		return
	}
	id := s.OfOperand(f, pc, 1)
	if id < 0 {
		return
	}
	var how TableAccess
	role := s.names.ofCallee(f, pc).Role(0)
	if role&(value.Reads|value.Contents) != 0 {
		how |= ReadsSlot
	}
	if role&value.Writes != 0 {
		how |= WritesSlot
	}
	s.add(f, pc, id, how, anyKey)
}

// add notes an access.
func (s *slotFinder) add(f *Func, pc int, id ObjectID, how TableAccess, field fieldKey) {
	if id < 0 || how == 0 {
		return
	}
	s.keys = append(s.keys, key{id, int32(len(s.touches)), field})
	s.touches = append(s.touches, Touch{Object: id, How: how})
	s.places = append(s.places, Site{f.Number, pc})
	s.at[s.code[f.Number]+int32(pc)] = int32(len(s.touches))
}

// numberSlots sorts the accesses by object and field, and numbers the fields. Each
// object has a first slot, even if no access is to it.
func (s *slotFinder) numberSlots(n int) {
	slices.SortFunc(s.keys, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.object, b.object), a.field.compare(b.field))
	})
	s.firstSlot = make([]SlotID, n+1)
	s.integers = make([]int32, n)
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

// list lists the accesses by what they write and read.
func (o *Objects) list(n int) {
	count := func(size int, of func(*Touch) int) lists {
		l := lists{first: make([]int32, size+1)}
		for i := range o.touches {
			if k := of(&o.touches[i]); k >= 0 {
				l.first[k+1]++
			}
		}
		for k := range size {
			l.first[k+1] += l.first[k]
		}
		next := slices.Clone(l.first)
		l.items = make([]int32, l.first[size])
		for i := range o.touches {
			if k := of(&o.touches[i]); k >= 0 {
				l.items[next[k]] = int32(i)
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
