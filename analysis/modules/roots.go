package modules

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/config/glob"
	"luaflow/analysis/summary"
)

// Roots: what of a program others use, so that all is used that leads there.

// Roots is what somebody has said about the roots of a program.
type Roots struct {
	Folder string         // where the paths of the program begin, "" if the patterns begin there too
	Files  []glob.Pattern // the files that are roots
}

// host is a program that loads files of others.
type host struct {
	name                            string
	signs, roots, fields, libraries []string
}

//go:embed roots.txt
var rootsText string

// hosts returns the hosts of roots.txt.
var hosts = sync.OnceValue(func() (all []host) {
	for line := range strings.Lines(rootsText) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "#" {
			continue
		}
		if words[0] == "host" {
			all = append(all, host{name: strings.Join(words[1:], " ")})
			continue
		}
		h := &all[len(all)-1]
		list := map[string]*[]string{"sign": &h.signs, "root": &h.roots, "field": &h.fields, "library": &h.libraries}[words[0]]
		*list = append(*list, words[1:]...)
	}
	return all
})

// tests is the files that a program has for those who work on it. They are roots, but do not tell what kind of program it is.
var tests = []string{
	"/**/spec", "/**/specs", "/**/test", "/**/tests", "/**/t", "/**/example", "/**/examples", "/**/demo", "/**/demos", "/**/bench", "/**/benchmark",
	"/**/benchmarks", "/**/doc", "/**/docs", "/**/*_spec.lua", "/**/*_test.lua", "/**/test_*.lua", "/**/test.lua", "/**/tests.lua",
	"/**/tools", "/**/scripts", "/**/util", "/**/utils", "/**/contrib", "/**/build", "/**/ci", "/**/.ci", "/**/.github",
}

// findRoots notes the roots of the program. A file that returns nothing is one unless another requires it: somebody runs it. Where no root is
// known to start the program, it is a library: all its files are roots, and all of their Exports but private ones.
func (p *Program) findRoots(more Roots) {
	p.knows = make([]bool, len(p.summaries))
	isTest := p.matching(tests, "")
	for i, s := range p.summaries {
		switch {
		case s.Foreign:
			p.root(i, "it is no Lua")
		case s.Script:
			p.root(i, "its first line says what runs it")
			switch {
			case s.Returns == summary.ATable: // whoever runs it gets nothing of that
				p.library(i, "it returns a table: somebody may require it, too")
			case !isTest[i]:
				p.setKnown(folderOf(s.Path, "bin"), true)
			}
		case s.Returns == summary.Nothing && len(p.Files[i].RequiredBy) == 0:
			p.root(i, "no file requires it, and it returns nothing: it is run by itself")
		case isTest[i]:
			p.library(i, "it is there for tests, examples or tools") // and what it returns is for whoever loads it there
		}
	}
	all := p.paths()
	for i := range hosts() {
		for _, folder := range hosts()[i].folders(all) {
			p.host(&hosts()[i], folder)
		}
	}
	p.rocks()
	p.configured(more)
	p.named()
	for i := range p.summaries {
		if !p.knows[i] {
			p.library(i, "somebody may require it")
		}
	}
}

// named notes the Exports whose names stand in files that are no Lua.
func (p *Program) named() {
	words := map[string]bool{}
	for _, s := range p.summaries {
		if s.Foreign {
			for _, word := range s.Parts[0].Words {
				words[word] = true
			}
		}
	}
	for i, s := range p.summaries {
		for k, e := range s.Exports {
			if node := p.nodeOf(i, k); words[e.Name] && p.why[node] == "" {
				p.why[node] = "its name stands in a file that is no Lua"
			}
		}
	}
}

// configured notes the roots that somebody has said.
func (p *Program) configured(roots Roots) {
	for i := range p.Files {
		name := glob.PathOf(roots.Folder + "/" + p.Files[i].Path)
		if slices.ContainsFunc(roots.Files, func(pattern glob.Pattern) bool { return pattern.Match(name) }) {
			p.root(i, "the configuration says so")
			p.setKnown("", true)
		}
	}
}

