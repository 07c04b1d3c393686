package syntax

import (
	"slices"
	"unsafe"

	"luaflow/compile/meter"
	"luaflow/compile/slab"
	"luaflow/compile/source"
)

// This file defines the storage of the tree: nodes of one type lie together in
// chunks, and the lists of the nodes are pieces of larger arrays. So a tree costs
// some tens of allocations, and the collector frees it as a whole; or it gives all
// of them back to a Memory, for the next tree.

// Memory is what trees are made in, one after the other. A tree made in it is valid
// until the next is. The zero Memory is ready; it serves one goroutine at a time.
type Memory struct {
	Meter *meter.Meter // of the steps that are taken to parse; nil if nobody counts them

	nodes
	scratch

	// The tables of the tree.
	allStats []Stat
	allFuncs []*Function
	comments []Comment
	nots     []source.Pos
	chains   []source.Pos
	syms     []string
	names    [][]Name // the pages

	revising
}

// reset takes back all of the tree that was made last.
func (m *Memory) reset() {
	m.nodes.reset()
	clear(m.allStats)
	clear(m.allFuncs)
	clear(m.syms)
	m.allStats, m.allFuncs = m.allStats[:0], m.allFuncs[:0]
	m.comments, m.nots, m.chains, m.syms = m.comments[:0], m.nots[:0], m.chains[:0], m.syms[:0]
	m.decisions = m.decisions[:0]
}

// noted is a slab that is taken back to a state that was noted.
type noted[T any] struct {
	slab.Slab[T]
	mark slab.Mark
}

func (n *noted[T]) note()   { n.mark = n.Mark() }
func (n *noted[T]) rewind() { n.Rewind(n.mark) }

// store hands out zeroed nodes of one type.
type store[T any] struct{ noted[T] }

// new makes a node; at is the scanner that reads the text.
func (s *store[T]) new(at *scanner) *T {
	if !s.Fits(1) {
		s.Grow(chunkLen[T](at, s.Len()))
	}
	return s.New()
}

// lists hands out lists of one element type.
type lists[T any] struct{ noted[T] }

// keep copies a list from the parser's stack.
func (l *lists[T]) keep(at *scanner, list []T) []T {
	kept := l.uncleared(at, len(list))
	copy(kept, list)
	return kept
}

// uncleared makes a list of n elements, which the caller sets; nil if n is 0.
func (l *lists[T]) uncleared(at *scanner, n int) []T {
	if n == 0 {
		return nil
	}
	if !l.Fits(n) {
		size := chunkLen[T](at, l.Len()+n)
		if 2*n > size { // too large to share a chunk
			return make([]T, n)
		}
		l.Grow(size)
	}
	return l.TakeUncleared(n)
}

const (
	// chunkBytes bounds a chunk: the largest size that Go's allocator serves from
	// a span shared with others, less the word that it puts in front of pointers.
	chunkBytes = 32<<10 - 8
	chunkLeast = 4
)

// chunkLen returns how many elements the next chunk has, if so far there are total of
// them: as many as the rest of the text needs if it is like that before.
func chunkLen[T any](at *scanner, total int) int {
	var zero T
	most := max(chunkLeast, chunkBytes/int(unsafe.Sizeof(zero)))
	done := max(at.end, 256)
	rest := len(at.text) - at.end
	return min(most, chunkLeast+int(int64(total)*int64(rest)/int64(done)))
}

// nodes is the storage of the tree.
type nodes struct {
	literals      store[Literal]
	numbers       store[Number]
	strings       store[String]
	varargs       store[Vararg]
	functions     store[Function]
	fields        store[Field]
	indexes       store[Index]
	calls         store[Call]
	methodCalls   store[MethodCall]
	tables        store[Table]
	namedFields   store[namedField]
	keyedFields   store[keyedField]
	unaries       store[Unary]
	binaries      store[Binary]
	parens        store[Paren]
	conditions    store[Conditional]
	guards        store[Guard]
	blocks        store[Block]
	locals        store[Local]
	localFuncs    store[LocalFunction]
	assigns       store[Assign]
	badCallStats  store[badCallStat]
	functionStats store[FunctionStat]
	dos           store[Do]
	whiles        store[While]
	repeats       store[Repeat]
	ifs           store[If]
	numericFors   store[NumericFor]
	genericFors   store[GenericFor]
	returns       store[Return]
	breaks        store[Break]
	gotos         store[Goto]
	labels        store[Label]
	empties       store[Empty]
	continues     store[Continue]
	globals       store[Global]
	compounds     store[Compound]
	badStats      store[BadStat]
	badExprs      store[BadExpr]

	severals    store[several]
	branches    store[branches]
	exprLists   lists[Expr]
	statLists   lists[Stat]
	nameLists   lists[*Name]
	itemLists   lists[Item]
	clauseLists lists[Clause]
}

