package gitconfig

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// makeRepository returns a repository with a configuration, and the home folder of its user, with his.
func makeRepository(t *testing.T, users, own string) (r Repository, home string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	top := filepath.Join(home, "src", "project")
	must.Do(t, os.MkdirAll(filepath.Join(top, ".git", "info"), 0o777))
	must.Write(t, filepath.Join(top, ".git", "HEAD"), "ref: refs/heads/main\n")
	must.Write(t, filepath.Join(top, ".git", "config"), own)
	must.Write(t, filepath.Join(home, ".gitconfig"), users)
	must.Write(t, filepath.Join(home, "included"), "[core]\nexcludesFile = ~/from-included\n")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", "")
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	if _, isSet := os.LookupEnv("GIT_CONFIG_GLOBAL"); isSet {
		t.Setenv("GIT_CONFIG_GLOBAL", "") // so that it is set back at the end
		must.Do(t, os.Unsetenv("GIT_CONFIG_GLOBAL"))
	}
	return Of(top), home
}

// TestExcludesFile reads configuration files as git does: ~ in what is wanted is the home folder.
func TestExcludesFile(t *testing.T) {
	for _, c := range []struct {
		name, users, own string
		want             string
		isUsers          bool
	}{
		{"nothing", "", "", "~/.config/git/ignore", true},
		{"the user's", "[core]\n\texcludesFile = ~/ignored\n", "", "~/ignored", true},
		{"the last", "[core]\nexcludesfile=~/a\nEXCLUDESFILE = ~/b # not this\n", "", "~/b", true},
		{"quoted", "[core]\nexcludesFile = \"~/a b\"  ; so\n", "", "~/a b", true},
		{"escaped", "[core]\nexcludesFile = ~/a\\\\b\n", "", `~/a\b`, true},
		{"over two lines", "[core]\nexcludesFile = ~/a\\\nb\n", "", "~/ab", true},
		{"the repository's", "[core]\nexcludesFile = ~/a\n", "[Core]\nexcludesFile = list\n", "~/src/project/list", false},
		{"of no file", "[core]\nexcludesFile = ~/a\n", "[core]\nexcludesFile =\n", "", false},
		{"another section", "[core \"x\"]\nexcludesFile = ~/a\n[other]\nexcludesFile = ~/b\n", "", "~/.config/git/ignore", true},
		{"included", "[include]\npath = included\n", "", "~/from-included", true},
		{"included here", "[includeIf \"gitdir:~/src/\"]\npath = included\n", "", "~/from-included", true},
		{"included elsewhere", "[includeIf \"gitdir:~/other/\"]\npath = included\n", "", "~/.config/git/ignore", true},
		{"included in other case", "[includeIf \"gitdir/i:~/SRC/\"]\npath = included\n", "", "~/from-included", true},
		{"includes itself", "[include]\npath = .gitconfig\n[core]\nexcludesFile = ~/a\n", "", "~/a", true},
		{"includes outside", "", "[include]\npath = ../../../included\n", "~/.config/git/ignore", true},
		{"no form after", "[core]\nexcludesFile = ~/a\n[core\nexcludesFile = ~/b\n", "", "~/a", true},
		{"a quote left open", "[core]\nexcludesFile = \"~/a\n", "", "~/.config/git/ignore", true},
		{"a mark at the front", "\ufeff[core]\nexcludesFile = ~/a\n", "", "~/a", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, home := makeRepository(t, c.users, c.own)
			path, isUsers := r.ExcludesFile()
			if want := strings.Replace(c.want, "~", home, 1); path != want || isUsers != c.isUsers {
				t.Errorf("%q, the user's: %t; want %q, %t", path, isUsers, want, c.isUsers)
			}
		})
	}
}

// TestOf finds what git knows of a working tree that `git worktree` added, and takes nothing for git's folder
// that is none.
func TestOf(t *testing.T) {
	main, home := makeRepository(t, "", "")
	added := filepath.Join(home, "added")
	own := filepath.Join(main.Dir, "worktrees", "added")
	must.Do(t, os.MkdirAll(own, 0o777))
	must.Do(t, os.Mkdir(added, 0o777))
	must.Write(t, filepath.Join(own, "HEAD"), "ref: refs/heads/other\n")
	must.Write(t, filepath.Join(own, "commondir"), "../..\n")
	must.Write(t, filepath.Join(added, ".git"), "gitdir: "+own+"\r\n")
	if got, want := Of(added), (Repository{added, own, main.Dir}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	must.Write(t, filepath.Join(added, ".git"), "gitdir: "+home+"\n")
	if got := Of(added); got.Dir != filepath.Join(added, ".git") || got.Common != got.Dir {
		t.Errorf("%v, though that has no HEAD", got)
	}
}

// TestRead reads below the folders of a repository alone.
func TestRead(t *testing.T) {
	r, home := makeRepository(t, "", "own")
	must.Do(t, os.Symlink(filepath.Join(home, "included"), filepath.Join(r.Top, "link")))
	if text, err := r.Read(filepath.Join(r.Dir, "config")); err != nil || string(text) != "own" {
		t.Errorf("%q, %v", text, err)
	}
	for _, path := range []string{filepath.Join(home, "included"), filepath.Join(r.Top, "link"), filepath.Join(r.Top, "..", "..", "included")} {
		if text, err := r.Read(path); err == nil {
			t.Errorf("%s: %q", path, text)
		}
	}
}
