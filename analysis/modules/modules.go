// Package modules puts a program together of the summaries of its files: which file answers to the name of which module, who requires
// whom, and who requires himself by way of others.
//
//	New         a Graph of summaries
//	Link        a Program: what of it is used, from its roots on
//	Linker      the same again and again, while summaries change
//	Cycles      cycles.go
//	Write…      text.go, dot.go; as JSON a Graph is itself
package modules

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"luaflow/analysis/summary"
)

// Graph is the modules of a program and who requires whom. It depends on the summaries alone, not on their order.
type Graph struct {
	Files []File `json:"files"` // by path
	// Cycles is the files that require one another while they are loaded, each cycle by index and from its lowest one on along what is
	// required, in the order of these.
	Cycles [][]int `json:"cycles"`

	resolver *resolver
	loading  [][]int // by file, what loads returns
}

// File is a file of a program.
type File struct {
	Path  string `json:"path"`  // with slashes, from the top of the program
	Lines int    `json:"lines"` // the last one need not be ended
	Bytes int    `json:"bytes"` // of its text
	// Broken: some of its text is not understood, so that it may require more.
	Broken bool `json:"broken,omitempty"`
	// Foreign: it is no Lua. Unused: nothing that starts the program leads to it, as far as that is known; see Link.
	Foreign    bool   `json:"foreign,omitempty"`
	Unused     bool   `json:"unused,omitempty"`
	Requires   []Edge `json:"requires"`   // in the order of its text
	RequiredBy []int  `json:"requiredBy"` // the files that do, by index, ascending
}

// Edge is a call of require.
type Edge struct {
	summary.Require
	To     []int  `json:"to,omitempty"`     // the files that it may load, by index, ascending; one unless it is a pattern
	Reason Reason `json:"reason,omitempty"` // why there are none
}

// Reason says why no file of the program is required.
type Reason string

// The reasons. The zero Reason is that there are files.
const (
	OfLua      Reason = "part of Lua"
	Provided   Reason = "a file of the program puts it into package.preload or package.loaded"
	NotFound   Reason = "no file of the program has this name"
	NotMatched Reason = "no file of the program has such a name"
	NotKnown   Reason = "the name is not known here"
)

// ofLua is what `require` has without any file, in any Lua: its libraries, and those of LuaJIT. Those that are not in all of them a file of
// the program may make.
var (
	ofLua = []string{
		"_G", "coroutine", "debug", "ffi", "io", "jit", "jit.opt", "jit.profile", "jit.util", "math", "os", "package", "string", "table",
	}
	ofSomeLua = []string{"bit", "bit32", "string.buffer", "table.clear", "table.new", "utf8"}
)

// New returns the graph of the files with these summaries, of which no two have the same path.
func New(all []*summary.Summary) *Graph {
	all = byPath(all)
	return newGraph(all, newLayout(all), Roots{})
}

// byPath returns summaries in the order of their paths.
func byPath(all []*summary.Summary) []*summary.Summary {
	return slices.SortedFunc(slices.Values(all), func(a, b *summary.Summary) int { return cmp.Compare(a.Path, b.Path) })
}

// newGraph does what New does, for summaries in the order of their paths, with what somebody has said.
func newGraph(all []*summary.Summary, at *layout, more Roots) *Graph {
	g := &Graph{Files: make([]File, len(all))}
	r := newResolver(all, at, more)
	g.resolver = r
	for i, s := range all {
		g.Files[i] = File{Path: s.Path, Lines: s.Lines, Bytes: s.Bytes, Broken: s.Broken, Foreign: s.Foreign, Requires: make([]Edge, len(s.Requires)), RequiredBy: []int{}}
		for k := range s.Requires {
			g.Files[i].Requires[k] = r.edge(i, s.Path, &s.Requires[k])
		}
	}
	for i := range g.Files {
		for k := range g.Files[i].Requires {
			for _, to := range g.Files[i].Requires[k].To {
				if by := &g.Files[to].RequiredBy; len(*by) == 0 || (*by)[len(*by)-1] != i {
					*by = append(*by, i)
				}
			}
		}
	}
	g.loading = make([][]int, len(g.Files))
	for i := range g.loading {
		g.loading[i] = g.loads(i)
	}
	g.Cycles = cyclesOf(g.loading)
	return g
}

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

