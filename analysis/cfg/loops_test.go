package cfg

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// byRepeatedSearch returns the loops inside a set of blocks by the definition: the
// strongly connected parts, and the same again in each without its first block.
func byRepeatedSearch(g *Graph, among map[BlockID]bool, parent, depth int32, loops []Loop) []Loop {
	next := func(b BlockID) []BlockID {
		return slices.DeleteFunc(slices.Clone(g.Succs(b)), func(to BlockID) bool { return !among[to] })
	}
	seen := map[BlockID]bool{}
	for _, header := range g.Order {
		if !among[header] || seen[header] {
			continue
		}
		part := map[BlockID]bool{}
		for b := range reach(header, None, next) {
			if reach(b, None, next)[header] {
				part[b], seen[b] = true, true
			}
		}
		if len(part) == 1 && !slices.Contains(next(header), header) {
			continue
		}
		number := int32(len(loops))
		loop := Loop{Header: header, Parent: parent, Depth: depth}
		for _, b := range g.Order {
			if part[b] {
				loop.Blocks = append(loop.Blocks, b)
			}
		}
		loops = append(loops, loop)
		inner := map[BlockID]bool{}
		for b := range part {
			inner[b] = b != header
		}
		loops = byRepeatedSearch(g, inner, number, depth+1, loops)
		loops[number].End = int32(len(loops))
	}
	return loops
}

// around is what the edges of a graph make of the blocks of a loop.
type around struct {
	entries      []BlockID
	exits, backs []Branch
}

func aroundByDefinition(g *Graph, l *Loop) (a around) {
	for _, b := range g.Order {
		inside := slices.Contains(l.Blocks, b)
		if inside && (b == 0 || slices.ContainsFunc(g.Preds(b), func(p BlockID) bool {
			return g.Rank(p) >= 0 && !slices.Contains(l.Blocks, p)
		})) {
			a.entries = append(a.entries, b)
		}
		for k, to := range g.Succs(b) {
			if e := (Branch{b, int32(k)}); !inside {
				continue
			} else if to == l.Header {
				a.backs = append(a.backs, e)
			} else if !slices.Contains(l.Blocks, to) {
				a.exits = append(a.exits, e)
			}
		}
	}
	return a
}

func TestLoopsOfRandomGraphs(t *testing.T) {
	eachRandomGraph(t, func(g *Graph, m *Memory) error {
		among := map[BlockID]bool{}
		for _, b := range g.Order {
			among[b] = true
		}
		loops := g.Loops(m)
		want := byRepeatedSearch(g, among, -1, 1, nil)
		if len(loops.All) != len(want) {
			return fmt.Errorf("%d loops, expected %d", len(loops.All), len(want))
		}
		// The order of loops that are not nested in one another is open.
		for i := range loops.All {
			got := loops.All[i]
			k := slices.IndexFunc(want, func(w Loop) bool { return w.Header == got.Header })
			if k < 0 {
				return fmt.Errorf("no loop has the header %d", got.Header)
			}
			err := errors.Join(sameLoop(loops, i, want, k), sameEdges(loops, i, aroundByDefinition(g, &want[k])))
			if err != nil {
				return fmt.Errorf("the loop of %d: %v", got.Header, err)
			}
		}
		return checkInnermost(g, loops)
	})
}

func sameLoop(loops *Loops, i int, all []Loop, k int) error {
	got, want := loops.All[i], all[k]
	header := func(loops []Loop, i int32) BlockID {
		if i < 0 {
			return None
		}
		return loops[i].Header
	}
	sorted := func(b []BlockID) string { return fmt.Sprint(slices.Sorted(slices.Values(b))) }
	for _, c := range []struct{ what, got, want string }{
		{"parent", fmt.Sprint(header(loops.All, got.Parent)), fmt.Sprint(header(all, want.Parent))},
		{"depth", fmt.Sprint(got.Depth), fmt.Sprint(want.Depth)},
		{"nested loops", fmt.Sprint(got.End - int32(i)), fmt.Sprint(want.End - int32(k))},
		{"blocks", sorted(got.Blocks), sorted(want.Blocks)},
	} {
		if c.got != c.want {
			return fmt.Errorf("%s %s, expected %s", c.what, c.got, c.want)
		}
	}
	return nil
}

func sameEdges(loops *Loops, i int, want around) error {
	if got := slices.Sorted(loops.Entries(i)); !slices.Equal(got, slices.Sorted(slices.Values(want.entries))) {
		return fmt.Errorf("entries %v, expected %v", got, want.entries)
	}
	if got := slices.Collect(loops.Exits(i)); !sameBranches(got, want.exits) {
		return fmt.Errorf("exits %v, expected %v", got, want.exits)
	}
	if got := slices.Collect(loops.BackEdges(i)); !sameBranches(got, want.backs) {
		return fmt.Errorf("back edges %v, expected %v", got, want.backs)
	}
	return nil
}

// checkInnermost compares the ways to ask which loops a block is in.
func checkInnermost(g *Graph, loops *Loops) error {
	for i := range g.Blocks {
		b := BlockID(i)
		innermost, depth := -1, 0
		for k := range loops.All {
			in := slices.Contains(loops.All[k].Blocks, b)
			if loops.Contains(k, b) != in {
				return fmt.Errorf("loop %d contains %d: %v", k, b, !in)
			}
			if in {
				innermost = k // the inner loops come later
				depth++
			}
		}
		if loops.Innermost(b) != innermost {
			return fmt.Errorf("%d is in %d, expected %d", b, loops.Innermost(b), innermost)
		}
		if innermost >= 0 && int(loops.All[innermost].Depth) != depth {
			return fmt.Errorf("the depth of %d is %d, expected %d", innermost, loops.All[innermost].Depth, depth)
		}
	}
	return nil
}
