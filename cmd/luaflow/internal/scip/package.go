package scip

import (
	"path/filepath"
	"strings"
)

// What a package is called, and the strings that stand for what is in it, by the grammar in scip.proto.

// Package is what the program is published as. The zero Package is not known.
type Package struct {
	Name    string // "" if it is not known
	Version string // that of the program and that of its rockspec, "1.2-1"; "" if it is not known
}

// packageIn returns the package of the one rockspec in a folder, by its name NAME-VERSION-REVISION.rockspec; the zero Package if there is none,
// or several.
func packageIn(folder string) Package {
	found, _ := filepath.Glob(filepath.Join(escapeGlob(folder), "*.rockspec"))
	if len(found) != 1 {
		return Package{}
	}
	parts := strings.Split(strings.TrimSuffix(filepath.Base(found[0]), ".rockspec"), "-")
	if n := len(parts); n >= 3 {
		return Package{strings.Join(parts[:n-2], "-"), strings.Join(parts[n-2:], "-")}
	}
	return Package{}
}

// escapeGlob returns the pattern that matches a path alone.
func escapeGlob(path string) string {
	if filepath.Separator == '\\' {
		return path // which knows no escapes there
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// scheme begins all symbols that are not local.
const scheme = "luaflow lua "

// prefix begins the symbols of a package.
func (p Package) prefix() string {
	return scheme + padded(p.Name) + " " + padded(p.Version) + " "
}

// padded returns a part of the name of a package. A space at its end would be read as one between two parts.
func padded(part string) string {
	if part = strings.TrimSpace(clean(part)); part == "" {
		return "."
	}
	return strings.ReplaceAll(part, " ", "  ")
}

// outside returns the symbol of a module that no file of the program answers to.
func outside(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '/' })
	if len(parts) == 0 {
		parts = []string{name}
	}
	return Package{Name: parts[0]}.prefix() + namespaces(parts)
}

func namespaces(parts []string) string {
	var all strings.Builder
	for _, part := range parts {
		if part != "" {
			all.WriteString(identifier(part) + "/")
		}
	}
	return all.String()
}

// identifier returns a name as it stands in a symbol.
func identifier(name string) string {
	name = clean(name)
	if name == "" {
		name = " " // which no rule of the grammar lets be empty
	}
	if strings.ContainsFunc(name, func(r rune) bool { return !isSimple(r) }) {
		return "`" + strings.ReplaceAll(name, "`", "``") + "`"
	}
	return name
}

func isSimple(r rune) bool {
	return r == '_' || r == '+' || r == '-' || r == '$' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}

// clean returns a text that a string of Protocol Buffers can hold: Lua's may have any bytes.
func clean(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
