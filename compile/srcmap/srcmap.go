// Package srcmap leads from compiled code back to the text: per pc a span and a
// role, per statement its pcs, per store of a local its binding, name and place,
// stores that needed no code included.
//
// The map is made by the code generator while it emits, and by nothing else; it
// never changes afterwards. pcs are 0-based.
package srcmap

import (
	"iter"
	"slices"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Role says why an instruction exists.
type Role uint8

// The roles.
const (
	Eval           Role = iota // computes a value, or has an effect that the text asks for
	Store                      // puts a value into a local, upvalue, global or field
	Branch                     // tests a condition, or jumps over what it excludes
	Jump                       // goto, break
	Loop                       // back to the start of a loop; FORPREP, FORLOOP, TFORCALL, TFORLOOP
	Close                      // the jump that closes upvalues at the end of a block
	ImplicitNil                // LOADNIL for a local without a value
	ImplicitReturn             // the RETURN at the end of every function
	Lowered                    // stands for what 5.3 has no instruction for: see codegen's lower.go
)

// Origin is where one instruction comes from.
type Origin struct{ span }

// maxOrigin is the longest span that an Origin can hold, 256 MB: what is longer is
// cut there.
const maxOrigin = 1<<(32-tagBits) - 1

// OriginOf returns the Origin of an instruction that was emitted for a span.
func OriginOf(s source.Span, r Role) Origin {
	return Origin{span{uint32(s.Start), uint32(min(s.Len(), maxOrigin))<<tagBits | uint32(r)}}
}

// Span returns the expression or statement that the instruction was emitted for.
func (o Origin) Span() source.Span {
	return source.Span{Start: source.Pos(o.start), End: source.Pos(o.start + o.shape>>tagBits)}
}

// Role returns why the instruction exists.
func (o Origin) Role() Role { return Role(o.shape & farTag) }

// Origins is the origins of the instructions of one function, by pc. The zero Origins
// is empty.
type Origins struct{ spans }

// Len returns the number of instructions.
func (o *Origins) Len() int { return o.len() }

// At returns the origin of the instruction at pc.
func (o *Origins) At(pc int) Origin { return Origin{o.at(pc)} }

// All yields every pc with its origin.
func (o *Origins) All() iter.Seq2[int, Origin] {
	return func(yield func(int, Origin) bool) {
		for pc := range o.len() {
			if !yield(pc, o.At(pc)) {
				return
			}
		}
	}
}

// Append adds the origin of the next instruction.
func (o *Origins) Append(next Origin) { o.append(next.span) }

// Grow makes room for n more.
func (o *Origins) Grow(n int) { o.words = slices.Grow(o.words, wordsFor(n)+1) }

// SetLastRole gives the origin of the last instruction another role.
func (o *Origins) SetLastRole(r Role) { o.retag(uint32(r)) }

// DropLast takes the origin of the last instruction back.
func (o *Origins) DropLast() { o.cut() }

// Reset empties o, whose memory it keeps.
func (o *Origins) Reset() { o.words, o.far = o.words[:0], o.far[:0] }

// PCRange is a range of pcs, from Start (inclusive) to End (exclusive).
type PCRange struct{ Start, End int32 }

// Empty reports whether there is no instruction in the range.
func (r PCRange) Empty() bool { return r.Start >= r.End }

// StoreKind says how a variable gets a value.
type StoreKind uint8

// The kinds of store.
const (
	Init         StoreKind = iota // `local x = value`
	NilInit                       // `local x`: the implicit nil
	Assign                        // `x = value`
	FunctionInit                  // `local function x`
	ParamInit                     // the caller's value
	LoopInit                      // the loop's value
)

// ValueKind says what stands in the text for the value of a store.
type ValueKind uint8

// The kinds of value that a store may have in the text.
const (
	AnyValue      ValueKind = iota // an expression of another kind, or of no statement
	NoValue                        // nothing: the nil of a list of values that is too short
	FunctionValue                  // `function (…) … end`, or what a statement for that says
	TableValue                     // a table constructor
)

// StoreRec is one place where the program gives a local variable of this function
// a value. A variable's stores into it from inner functions are StoreRecs of
// those, with Upvalue set.
type StoreRec struct {
	Kind    StoreKind         // how the text stores
	Binding resolve.BindingID // the variable stored to
	Name    syntax.NameID     // the name stored to; NoName for the implicit self
	Stat    syntax.StatID     // NoStat for a parameter
	// PCs is where instructions of this store may stand: those from PCs.Start on
	// that write Reg (or SETUPVAL Upvalue) and are before PCs.End. At PCs.End the
	// value is in place. A LOADNIL may serve several stores. For a parameter both are 0; for a loop variable they are
	// the start of the body. For an Init, PCs.End is the variable's start pc, and
	// its definition is whatever reaches it.
	PCs     PCRange
	Reg     uint8 // of the variable; undefined if Upvalue >= 0
	Upvalue int16 // index in this function's upvalues, -1 for its own locals
	// Elided: no instruction writes the variable: `x = x`, `x = x or x`, or a nil
	// that the instruction before it already put there.
	Elided bool
	Value  ValueKind // what the text has for the value
}

// Func is the map of one function.
type Func struct {
	Func    *syntax.Function    // its tree
	Origins Origins             // the text that each instruction was made of
	Stores  []StoreRec          // in the order in which the text is compiled
	Locals  []resolve.BindingID // by index in Proto.Locals; 0 for `(for …)`
}

// Map is the map of a file.
type Map struct {
	stats spans       // by StatID: see PCs
	reads []*readPage // by NameID/readGroup: see ReadPC
	// Regs is by BindingID: the register of each binding.
	Regs []uint8
}

// readPage is, for some names, one more than the pc that ReadPC answers. There is none
// where all of them are globals, as in many a large file that a program wrote.
type readPage [readGroup]int32

const readGroup = 64

// ReadPC returns, for a name that reads a local or upvalue, the pc, in its own function, of the
// next instruction when the name was read: the program point at which its value is
// looked at, or from which the instruction that reads its register is the next one to do
// so; -1 where there is none.
func (m *Map) ReadPC(id syntax.NameID) int32 {
	if page := m.reads[id/readGroup]; page != nil {
		return page[id%readGroup] - 1
	}
	return -1
}

// ReadPCs yields the names that ReadPC has a pc for, and the pc.
func (m *Map) ReadPCs() iter.Seq2[syntax.NameID, int32] {
	return func(yield func(syntax.NameID, int32) bool) {
		for i, page := range m.reads {
			if page == nil {
				continue
			}
			for k, pc := range page {
				if pc > 0 && !yield(syntax.NameID(i*readGroup+k), pc-1) {
					return
				}
			}
		}
	}
}

// hasPCs is the tag of the pcs of a statement that code was generated for.
const hasPCs = 1

// PCs returns the pcs, in its own function, of the code of a statement, those of the
// statements inside it included.
func (m *Map) PCs(id syntax.StatID) PCRange {
	s := m.stats.at(int(id))
	if s.shape&farTag != hasPCs {
		return PCRange{}
	}
	return PCRange{int32(s.start), int32(s.start + s.shape>>tagBits)}
}

// SetPCs notes the pcs of a statement.
func (m *Map) SetPCs(id syntax.StatID, pcs PCRange) {
	m.stats.set(int(id), span{uint32(pcs.Start), uint32(pcs.End-pcs.Start)<<tagBits | hasPCs})
}
