package flow

import "slices"

// Lists maps each of the numbers from 0 on to a list of numbers: list i is
// Items[First[i]:First[i+1]].
type Lists struct{ First, Items []int32 }

// Of returns list i.
func (l *Lists) Of(i int) []int32 { return l.Items[l.First[i]:l.First[i+1]] }

// reversed returns n lists: list k has, in ascending order, the numbers of the lists of l
// in which k stands.
func (l *Lists) reversed(n int) Lists {
	r := Lists{make([]int32, n+1), make([]int32, len(l.Items))}
	for _, item := range l.Items {
		r.First[item+1]++
	}
	for i := range n {
		r.First[i+1] += r.First[i]
	}
	next := slices.Clone(r.First)
	for i := range len(l.First) - 1 {
		for _, item := range l.Of(i) {
			r.Items[next[item]] = int32(i)
			next[item]++
		}
	}
	return r
}
