package modules

import (
	"cmp"
	"slices"
)

// Cycles: the strongly connected parts of the graph of what is certainly loaded while a file is (Tarjan, "Depth-first search and
// linear graph algorithms", 1972), without recursion, and of each a shortest way around.

// loads returns the files that are loaded while a file is, whatever happens: neither by a function that is called later, nor by a
// pattern, nor protected.
func (g *Graph) loads(file int) (to []int) {
	for i := range g.Files[file].Requires {
		if e := &g.Files[file].Requires[i]; e.Loading && !e.IsPattern && !e.Protected {
			to = append(to, e.To...)
		}
	}
	return to
}

// cycles returns what Graph.Cycles is.
func (g *Graph) cycles() [][]int {
	found := [][]int{}
	for _, part := range g.components() {
		if len(part) > 1 || slices.Contains(g.loads(part[0]), part[0]) {
			found = append(found, g.around(part))
		}
	}
	slices.SortFunc(found, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
	return found
}

// components returns the strongly connected parts, each ascending.
func (g *Graph) components() (parts [][]int) {
	type visit struct {
		file int
		rest []int // what it loads and has not been looked at
	}
	order, low := make([]int, len(g.Files)), make([]int, len(g.Files)) // from 1 on
	isOpen := make([]bool, len(g.Files))
	var open []int
	count := 0
	for start := range g.Files {
		if order[start] > 0 {
			continue
		}
		enter := func(file int) visit {
			count++
			order[file], low[file] = count, count
			open, isOpen[file] = append(open, file), true
			return visit{file, g.loads(file)}
		}
		for stack := []visit{enter(start)}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if len(top.rest) > 0 {
				next := top.rest[0]
				top.rest = top.rest[1:]
				if order[next] == 0 {
					stack = append(stack, enter(next))
				} else if isOpen[next] {
					low[top.file] = min(low[top.file], order[next])
				}
				continue
			}
			file := top.file
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				below := stack[len(stack)-1].file
				low[below] = min(low[below], low[file])
			}
			if low[file] < order[file] {
				continue
			}
			at := len(open) - 1
			for open[at] != file {
				at--
			}
			part := slices.Sorted(slices.Values(open[at:]))
			for _, f := range part {
				isOpen[f] = false
			}
			open, parts = open[:at], append(parts, part)
		}
	}
	return parts
}

// around returns a shortest way from the lowest file of a part back to it, breadth first.
func (g *Graph) around(part []int) []int {
	start := part[0]
	before := map[int]int{}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range g.loads(queue[0]) {
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
