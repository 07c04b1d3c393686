package config

import (
	"path/filepath"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config/tree"
	"luaflow/compile/syntax"
)

// This file says what the options of .luarc.json mean, the configuration of the Lua
// language server (LuaLS). They may be nested or written with dots, with or without
// `Lua.` before them.

// luarcOptions is the options that luaflow has a use for.
var luarcOptions = map[string]func(d *decoder, l *Layer, name string, n *tree.Node){
	"runtime.version":           luarcVersion,
	"runtime.nonstandardSymbol": luarcSymbols,
	"runtime.builtin":           luarcBuiltin,
	"runtime.path": func(d *decoder, l *Layer, name string, n *tree.Node) {
		l.PackagePath = d.strings(name, n)
	},
	"diagnostics.enable": luarcEnable,
	"diagnostics.globals": func(d *decoder, l *Layer, name string, n *tree.Node) {
		l.Globals = d.definitions(name, n)
	},
	"diagnostics.globalsRegex": func(d *decoder, l *Layer, name string, n *tree.Node) {
		l.GlobalPatterns = d.namePatterns(name, n)
	},
	"diagnostics.disable":            luarcDisable,
	"diagnostics.severity":           luarcSeverity,
	"diagnostics.groupSeverity":      luarcGroupSeverity,
	"diagnostics.neededFileStatus":   luarcFileStatus,
	"diagnostics.groupFileStatus":    luarcGroupFileStatus,
	"diagnostics.unusedLocalExclude": luarcExclude,
	"workspace.ignoreDir":            luarcIgnoreDir,
	"workspace.library":              luarcLibrary,
	"workspace.useGitIgnore": func(d *decoder, l *Layer, name string, n *tree.Node) {
		if value, ok := d.flag(name, n); ok {
			l.setFlag(GitIgnore, value, d.origin(n))
		}
	},
}

// luarcOrder is the options that are read before others, so that the special wins over
// the general whichever stands first.
var luarcOrder = []string{
	"diagnostics.enable", "diagnostics.groupFileStatus", "diagnostics.groupSeverity",
	"diagnostics.neededFileStatus", "diagnostics.severity", "diagnostics.disable",
}

// luarcOption is an option as it is found in a file.
type luarcOption struct {
	name  string
	value *tree.Node
}

// decodeLuarc reads a .luarc.json, or the part of an editor's settings that has the
// same form.
func decodeLuarc(file, folder string, root *tree.Node) (*Layer, []*Problem) {
	d := decoder{file: file, json: true}
	l := &Layer{From: Origin{Name: file}, Folder: folder, Server: true}
	if root.Kind != tree.Table || len(root.Items) > 0 {
		d.expected("an object in braces", filepath.Base(file), root)
		return l, d.problems
	}
	options := luarcFlat("", root)
	slices.SortStableFunc(options, func(a, b luarcOption) int {
		return slices.Index(luarcOrder, a.name) - slices.Index(luarcOrder, b.name)
	})
	for _, o := range options {
		if read := luarcOptions[o.name]; read != nil {
			read(&d, l, o.name, o.value)
		} else if o.name != "$schema" {
			rcUnused(&d, l, o.name, o.value)
		}
	}
	return l, d.problems
}

// luarcFlat returns all options with their names in dots. What is no option and has fields
// is opened.
func luarcFlat(prefix string, n *tree.Node) (options []luarcOption) {
	for _, f := range n.Fields {
		name := strings.TrimPrefix(prefix+f.Name, "Lua.")
		switch {
		case f.Value.Kind == tree.Null:
		case luarcOptions[name] == nil && f.Value.Kind == tree.Table && len(f.Value.Items) == 0:
			if name == "Lua" {
				name = ""
			} else {
				name += "."
			}
			options = append(options, luarcFlat(name, f.Value)...)
		default:
			options = append(options, luarcOption{name, f.Value})
		}
	}
	return options
}

var luarcVersions = map[string]syntax.Dialect{
	"Lua 5.1": syntax.Lua51, "Lua 5.2": syntax.Lua52, "Lua 5.3": syntax.Lua53,
	"Lua 5.4": syntax.Lua54, "Lua 5.5": syntax.Lua55, "LuaJIT": syntax.LuaJIT,
}

