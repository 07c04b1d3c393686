package codegen

import (
	"slices"

	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// memory.go is the arrays of finished functions, which are cut from large chunks (a
// file has thousands of small functions, and one allocation per field of each would
// cost more than generating them), and what one run leaves to the next.

// Memory is what Results are made in, one after the other, each valid until the next
// is made. The zero Memory is ready; it serves one goroutine at a time.
type Memory struct {
	code      slab.Slab[bytecode.Instruction]
	pcLines   slab.Slab[int32]
	consts    slab.Slab[bytecode.Constant]
	children  slab.Slab[*bytecode.Proto]
	locals    slab.Slab[bytecode.LocalVar]
	upvalRecs slab.Slab[bytecode.Upvalue]
	origins   slab.Slab[srcmap.Origin]
	stores    slab.Slab[srcmap.StoreRec]
	bindings  slab.Slab[resolve.BindingID]

	// By FuncID.
	funcs    []Func
	protos   []bytecode.Proto
	funcMaps []srcmap.Func

	// The tables of the map.
	statPCs []srcmap.PCRange
	namePCs []int32
	regs    []uint8

	k         constants
	free      *funcState       // a list of states for reuse
	freeBlock *block           // and of blocks
	spine     []*syntax.Binary // left spines of binary expressions being generated
	lhs       []desc           // targets of assignments being generated
}

// begin takes back what the last Result lies in, and prepares for a tree.
func (m *Memory) begin(t *syntax.Tree) {
	m.code.Rewind()
	m.pcLines.Rewind()
	m.consts.Reset()
	m.children.Reset()
	m.locals.Reset()
	m.upvalRecs.Reset()
	m.origins.Rewind()
	m.stores.Rewind()
	m.bindings.Rewind()
	slab.Zero(&m.funcs, len(t.Funcs))
	slab.Zero(&m.protos, len(t.Funcs))
	slab.Zero(&m.funcMaps, len(t.Funcs))
	m.k.init(t.NumSyms())
	m.spine, m.lhs = m.spine[:0], m.lhs[:0]
}

// newMap makes the map of a file without its functions.
func (m *Memory) newMap(t *syntax.Tree, bindings int) *srcmap.Map {
	out := &srcmap.Map{
		Stats: slab.Zero(&m.statPCs, len(t.Stats)),
		Names: slab.Zero(&m.namePCs, t.Names.Len()),
		Regs:  slab.Zero(&m.regs, bindings),
	}
	for i := range out.Names {
		out.Names[i] = -1
	}
	return out
}

// handOver is the length from which an array is not worth a copy of its own.
const handOver = 1 << 12

// keep returns what is in the working array *list as an array that will not change:
// a copy in s, or, if it is long, the array itself, of which *list lets go. An empty
// list is nil.
func keep[T any](s *slab.Slab[T], list *[]T) []T {
	out := *list
	switch {
	case len(out) == 0:
		return nil
	case len(out) >= handOver:
		*list = nil
		return out[:len(out):len(out)]
	}
	out = s.Take(len(out))
	copy(out, *list)
	return out
}

// touched is how much of the arrays that refer to something the functions of one run
// have filled, at most: to forget the rest too would cost a small file what a large one
// needed.
type touched struct{ consts, protos, locals int }

// touch notes what the function at hand has filled, before it lets go of its arrays.
func (fs *funcState) touch() {
	t := &fs.touched
	t.consts = max(t.consts, len(fs.consts))
	t.protos = max(t.protos, len(fs.protos))
	t.locals = max(t.locals, len(fs.locals))
}

// forget clears the first n elements that an array has had. An array that keep has
// handed out is not ours any more, and what has come in its place may be shorter.
func forget[T any](list []T, n int) { clear(list[:min(n, cap(list))]) }

// leave keeps the free states for the next run, but those with arrays out of the
// ordinary. What the arrays refer to is forgotten.
func (g *generator) leave() {
	var kept *funcState
	for fs := g.free; fs != nil; {
		next := fs.parent
		if max(cap(fs.code), cap(fs.consts), cap(fs.locals), cap(fs.protos)) < handOver {
			forget(fs.consts, fs.touched.consts)
			forget(fs.protos, fs.touched.protos)
			forget(fs.locals, fs.touched.locals)
			fs.parent, fs.fn, fs.block, fs.touched = kept, nil, nil, touched{}
			kept = fs
		}
		fs = next
	}
	g.free = kept
}

// leastRoom is how many elements more a full working array has room for, at least.
const leastRoom = 64

// push appends to a working array of the function at hand. A full one grows to what
// the function will need if the rest of its text is like what was read, but to no more
// than eight times what it has: append alone would leave four times the size of a
// large array behind.
func push[T any](g *generator, list *[]T, v T) {
	if n := len(*list); n == cap(*list) {
		body := g.fs.fn.Body
		done, rest := max(int(g.last)-int(body.Start), 1), max(int(body.End)-int(g.last), 0)
		forecast := int(int64(n) * int64(rest) / int64(done))
		*list = slices.Grow(*list, max(leastRoom, n/8, min(7*n, forecast+forecast/64)))
	}
	*list = append(*list, v)
}
