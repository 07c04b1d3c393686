package syntax

import (
	"slices"
	"sync"
	"unsafe"
)

// This file defines the storage of the tree: nodes of one type lie together in
// chunks, and the lists of the nodes are pieces of larger arrays. So a tree costs
// some tens of allocations, and the collector frees it as a whole. What only the
// parser needs goes from one parser to the next.

// slab hands out zeroed nodes of one type.
type slab[T any] struct {
	chunk []T
	used  int
	total int   // in the chunks before
	full  [][]T // these chunks
}

// new makes a node; at is the scanner that reads the text.
func (s *slab[T]) new(at *scanner) *T {
	if s.used == len(s.chunk) {
		if s.used > 0 {
			s.full = append(s.full, s.chunk)
		}
		s.total += s.used
		s.chunk = make([]T, chunkLen[T](at, s.total))
		s.used = 0
	}
	n := &s.chunk[s.used]
	s.used++
	return n
}

// all visits the nodes of a slab.
func (s *slab[T]) all(visit func(*T)) {
	for _, chunk := range append(s.full, s.chunk[:s.used]) {
		for i := range chunk {
			visit(&chunk[i])
		}
	}
}

// lists hands out lists of one element type.
type lists[T any] struct {
	chunk []T
	used  int
	total int // in all lists
}

// keep copies a list from the parser's stack.
func (l *lists[T]) keep(at *scanner, list []T) []T {
	n := len(list)
	if n == 0 {
		return nil
	}
	l.total += n
	if l.used+n > len(l.chunk) {
		size := chunkLen[T](at, l.total)
		if 2*n > size { // too large to share a chunk
			return append(make([]T, 0, n), list...)
		}
		l.chunk = make([]T, size)
		l.used = 0
	}
	kept := l.chunk[l.used : l.used+n : l.used+n]
	l.used += n
	copy(kept, list)
	return kept
}

const (
	// chunkBytes bounds a chunk: the largest size that Go's allocator serves from
	// a span shared with others, less the word that it puts in front of pointers.
	chunkBytes = 32<<10 - 8
	chunkLeast = 4
)

// chunkLen is how many elements the next chunk has, if so far there are total of
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
	literals      slab[Literal]
	numbers       slab[Number]
	strings       slab[String]
	varargs       slab[Vararg]
	functions     slab[Function]
	fields        slab[Field]
	indexes       slab[Index]
	calls         slab[Call]
	methodCalls   slab[MethodCall]
	tables        slab[Table]
	namedFields   slab[namedField]
	keyedFields   slab[keyedField]
	unaries       slab[Unary]
	binaries      slab[Binary]
	parens        slab[Paren]
	blocks        slab[Block]
	locals        slab[Local]
	localFuncs    slab[LocalFunction]
	assigns       slab[Assign]
	callStats     slab[CallStat]
	functionStats slab[FunctionStat]
	dos           slab[Do]
	whiles        slab[While]
	repeats       slab[Repeat]
	ifs           slab[If]
	numericFors   slab[NumericFor]
	genericFors   slab[GenericFor]
	returns       slab[Return]
	breaks        slab[Break]
	gotos         slab[Goto]
	labels        slab[Label]
	empties       slab[Empty]
	continues     slab[Continue]
	globals       slab[Global]
	compounds     slab[Compound]

	severals    slab[several]
	exprLists   lists[Expr]
	statLists   lists[Stat]
	nameLists   lists[*Name]
	itemLists   lists[Item]
	clauseLists lists[Clause]
}

// scratch is memory that a parser hands on to the next.
type scratch struct {
	slots []slot
	buf   []byte

	// What is read of lists that are not complete. An entry is cleared when it is
	// taken away, lest it keep a tree alive.
	exprStack   []Expr
	statStack   []Stat
	nameStack   []*Name
	itemStack   []Item
	clauseStack []Clause
	open        []openBlock

	// The tables of the tree, copied when their size is known.
	allStats []Stat
	allFuncs []*Function
}

// push appends to one of the tables. A full one grows to what the whole text will
// need if the rest is like what was read, but to no more than eight times what it
// has: append alone would leave four times the size of a large table behind.
func push[T any](table *[]T, v T, at *scanner) {
	if n := len(*table); n == cap(*table) {
		done, rest := max(at.end, 256), len(at.text)-at.end
		forecast := int(int64(n) * int64(rest) / int64(done))
		*table = slices.Grow(*table, max(64, n/8, min(7*n, forecast+forecast/64)))
	}
	*table = append(*table, v)
}

// finish takes a table away for the tree: a large one as it is, if it is full
// enough, another as a copy.
func finish[T any](table *[]T) []T {
	t := *table
	if len(t) > keepMost/4 && len(t) > cap(t)/4*3 {
		*table = nil
		return slices.Clip(t)
	}
	return slices.Clone(t)
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// keepMost bounds what is kept for the next parser, in entries of tables: a file
// out of the ordinary is not worth its memory.
const keepMost = 1 << 16

// release makes s ready for the pool.
func (s *scratch) release() {
	if max(cap(s.slots), cap(s.allStats), cap(s.statStack), cap(s.exprStack), cap(s.itemStack), cap(s.buf)) > keepMost {
		*s = scratch{}
		return
	}
	clear(s.allStats)
	clear(s.allFuncs)
	s.allStats, s.allFuncs = s.allStats[:0], s.allFuncs[:0]
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
	top := p.statStack[mark:]
	if !isRun(top) {
		return pop(p, &p.statStack, mark, &p.statLists)
	}
	first, n := int(top[0].ID()), len(top)
	clear(top)
	p.statStack = p.statStack[:mark]
	return p.allStats[first : first+n : first+n]
}

// isRun reports whether the numbers of some statements follow one another.
func isRun(list []Stat) bool {
	n := len(list)
	return n > 0 && int(list[n-1].ID()-list[0].ID()) == n-1
}

// shareStats lets the blocks that share the table of all statements lie in its final
// place.
func (p *parser) shareStats(table []Stat) {
	p.blocks.all(func(b *Block) {
		if n := len(b.Stats); isRun(b.Stats) {
			first := int(b.Stats[0].ID())
			b.Stats = table[first : first+n : first+n]
		}
	})
}
