package modules

import (
	"slices"

	"luaflow/analysis/summary"
)

// What of a program is used: a search from its roots along what uses what (as Go's `deadcode` follows calls). Its nodes are the files, which
// stand for all that happens while they are loaded and is in no function of an Export, and the Exports.
//
//	local M = {}                     -- a node: loading
//	function M.f() return g.h() end  -- a node: what it does happens if something uses f
//	return M
//
// An Export is used by name where a table stays in the variables of the files that require it: only their accesses count. If a table
// goes anywhere else (Open), its Exports are used by whatever is of that name: a field, a method, a string.

// Program is the files of a program, what each has to do with others, and which files and Exports the roots of the program come to. Link
// makes it; it depends on the summaries and the roots alone.
type Program struct {
	*Graph
	summaries []*summary.Summary // by file
	first     []int32            // by file, and one more: its node, which those of its Exports follow
	every     []int              // all files, ascending
	open      []bool             // by file: what it returns goes where it is not followed
	kept      []bool             // by file: all its Exports are used, by somebody who goes through them
	before    []int32            // by node: the node that uses it; itself for a root, -1 for one that nothing uses
	causes    []Cause            // by node that is used: how it is
	why       []string           // by node: why it is a root, "" for one that is none
	knows     []bool             // by file: it is known what starts the program that it is of
	listed    []bool             // by file: some file lists all that is loaded in its folder
	closed    bool               // nobody else than the Entries of Roots starts the program
	texts     *texts
	names     []*fileNames      // by file
	words     []bool            // by number: the names in what is used
	globals   [3]counts         // of Defined, Read and Set; see countGlobals
	required  map[string]bool   // the folders of files that others require; nil until somebody asks
	families  families          // of the names that are required
	installed func(string) bool // Roots.IsInstalled
	shares    []bool            // by file: code elsewhere gets at its objects
	written   []map[string]bool // by file: the fields that others set of what it returns, patterns among them; at last those of any file
}

// family is the modules that are required under one beginning of their names, by what comes after its last dot.
type family struct {
	found   map[string]int // the file
	missing map[string]bool
}

// families is all families, by the beginning of their names.
type families map[string]*family

// counts is how many files have a name in one of the lists of summary.Globals.
type counts struct {
	of      map[string]int
	byFirst map[string][]string // the names, by what is in front of their first dot
}

// Cause says how something is used.
type Cause string

// The causes. The zero Cause is that nothing uses it.
const (
	Started    Cause = "root"       // it is a root
	Named      Cause = "name"       // by its name, where it is known to be meant
	Mentioned  Cause = "mention"    // its table goes where it is not followed, and something has its name
	Unknown    Cause = "pattern"    // by a name that is known in part, or not at all
	Metamethod Cause = "metamethod" // its table goes where it is not followed, and its name begins as those of metamethods do
	Any        Cause = "any"        // its table goes where it is not followed, and something comes to any field; see Blindly
)

// number numbers the nodes.
func (p *Program) number() {
	p.first = make([]int32, len(p.summaries)+1)
	for i, s := range p.summaries {
		p.first[i+1] = p.first[i] + 1 + int32(len(s.Exports))
	}
	n := p.first[len(p.summaries)]
	p.before, p.why, p.causes = make([]int32, n), make([]string, n), make([]Cause, n)
	for i := range p.before {
		p.before[i] = -1
	}
	p.every = make([]int, len(p.Files))
	for i := range p.every {
		p.every[i] = i
	}
}

// counts reports whether what a Part of a file does counts: it is used, or it is not known what starts the program.
func (p *Program) counts(file, part int) bool { return !p.closed || p.isPartUsed(file, part) }

// opens reports whether a table that goes elsewhere in a file, that of one of its Requires or the own one, does so where it counts.
func (p *Program) opens(file, of int) bool {
	if !p.closed {
		return true
	}
	for k := range p.summaries[file].Parts {
		if slices.Contains(p.summaries[file].Parts[k].Opens, of) && p.isPartUsed(file, k) {
			return true
		}
	}
	return false
}

// isPartUsed reports whether some root leads to a Part of a file.
func (p *Program) isPartUsed(file, part int) bool {
	k := -1
	if part > 0 {
		k = p.export(file, p.summaries[file].Parts[part].Export)
	}
	return p.before[p.nodeOf(file, k)] >= 0
}

// isEvery reports whether a Use may be of the table of any file, as nothing is known of the name in a call of require.
func (p *Program) isEvery(file, of int) bool {
	return of != summary.Own && p.Files[file].Requires[of].Reason == NotKnown
}

// targets returns the files whose tables a Use may be of, or that a call of require may load: all files if nothing is known of the name.
func (p *Program) targets(file, of int) []int {
	if of == summary.Own {
		return p.every[file : file+1]
	}
	if p.isEvery(file, of) {
		return p.every
	}
	return p.Files[file].Requires[of].To
}

// export returns the index of the Export of a file with a name, -1 if it has none.
func (p *Program) export(file int, name string) int {
	i, ok := p.summaries[file].Export(name)
	if !ok {
		return -1
	}
	return i
}

// fileOf returns the file of a node, and the index of the Export, -1 for the loading of the file.
func (p *Program) fileOf(node int32) (file, export int) {
	file, ok := slices.BinarySearch(p.first, node)
	if !ok {
		file--
	}
	return file, int(node-p.first[file]) - 1
}

// nodeOf returns the node of an Export of a file, that of its loading for -1.
func (p *Program) nodeOf(file, export int) int32 { return p.first[file] + 1 + int32(export) }

// Required returns the file that a file requires by a name; not ok if it requires none by it, or the name may be that of several.
func (p *Program) Required(file int, name string) (to int, ok bool) {
	for k := range p.Files[file].Requires {
		if e := &p.Files[file].Requires[k]; e.Name == name && !e.IsPattern && !e.File && len(e.To) == 1 {
			return e.To[0], true
		}
	}
	return 0, false
}

// Module returns the file that a file requires by a name, as Required does; the file itself for "".
func (p *Program) Module(file int, name string) (to int, ok bool) {
	if name == "" {
		return file, true
	}
	return p.Required(file, name)
}

// IsUsed reports whether some root leads to a file.
func (p *Program) IsUsed(file int) bool { return p.before[p.nodeOf(file, -1)] >= 0 }

// IsOpen reports whether what a file returns goes where it is not followed.
func (p *Program) IsOpen(file int) bool { return p.open[file] }

// isWord reports whether a name stands in what is used.
func (p *Program) isWord(name string) bool {
	number, ok := p.texts.numbers[name]
	return ok && int(number) < len(p.words) && p.words[number]
}
