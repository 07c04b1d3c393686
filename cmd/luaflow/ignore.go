package main

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// What git is told to ignore (gitignore(5)): .gitignore in each folder, the
// repository's info/exclude, and the user's own file at its usual place. Outside a
// repository .gitignore counts from the current folder on.

const gitIgnore = ".gitignore"

// ignoreList is what one file of patterns says of what is below a folder. It never
// changes; nil ignores nothing.
type ignoreList struct {
	weaker   *ignoreList // asked where this one says nothing
	folder   string      // absolute, with slashes
	patterns []ignorePattern
}

// ignorePattern is one line.
type ignorePattern struct {
	glob     string // in doublestar's language
	anchored bool   // compared with the path below the list's folder, else with the name
	folders  bool   // of folders only
	include  bool   // the line begins with an exclamation mark
}

// ignoresAbove is what holds in a folder by what stands above it.
func ignoresAbove(folder string) (list *ignoreList) {
	root, isRepository := rootOf(folder)
	if isRepository {
		list = repositoryIgnores(root)
	}
	below, err := filepath.Rel(root, folder)
	if err != nil || below == "." {
		return list
	}
	for name := range strings.SplitSeq(filepath.ToSlash(below), "/") {
		list = list.with(root, filepath.Join(root, gitIgnore))
		root = filepath.Join(root, name)
	}
	return list
}

// rootOf is the repository that a folder is in. Without one it is the current folder if
// the folder is below it, else the folder itself.
func rootOf(folder string) (root string, isRepository bool) {
	for root = folder; ; root = filepath.Dir(root) {
		if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
			return root, true
		}
		if root == filepath.Dir(root) {
			break
		}
	}
	here, err := placeOf(".")
	if rel, relErr := filepath.Rel(here, folder); err == nil && relErr == nil && filepath.IsLocal(rel) {
		return here, false
	}
	return folder, false
}

// placeOf is a path from the root on, without links.
func placeOf(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path, err
	}
	return filepath.EvalSymlinks(abs)
}

// repositoryIgnores is what holds in a whole repository.
func repositoryIgnores(root string) (list *ignoreList) {
	settings := os.Getenv("XDG_CONFIG_HOME")
	if home, err := os.UserHomeDir(); settings == "" && err == nil {
		settings = filepath.Join(home, ".config")
	}
	list = list.with(root, filepath.Join(settings, "git", "ignore"))
	return list.with(root, filepath.Join(root, ".git", "info", "exclude"))
}

// with adds the patterns of a file about what is below a folder. A file that is not
// there or cannot be read says nothing.
func (l *ignoreList) with(folder, file string) *ignoreList {
	text, err := os.ReadFile(file)
	if err != nil {
		return l
	}
	more := &ignoreList{weaker: l, folder: filepath.ToSlash(folder)}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		if p, ok := parseIgnore(strings.TrimRight(line, "\r\n")); ok {
			more.patterns = append(more.patterns, p)
		}
	}
	return more
}

// noBraces keeps doublestar from taking braces for alternatives, which git has not.
var noBraces = strings.NewReplacer("{", `\{`, "}", `\}`)

// parseIgnore reads a line.
func parseIgnore(line string) (p ignorePattern, ok bool) {
	if strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.include = strings.CutPrefix(line, "!")
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	line, p.folders = strings.CutSuffix(line, "/")
	p.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if strings.HasSuffix(line, "/**") {
		line += "/*" // what is in the folder, not the folder
	}
	p.glob = noBraces.Replace(line)
	return p, line != ""
}

// ignores reports whether a file or folder below the list's folder, by its absolute path
// with slashes, is ignored. Whether a folder above it is, is not asked.
func (l *ignoreList) ignores(name string, folder bool) bool {
	for ; l != nil; l = l.weaker {
		below := strings.TrimPrefix(strings.TrimPrefix(name, l.folder), "/")
		for i := len(l.patterns) - 1; i >= 0; i-- {
			if l.patterns[i].matches(below, folder) {
				return !l.patterns[i].include
			}
		}
	}
	return false
}

func (p *ignorePattern) matches(name string, folder bool) bool {
	if p.folders && !folder {
		return false
	}
	if !p.anchored {
		name = path.Base(name)
	}
	return doublestar.MatchUnvalidated(p.glob, name)
}
