package definitions

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file finds what a file assigns to globals, and returns, and the comments in front of that.

// metaTag is what a file of definitions says of itself, after the dashes.
const metaTag = "@meta"

// MayBeMeta reports whether a text may be one for which IsMeta holds. It is fast.
func MayBeMeta(text string) bool { return strings.Contains(text, metaTag) }

// IsMeta reports whether a file is one of definitions for a language server, which is never run: a comment of its own
// says `---@meta`, with or without a name after it.
func IsMeta(t *syntax.Tree) bool {
	return slices.ContainsFunc(t.Comments, func(c syntax.Comment) bool {
		tag, _ := tagOf(t.File, c)
		return tag == metaTag
	})
}

// Read returns what a file says of the globals that it assigns, and of what `require` gives for the name of a module; nil if
// that is nothing, or if the file as a whole is not understood. module is the name by where the file stands, "" for none: a
// `---@meta` with another one counts. The table keeps no part of the text.
func Read(u *compile.Unit, module string) *Table {
	if len(u.Funcs) == 0 || u.Funcs[0].Broken {
		return nil
	}
	r := newReader(u)
	r.findModule(module)
	r.findNames()
	r.block(u.Tree.Main.Body)
	return New(r.named)
}

// ModuleAt returns the name under which `require` finds a file: dotted, without `.lua` and a last `init`. inside is the path of the file from a
// folder that is searched. The name is "" if the path does not end in `.lua`, or has another dot, which no name can stand for.
func ModuleAt(inside string) string {
	name, isLua := strings.CutSuffix(filepath.ToSlash(inside), ".lua")
	if !isLua || strings.Contains(name, ".") {
		return ""
	}
	return strings.ReplaceAll(strings.TrimSuffix(name, "/init"), "/", ".")
}

// findModule finds which variable holds what the file returns at its end, and under which name.
func (r *reader) findModule(module string) {
	for _, c := range r.u.Tree.Comments {
		if tag, rest := tagOf(r.u.File, c); tag == metaTag && rest != "" {
			module, _, _ = strings.Cut(rest, " ")
			break
		}
	}
	stats := r.u.Tree.Main.Body.Stats
	if module == "" || module == "_" || (value.Library{}).Lookup(module) != 0 || len(stats) == 0 {
		return
	}
	last, ok := stats[len(stats)-1].(*syntax.Return)
	if !ok || len(last.Exprs()) != 1 {
		return
	}
	path := value.Required(strings.Clone(module))
	switch e := last.Exprs()[0].(type) {
	case *syntax.Name:
		r.standsFor(e, path)
	case *syntax.Table:
		r.items(path, e)
	}
}

// block reads the statements of a block that is always executed.
func (r *reader) block(b *syntax.Block) {
	for _, s := range b.Stats {
		switch s := s.(type) {
		case *syntax.Do:
			r.block(s.Body)
			continue
		case *syntax.Local:
			r.local(s)
		case *syntax.LocalFunction:
			for _, path := range r.locals[r.declared(s.Name)] {
				r.define(path, s.Span().Start, s.Func)
			}
			if r.isRun[s.Func] {
				r.block(s.Func.Body)
				continue
			}
		case *syntax.FunctionStat:
			for _, path := range r.paths(s.Target) {
				r.define(path, s.Span().Start, s.Func)
			}
		case *syntax.Assign:
			targets, values := s.Targets(), s.Values()
			for i, target := range targets {
				for _, path := range r.paths(target) {
					var value syntax.Expr
					if len(targets) == len(values) {
						value = values[i]
					}
					r.assigned(path, s.Span().Start, value)
				}
			}
		}
		r.inside(s)
	}
}

// inside reads the statements in one that may not execute them, or later: of what they assign nothing is known.
func (r *reader) inside(s syntax.Stat) {
	unknown := func(target syntax.Expr) {
		for _, path := range r.paths(target) {
			if (value.Library{}).Lookup(path) != 0 {
				continue
			}
			add(r.named, strings.Clone(path), Definition{Most: Unlimited, File: r.file, Line: r.u.File.Line(target.Span().Start)})
		}
	}
	syntax.Inspect(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FunctionStat:
			if n != s {
				unknown(n.Target)
			}
		case *syntax.Assign:
			if n != s {
				for _, target := range n.Targets() {
					unknown(target)
				}
			}
		}
		return true
	})
}

// local reads a declaration of variables that others have names for.
func (r *reader) local(s *syntax.Local) {
	values := s.Exprs()
	for i, name := range s.Names {
		if len(s.Names) != len(values) || len(r.paths(values[i])) > 0 {
			continue // of what has its name already there is nothing to read
		}
		for _, path := range r.locals[r.declared(name)] {
			r.assigned(path, s.Span().Start, values[i])
		}
	}
}

// assigned reads what is in front of an assignment of a value, nil if it is not known which, and what is in a table.
func (r *reader) assigned(path string, at source.Pos, value syntax.Expr) {
	fn, _ := value.(*syntax.Function)
	r.define(path, at, fn)
	if table, ok := value.(*syntax.Table); ok {
		r.items(path, table)
	}
}

// items reads what is in a table that gets a name.
func (r *reader) items(path string, table *syntax.Table) {
	for _, item := range table.Items {
		if key, ok := item.Key().(*syntax.String); ok {
			r.assigned(path+"."+r.u.Tree.Str(key.Sym), key.Start, item.Value())
		}
	}
}

// define adds what the comments in front of a place say of a name that gets a value there: a function, or nil for
// something else.
func (r *reader) define(path string, at source.Pos, fn *syntax.Function) {
	if (value.Library{}).Lookup(path) != 0 || fn != nil && r.u.Funcs[fn.ID].Broken {
		return
	}
	d := describe(r.u.Tree, r.aliases, r.comments(at), fn)
	d.File, d.Line = r.file, r.u.File.Line(at)
	add(r.named, strings.Clone(path), d)
}

// comments returns the comments that stand alone in the lines just above a place.
func (r *reader) comments(at source.Pos) []syntax.Comment {
	all := r.u.Tree.Comments
	end, _ := slices.BinarySearchFunc(all, at, func(c syntax.Comment, at source.Pos) int { return cmp.Compare(c.Span.Start, at) })
	first, line := end, r.u.File.Line(at)
	for first > 0 {
		c := all[first-1]
		if r.u.File.Line(c.Span.Start) != line-1 || c.Long || !r.beginsLine(c.Span.Start) {
			break
		}
		first, line = first-1, line-1
	}
	return all[first:end]
}

// beginsLine reports whether nothing but white space stands in front of a place in its line.
func (r *reader) beginsLine(at source.Pos) bool {
	text := r.u.File.Text()[:at]
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ' ', '\t':
		case '\n', '\r':
			return true
		default:
			return false
		}
	}
	return true
}
