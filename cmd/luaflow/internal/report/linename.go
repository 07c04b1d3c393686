package report

import (
	"path/filepath"
	"strings"

	"luaflow/analysis/printable"
)

// LineName returns the name of a file for the beginning of a line: printable, and with no
// colon in front, as that and the colon after the name may begin a command of GitHub;
// ./ in front names the same file.
func LineName(name string) string {
	if strings.HasPrefix(strings.TrimSpace(name), ":") {
		name = "./" + name
	}
	return printable.Text(name)
}

// nameOf returns the other file of a related place as it is printed: from the current folder if it is below that.
func (r *File) nameOf(x *Related) string {
	return fromHere(filepath.Join(r.Top, filepath.FromSlash(x.Other)))
}

// fromHere returns a file's name relative to the current folder if it is below it, with
// slashes, so that two ways to name a file give the same.
func fromHere(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return filepath.ToSlash(name)
	}
	here, err := filepath.Abs(".")
	if err == nil {
		if rel, err := filepath.Rel(here, abs); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(abs)
}
