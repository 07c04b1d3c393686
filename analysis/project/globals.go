package project

import (
	"strings"

	"luaflow/analysis/globals"
)

// Globals counts in how many files of a program something is done with a global, or with a field of
// one. The zero Globals counts none.
type Globals struct {
	defined, read, set map[string]int // by name
}

// Add counts what one more file does.
func (g *Globals) Add(n *globals.Names) {
	if g.defined == nil {
		g.defined, g.read, g.set = map[string]int{}, map[string]int{}, map[string]int{}
	}
	g.count(n, 1)
}

// Remove counts no longer what a file does that was added.
func (g *Globals) Remove(n *globals.Names) { g.count(n, -1) }

func (g *Globals) count(n *globals.Names, by int) {
	count(g.defined, n.Defined, by)
	count(g.read, n.Read, by)
	count(g.set, n.Set, by)
}

func count(counts map[string]int, names map[string]bool, by int) {
	for name := range names {
		if counts[name] += by; counts[name] == 0 {
			delete(counts, name)
		}
	}
}

// Refutes reports whether what the files do with what is analysis.Refutable is what a finding
// about it excepts.
func (g *Globals) Refutes(name string, unless globals.Unless) bool {
	return globals.Refutes(name, unless, counted(g.defined), counted(g.read), counted(g.set))
}

// counted reports whether a name is counted at all.
func counted(counts map[string]int) func(name string) bool {
	return func(name string) bool { return counts[name] > 0 }
}

// Lasting returns names that are no part of a text, which can be given back; nil for nil.
func Lasting(names *globals.Names) *globals.Names {
	if names == nil {
		return nil
	}
	return &globals.Names{Defined: copied(names.Defined), Read: copied(names.Read), Set: copied(names.Set)}
}

func copied(names map[string]bool) map[string]bool {
	own := make(map[string]bool, len(names))
	for name := range names {
		own[strings.Clone(name)] = true
	}
	return own
}
