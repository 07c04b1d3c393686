package codegen

import (
	"slices"
	"sync"

	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
)

// slab.go hands out the arrays of finished functions from large chunks: a file has
// thousands of small functions, and one allocation per field of each would cost
// more than generating them.

// slab is an allocator of slices that live as long as the unit.
type slab[T any] struct {
	free []T
	size int // of the next chunk
}

// Sizes of chunks, in elements: they double from the first to the second.
const (
	firstChunk = 64
	lastChunk  = 4096
)

// reserve makes room for the n elements that will be taken in all.
func (s *slab[T]) reserve(n int) { s.free = make([]T, n) }

// take returns n zero elements with no spare capacity.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		if n >= lastChunk/4 {
			return make([]T, n)
		}
		s.size = max(firstChunk, min(2*s.size, lastChunk))
		s.free = make([]T, max(s.size, n))
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// handOver is the length from which an array is not worth a copy of its own.
const handOver = 1 << 14

// keep returns what is in the working array *list as an array that will not change:
// a copy in s, or, if it is long, the array itself, of which *list lets go. An empty
// list is nil.
func keep[T any](s *slab[T], list *[]T) []T {
	out := *list
	switch {
	case len(out) == 0:
		return nil
	case len(out) >= handOver:
		*list = nil
		return out[:len(out):len(out)]
	}
	out = s.take(len(out))
	copy(out, *list)
	return out
}

// spare is lists of states of functions, which one run leaves to the next: their
// working arrays have grown to what functions need.
var spare = sync.Pool{New: func() any { return (*funcState)(nil) }}

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

// leave makes the free states spare, but those with arrays out of the ordinary. What
// the arrays refer to is forgotten.
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
	g.free = nil
	spare.Put(kept)
}

// push appends to a working array of the function at hand. A full one grows to what
// the function will need if the rest of its text is like what was read, but to no more
// than eight times what it has: append alone would leave four times the size of a
// large array behind.
func push[T any](g *generator, list *[]T, v T) {
	if n := len(*list); n == cap(*list) {
		body := g.fs.fn.Body
		done, rest := max(int(g.last)-int(body.Start), 1), max(int(body.End)-int(g.last), 0)
		forecast := int(int64(n) * int64(rest) / int64(done))
		*list = slices.Grow(*list, max(firstChunk, n/8, min(7*n, forecast+forecast/64)))
	}
	*list = append(*list, v)
}

type slabs struct {
	code     slab[bytecode.Instruction]
	lines    slab[int32]
	consts   slab[bytecode.Constant]
	protos   slab[*bytecode.Proto]
	locals   slab[bytecode.LocalVar]
	upvalues slab[bytecode.Upvalue]
	origins  slab[srcmap.Origin]
	stores   slab[srcmap.StoreRec]
	bindings slab[resolve.BindingID]
	protoOf  slab[bytecode.Proto]
	funcs    slab[srcmap.Func]
}

func (s *slabs) proto() *bytecode.Proto { return &s.protoOf.take(1)[0] }
func (s *slabs) funcMap() *srcmap.Func  { return &s.funcs.take(1)[0] }
