package config

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"luaflow/analysis/checks"
	"luaflow/analysis/config/luapattern"
	"luaflow/analysis/config/std"
	"luaflow/analysis/config/tree"
)

// This file reads values of options, from whichever kind of file they come.

// decoder reads the options of one file. What is wrong is noted, and left out.
type decoder struct {
	file     string
	json     bool // a list has no fields
	problems []*Problem
}

func (d *decoder) fail(n *tree.Node, format string, args ...any) {
	d.problems = append(d.problems, &Problem{File: d.file, Line: n.Line, Message: fmt.Sprintf(format, args...)})
}

func (d *decoder) origin(n *tree.Node) Origin { return Origin{d.file, n.Line} }

// expected complains of a value of the wrong type.
func (d *decoder) expected(what, option string, n *tree.Node) {
	d.fail(n, "%q is a %s, and must be %s", option, n.TypeName(), what)
}

func (d *decoder) flag(option string, n *tree.Node) (value, ok bool) {
	if n.Kind != tree.Bool {
		d.expected("true or false", option, n)
		return false, false
	}
	return n.Bool, true
}

func (d *decoder) text(option string, n *tree.Node) (string, bool) {
	if n.Kind != tree.String {
		d.expected("a string", option, n)
		return "", false
	}
	return n.Text, true
}

// word reads one of a few strings.
func (d *decoder) word(option string, n *tree.Node, known []string) (string, bool) {
	text, ok := d.text(option, n)
	if !ok {
		return "", false
	}
	if slices.Contains(known, text) {
		return text, true
	}
	d.fail(n, "%s", notKnown(fmt.Sprintf("%q has no value", option), text, known))
	return "", false
}

// number reads a whole number from least on; `false` is 0 where that is a limit that
// can be lifted.
func (d *decoder) number(option string, n *tree.Node, least, most int, orFalse bool) (int, bool) {
	switch {
	case orFalse && n.Kind == tree.Bool && !n.Bool:
		return NoLimit, true
	case n.Kind != tree.Number:
		d.expected("a number", option, n)
	case n.Number != math.Trunc(n.Number) || n.Number < float64(least) || n.Number > float64(most):
		d.fail(n, "%q is %v, and must be a whole number from %d to %d", option, n.Number, least, most)
	default:
		return int(n.Number), true
	}
	return 0, false
}

// items returns the items of a list; not ok if it is not one.
func (d *decoder) items(option string, n *tree.Node) ([]*tree.Node, bool) {
	if n.Kind != tree.Table || d.json && len(n.Fields) > 0 {
		d.expected("a list", option, n)
		return nil, false
	}
	return n.Items, true
}

// strings reads a list of strings. What a table of Lua has beside its items is passed
// over, as luacheck does.
func (d *decoder) strings(option string, n *tree.Node) *List[string] {
	items, ok := d.items(option, n)
	if !ok {
		return nil
	}
	list := &List[string]{Origin: d.origin(n)}
	for _, item := range items {
		if text, ok := d.text("an item of "+option, item); ok {
			list.Items = append(list.Items, Setting[string]{text, d.origin(item)})
		}
	}
	return list
}

// listOf reads a list of strings, of which each is made into something.
func listOf[T any](d *decoder, option string, n *tree.Node, make func(string) (T, error)) *List[T] {
	texts := d.strings(option, n)
	if texts == nil {
		return nil
	}
	list := &List[T]{Origin: texts.Origin}
	for _, text := range texts.Items {
		value, err := make(text.Value)
		if err != nil {
			d.problems = append(d.problems, &Problem{File: text.Name, Line: text.Line, Message: err.Error()})
			continue
		}
		list.Items = append(list.Items, Setting[T]{value, text.Origin})
	}
	return list
}

func (d *decoder) patterns(option string, n *tree.Node) *List[Pattern] {
	return listOf(d, option, n, func(text string) (Pattern, error) {
		if d.json && checks.IsCode(text) { // in settings of our own no code is taken for a variable
			return ofCode(text), nil
		}
		return ParsePattern(text)
	})
}

// namePatterns reads patterns of Lua.
func (d *decoder) namePatterns(option string, n *tree.Node) *List[string] {
	return listOf(d, option, n, func(text string) (string, error) {
		if _, err := luapattern.Compile(text); err != nil {
			return "", fmt.Errorf("the pattern %q: %w", text, err)
		}
		return text, nil
	})
}

