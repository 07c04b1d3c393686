package codegen

import (
	"slices"

	"luaflow/compile/bytecode"
	"luaflow/compile/meter"
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
	Meter *meter.Meter // of the steps that are taken to generate; nil if nobody counts them

	code       slab.Slab[bytecode.Instruction]
	lineTables bytecode.LineMemory
	consts     slab.Slab[bytecode.Constant]
	children   slab.Slab[*bytecode.Proto]
	locals     slab.Slab[bytecode.LocalVar]
	upvalRecs  slab.Slab[bytecode.Upvalue]
	stores     slab.Slab[srcmap.StoreRec]
	bindings   slab.Slab[resolve.BindingID]
	maps       srcmap.Memory

	protos   slab.Slab[bytecode.Proto]
	funcMaps slab.Slab[srcmap.Func]

	funcs  []Func  // by FuncID
	latest *Result // the one that was made last; nil if it was not finished

	targets []target // by resolve.LabelID
	waits   []wait

	syms map[string]syntax.Sym // of the tree that was made last and those that it was revised from; nil until somebody asks

	k         constants
	free      *funcState    // a list of states for reuse
	freeBlock *block        // and of blocks
	spine     []syntax.Expr // left spines of expressions being generated
	lhs       []desc        // targets of assignments being generated
}

// begin takes back what the last Result lies in, and prepares for a tree.
func (m *Memory) begin(t *syntax.Tree, res *resolve.Info) {
	m.latest, m.syms = nil, nil
	m.code.Reset()
	m.lineTables.Reset()
	m.consts.Reset()
	m.children.Reset()
	m.locals.Reset()
	m.upvalRecs.Reset()
	m.stores.Reset()
	m.bindings.Reset()
	m.maps.Reset()
	m.protos.Reset()
	m.funcMaps.Reset()
	slab.Zero(&m.funcs, len(t.Funcs))
	protos, maps := m.protos.Take(len(t.Funcs)), m.funcMaps.Take(len(t.Funcs))
	for i := range m.funcs {
		m.funcs[i] = Func{Proto: &protos[i], Map: &maps[i]}
	}
	slab.Zero(&m.targets, len(res.Labels))
	m.waits = m.waits[:0]
	m.k.init(t.NumSyms())
	m.spine, m.lhs = m.spine[:0], m.lhs[:0]
}

// touched is how much of the arrays that refer to something the functions of one run
// have filled, at most: to forget the rest too would cost a small file what a large one
// needed.
type touched struct{ consts, protos, locals int }

// noteFilled notes what the function at hand has filled, before it lets go of its arrays.
func (fs *funcState) noteFilled() {
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
		if max(cap(fs.code), cap(fs.consts), cap(fs.locals), cap(fs.protos)) < slab.LongWork {
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

// push appends to a working array of the function at hand.
func push[T any](g *generator, list *[]T, v T) {
	if n := len(*list); n == cap(*list) {
		*list = slices.Grow(*list, g.growth(n))
	}
	*list = append(*list, v)
}

// growth returns how much a working array of the function at hand that is full of n elements
// grows by.
func (g *generator) growth(n int) int {
	body, at := g.fs.fn.Body, int(g.last)
	return slab.More(n, at-int(body.Start), int(body.End)-at)
}
