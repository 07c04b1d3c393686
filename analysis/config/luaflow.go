package config

import (
	_ "embed"
	"maps"
	"path/filepath"
	"slices"

	"luaflow/analysis/config/tree"
	"luaflow/compile/syntax"
)

// This file says what the options of .luaflow.json mean. schema.json says the same for
// editors.

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema of .luaflow.json.
func Schema() []byte { return schema }

// option reads an option of .luaflow.json.
type option func(d *decoder, l *Layer, name string, n *tree.Node)

// pathOptions is the options that may be set for a path.
var pathOptions = map[string]option{
	"dialect": func(d *decoder, l *Layer, name string, n *tree.Node) {
		if text, ok := d.text(name, n); ok {
			dialect, symbols, err := parseDialect(text)
			if err != nil {
				d.fail(n, "%s", err)
				return
			}
			l.Dialect, l.Spoken = &Setting[syntax.Dialect]{dialect, d.origin(n)}, symbols
		}
	},
	"std":         option(rcOptions["std"]),
	"globals":     option(rcOptions["globals"]),
	"readGlobals": option(rcOptions["read_globals"]),
	"notGlobals":  option(rcOptions["not_globals"]),
	"ignore":      option(rcOptions["ignore"]),
	"enable":      option(rcOptions["enable"]),
	"only":        option(rcOptions["only"]),
	"symbols":     luarcSymbols,
	"severity":    luaflowSeverity,
	"assume":      luaflowAssume,

	"unused":            flagOption(Unused),
	"unusedArgs":        flagOption(UnusedArgs),
	"unusedSecondaries": flagOption(UnusedSecondaries),
	"self":              flagOption(Self),
	"redefined":         flagOption(Redefined),
	"allowDefined":      flagOption(AllowDefined),
	"allowDefinedTop":   flagOption(AllowDefinedTop),
	"module":            flagOption(Module),
	"generated":         flagOption(Generated),
}

// topOptions is the options that hold for all files or for none.
var topOptions = map[string]option{
	"$schema":     func(*decoder, *Layer, string, *tree.Node) {},
	"stds":        option(rcTop["stds"]),
	"exclude":     option(rcTop["exclude_files"]),
	"include":     option(rcTop["include_files"]),
	"roots":       func(d *decoder, l *Layer, name string, n *tree.Node) { l.Roots = d.strings(name, n) },
	"packagePath": func(d *decoder, l *Layer, name string, n *tree.Node) { l.PackagePath = d.strings(name, n) },
	"gitignore":   flagOption(GitIgnore),
	"files":       luaflowFiles,
}

// topOnly is the options that have a meaning at the top only.
var topOnly = []string{"stds", "exclude", "include", "roots", "packagePath", "gitignore", "files"}

// flagOption returns the option that sets a flag.
func flagOption(f Flag) option {
	return func(d *decoder, l *Layer, name string, n *tree.Node) {
		if value, ok := d.flag(name, n); ok {
			l.setFlag(f, value, d.origin(n))
		}
	}
}

// assumptions is what may be assumed of a program, by its name.
var assumptions = map[string]Flag{"noDebugAccess": NoDebugAccess}

func luaflowAssume(d *decoder, l *Layer, name string, n *tree.Node) {
	if !d.isObject(name, n) {
		return
	}
	for _, f := range n.Fields {
		flag, ok := assumptions[f.Name]
		if !ok {
			d.fail(f.Value, "%s", notKnown("there is no assumption", f.Name, slices.Sorted(maps.Keys(assumptions))))
			continue
		}
		flagOption(flag)(d, l, name+"."+f.Name, f.Value)
	}
}

// isObject reports whether a value is an object of JSON, and notes a problem if not.
func (d *decoder) isObject(name string, n *tree.Node) bool {
	if n.Kind != tree.Table || len(n.Items) > 0 {
		d.expected("an object in braces", name, n)
		return false
	}
	return true
}

func luaflowSeverity(d *decoder, l *Layer, name string, n *tree.Node) {
	if !d.isObject(name, n) {
		return
	}
	levels := []string{string(Error), string(Warning), string(Hint), string(Off)}
	for _, f := range n.Fields {
		if level, ok := d.word(name+"."+f.Name, f.Value, levels); ok {
			d.setLevel(l, f.Name, Level(level), f.Value)
		}
	}
}

func luaflowFiles(d *decoder, l *Layer, name string, n *tree.Node) {
	if !d.isObject(name, n) {
		return
	}
	for _, f := range n.Fields {
		o := Override{Glob: f.Name, Layer: Layer{From: d.origin(f.Value)}}
		if d.isObject(name+"."+f.Name, f.Value) {
			d.luaflow(&o.Layer, f.Value, nil)
			l.Files = append(l.Files, o)
		}
	}
}

// decodeLuaflow reads a .luaflow.json, or an editor's settings of the same form.
func decodeLuaflow(file, folder string, root *tree.Node) (*Layer, []*Problem) {
	d := decoder{file: file, json: true}
	l := &Layer{From: Origin{Name: file}, Folder: folder}
	if d.isObject(filepath.Base(file), root) {
		d.luaflow(l, root, topOptions)
	}
	return l, d.problems
}

// luaflow reads an object of options; top is those that may stand here besides.
func (d *decoder) luaflow(l *Layer, n *tree.Node, top map[string]option) {
	for _, f := range n.Fields {
		read := pathOptions[f.Name]
		if read == nil {
			read = top[f.Name]
		}
		switch {
		case read == nil && slices.Contains(topOnly, f.Name):
			d.fail(f.Value, "%q cannot be set for a path, but at the top only", f.Name)
		case read == nil:
			d.fail(&tree.Node{Line: f.Line}, "%s", notKnown("there is no option", f.Name, optionNames(top)))
		case f.Value.Kind != tree.Null:
			read(d, l, f.Name, f.Value)
		}
	}
}

// optionNames returns the names of options that may stand in a place, in alphabetical order.
func optionNames(top map[string]option) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(pathOptions)), maps.Keys(top))
	slices.Sort(names)
	return names
}

// ParseSettings reads settings in the form of .luaflow.json, as an editor, a command line
// or a test gives them. Problems name the source; its lines are nothing that people see.
// Paths start at the folder.
func ParseSettings(source, folder string, text []byte) (*Layer, []*Problem) {
	return parse(source, folder, text, lineless(decodeLuaflow))
}

// ParseLuacheckOptions reads options in the words of .luacheckrc that JSON gives, as flags
// do.
func ParseLuacheckOptions(source, folder string, text []byte) (*Layer, []*Problem) {
	return parse(source, folder, text, lineless(decodeLuacheckrc))
}

type decode func(file, folder string, root *tree.Node) (*Layer, []*Problem)

func lineless(d decode) decode {
	return func(file, folder string, root *tree.Node) (*Layer, []*Problem) {
		root.DropLines()
		return d(file, folder, root)
	}
}

func parse(source, folder string, text []byte, decode decode) (*Layer, []*Problem) {
	root, problem := tree.ParseJSON(source, text)
	if problem != nil {
		return &Layer{From: Origin{Name: source}, Folder: folder}, []*Problem{problem}
	}
	return decode(source, folder, root)
}