func luarcVersion(d *decoder, l *Layer, name string, n *tree.Node) {
	known := []string{"Lua 5.1", "Lua 5.2", "Lua 5.3", "Lua 5.4", "Lua 5.5", "LuaJIT"}
	if version, ok := d.word(name, n, known); ok {
		l.Dialect = &Setting[syntax.Dialect]{luarcVersions[version], d.origin(n)}
	}
}

// Symbols returns the syntax beyond Lua's that can be allowed.
func Symbols() []string {
	return []string{
		"//", "/**/", "`", "+=", "-=", "*=", "/=", "%=", "^=", "//=", "|=", "&=", "~=", "<<=", ">>=", "..=",
		"||", "&&", "!", "!=", "continue", "|lambda|",
	}
}

func luarcSymbols(d *decoder, l *Layer, name string, n *tree.Node) {
	list := d.strings(name, n)
	if list == nil {
		return
	}
	known := &List[string]{Origin: list.Origin}
	for i, symbol := range list.Items {
		if _, ok := d.word(name, n.Items[i], Symbols()); ok {
			known.Items = append(known.Items, symbol)
		}
	}
	l.Symbols = known
}

// luarcBuiltin: libraries that a host does not have.
func luarcBuiltin(d *decoder, l *Layer, name string, n *tree.Node) {
	luarcEach(d, name, n, []string{"default", "enable", "disable"}, func(library, word string, n *tree.Node) {
		if word != "disable" || library == "basic" || library == "builtin" {
			return
		}
		if l.NotGlobals == nil {
			l.NotGlobals = &List[string]{Origin: d.origin(n)}
		}
		l.NotGlobals.Items = append(l.NotGlobals.Items, Setting[string]{library, d.origin(n)})
	})
}

// luarcEnable: where LuaLS is to report nothing, luaflow reports errors.
func luarcEnable(d *decoder, l *Layer, name string, n *tree.Node) {
	if value, ok := d.flag(name, n); ok && !value {
		for _, c := range checks.All {
			if c.Severity != analysis.Error {
				d.setLevel(l, c.Code, Off, n)
			}
		}
	}
}

func luarcDisable(d *decoder, l *Layer, name string, n *tree.Node) {
	list := d.strings(name, n)
	if list == nil {
		return
	}
	for _, diagnostic := range list.Items {
		d.disableLuaLS(l, diagnostic)
	}
}

// disableLuaLS turns off what a diagnostic of LuaLS is called by, a part of a code by a
// rule.
func (d *decoder) disableLuaLS(l *Layer, diagnostic Setting[string]) {
	names, part := checks.FromLuaLS(diagnostic.Value)
	if checks.IsCode(diagnostic.Value) && len(names) == 0 {
		names = []string{diagnostic.Value} // an editor's quick fix writes our own codes
	}
	for _, code := range names {
		l.Levels = append(l.Levels, Setting[CodeLevel]{CodeLevel{code, Off}, diagnostic.Origin})
	}
	if part != "" {
		l.ignore(mustParse(part), diagnostic.Origin)
	}
}

func (l *Layer) ignore(p Pattern, from Origin) {
	if l.Ignore == nil {
		l.Ignore = &List[Pattern]{Origin: from}
	}
	l.Ignore.Items = append(l.Ignore.Items, Setting[Pattern]{p, from})
}

// luarcLevels is how LuaLS writes levels. An exclamation mark after one overrides a
// group's, which the special does here in any case.
var luarcLevels = map[string]Level{"Error": Error, "Warning": Warning, "Information": Hint, "Hint": Hint}

// luarcStatuses is how LuaLS writes when files are looked at.
var luarcStatuses = map[string]bool{"Any": true, "Opened": true, "None": false}

// luarcEach calls do for each of the diagnostics, or groups of them, that a table has a
// word for.
func luarcEach(d *decoder, name string, n *tree.Node, known []string, do func(diagnostic, word string, n *tree.Node)) {
	if n.Kind != tree.Table || len(n.Items) > 0 {
		d.expected("an object in braces", name, n)
		return
	}
	for _, f := range n.Fields {
		bare := *f.Value
		bare.Text = strings.TrimSuffix(bare.Text, "!")
		if word, ok := d.word(name+"."+f.Name, &bare, known); ok && word != "Fallback" {
			do(f.Name, word, f.Value)
		}
	}
}

