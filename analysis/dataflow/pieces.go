package dataflow

// Long lists.

// pieces is a list in arrays of one size, so that nothing is copied when it grows. The
// zero value is empty.
type pieces[T any] struct {
	arrays [][]T
	n      int
}

// pieceBits is the binary logarithm of the number of elements of an array.
const pieceBits = 9

func (p *pieces[T]) len() int { return p.n }

func (p *pieces[T]) at(i int) *T { return &p.arrays[i>>pieceBits][i&(1<<pieceBits-1)] }

// add appends v.
func (p *pieces[T]) add(v T) {
	if p.n>>pieceBits == len(p.arrays) {
		p.arrays = append(p.arrays, make([]T, 1<<pieceBits))
	}
	*p.at(p.n) = v
	p.n++
}

// clear takes all elements out, and keeps the arrays.
func (p *pieces[T]) clear() { p.n = 0 }

// all yields the elements in order.
func (p *pieces[T]) all(yield func(T) bool) {
	for i := range p.n {
		if !yield(*p.at(i)) {
			return
		}
	}
}
