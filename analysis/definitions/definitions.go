// Package definitions reads what definition files say of globals and of fields of globals, by the annotations in front of
// what they assign (LuaCATS, as lua-language-server reads them: https://luals.github.io/wiki/annotations):
//
//	---@meta
//
//	---@deprecated use `engine.draw`
//	---@param name string
//	---@return Image?
//	function engine.image(name) end
//
// It is taken for what it is: the word of somebody who has described the function and may have described it incompletely.
// Where one name is described more than once (overloads, several statements, several files) only that is said which holds
// by all descriptions: the most arguments that any of them takes, a nil that all of them return. What is not understood
// takes any number of arguments, and returns no nil. Nothing is taken for an absence of effects: @nodiscard stands on
// functions that make files.
//
// What the file returns, a local table with its fields, is what `require` gives for its name (value.Required): that after the
// tag, else that of its path. A local variable that is assigned to a global stands for that, and so do one that holds a field of one and the
// parameter of a local function that the file calls with one. Nothing is said of a module that the project has a file of, nor of
// a global that a file of it assigns.
//
// Names of the standard library are left out, as package value knows more of them; so are fields of other local tables, and
// functions that some text could not be understood around. Nothing is executed, and each
// comment is read once, so that a definition file costs what its text costs to compile.
package definitions

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/value"
)

// Unlimited stands for Most where a function takes any number of arguments, or it is not known how many.
const Unlimited = -1

// Definition is what is said of one global, or field of one.
type Definition struct {
	// Most is how many arguments it takes, the self of a method among them; Unlimited if it is not known.
	Most int
	// Nils is which results may be nil, the first one in the lowest bit. Of those after the 64th nothing is known.
	Nils uint64
	// Deprecated: it should not be used any more. Instead is what is said with that, "" for nothing: in one line.
	Deprecated bool
	Instead    string
	// NoDiscard: who calls it wants its results.
	NoDiscard bool
	// File is the last name in the path of the file where it is described first, and Line the line in that.
	File string
	Line int
}

// MayBeNil reports whether a result, the first being 0, may be nil.
func (d *Definition) MayBeNil(result int) bool { return result < 64 && d.Nils>>result&1 != 0 }

// Source returns where the definition stands, in words: "by its definition in engine.lua:3".
func (d *Definition) Source() string {
	return fmt.Sprintf("by its definition in %s:%d", d.File, d.Line)
}

// with returns what holds by both of two descriptions of one name; where it stands d says.
func (d Definition) with(other Definition) Definition {
	if d.Most == Unlimited || other.Most == Unlimited {
		d.Most = Unlimited
	} else {
		d.Most = max(d.Most, other.Most)
	}
	d.Nils &= other.Nils
	d.NoDiscard = d.NoDiscard && other.NoDiscard
	if d.Deprecated = d.Deprecated && other.Deprecated; !d.Deprecated {
		d.Instead = ""
	}
	return d
}

// Table is definitions by their names, with dots. It does not change. A nil Table is empty.
type Table struct {
	named   map[string]Definition
	globals []string // the globals among the names and in front of the first dot, sorted
	digest  string
}

// New makes a table; nil if nothing is defined. It keeps the map.
func New(named map[string]Definition) *Table {
	if len(named) == 0 {
		return nil
	}
	globals := map[string]bool{}
	for name := range named {
		if first, _, _ := strings.Cut(name, "."); !value.IsRequired(first) {
			globals[first] = true
		}
	}
	return &Table{named, slices.Sorted(maps.Keys(globals)), digestOf(named)}
}

// Merge returns what holds by all of some tables; the tables that define a name first say where that is. It is nil if
// nothing is defined.
func Merge(tables []*Table) *Table {
	if tables = slices.DeleteFunc(slices.Clone(tables), func(t *Table) bool { return t == nil }); len(tables) == 1 {
		return tables[0]
	}
	all := map[string]Definition{}
	for _, t := range tables {
		for name, d := range t.named {
			add(all, name, d)
		}
	}
	return New(all)
}

// Without returns the table without what is said of some modules, by their names, and of what the program assigns, as Assigned returns that:
// it has them itself.
func (t *Table) Without(modules, assigned map[string]bool) *Table {
	if t == nil {
		return nil
	}
	left := maps.Clone(t.named)
	maps.DeleteFunc(left, func(name string, _ Definition) bool {
		module, ok := value.ModuleOf(name)
		return ok && modules[module] || !ok && Set(name, func(name string) bool { return assigned[name] })
	})
	if len(left) == len(t.named) {
		return t
	}
	return New(left)
}

// add adds a description of a name to others.
func add(named map[string]Definition, name string, d Definition) {
	if before, ok := named[name]; ok {
		d = before.with(d)
	}
	named[name] = d
}

// Of returns what is said of a name.
func (t *Table) Of(name string) (d Definition, ok bool) {
	if t == nil {
		return d, false
	}
	d, ok = t.named[name]
	return d, ok
}

// Mentions reports whether a text has the first part of the name of some global. It is fast.
func (t *Table) Mentions(text string) bool {
	return t != nil && slices.ContainsFunc(t.globals, func(name string) bool { return strings.Contains(text, name) })
}

// Names returns the names, sorted.
func (t *Table) Names() []string {
	if t == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(t.named))
}

// Digest stands for all that is said: equal where that is; "" for nothing.
func (t *Table) Digest() string {
	if t == nil {
		return ""
	}
	return t.digest
}

func digestOf(named map[string]Definition) string {
	h := sha256.New()
	var buf []byte
	text := func(s string) {
		buf = binary.AppendUvarint(buf, uint64(len(s)))
		buf = append(buf, s...)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		d := named[name]
		buf = buf[:0]
		text(name)
		text(d.Instead)
		text(d.File)
		buf = binary.AppendVarint(buf, int64(d.Most))
		buf = binary.AppendUvarint(buf, d.Nils)
		buf = binary.AppendVarint(buf, int64(d.Line))
		for _, is := range []bool{d.Deprecated, d.NoDiscard} {
			buf = append(buf, map[bool]byte{true: 1}[is])
		}
		h.Write(buf)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Set reports whether a program that sets some names gives one another value than that which is defined: it sets that,
// or what leads there. A field that is not known, "a.?", may be any.
func Set(name string, isSet func(name string) bool) bool {
	for at := range len(name) + 1 {
		if at < len(name) && name[at] != '.' {
			continue
		}
		prefix := name[:at]
		if isSet(prefix) {
			return true
		}
		if k := strings.LastIndexByte(prefix, '.'); k >= 0 && isSet(prefix[:k]+".?") {
			return true
		}
	}
	return false
}