func luarcSeverity(d *decoder, l *Layer, name string, n *tree.Node) {
	known := []string{"Error", "Warning", "Information", "Hint"}
	luarcEach(d, name, n, known, func(diagnostic, word string, n *tree.Node) {
		d.levelLuaLS(l, diagnostic, luarcLevels[word], n)
	})
}

func luarcGroupSeverity(d *decoder, l *Layer, name string, n *tree.Node) {
	known := []string{"Error", "Warning", "Information", "Hint", "Fallback"}
	luarcEach(d, name, n, known, func(group, word string, n *tree.Node) {
		for _, diagnostic := range checks.InGroup(group) {
			d.levelLuaLS(l, diagnostic, luarcLevels[word], n)
		}
	})
}

// levelLuaLS sets the level of what a diagnostic is called by. A part of a code has no
// level of its own.
func (d *decoder) levelLuaLS(l *Layer, diagnostic string, level Level, n *tree.Node) {
	names, _ := checks.FromLuaLS(diagnostic)
	for _, code := range names {
		d.setLevel(l, code, level, n)
	}
}

func luarcFileStatus(d *decoder, l *Layer, name string, n *tree.Node) {
	luarcEach(d, name, n, []string{"Any", "Opened", "None"}, func(diagnostic, word string, n *tree.Node) {
		d.statusLuaLS(l, diagnostic, luarcStatuses[word], n)
	})
}

func luarcGroupFileStatus(d *decoder, l *Layer, name string, n *tree.Node) {
	luarcEach(d, name, n, []string{"Any", "Opened", "None", "Fallback"}, func(group, word string, n *tree.Node) {
		for _, diagnostic := range checks.InGroup(group) {
			d.statusLuaLS(l, diagnostic, luarcStatuses[word], n)
		}
	})
}

// statusLuaLS turns a diagnostic off, or on if it is off by default.
func (d *decoder) statusLuaLS(l *Layer, diagnostic string, on bool, n *tree.Node) {
	if !on {
		d.disableLuaLS(l, Setting[string]{diagnostic, d.origin(n)})
		return
	}
	names, _ := checks.FromLuaLS(diagnostic)
	for _, code := range names {
		if l.Enable == nil {
			l.Enable = &List[Pattern]{Origin: d.origin(n)}
		}
		l.Enable.Items = append(l.Enable.Items, Setting[Pattern]{ofCode(code), d.origin(n)})
	}
}

// luarcExclude: names of local variables, with stars.
func luarcExclude(d *decoder, l *Layer, name string, n *tree.Node) {
	list := d.strings(name, n)
	if list == nil {
		return
	}
	for _, glob := range list.Items {
		l.ignore(mustParse("2[13]/"+starred(glob.Value)), glob.Origin)
	}
}

// starred returns a pattern of Lua for a name with stars.
func starred(glob string) string {
	var b strings.Builder
	for i := range len(glob) {
		switch c := glob[i]; {
		case c == '*':
			b.WriteString(".*")
		case c < 0x80 && !isNameLetter(rune(c)) && (c < '0' || c > '9'):
			b.WriteByte('%')
			fallthrough
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// luarcIgnoreDir: folders as git ignores them. One without a slash is at any depth;
// an exception from what is ignored has no counterpart.
func luarcIgnoreDir(d *decoder, l *Layer, name string, n *tree.Node) {
	list := d.strings(name, n)
	if list == nil {
		return
	}
	globs := &List[string]{Origin: list.Origin}
	for i, dir := range list.Items {
		path := strings.TrimSuffix(dir.Value, "/")
		switch {
		case strings.HasPrefix(path, "!"):
			rcUnused(d, l, name+" "+path, n.Items[i])
			continue
		case path == "":
			continue
		case strings.HasPrefix(path, "/"):
			path = strings.TrimLeft(path, "/")
		case !strings.Contains(path, "/"):
			path = "**/" + path
		}
		globs.Items = append(globs.Items, Setting[string]{path, dir.Origin})
	}
	l.Exclude = globs
}
