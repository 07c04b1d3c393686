package modules

import (
	"cmp"
	"slices"
)

// Cycles: the strongly connected parts of a graph (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion,
// and of each a shortest way around.

// cyclesOf returns the cycles of a graph, of which the nodes are numbers and each leads to some, each from its lowest node on, in the
// order of these.
func cyclesOf(to [][]int) [][]int {
	found := [][]int{}
	for _, part := range components(to) {
		if len(part) > 1 || slices.Contains(to[part[0]], part[0]) {
			found = append(found, around(to, part))
		}
	}
	slices.SortFunc(found, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return found
}

// components returns the strongly connected parts, each ascending.
func components(to [][]int) (parts [][]int) {
	type visit struct {
		node int
		rest []int // where it leads and has not been looked at
	}
	order, low := make([]int, len(to)), make([]int, len(to)) // from 1 on
	isOpen := make([]bool, len(to))
	var open []int
	count := 0
	for start := range to {
		if order[start] > 0 {
			continue
		}
		enter := func(node int) visit {
			count++
			order[node], low[node] = count, count
			open, isOpen[node] = append(open, node), true
			return visit{node, to[node]}
		}
		for stack := []visit{enter(start)}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.rest) > 0 {
				next := top.rest[0]
				top.rest = top.rest[1:]
				if order[next] == 0 {
					stack = append(stack, enter(next))
				} else if isOpen[next] {
					low[top.node] = min(low[top.node], order[next])
				}
				continue
			}
			node := top.node
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				below := stack[len(stack)-1].node
				low[below] = min(low[below], low[node])
			}
			if low[node] < order[node] {
				continue
			}
			at := len(open) - 1
			for open[at] != node {
				at--
			}
			part := slices.Sorted(slices.Values(open[at:]))
			for _, n := range part {
				isOpen[n] = false
			}
			open, parts = open[:at], append(parts, part)
		}
	}
	return parts
}

// around returns a shortest way from the lowest node of a part back to it, breadth first.
func around(to [][]int, part []int) []int {
	start := part[0]
	before := map[int]int{}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range to[queue[0]] {
			if next == start {
				way := []int{queue[0]}
				for way[len(way)-1] != start {
					way = append(way, before[way[len(way)-1]])
				}
				slices.Reverse(way)
				return way
			}
			if _, known := before[next]; !known && slices.Contains(part, next) {
				before[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	return part
}
