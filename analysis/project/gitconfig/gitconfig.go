// Package gitconfig finds out where git is told what to ignore, beside .gitignore: the
// folder that it keeps of a repository, and `core.excludesFile` (git-config(1)). It reads
// git's files itself and runs no program. What they include on conditions other than
// where the repository is (`gitdir:`) is not looked at.
//
// The user's files may name others anywhere. A repository comes from somebody else, an
// archive has a .git too: what its files name is read below its own folders alone.
package gitconfig

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"luaflow/analysis/config/rootfs"
)

// Repository names the folders, absolute, of a repository's files and of what git knows of
// them.
type Repository struct {
	Top    string // of the files
	Dir    string // of one working tree: `.git`, or what a file of that name names
	Common string // of all its working trees; Dir, unless that was added by `git worktree`
}

// Of returns the repository whose files are in a folder, absolute, that has a .git.
func Of(top string) Repository {
	r := Repository{Top: top, Dir: filepath.Join(top, ".git")}
	if line, ok := strings.CutPrefix(firstLine(r.Dir), "gitdir: "); ok { // a worktree, a submodule
		if dir := from(top, line); isGits(dir) {
			r.Dir = dir
		}
	}
	r.Common = r.Dir
	if line := firstLine(filepath.Join(r.Dir, "commondir")); line != "" {
		if dir := from(r.Dir, line); isGits(dir) {
			r.Common = dir
		}
	}
	return r
}

// isGits reports whether a folder is one that git keeps: it has a HEAD.
func isGits(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil && info.Mode().IsRegular()
}

// Exclude returns the path of the patterns that belong to the repository.
func (r Repository) Exclude() string { return filepath.Join(r.Common, "info", "exclude") }

var errOutside = errors.New("is not read: the repository names it, and it is outside of that")

// Read reads a file of the repository: a regular one below one of its folders, to which no
// link leads out of that. An error does not name the file.
func (r Repository) Read(path string) ([]byte, error) {
	for _, folder := range []string{r.Top, r.Common, r.Dir} {
		if inside, err := filepath.Rel(folder, path); err != nil || !filepath.IsLocal(inside) {
			continue
		}
		root, err := rootfs.Open(folder)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		return root.Read(path)
	}
	return nil, errOutside
}

// firstLine returns the first line of a small file, "" if it cannot be read.
func firstLine(path string) string {
	line, _, _ := strings.Cut(content(path), "\n")
	return strings.TrimSuffix(line, "\r")
}

// content returns what a file holds, "" if it cannot be read.
func content(path string) string {
	f, err := rootfs.Regular(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := rootfs.ReadAll(f, rootfs.MaxSize)
	if err != nil {
		return ""
	}
	return string(text)
}

// from returns a path that is absolute or starts in a folder.
func from(folder, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}
