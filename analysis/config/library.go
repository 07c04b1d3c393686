package config

import (
	"os"
	"path/filepath"
	"strings"

	"luaflow/analysis/config/tree"
)

// This file says where the libraries of .luarc.json are.

// thirdParty is the libraries that lua-language-server brings: the standards of ours that
// have their globals, "" for those without any.
var thirdParty = map[string]string{
	"busted": "busted", "lfs": "", "love2d": "love", "luassert": "busted", "luv": "", "OpenResty": "ngx_lua",
}

// luarcLibrary: files and folders in a list, or as the names of fields that are true. One
// that is not here may define any global.
func luarcLibrary(d *decoder, l *Layer, name string, n *tree.Node) {
	if n.Kind != tree.Table {
		d.expected("a list of folders", name, n)
		return
	}
	l.Libraries = &List[string]{Origin: d.origin(n)}
	for _, item := range n.Items {
		if path, ok := d.text("an item of "+name, item); ok {
			l.addLibrary(path, d.origin(item))
		}
	}
	for _, f := range n.Fields {
		if f.Value.Kind == tree.Bool && f.Value.Bool {
			l.addLibrary(f.Name, d.origin(f.Value))
		}
	}
}

func (l *Layer) addLibrary(path string, from Origin) {
	if rest, ok := strings.CutPrefix(path, "${3rd}/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		switch standard, known := thirdParty[name]; {
		case !known:
			l.UnknownLibraries = true
		case standard != "":
			l.LibraryStds = append(l.LibraryStds, standard)
		}
		return
	}
	path, ok := libraryPath(path, l.Folder)
	if _, err := os.Stat(path); !ok || err != nil {
		l.UnknownLibraries = true
		return
	}
	l.Libraries.Items = append(l.Libraries.Items, Setting[string]{path, from})
}

// libraryPath returns the path of a library without what stands for other things in it; not ok if
// that is not known.
func libraryPath(path, folder string) (string, bool) {
	known := true
	path = os.Expand(path, func(name string) string {
		switch name {
		case "workspaceFolder", "workspaceRoot":
			return folder
		}
		value := os.Getenv(strings.TrimPrefix(name, "env:"))
		known = known && value != ""
		return value
	})
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		path, known = filepath.Join(home, rest), known && err == nil
	}
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		path = filepath.Join(filepath.FromSlash(folder), path)
	}
	return filepath.Clean(path), known
}