// piece is the part of the storage that has one type.
type piece interface {
	// Reset makes the memory of the nodes free for the next tree.
	Reset()
	note()
	rewind()
}

// pieces returns all parts of the storage.
func (n *nodes) pieces() [numPieces]piece {
	return [...]piece{
		&n.literals, &n.numbers, &n.strings, &n.varargs, &n.functions, &n.fields, &n.indexes, &n.calls,
		&n.methodCalls, &n.tables, &n.namedFields, &n.keyedFields, &n.unaries, &n.binaries, &n.parens, &n.blocks,
		&n.locals, &n.localFuncs, &n.assigns, &n.badCallStats, &n.functionStats, &n.dos, &n.whiles, &n.repeats,
		&n.ifs, &n.numericFors, &n.genericFors, &n.returns, &n.breaks, &n.gotos, &n.labels, &n.empties,
		&n.continues, &n.globals, &n.compounds, &n.badStats, &n.badExprs, &n.severals, &n.branches, &n.exprLists,
		&n.statLists, &n.nameLists, &n.itemLists, &n.clauseLists, &n.conditions, &n.guards,
	}
}

const numPieces = 46

// reset takes back all nodes and lists.
func (n *nodes) reset() {
	for _, p := range n.pieces() {
		p.Reset()
	}
}

// note notes how far the storage is used.
func (n *nodes) note() {
	for _, p := range n.pieces() {
		p.note()
	}
}

// rewind takes back the nodes and lists that were made since note.
func (n *nodes) rewind() {
	for _, p := range n.pieces() {
		p.rewind()
	}
}

// scratch is what only the parser needs.
type scratch struct {
	slots []slot
	spare []slot
	buf   []byte

	// What is read of lists that are not complete. An entry is cleared when it is
	// taken away, lest it keep a tree alive.
	exprStack   []Expr
	statStack   []StatID
	nameStack   []*Name
	itemStack   []Item
	clauseStack []Clause
	open        []openBlock
}

// push appends to one of the tables.
func push[T any](table *[]T, v T, at *scanner) {
	if n := len(*table); n == cap(*table) {
		*table = slices.Grow(*table, slab.More(n, max(at.end, 256), len(at.text)-at.end))
	}
	*table = append(*table, v)
}

// finish takes a list that grew by push away for the tree: as it is, if it is full
// enough, else as a copy.
func finish[T any](list []T) []T {
	if len(list) > cap(list)/4*3 {
		return slices.Clip(list)
	}
	return slices.Clone(list)
}

// keepMost bounds what is kept for the next parser, in entries of tables: a file
// out of the ordinary is not worth its memory.
const keepMost = 1 << 16

// release drops what is too large to wait for another text, or for the end of
// the work on this one.
func (s *scratch) release() {
	if max(cap(s.slots), cap(s.statStack), cap(s.exprStack), cap(s.itemStack), cap(s.buf)) > keepMost {
		*s = scratch{}
	}
}

// pop takes what lies on a stack above mark away, having kept it as a list.
func pop[T any](p *parser, stack *[]T, mark int, l *lists[T]) []T {
	top := (*stack)[mark:]
	list := l.keep(&p.scanner, top)
	clear(top)
	*stack = (*stack)[:mark]
	return list
}

// popStats takes the statements of a block, those above mark, from their stack. If no
// others have numbers between them, which is so where no block stands in the block,
// they lie in the table of all statements as they are.
func (p *parser) popStats(mark int) []Stat {
	ids := p.statStack[mark:]
	p.statStack = p.statStack[:mark]
	n := len(ids)
	if n == 0 {
		return nil
	}
	if first := int(ids[0]); int(ids[n-1]) == first+n-1 {
		return p.allStats[first : first+n : first+n]
	}
	list := p.statLists.uncleared(&p.scanner, n)
	for i, id := range ids {
		list[i] = p.allStats[id]
	}
	return list
}

// shareStats points the blocks that share the table of all statements to its final place, if it
// was moved.
func (p *parser) shareStats(table []Stat) {
	p.eachBlock(func(b *Block) { b.share(table) })
}

// share points a block to the table of all statements, if its own have numbers without others between them.
func (b *Block) share(table []Stat) {
	n := len(b.Stats)
	if n == 0 {
		return
	}
	if first := int(b.Stats[0].ID()); int(b.Stats[n-1].ID()) == first+n-1 {
		b.Stats = table[first : first+n : first+n]
	}
}

// eachBlock calls visit for each block that was made.
func (n *nodes) eachBlock(visit func(*Block)) {
	n.blocks.All(visit)
	n.ifs.All(func(s *If) {
		clauses := s.Clauses()
		for i := range clauses {
			visit(&clauses[i].Body)
		}
	})
}
