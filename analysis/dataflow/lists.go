package dataflow

import "slices"

// lists maps each of the numbers from 0 on to a list of numbers: list i is
// items[first[i]:first[i+1]].
type lists struct{ first, items []int32 }

// of returns list i.
func (l *lists) of(i int) []int32 { return l.items[l.first[i]:l.first[i+1]] }

// reversed returns n lists: list k has, in ascending order, the numbers of the lists of l
// in which k stands.
func (l *lists) reversed(n int) lists {
	r := lists{make([]int32, n+1), make([]int32, len(l.items))}
	for _, item := range l.items {
		r.first[item+1]++
	}
	for i := range n {
		r.first[i+1] += r.first[i]
	}
	next := slices.Clone(r.first)
	for i := range len(l.first) - 1 {
		for _, item := range l.of(i) {
			r.items[next[item]] = int32(i)
			next[item]++
		}
	}
	return r
}
