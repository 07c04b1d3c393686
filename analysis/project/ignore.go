package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project/gitconfig"
	"luaflow/analysis/project/gitignore"
)

// This file reads what git is told to ignore: .gitignore in each folder, the repository's
// info/exclude, and the user's own file (core.excludesFile). Outside a repository .gitignore
// counts from the current folder on.

const gitIgnore = ".gitignore"

// IgnoresLikeGit reports whether the configuration that holds in a folder, absolute, has
// what git ignores left out.
func IgnoresLikeGit(loader *config.Loader, folder string) bool {
	at := folder + string(os.PathSeparator) + "x.lua"
	return loader.For(at).For(at).Flag(config.GitIgnore).Value
}

// ignoresAbove returns what holds in a folder by what stands above it.
func (w *walker) ignoresAbove(folder string) (list *gitignore.List) {
	top, isRepository := topOf(folder)
	if isRepository {
		list = w.repositoryIgnores(top)
	}
	below, err := filepath.Rel(top, folder)
	if err != nil || below == "." {
		return list
	}
	root, err := rootfs.Open(top)
	if err != nil {
		return list
	}
	defer root.Close()
	for name := range strings.SplitSeq(filepath.ToSlash(below), "/") {
		list = w.with(list, root, top)
		top = filepath.Join(top, name)
	}
	return list
}

// Repository returns the nearest folder with a .git, from an absolute one upwards.
func Repository(folder string) (top string, ok bool) {
	for top = folder; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			return top, true
		}
		if top == filepath.Dir(top) {
			return "", false
		}
	}
}

// topOf returns the repository that a folder is in. Without one it is the current folder
// if the folder is below it, else the folder itself.
func topOf(folder string) (top string, isRepository bool) {
	if top, ok := Repository(folder); ok {
		return top, true
	}
	here, err := PlaceOf(".")
	if rel, relErr := filepath.Rel(here, folder); err == nil && relErr == nil && filepath.IsLocal(rel) {
		return here, false
	}
	return folder, false
}

// repositoryIgnores returns what holds in a whole repository.
func (w *walker) repositoryIgnores(top string) (list *gitignore.List) {
	repository := gitconfig.Of(top)
	var patterns strings.Builder
	add := func(path string, read func(path string) ([]byte, error)) {
		text, err := read(path)
		if list = w.withText(list, top, path, text, err); err == nil && w.options.Told != nil {
			patterns.Write(text)
			patterns.WriteByte('\n')
		}
	}
	switch path, isUsers := repository.ExcludesFile(); {
	case isUsers && path != "":
		add(path, readNamed)
	case path != "":
		add(path, repository.Read)
	}
	add(repository.Exclude(), repository.Read)
	if w.options.Told != nil {
		w.options.Told.Repository(top, patterns.String())
	}
	return list
}

// readNamed reads a file that the user has put somewhere.
func readNamed(path string) ([]byte, error) {
	f, err := rootfs.Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return rootfs.ReadAll(f, rootfs.MaxSize)
}

// with adds what the .gitignore in a folder says, to what is said of it already.
func (w *walker) with(list *gitignore.List, root *rootfs.Root, folder string) *gitignore.List {
	path := filepath.Join(folder, gitIgnore)
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink != 0 {
		if err == nil {
			w.passOver(path, errors.New("is a symbolic link, which is not followed, as by git"))
		}
		return list
	}
	text, err := root.Read(path)
	if err == nil && w.options.Told != nil {
		w.options.Told.File(path, text)
	}
	return w.withText(list, folder, path, text, err)
}

// withText adds what a file says that could be read.
func (w *walker) withText(list *gitignore.List, folder, path string, text []byte, err error) *gitignore.List {
	if err != nil {
		if !errors.Is(err, rootfs.ErrNotExist) && !errors.Is(err, errNotFolder) {
			w.passOver(path, err)
		}
		return list
	}
	return list.With(filepath.ToSlash(folder), string(text))
}

// ignoredBy returns what holds in a folder by what is in it, too.
func (w *walker) ignoredBy(in *folder, entries []os.DirEntry) *gitignore.List {
	list := in.ignored
	for _, e := range entries { // sorted: .git comes first
		switch e.Name() {
		case ".git":
			list = w.repositoryIgnores(in.place)
		case gitIgnore:
			if root, err := rootfs.Open(in.place); err == nil {
				list = w.with(list, root, in.place)
				root.Close()
			}
		}
	}
	return list
}
