package std

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/value"
	"luaflow/compile/syntax"
)

// This file reads the standards that luaflow brings. The file data/NAME.txt is the
// standard NAME. Its lines are, with # before a comment:
//
//	+ NAME …        all of other standards
//	manual VERSION  the names of the reference manual of Lua VERSION
//	- PATH …        without these
//	@NAME: ITEM …   fields that several tables have, under a name
//	PATH: ITEM …    fields of a global, or of a field
//	ITEM …          globals
//
// An item is a name, after it `!` if it may be written, `*` if it may have any other
// field, and `@NAME` if it has the fields of that name. A line that begins with a blank
// continues the one before.

//go:embed data/*.txt
var data embed.FS

// Names returns the names of all standards, in alphabetical order.
func Names() []string {
	entries, err := fs.ReadDir(data, "data")
	if err != nil {
		panic(err) // it is part of the program
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
	}
	return names
}

// Has reports whether there is a standard of that name, without reading it.
func Has(name string) bool {
	_, err := fs.Stat(data, fileOf(name))
	return err == nil
}

// fileOf returns the file of a standard.
func fileOf(name string) string { return "data/" + name + ".txt" }

// Lookup returns the standard of a name.
func Lookup(name string) (*Standard, bool) {
	cache.Lock()
	defer cache.Unlock()
	return lookup(name)
}

var cache struct {
	sync.Mutex
	standards map[string]*Standard
}

// lookup reads a standard, once. The cache is locked.
func lookup(name string) (*Standard, bool) {
	if s := cache.standards[name]; s != nil {
		return s, true
	}
	text, err := fs.ReadFile(data, fileOf(name))
	if err != nil || strings.ContainsAny(name, "/\\") {
		return nil, false
	}
	l := loader{root: &node{}, shapes: map[string][]string{}}
	for line := range strings.SplitSeq(strings.ReplaceAll(string(text), "\n ", " "), "\n") {
		if err := l.line(line); err != nil {
			panic(fmt.Sprintf("data/%s.txt: %s", name, err)) // it is part of the program
		}
	}
	s := &Standard{ReadGlobals: l.root.definitions()}
	if cache.standards == nil {
		cache.standards = map[string]*Standard{}
	}
	cache.standards[name] = s
	return s, true
}

// node is a name while the data are read.
type node struct {
	name           string
	writable, open bool
	fields         []*node
}

func (n *node) child(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f
		}
	}
	f := &node{name: name}
	n.fields = append(n.fields, f)
	return f
}

func (n *node) at(path string) *node {
	for name := range strings.SplitSeq(path, ".") {
		n = n.child(name)
	}
	return n
}

func (n *node) definitions() []Definition {
	var defs []Definition
	for _, f := range n.fields {
		d := Definition{Name: f.name, Fields: f.definitions()}
		if f.writable {
			d.ReadOnly = denied
		}
		if f.open {
			d.Listed, d.OtherFields = len(d.Fields) == 0, always
		}
		defs = append(defs, d)
	}
	return defs
}

// add merges definitions that are already read.
func (n *node) add(defs []Definition) {
	for _, d := range defs {
		f := n.child(d.Name)
		f.writable = f.writable || d.ReadOnly != nil && !*d.ReadOnly
		f.open = f.open || d.OtherFields != nil && *d.OtherFields
		f.add(d.Fields)
	}
}

type loader struct {
	root   *node
	shapes map[string][]string
}

func (l *loader) line(line string) error {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	rest := words[1:]
	head, isFields := strings.CutSuffix(words[0], ":")
	switch {
	case head == "+":
		return l.include(rest)
	case head == "manual":
		return l.manual(rest)
	case head == "-":
		return l.without(rest)
	case isFields && head[0] == '@':
		l.shapes[head[1:]] = rest
		return nil
	case isFields:
		return l.items(l.root.at(head), rest)
	}
	return l.items(l.root, words)
}

func (l *loader) include(names []string) error {
	for _, name := range names {
		s, ok := lookup(name)
		if !ok {
			return fmt.Errorf("no standard %q", name)
		}
		l.root.add(s.ReadGlobals)
	}
	return nil
}

func (l *loader) manual(words []string) error {
	d, ok := syntax.ParseDialect(strings.Join(words, " "))
	if !ok {
		return fmt.Errorf("no version %q", words)
	}
	for name := range value.NamesOf(d) {
		l.root.at(name.String())
	}
	return nil
}

func (l *loader) without(paths []string) error {
	for _, path := range paths {
		n, name := l.root, path
		if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
			n, name = l.root.at(path[:dot]), path[dot+1:]
		}
		had := len(n.fields)
		n.fields = slices.DeleteFunc(n.fields, func(f *node) bool { return f.name == name })
		if len(n.fields) == had {
			return fmt.Errorf("no %q to go without", path)
		}
	}
	return nil
}

func (l *loader) items(n *node, items []string) error {
	for _, item := range items {
		item, shape, hasShape := strings.Cut(item, "@")
		f := n.child(strings.TrimRight(item, "!*"))
		marks := item[len(f.name):]
		f.writable = f.writable || strings.Contains(marks, "!")
		f.open = f.open || strings.Contains(marks, "*")
		if !hasShape {
			continue
		}
		fields, ok := l.shapes[shape]
		if !ok {
			return fmt.Errorf("no fields @%s", shape)
		}
		if err := l.items(f, fields); err != nil {
			return err
		}
	}
	return nil
}
