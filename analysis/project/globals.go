package project

import (
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/globals"
	"luaflow/analysis/summary"
)

// Globals counts in how many files of a program something is done with a global, or with a field of
// one. It knows no name longer than a file that does. The zero Globals counts none.
type Globals struct {
	numbers map[string]uint32 // of the names
	names   []counted         // by number
	free    []uint32          // numbers that stand for no name
}

// counted is in how many files each deed is done with a name.
type counted struct {
	name string
	by   [deeds]int32
}

// deed is what a file does with a name.
type deed uint32

const (
	defines deed = iota
	reads
	sets
	deeds
)

// Counted is what one file does, in the few bytes in which Globals remembers it: of each name and deed a number,
// in ascending order. While two files are counted they do the same if and only if these are equal.
type Counted []uint32

// Add counts what one more file does.
func (g *Globals) Add(n *globals.Names) Counted {
	if g.numbers == nil {
		g.numbers = map[string]uint32{}
	}
	file := make(Counted, 0, len(n.Defined)+len(n.Read)+len(n.Set))
	for does, names := range [deeds]map[string]bool{defines: n.Defined, reads: n.Read, sets: n.Set} {
		for name := range names {
			number := g.numberOf(name)
			g.names[number].by[does]++
			file = append(file, number*uint32(deeds)+uint32(does))
		}
	}
	slices.Sort(file)
	return file
}

// numberOf returns the number of a name, which may be a part of a text.
func (g *Globals) numberOf(name string) uint32 {
	number, ok := g.numbers[name]
	if ok {
		return number
	}
	if last := len(g.free) - 1; last >= 0 {
		number, g.free = g.free[last], g.free[:last]
	} else {
		number = uint32(len(g.names))
		g.names = append(g.names, counted{})
	}
	name = strings.Clone(name)
	g.names[number] = counted{name: name}
	g.numbers[name] = number
	return number
}

// Remove counts no longer what a file does that was added.
func (g *Globals) Remove(file Counted) {
	for _, of := range file {
		number, does := of/uint32(deeds), of%uint32(deeds)
		c := &g.names[number]
		if c.by[does]--; c.by == [deeds]int32{} {
			delete(g.numbers, c.name)
			*c = counted{}
			g.free = append(g.free, number)
		}
	}
}

// Refutes reports whether what the files do with what is analysis.Refutable is what a finding
// about it excepts.
func (g *Globals) Refutes(name string, unless globals.Unless) bool {
	is := func(does deed) func(string) bool {
		return func(name string) bool {
			number, ok := g.numbers[name]
			return ok && g.names[number].by[does] > 0
		}
	}
	return globals.Refutes(name, unless, is(defines), is(reads), is(sets))
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

// ListsOf returns names as a summary has them.
func ListsOf(names *globals.Names) *summary.Globals {
	return &summary.Globals{Defined: sorted(names.Defined), Read: sorted(names.Read), Set: sorted(names.Set)}
}

// NamesOf returns the names that a summary has.
func NamesOf(lists *summary.Globals) *globals.Names {
	return &globals.Names{Defined: setOf(lists.Defined), Read: setOf(lists.Read), Set: setOf(lists.Set)}
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, name := range list {
		set[name] = true
	}
	return set
}
