package config

import (
	"maps"

	"luaflow/analysis/config/std"
	"luaflow/analysis/config/tree"
)

// This file says what the options of .luacheckrc mean. Those of one path are a part of
// those of the whole file.

// rcOption reads an option into a layer.
type rcOption func(d *decoder, l *Layer, name string, n *tree.Node)

// rcOptions is the options that may be set for a path.
var rcOptions = map[string]rcOption{
	"std":              func(d *decoder, l *Layer, name string, n *tree.Node) { l.Std = d.choice(name, n) },
	"globals":          func(d *decoder, l *Layer, name string, n *tree.Node) { l.Globals = d.definitions(name, n) },
	"read_globals":     func(d *decoder, l *Layer, name string, n *tree.Node) { l.ReadGlobals = d.definitions(name, n) },
	"new_globals":      func(d *decoder, l *Layer, name string, n *tree.Node) { l.NewGlobals = d.definitions(name, n) },
	"new_read_globals": func(d *decoder, l *Layer, name string, n *tree.Node) { l.NewReadGlobals = d.definitions(name, n) },
	"not_globals":      func(d *decoder, l *Layer, name string, n *tree.Node) { l.NotGlobals = d.strings(name, n) },
	"ignore":           func(d *decoder, l *Layer, name string, n *tree.Node) { l.Ignore = d.patterns(name, n) },
	"enable":           func(d *decoder, l *Layer, name string, n *tree.Node) { l.Enable = d.patterns(name, n) },
	"only":             func(d *decoder, l *Layer, name string, n *tree.Node) { l.Only = d.patterns(name, n) },
	"operators":        func(d *decoder, l *Layer, name string, n *tree.Node) { l.Symbols = d.strings(name, n) },

	"global": rcFlag, "unused": rcFlag, "redefined": rcFlag, "unused_args": rcFlag, "unused_secondaries": rcFlag,
	"self": rcFlag, "compat": rcFlag, "allow_defined": rcFlag, "allow_defined_top": rcFlag, "module": rcFlag,

	"max_line_length": rcLimit, "max_code_line_length": rcLimit, "max_string_line_length": rcLimit,
	"max_comment_line_length": rcLimit, "max_cyclomatic_complexity": rcLimit,
}

// rcTop is the options that hold for all files or for none.
var rcTop = map[string]rcOption{
	"exclude_files": func(d *decoder, l *Layer, name string, n *tree.Node) { l.Exclude = d.strings(name, n) },
	"include_files": func(d *decoder, l *Layer, name string, n *tree.Node) { l.Include = d.strings(name, n) },
	"files":         rcFiles,
	"stds":          rcStds,
	"quiet":         rcQuiet,
	"color":         rcFlag, "codes": rcFlag, "ranges": rcFlag,
	"cache": rcUnused, "jobs": rcUnused, "formatter": rcFormatter,
}

func rcFlag(d *decoder, l *Layer, name string, n *tree.Node) {
	if value, ok := d.flag(name, n); ok {
		l.setFlag(Flag(name), value, d.origin(n))
	}
}

// maxLimit is more than any limit makes sense for.
const maxLimit = 1 << 30

func rcLimit(d *decoder, l *Layer, name string, n *tree.Node) {
	if value, ok := d.number(name, n, 0, maxLimit, true); ok {
		l.setLimit(Limit(name), value, d.origin(n))
	}
}

func rcQuiet(d *decoder, l *Layer, name string, n *tree.Node) {
	if value, ok := d.number(name, n, 0, 3, false); ok {
		l.setLimit(Quiet, value, d.origin(n))
	}
}

func rcUnused(d *decoder, l *Layer, name string, n *tree.Node) {
	l.Ignored = append(l.Ignored, Setting[string]{name, d.origin(n)})
}

// rcFormatter notes how luacheck is to print, which counts where luaflow does so.
func rcFormatter(d *decoder, l *Layer, name string, n *tree.Node) {
	switch n.Kind {
	case tree.String:
		l.Formatter = &Setting[string]{n.Text, d.origin(n)}
	case tree.Other: // luacheck calls it
		l.Formatter = &Setting[string]{"(a " + n.Text + ")", d.origin(n)}
	}
	rcUnused(d, l, name, n)
}

func rcStds(d *decoder, l *Layer, name string, n *tree.Node) {
	if n.Kind != tree.Table {
		d.expected("a table of standards", name, n)
		return
	}
	for _, f := range n.Fields {
		if s, ok := d.standard(name+"."+f.Name, f.Value); ok {
			if l.Stds == nil {
				l.Stds = map[string]Setting[*std.Standard]{}
			}
			l.Stds[f.Name] = Setting[*std.Standard]{s, d.origin(f.Value)}
		}
	}
}

func rcFiles(d *decoder, l *Layer, name string, n *tree.Node) {
	if n.Kind != tree.Table {
		d.expected("a table of options by path", name, n)
		return
	}
	for _, f := range n.Fields {
		o := Override{Glob: f.Name, Layer: Layer{From: d.origin(f.Value), Luacheck: true}}
		if f.Value.Kind != tree.Table {
			d.expected("a table of options", name+"."+f.Name, f.Value)
			continue
		}
		d.luacheckrc(&o.Layer, f.Value, rcOptions)
		l.Files = append(l.Files, o)
	}
}

// decodeLuacheckrc reads the options that a .luacheckrc has set.
func decodeLuacheckrc(file, folder string, options *tree.Node) (*Layer, []*Problem) {
	d := decoder{file: file}
	l := &Layer{From: Origin{Name: file}, Folder: folder}
	all := maps.Clone(rcOptions)
	maps.Copy(all, rcTop)
	d.luacheckrc(l, options, all)
	return l, d.problems
}

// luacheckrc reads a table of options. A name that is no option is a variable of the
// program, which luacheck has no words about either; one that is set to what options
// are set to is listed as unused.
func (d *decoder) luacheckrc(l *Layer, options *tree.Node, known map[string]rcOption) {
	for _, f := range options.Fields {
		option, ok := known[f.Name]
		switch {
		case f.Value.Kind == tree.Null:
		case ok:
			option(d, l, f.Name, f.Value)
		case f.Value.Kind != tree.Other:
			rcUnused(d, l, f.Name, f.Value)
		}
	}
}
