package modules

import (
	"slices"
	"strings"
)

// Which globals the other files of a program define, read and set.

// countGlobals counts the globals of all files, once.
func (p *Program) countGlobals() {
	if p.globals[0].of != nil {
		return
	}
	for i := range p.globals {
		p.globals[i] = counts{map[string]int{}, map[string][]string{}}
	}
	for _, s := range p.summaries {
		if s.Globals != nil {
			for i, list := range [][]string{s.Globals.Defined, s.Globals.Read, s.Globals.Set} {
				p.globals[i].add(list)
			}
		}
	}
}

func (c *counts) add(list []string) {
	for _, name := range list {
		if c.of[name]++; c.of[name] == 1 {
			first, _, _ := strings.Cut(name, ".")
			c.byFirst[first] = append(c.byFirst[first], name)
		}
	}
}

// others returns, sorted, the names that other files have than the one that has own, of those that begin with one of names.
func (c *counts) others(own []string, names map[string]bool) (all []string) {
	for first := range names {
		for _, name := range c.byFirst[first] {
			n := c.of[name]
			if _, isOwn := slices.BinarySearch(own, name); isOwn {
				n--
			}
			if n > 0 {
				all = append(all, name)
			}
		}
	}
	slices.Sort(all)
	return all
}