// definitions reads a table of globals: names in a list, or names with what is known of
// them.
func (d *decoder) definitions(option string, n *tree.Node) *List[std.Definition] {
	if n.Kind != tree.Table {
		d.expected("a list of names, or a table", option, n)
		return nil
	}
	list := &List[std.Definition]{Origin: d.origin(n)}
	for _, item := range n.Items {
		if name, ok := d.text("a name in "+option, item); ok {
			list.Items = append(list.Items, Setting[std.Definition]{std.Definition{Name: name, Listed: true}, d.origin(item)})
		}
	}
	for _, field := range n.Fields {
		if def, ok := d.definition(option+"."+field.Name, field); ok {
			list.Items = append(list.Items, Setting[std.Definition]{def, d.origin(field.Value)})
		}
	}
	return list
}

// definition reads what is known of a name: read_only, other_fields, fields.
func (d *decoder) definition(option string, field tree.Field) (std.Definition, bool) {
	def := std.Definition{Name: field.Name}
	if field.Value.Kind != tree.Table {
		d.expected("a table with fields, read_only, other_fields", option, field.Value)
		return def, false
	}
	for _, f := range field.Value.Fields {
		switch f.Name {
		case "read_only", "readOnly":
			def.ReadOnly = d.optionalFlag(option+"."+f.Name, f.Value)
		case "other_fields", "otherFields":
			def.OtherFields = d.optionalFlag(option+"."+f.Name, f.Value)
		case "fields":
			if fields := d.definitions(option+".fields", f.Value); fields != nil {
				def.Fields = values(fields)
			}
		}
	}
	return def, true
}

func (d *decoder) optionalFlag(option string, n *tree.Node) *bool {
	if value, ok := d.flag(option, n); ok {
		return &value
	}
	return nil
}

// values returns a list without the origins.
func values[T any](list *List[T]) []T {
	if list == nil {
		return nil
	}
	plain := make([]T, len(list.Items))
	for i, item := range list.Items {
		plain[i] = item.Value
	}
	return plain
}

// standard reads a table of a standard: globals, read_globals.
func (d *decoder) standard(option string, n *tree.Node) (*std.Standard, bool) {
	if n.Kind != tree.Table {
		d.expected("a table with globals and read_globals", option, n)
		return nil, false
	}
	s := &std.Standard{}
	for _, f := range n.Fields {
		switch f.Name {
		case "globals":
			s.Globals = values(d.definitions(option+".globals", f.Value))
		case "read_globals", "readGlobals":
			s.ReadGlobals = values(d.definitions(option+"."+f.Name, f.Value))
		}
	}
	return s, true
}

// choice reads the choice of a standard.
func (d *decoder) choice(option string, n *tree.Node) *Setting[Standard] {
	switch n.Kind {
	case tree.String:
		return &Setting[Standard]{ParseStandard(n.Text), d.origin(n)}
	case tree.Table:
		if table, ok := d.standard(option, n); ok {
			return &Setting[Standard]{Standard{Table: table}, d.origin(n)}
		}
		return nil
	}
	d.expected("a string or a table", option, n)
	return nil
}

// ParseStandard reads a choice by names: `lua51+busted`, or `+busted` to add to what is
// chosen elsewhere. Whether there are such names the Stack says.
func ParseStandard(text string) Standard {
	parts := strings.Split(text, "+")
	var s Standard
	if strings.TrimSpace(parts[0]) == "" {
		s.Adds = true
		parts = parts[1:]
	}
	for _, part := range parts {
		s.Names = append(s.Names, strings.TrimSpace(part))
	}
	return s
}

// setLevel notes the level of what a word names: a code of ours, or those that answer
// to one of luacheck's.
func (d *decoder) setLevel(l *Layer, word string, level Level, n *tree.Node) {
	codes := checks.FromLuacheck(word)
	if checks.IsCode(word) {
		codes = []string{word}
	}
	if len(codes) == 0 {
		d.fail(n, "%s", notKnown("there is no code", word, checks.Codes()))
	}
	for _, code := range codes {
		l.Levels = append(l.Levels, Setting[CodeLevel]{CodeLevel{code, level}, d.origin(n)})
	}
}
