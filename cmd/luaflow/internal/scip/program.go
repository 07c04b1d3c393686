package scip

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/globals"
	"luaflow/analysis/modules"
	"luaflow/analysis/project"
	"luaflow/analysis/summary"
	"luaflow/analysis/symbols"
	"luaflow/analysis/value"
)

// Member is what other files of a program need to know of one.
type Member struct {
	summary *summary.Summary
	exports symbols.Exports
	globals *globals.Names // nil once they have been counted
}

// MemberOf returns what is known of the file of a pass, at a path in the program.
func MemberOf(path string, p *analysis.Pass) *Member {
	names := p.Globals.Names()
	return &Member{summary.Of(path, p.Facts), symbols.ExportsOf(p.Facts), project.Lasting(&names)}
}

// Program is the files that are indexed.
type Program struct {
	folder  string // as an absolute path
	pkg     Package
	globals project.Globals
	members map[string]*Member // by path
	paths   []string           // by index in the graph
	// required is by path and name of a module the file that answers, by index in the graph.
	required map[string]map[string]int
}

// NewProgram puts a program together of its files, those of a folder of which the absolute path is given. Those that are nil are left out.
func NewProgram(folder string, members []*Member) *Program {
	p := &Program{folder: folder, pkg: packageIn(folder), members: map[string]*Member{}, required: map[string]map[string]int{}}
	var all []*summary.Summary
	for _, m := range members {
		if m != nil {
			all = append(all, m.summary)
			p.members[m.summary.Path] = m
			p.globals.Add(m.globals)
			m.globals = nil // of all files they are many
		}
	}
	p.link(modules.New(all))
	return p
}

// link notes which file answers to which name.
func (p *Program) link(g *modules.Graph) {
	for i := range g.Files {
		file := &g.Files[i]
		p.paths = append(p.paths, file.Path)
		for _, e := range file.Requires {
			if !e.IsPattern && len(e.To) == 1 {
				if p.required[file.Path] == nil {
					p.required[file.Path] = map[string]int{}
				}
				p.required[file.Path][e.Name] = e.To[0]
			}
		}
	}
}

// Settle returns the findings of a file that no other refutes. The roots are the folders whose files may use the same globals: where one is not in that of
// the program, nothing is said that any file could refute.
func (p *Program) Settle(found []analysis.Finding, roots []string) []analysis.Finding {
	isOpen := slices.ContainsFunc(roots, func(root string) bool {
		return root != p.folder && !strings.HasPrefix(root, strings.TrimSuffix(p.folder, string(filepath.Separator))+string(filepath.Separator))
	})
	return slices.DeleteFunc(found, func(f analysis.Finding) bool {
		return p.globals.Refutes(f.Refutable(), f.Unless) || isOpen && f.Unless.AsksWorkspace()
	})
}

// maxReturns bounds how many files return what they require of one another.
const maxReturns = 16

// module returns the symbol of what a file gets by requiring a name, and the file whose own table that is; nil if it is no file's.
func (p *Program) module(from, name string) (symbol string, of *Member) {
	for range maxReturns {
		to, ok := p.required[from][name]
		if !ok {
			return outside(name), nil
		}
		from = p.paths[to]
		switch m := p.members[from]; m.exports.Kind {
		case symbols.Global:
			return p.global(m.exports.Name), nil
		case symbols.Module:
			name = m.exports.Name
		default:
			return p.file(from), m
		}
	}
	return p.file(from), nil
}

// giver returns the symbol of the module that gives a field of one to who asks that, which is the table of a file: itself, or one above it.
func (p *Program) giver(module string, of *Member, field string) string {
	at := module
	for range maxReturns {
		switch {
		case of.gives(field):
			return at
		case of == nil || of.exports.Above == "":
			return module
		}
		at, of = p.module(of.summary.Path, of.exports.Above)
	}
	return module
}

// gives reports whether a file sets a field of the table that it gives to who requires it.
func (m *Member) gives(field string) bool {
	return m != nil && m.exports.Fields[field]
}

// prefix begins the symbols of the program.
func (p *Program) prefix() string { return p.pkg.prefix() }

// global returns the symbol of a global variable: those of Lua itself are the same in all programs.
func (p *Program) global(name string) string {
	of := p.pkg
	if value.Global(name) != 0 {
		of = Package{Name: "lua"}
	}
	return of.prefix() + identifier(name) + "."
}

// file returns the symbol of a file of the program. What has no name that can be required is no namespace.
func (p *Program) file(at string) string {
	folder, base := path.Split(at)
	name, isLua := strings.CutSuffix(base, ".lua")
	suffix := "/"
	if !isLua {
		suffix = ":"
	}
	return p.prefix() + namespaces(strings.Split(strings.Trim(folder, "/"), "/")) + identifier(name) + suffix
}

// isOwn reports whether a symbol is of the program.
func (p *Program) isOwn(symbol string) bool { return strings.HasPrefix(symbol, p.prefix()) }
