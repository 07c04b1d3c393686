package mcp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
)

// roots is the folders that files may be read in, absolute. Names of files are paths from the first one, or absolute
// if they are in another.
type roots []string

// Folders returns folders that somebody has named, absolute, each once. The error names one that there is not.
func Folders(folders []string) (r []string, err error) {
	for _, folder := range folders {
		abs, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(abs)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %s", folder, rootfs.Reason(err))
		case !info.IsDir():
			return nil, fmt.Errorf("%s: not a folder", folder)
		case !slices.Contains(r, abs):
			r = append(r, abs)
		}
	}
	return r, nil
}

var errOutside = errors.New("outside of the folders that the server was started with")

// find returns the file or folder at a path, which is absolute or begins in one of the roots: in the first one
// in which there is such.
func (r roots) find(path string) (found project.File, isFolder bool, err error) {
	err = errOutside
	for _, root := range r {
		inside := filepath.Clean(path)
		if filepath.IsAbs(inside) {
			var isBelow bool
			if inside, isBelow = below(root, inside); !isBelow {
				continue
			}
		}
		info, failure := stat(root, inside)
		if failure == nil {
			found, isFolder = fileIn(root, inside, info)
			return found, isFolder, nil
		}
		err = failure
	}
	return project.File{}, false, fmt.Errorf("%s: %s", path, rootfs.Reason(err))
}

// below returns the path from a root to a path below it, however the root is spelled.
func below(root, path string) (inside string, ok bool) {
	if inside, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(inside) {
		return inside, true
	}
	place, err := project.PlaceOf(root)
	if err != nil {
		return "", false
	}
	inside, err = filepath.Rel(place, path)
	return inside, err == nil && filepath.IsLocal(inside)
}

// stat returns what a path in a folder leads to, if that is inside.
func stat(root, inside string) (fs.FileInfo, error) {
	if !filepath.IsLocal(inside) {
		return nil, errOutside
	}
	folder, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return folder.Stat(inside)
}

// fileIn returns a file or folder in a root.
func fileIn(root, inside string, info fs.FileInfo) (f project.File, isFolder bool) {
	f = project.File{Path: filepath.Join(root, inside), Root: root, Inside: inside}
	if info.IsDir() {
		return f, true
	}
	return f.With(info), false
}

// inside returns the absolute path that a path names in one of the roots, whether or not something is there.
func (r roots) inside(path string) (string, error) {
	if !filepath.IsAbs(path) && filepath.IsLocal(path) {
		return filepath.Join(r[0], path), nil
	}
	for _, root := range r {
		if inside, ok := below(root, filepath.Clean(path)); ok && filepath.IsAbs(path) {
			return filepath.Join(root, inside), nil
		}
	}
	return "", fmt.Errorf("%s: %w", path, errOutside)
}

// name returns what a file at an absolute path is called in answers.
func (r roots) name(path string) string {
	if inside, err := filepath.Rel(r[0], path); err == nil && filepath.IsLocal(inside) {
		return filepath.ToSlash(inside)
	}
	return path
}

// path returns the absolute path of a file by its name.
func (r roots) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(r[0], filepath.FromSlash(name))
}

// top returns the outermost root that an absolute path is below, and the path from there, with slashes; ok is false if there is none.
func (r roots) top(path string) (root, inside string, ok bool) {
	for _, folder := range r {
		if rest, isBelow := below(folder, path); isBelow && (!ok || len(rest) > len(inside)) {
			root, inside, ok = folder, rest, true
		}
	}
	return root, filepath.ToSlash(inside), ok
}
