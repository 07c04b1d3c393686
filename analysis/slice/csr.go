package slice

// Graphs as arrays.

// node is a node of the graph. Those of one function follow one another: its start,
// its parameters, its extra arguments, its instructions, the results of its calls,
// its phis.
type node = int32

// noNode is what holds a value that nothing makes.
const noNode node = -1

// pair is an edge: what, and to where.
type pair struct{ from, to int32 }

// csr is a list of numbers for each of a row of numbers (compressed sparse rows).
type csr struct{ first, items []int32 }

// of returns the list of number i.
func (c *csr) of(i int32) []int32 { return c.items[c.first[i]:c.first[i+1]] }

// newCSR sorts edges by where they begin; there are n such places. Those that begin at one place stay
// in their order (a counting sort); one that is there twice is listed twice.
func newCSR(n int, edges []pair) csr {
	c := csr{make([]int32, n+1), make([]int32, len(edges))}
	next := make([]int32, n+1)
	for _, e := range edges {
		next[e.from+1]++
	}
	for i := range n {
		next[i+1] += next[i]
	}
	copy(c.first, next)
	for _, e := range edges {
		c.items[next[e.from]] = e.to
		next[e.from]++
	}
	return c
}

// reversed returns the same edges the other way.
func reversed(edges []pair) []pair {
	out := make([]pair, len(edges))
	for i, e := range edges {
		out[i] = pair{e.to, e.from}
	}
	return out
}
