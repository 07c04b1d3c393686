// Package gitconfig finds out where git is told what to ignore, beside .gitignore: the
// folder that it keeps of a repository, and `core.excludesFile` (git-config(1)). It reads
// git's files itself and runs no program. What they include on conditions other than
// where the repository is (`gitdir:`) is not looked at.
package gitconfig

import (
	"os"
	"path/filepath"
	"strings"

	"luaflow/analysis/config/rootfs"
)

// Repository names the folders, absolute, in which git keeps what it knows of a repository.
type Repository struct {
	Dir    string // of one working tree: `.git`, or what a file of that name names
	Common string // of all its working trees; Dir, unless that was added by `git worktree`
}

// Of returns the repository whose files are in a folder, absolute, that has a .git.
func Of(top string) Repository {
	dir := filepath.Join(top, ".git")
	if line, ok := strings.CutPrefix(firstLine(dir), "gitdir: "); ok { // a worktree, a submodule
		dir = from(top, line)
	}
	r := Repository{dir, dir}
	if line := firstLine(filepath.Join(dir, "commondir")); line != "" {
		r.Common = from(dir, line)
	}
	return r
}

// Exclude returns the path of the patterns that belong to the repository.
func (r Repository) Exclude() string { return filepath.Join(r.Common, "info", "exclude") }

// ExcludesFile returns the path of the file with the user's own patterns: what
// `core.excludesFile` says last, else git's default, and "" if there is no home folder in
// which that could be. A relative path starts in the folder of the repository's files. The
// file need not exist.
func (r Repository) ExcludesFile() string {
	s := settings{repository: r}
	for _, path := range s.files() {
		s.read(path, 0)
	}
	if s.perWorktree {
		s.read(filepath.Join(r.Dir, "config.worktree"), 0)
	}
	switch {
	case s.found:
		return s.excludesFile
	case s.home == "":
		return ""
	}
	return filepath.Join(s.user(), "ignore")
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

// files returns the configuration files, those that go before others last.
func (s *settings) files() (paths []string) {
	if home, err := os.UserHomeDir(); err == nil {
		s.home = home
	}
	if no := os.Getenv("GIT_CONFIG_NOSYSTEM"); no == "" || no == "0" || no == "false" {
		paths = append(paths, environment("GIT_CONFIG_SYSTEM", "/etc/gitconfig"))
	}
	if global, ok := os.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		paths = append(paths, global)
	} else if s.home != "" {
		paths = append(paths, filepath.Join(s.user(), "config"), filepath.Join(s.home, ".gitconfig"))
	}
	return append(paths, filepath.Join(s.repository.Common, "config"))
}

// user returns the folder of the user's files of git.
func (s *settings) user() string {
	return filepath.Join(environment("XDG_CONFIG_HOME", filepath.Join(s.home, ".config")), "git")
}

// environment returns the value of a variable, or what counts if it is empty.
func environment(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