// resolver knows which files answer to which names.
//
// Where a program is started, and with which package.path, no file of Lua says. What somebody has said counts first
// (Roots.PackagePath). Else a file answers to each name with which some folder above it would find it: lib/a/b.lua and
// lib/a/b/init.lua to b, a.b and lib.a.b. Of several files the one counts of which the folder is nearest above the file that
// requires it, and if none is above, the one nearest to the top.
//
// A folder is no place where files are looked for if some file calls it by its name: where `a.b` is lib/a/b.lua, `b` is not. And no file
// requires itself by a part of its name: what net/zlib.lua calls `zlib` is another one.
type resolver struct {
	*layout
	packages map[string]bool // the folders that are parts of names
	provided map[string]bool // the names that have no file
	path     []string        // the templates of Roots.PackagePath, from the top of the program
}

func newResolver(all []*summary.Summary, at *layout, more Roots) *resolver {
	r := &resolver{layout: at, provided: map[string]bool{}, path: more.templates()}
	for _, s := range all {
		for _, name := range s.Provides {
			r.provided[name] = true
		}
	}
	r.findPackages(all)
	return r
}

// findPackages notes the folders that names of modules name.
func (r *resolver) findPackages(all []*summary.Summary) {
	packages, seen := map[string]bool{}, map[string]string{} // by folder: the last name
	for i, s := range all {
		for k := range s.Requires {
			name := dotted(s.Requires[k].Name)
			a, ok := r.nearest(i, s.Path, r.named[name])
			if !ok || seen[a.folder] == name {
				continue
			}
			seen[a.folder] = name
			for at := range name {
				if name[at] == '.' {
					packages[path.Join(a.folder, strings.ReplaceAll(name[:at], ".", "/"))] = true
				}
			}
		}
	}
	r.packages = packages
}

// edge returns what a call of require in a file leads to, which stands at a path.
func (r *resolver) edge(file int, from string, call *summary.Require) Edge {
	e := Edge{Require: *call}
	switch {
	case call.Name == "*":
		e.Reason = NotKnown
	case call.IsPattern:
		if e.To = r.matching(call.Name); len(e.To) == 0 {
			e.Reason = NotMatched
		}
	case !call.File && slices.Contains(ofLua, call.Name):
		e.Reason = OfLua
	default:
		e.To, e.Reason = r.file(file, from, call.Name)
	}
	return e
}

// file returns the file that a name leads to, required by a file at a path, or why there is none.
func (r *resolver) file(file int, from, name string) ([]int, Reason) {
	if to, ok := r.onPath(name); ok {
		return []int{to}, ""
	}
	if to, ok := r.nearest(file, from, r.named[dotted(name)]); ok {
		return []int{to.file}, ""
	}
	switch {
	case slices.Contains(ofSomeLua, name):
		return nil, OfLua
	case r.provided[name]:
		return nil, Provided
	}
	return nil, NotFound
}

// onPath returns the first file that a template of package.path names.
func (r *resolver) onPath(name string) (file int, ok bool) {
	name = strings.ReplaceAll(name, ".", "/")
	for _, template := range r.path {
		if file, ok = slices.BinarySearch(r.paths, strings.ReplaceAll(template, "?", name)); ok {
			return file, true
		}
	}
	return 0, false
}

// nearest returns the one of some answers that a file at a path gets.
func (r *resolver) nearest(file int, from string, answers []answer) (best answer, ok bool) {
	rank := func(a answer) (above, depth int) {
		depth = len(a.folder)
		if a.folder == "" || len(from) > depth && from[depth] == '/' && from[:depth] == a.folder {
			return 0, -depth
		}
		return 1, depth
	}
	for _, a := range answers {
		if r.packages[a.folder] || a.file == file && a.folder != "" {
			continue
		}
		above, depth := rank(a)
		bestAbove, bestDepth := rank(best)
		if !ok || cmp.Or(cmp.Compare(above, bestAbove), cmp.Compare(depth, bestDepth), cmp.Compare(a.file, best.file)) < 0 {
			best, ok = a, true
		}
	}
	return best, ok
}