// rocks notes that what LuaRocks installs is there for others to require, whatever else the folder of a rockspec has.
func (p *Program) rocks() {
	for i := range p.Files {
		if path.Ext(p.Files[i].Path) != ".rockspec" {
			continue
		}
		p.setKnown(folderOf(p.Files[i].Path, "rockspec", "rockspecs"), false)
	}
}

// folderOf returns the folder that a file at a path is for, "" for the top: the one above if its own has one of some names.
func folderOf(file string, below ...string) string {
	folder := path.Dir(file)
	if slices.Contains(below, path.Base(folder)) {
		folder = path.Dir(folder)
	}
	return strings.TrimPrefix(folder, ".")
}

// setKnown notes whether all is known of what starts the files in a folder.
func (p *Program) setKnown(folder string, is bool) {
	for i := range p.Files {
		if folder == "" || strings.HasPrefix(p.Files[i].Path, folder+"/") {
			p.knows[i] = is
		}
	}
}

// root notes that a file is loaded by others than those of the program.
func (p *Program) root(file int, why string) {
	if node := p.nodeOf(file, -1); p.why[node] == "" {
		p.why[node] = why
	}
}

// matching returns, by file, whether one of some patterns matches it, as seen from a folder.
func (p *Program) matching(patterns []string, folder string) []bool {
	match := make([]bool, len(p.Files))
	for _, text := range patterns {
		pattern := glob.Compile("/"+folder, strings.TrimSuffix("/"+folder, "/")+"/"+strings.TrimPrefix(text, "/"))
		for i := range p.Files {
			match[i] = match[i] || pattern.Match(glob.PathOf("/"+p.Files[i].Path))
		}
	}
	return match
}

// rootsAt notes the files that patterns match, as seen from a folder.
func (p *Program) rootsAt(patterns []string, folder, why string) {
	for i, match := range p.matching(patterns, folder) {
		if match {
			p.root(i, why)
		}
	}
}

// host notes what a host uses of the files in a folder that is for it.
func (p *Program) host(h *host, folder string) {
	p.rootsAt(h.roots, folder, h.name+" loads it")
	p.setKnown(folder, true)
	for i, match := range p.matching(h.roots, folder) {
		for _, field := range h.fields {
			if k := p.export(i, field); match && k >= 0 {
				p.why[p.nodeOf(i, k)] = h.name + " uses it"
			}
		}
	}
	for i, match := range p.matching(h.libraries, folder) {
		if match {
			p.library(i, "somebody may require it")
		}
	}
}

// library notes that others may use a file, and its Exports unless they are private.
func (p *Program) library(file int, why string) {
	p.root(file, why)
	for k, e := range p.summaries[file].Exports {
		if node := p.nodeOf(file, k); !isPrivate(e.Name) && p.why[node] == "" {
			p.why[node] = why
		}
	}
}

// isPrivate reports whether the name of a field says that it is not for others: `_parse`, but not `_VERSION`, nor `__index`.
func isPrivate(name string) bool {
	return len(name) > 1 && name[0] == '_' && 'a' <= name[1] && name[1] <= 'z'
}

// folders returns the folders that are for a host, of all paths and folders of a program.
func (h *host) folders(all map[string]bool) (folders []string) {
	for at := range all {
		folder, ok := strings.CutSuffix(at, h.signs[0])
		if !ok || folder != "" && folder[len(folder)-1] != '/' {
			continue
		}
		if !slices.ContainsFunc(h.signs, func(sign string) bool { return !all[folder+sign] }) {
			folders = append(folders, strings.TrimSuffix(folder, "/"))
		}
	}
	slices.Sort(folders)
	return folders
}

// paths returns the paths of the files and folders of a program.
func (g *Graph) paths() map[string]bool {
	all := make(map[string]bool)
	for i := range g.Files {
		for at := g.Files[i].Path; at != "." && !all[at]; at = path.Dir(at) {
			all[at] = true
		}
	}
	return all
}
