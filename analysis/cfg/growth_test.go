package cfg

import "testing"

// How the work grows with the graph, in steps: shapes of real code, and shapes that
// cost simpler algorithms the square.

// shapes make graphs of about n blocks.
var shapes = []struct {
	name string
	make func(n int) [][]BlockID
}{
	{"a path", func(n int) [][]BlockID { return path(n) }},
	{"ifs one after another", func(n int) [][]BlockID {
		succs := path(n)
		for b := 0; b+2 < n; b += 2 {
			succs[b] = append(succs[b], BlockID(b+2))
		}
		return succs
	}},
	{"if elseif elseif, to one end", func(n int) [][]BlockID {
		succs := path(n)
		for b := range n - 2 {
			succs[b] = append(succs[b], BlockID(n-1))
		}
		return succs
	}},
	{"whiles, thirty deep", func(n int) [][]BlockID {
		// Each loop is its test, the next loop, and the jump back.
		succs := path(n)
		for b := 0; b+60 < n; b += 60 {
			for k := range 30 {
				back := b + 59 - k
				succs[b+k] = append(succs[b+k], BlockID(back+1))
				succs[back] = []BlockID{BlockID(b + k)}
			}
		}
		return succs
	}},
	{"repeats, two hundred deep", func(n int) [][]BlockID {
		succs := path(n)
		for k := range 200 {
			succs[n-2-k] = append(succs[n-2-k], BlockID(199-k))
		}
		return succs
	}},
	{"tests that jump anywhere", func(n int) [][]BlockID {
		succs := path(n)
		for b := 0; b+1 < n; b += 4 {
			succs[b] = append(succs[b], BlockID(b*7919%n))
		}
		return succs
	}},
	{"tests that jump back, the first the farthest", func(n int) [][]BlockID {
		succs := path(n)
		for k := range n/2 - 1 {
			succs[n/2+k] = append(succs[n/2+k], BlockID(k))
		}
		return succs
	}},
	{"tests that jump back, the first the nearest", func(n int) [][]BlockID {
		succs := path(n)
		for k := range n/2 - 1 {
			succs[n/2+k] = append(succs[n/2+k], BlockID(n/2-1-k))
		}
		return succs
	}},
	{"two chains of tests that jump to the same labels", func(n int) [][]BlockID {
		third := n / 3
		succs := path(3*third + 1)
		succs[0] = append(succs[0], BlockID(third))
		for k := 1; k < third; k++ {
			label := BlockID(2*third + k)
			succs[k] = append(succs[k], label)
			succs[third+k] = append(succs[third+k], label)
			succs[label] = []BlockID{BlockID(3 * third)}
		}
		succs[third-1] = []BlockID{BlockID(3 * third)}
		return succs
	}},
	{"loops without end", func(n int) [][]BlockID {
		succs := path(n)
		for b := 0; b+2 < n; b += 2 {
			succs[b] = append(succs[b], BlockID(b+2))
			succs[b+1] = []BlockID{BlockID(b + 1)}
		}
		return succs
	}},
}

// path returns n blocks one after another.
func path(n int) [][]BlockID {
	succs := make([][]BlockID, n)
	for b := range n - 1 {
		succs[b] = []BlockID{BlockID(b + 1)}
	}
	return succs
}

func TestWorkGrowsWithTheGraph(t *testing.T) {
	steps := func(shape func(n int) [][]BlockID, n int) [5]int {
		m := new(Memory)
		g := graphOf(shape(n), m)
		tree := g.Dominators(m)
		dominators := m.semi.steps
		post := g.PostDominators(m)
		postDominators := m.semi.steps
		g.Loops(m)
		return [...]int{
			dominators, postDominators, m.nest.steps,
			len(g.Frontiers(tree, m).blocks), len(g.ControlDependence(post, m).frontiers.blocks),
		}
	}
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			small, large := steps(shape.make, 10_000), steps(shape.make, 100_000)
			for i, what := range []string{
				"dominators", "post-dominators", "loops", "frontiers", "control dependence",
			} {
				t.Log(what, small[i], large[i])
				if large[i] > 12*small[i]+1000 {
					t.Errorf("%s: %d steps for 10,000 blocks, %d for 100,000", what, small[i], large[i])
				}
				if large[i] > 1_500_000 {
					t.Errorf("%s: %d steps for 100,000 blocks", what, large[i])
				}
			}
		})
	}
}
