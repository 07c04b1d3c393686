package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/config/std"
)

// This file lists what holds for a file, for people.

// Line is a setting in words.
type Line struct {
	// Key is the option's name, and Value what it is set to, as `luaflow config` prints them.
	Key, Value string
	Origin
}

// Lines returns all settings and where they come from: first what has one value, then levels
// and rules in the order in which they are asked, then what adds up, the weakest first.
func (c *Config) Lines() []Line {
	lines := []Line{
		{"dialect", DialectName(c.Dialect.Value), c.Dialect.Origin},
		{"std", c.Std.Value, c.Std.Origin},
	}
	for _, f := range flags {
		value := c.Flag(f.flag)
		lines = append(lines, Line{string(f.flag), fmt.Sprint(value.Value), value.Origin})
	}
	for _, l := range limits {
		value := c.Limit(l.limit)
		text := fmt.Sprint(value.Value)
		if value.Value == NoLimit {
			text = "false"
		}
		lines = append(lines, Line{string(l.limit), text, value.Origin})
	}
	for _, code := range slices.Sorted(maps.Keys(c.levels)) {
		lines = append(lines, Line{"severity " + code, string(c.levels[code].Value), c.levels[code].Origin})
	}
	lines = append(lines, c.ruleLines()...)
	for _, l := range c.layers {
		lines = append(lines, l.lines()...)
	}
	return lines
}

// ruleLines returns the rules but for those that switches stand for.
func (c *Config) ruleLines() (lines []Line) {
	for i := len(c.layers) - 1; i >= 0; i-- {
		l := c.layers[i]
		lines = append(lines, listLines("ignore", l.Ignore)...)
		lines = append(lines, listLines("only", l.Only)...)
		lines = append(lines, listLines("enable", l.Enable)...)
	}
	return lines
}

// lines returns what a layer adds.
func (l *Layer) lines() (lines []Line) {
	for _, name := range slices.Sorted(maps.Keys(l.Stds)) {
		lines = append(lines, Line{"stds " + name, standardText(l.Stds[name].Value), l.Stds[name].Origin})
	}
	if l.Std != nil && l.Std.Value.Table != nil {
		lines = append(lines, Line{"std {…}", standardText(l.Std.Value.Table), l.Std.Origin})
	}
	lines = append(lines, definitionLines("new_globals", l.NewGlobals)...)
	lines = append(lines, definitionLines("globals", l.Globals)...)
	lines = append(lines, definitionLines("new_read_globals", l.NewReadGlobals)...)
	lines = append(lines, definitionLines("read_globals", l.ReadGlobals)...)
	lines = append(lines, listLines("not_globals", l.NotGlobals)...)
	lines = append(lines, listLines("global_patterns", l.GlobalPatterns)...)
	for _, symbol := range l.Spoken {
		lines = append(lines, Line{"symbols", symbol, l.Dialect.Origin})
	}
	lines = append(lines, listLines("symbols", l.Symbols)...)
	lines = append(lines, listLines("exclude", l.Exclude)...)
	lines = append(lines, listLines("include", l.Include)...)
	lines = append(lines, listLines("roots", l.Roots)...)
	lines = append(lines, listLines("package_path", l.PackagePath)...)
	for _, name := range l.Ignored {
		lines = append(lines, Line{"without effect", name.Value, name.Origin})
	}
	return lines
}

// listLines puts the items of a list that come from the same place into one line.
func listLines[T any](key string, list *List[T]) (lines []Line) {
	if list == nil {
		return nil
	}
	if len(list.Items) == 0 {
		return []Line{{key, "nothing", list.Origin}}
	}
	for _, item := range list.Items {
		last := len(lines) - 1
		if last >= 0 && lines[last].Origin == item.Origin {
			lines[last].Value += ", " + fmt.Sprint(item.Value)
			continue
		}
		lines = append(lines, Line{key, fmt.Sprint(item.Value), item.Origin})
	}
	return lines
}

func definitionLines(key string, list *List[std.Definition]) []Line {
	if list == nil {
		return nil
	}
	texts := &List[string]{Origin: list.Origin}
	for _, item := range list.Items {
		texts.Items = append(texts.Items, Setting[string]{definitionText(item.Value), item.Origin})
	}
	return listLines(key, texts)
}

// definitionText returns a name and what is known of its fields: name{a, b, …}.
func definitionText(d std.Definition) string {
	var fields []string
	for _, f := range d.Fields {
		fields = append(fields, definitionText(f))
	}
	if d.OtherFields != nil && *d.OtherFields {
		fields = append(fields, "…")
	}
	text := d.Name
	if len(fields) > 0 {
		text += "{" + strings.Join(fields, ", ") + "}"
	}
	switch {
	case d.ReadOnly == nil:
	case *d.ReadOnly:
		text += " read-only"
	default:
		text += " writable"
	}
	return text
}

// standardText returns how many globals a standard has.
func standardText(s *std.Standard) string {
	return fmt.Sprintf("%d globals, %d read-only globals", len(s.Globals), len(s.ReadGlobals))
}
