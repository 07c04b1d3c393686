package project

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// ignoreTree is files, and patterns of every kind that gitignore(5) names.
var ignoreTree = map[string]string{
	".gitignore": "# a comment\n\n*.log.lua\n/anchored.lua\nbuild/\n!build/keep.lua\nsub/only.lua\n" +
		"a/**/z.lua\nall/**\n!all/back.lua\ntrailing.lua   \n\\#hash.lua\n\\!bang.lua\nset[0-9].lua\nnot[!0-9].lua\n" +
		"br{a,b}ce.lua\n**/deep/gone.lua\n**star.lua\nwin.lua\r\nspace\\ \n[broken.lua\nfile.lua/\n/\n!\n!unset9.lua\nunset*.lua\n!unset1.lua\n",
	"sub/.gitignore": "/anchored.lua\n!over.log.lua\n",
}

// ignoreNames is what is asked about.
var ignoreNames = []string{
	"x.lua", "x.log.lua", "sub/x.log.lua", "sub/over.log.lua", "anchored.lua", "sub/anchored.lua", "sub/deeper/anchored.lua",
	"build/keep.lua", "sub/build/x.lua", "sub/only.lua", "sub/sub/only.lua", "a/z.lua", "a/b/z.lua", "a/b/z.lua.lua",
	"a/z.lua.d/x.lua", "a/b/c/b/z.lua", "all/x.lua", "all/back.lua", "all/deep/back.lua", "trailing.lua", "#hash.lua", "!bang.lua",
	"set1.lua", "seta.lua", "not1.lua", "nota.lua", "brace.lua", "br{a,b}ce.lua", "deep/gone.lua", "a/deep/gone.lua",
	"lonestar.lua", "sub/lonestar.lua", "win.lua", "space /x.lua", "[broken.lua", "file.lua", "sub/file.lua/x.lua",
	"unset1.lua", "unset9.lua", "excluded.lua", "sub/excluded.lua", "own/mine.lua",
}

// TestIgnoresWhatGitIgnores compares the walk with git's own list of files.
func TestIgnoresWhatGitIgnores(t *testing.T) {
	git := external.Program(t, "git")
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	t.Chdir(t.TempDir())
	plant(t, filepath.Join(home, "git", "ignore"), "mine.lua\n")
	if out, err := exec.Command(git, "init", "-q", ".").CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	plant(t, ".git/info/exclude", "/excluded.lua\n")
	for name, text := range ignoreTree {
		plant(t, name, text)
	}
	for _, name := range ignoreNames {
		plant(t, name, "")
	}

	for _, folder := range []string{".", "sub", "a"} {
		likeGit(t, git, folder)
	}
	if all := Walk(".", Options{NoIgnore: true}).Files; len(all) != len(ignoreNames) {
		t.Errorf("%d files of %d without ignoring", len(all), len(ignoreNames))
	}
}

// likeGit holds that a walk over a folder below the current one finds what git lists.
func likeGit(t *testing.T, git, folder string) {
	t.Helper()
	out, err := exec.Command(git, "ls-files", "-z", "--others", "--exclude-standard", "--", folder).Output()
	must.Do(t, err)
	var want, got []string
	for name := range strings.SplitSeq(string(out), "\x00") {
		if strings.HasSuffix(name, ".lua") {
			want = append(want, name)
		}
	}
	for _, f := range Walk(folder, Options{}).Files {
		got = append(got, filepath.ToSlash(f.Path))
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("in %s:\ngot  %q\nwant %q", folder, got, want)
	}
}

// excludesFiles is configurations of git of which each names a file of patterns, or none.
// HOME stands for the user's folder, HERE for the repository.
var excludesFiles = map[string]map[string]string{
	"none, so that the default holds": {},
	"the user's":                      {"HOME/.gitconfig": "[core]\n\texcludesFile = ~/own\n"},
	"the other of the user's":         {"HOME/config/git/config": "[Core] # here\n EXCLUDESFILE=\"HOME/ow\"n ; really\n"},
	"the user's before the other":     {"HOME/.gitconfig": "[core]excludesfile=~/own", "HOME/config/git/config": "[core]\nexcludesfile = ~/other\n"},
	"an empty one":                    {"HOME/.gitconfig": "[core]\n\texcludesFile =\n"},
	"one that is not there":           {"HOME/.gitconfig": "[core]\n\texcludesFile = ~/nowhere\n"},
	"another setting":                 {"HOME/.gitconfig": "[core \"x\"]\n\texcludesFile = ~/own\n[user]\nexcludesFile = ~/own\n"},
	"the repository's":                {"HOME/.gitconfig": "[core]\nexcludesFile = ~/own\n", "HERE/.git/config": "[core]\nexcludesFile = patterns/other\n", "HERE/patterns/other": "a.lua\n"},
	"included":                        {"HOME/.gitconfig": "[include]\npath = more/all\n", "HOME/more/all": "[core]\nexcludesFile = ~/own\n"},
	"included here":                   {"HOME/.gitconfig": "[includeIf \"gitdir:HERE/\"]\npath = ~/all\n", "HOME/all": "[core]\nexcludesFile = ~/own\n"},
	"included elsewhere":              {"HOME/.gitconfig": "[includeIf \"gitdir:HOME/\"]\npath = ~/all\n", "HOME/all": "[core]\nexcludesFile = ~/own\n"},
	"a line that goes on":             {"HOME/.gitconfig": "[core]\nexcludesFile = ~/\\\nown\n"},
}

// TestExcludesFile compares the walk with git's own list where the user names the file of
// patterns.
func TestExcludesFile(t *testing.T) {
	git := external.Program(t, "git")
	for name, files := range excludesFiles {
		t.Run(name, func(t *testing.T) {
			here, err := PlaceOf(t.TempDir())
			must.Do(t, err)
			home, err := PlaceOf(t.TempDir())
			must.Do(t, err)
			t.Chdir(here)
			t.Setenv("HOME", home)
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
			t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			must.Do(t, exec.Command(git, "init", "-q", ".").Run())
			for _, lua := range []string{"a.lua", "b.lua", "c.lua", "sub/a.lua", "sub/b.lua"} {
				plant(t, lua, "")
			}
			plant(t, filepath.Join(home, "config/git/ignore"), "c.lua\n")
			plant(t, filepath.Join(home, "own"), "b.lua\n!sub/b.lua\n")
			plant(t, filepath.Join(home, "other"), "a.lua\n")
			places := strings.NewReplacer("HOME", home, "HERE", here)
			for path, text := range files {
				path = places.Replace(path)
				was, _ := os.ReadFile(path)
				plant(t, path, string(was)+places.Replace(text))
			}
			likeGit(t, git, ".")
			likeGit(t, git, "sub")
		})
	}
}

// TestWorktreeIgnores compares the walk with git's own list in a worktree that was added to
// a repository, and in a submodule: what is excluded stands elsewhere.
func TestWorktreeIgnores(t *testing.T) {
	git := external.Program(t, "git")
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Chdir(t.TempDir())
	run := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(git, append([]string{"-c", "user.name=x", "-c", "user.email=x@y", "-c", "protocol.file.allow=always"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %s%v", args, out, err)
		}
	}
	run("init", "-q", "main")
	plant(t, "main/.git/info/exclude", "excluded.lua\n")
	run("-C", "main", "commit", "-q", "--allow-empty", "-m", "x")
	run("-C", "main", "worktree", "add", "-q", "../tree")
	run("-C", "main", "config", "extensions.worktreeConfig", "true")
	run("-C", "tree", "config", "--worktree", "core.excludesFile", "patterns")
	plant(t, "tree/patterns", "own.lua\n")
	run("init", "-q", "other")
	run("-C", "other", "commit", "-q", "--allow-empty", "-m", "x")
	run("-C", "main", "submodule", "add", "-q", "../other", "sub")
	plant(t, "main/.git/modules/sub/info/exclude", "insub.lua\n")
	for _, folder := range []string{"main", "tree", "main/sub"} {
		for _, name := range []string{"a.lua", "excluded.lua", "insub.lua", "own.lua", "deep/excluded.lua"} {
			plant(t, filepath.Join(folder, name), "")
		}
	}
	top, err := filepath.Abs(".")
	must.Do(t, err)
	for _, folder := range []string{"tree", "main/sub"} {
		t.Chdir(filepath.Join(top, folder))
		likeGit(t, git, ".")
		likeGit(t, git, "deep")
	}
}

// plant writes a file, and the folders that it stands in.
func plant(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
	must.Write(t, name, text)
}

// paths returns the files that a walk has found, in a line.
func paths(found *Found) string {
	var text []string
	for _, f := range found.Files {
		text = append(text, filepath.ToSlash(f.Path))
	}
	return strings.Join(text, " ")
}

// TestLinks: links inside count once, links out of the folder only where that is asked for.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	t.Chdir(t.TempDir())
	for _, name := range []string{"p/b.lua", "p/script.txt", "p/ignored/d.lua", "p/x.lua/in.lua", "out/e.lua", "out/sub/f.lua", "out/p.txt", "secret"} {
		plant(t, name, "return")
	}
	plant(t, "p/.gitignore", "ignored/\n")
	here, err := filepath.Abs(".")
	must.Do(t, err)
	for name, target := range map[string]string{
		"p/a.lua": "b.lua", "p/c.lua": filepath.Join(here, "p/b.lua"), "p/s.lua": "script.txt", "p/s2.lua": "script.txt", "p/i.lua": "ignored/d.lua",
		"p/gone.lua": "nowhere", "p/loop.lua": "loop.lua", "p/back": ".", "p/up": "..", "p/out": "../out", "p/again": "../out", "p/o.lua": "../out/e.lua",
		"p/t.lua": "../secret", "p/zero.lua": os.DevNull, "p/.hidden": "../out", "p/secret": "../secret", "p/x.lua/.gitignore": "../../secret",
	} {
		must.Do(t, os.Symlink(target, name))
	}
	found := Walk("p", Options{})
	if got, want := paths(found), "p/b.lua p/i.lua p/s.lua p/x.lua/in.lua"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if found.Left != 6 { // up, out, again, o.lua, t.lua, zero.lua
		t.Errorf("%d links left", found.Left)
	}
	if len(found.Problems) != 1 || found.Problems[0].Path != filepath.Join(here, "p/x.lua/.gitignore") {
		t.Errorf("problems: %v", found.Problems)
	}
	found = Walk("p", Options{Follow: true})
	if got, want := paths(found), "p/again/e.lua p/again/sub/f.lua p/b.lua p/i.lua p/s.lua p/t.lua p/x.lua/in.lua"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, f := range found.Files {
		isOut := strings.Contains("p/again/e.lua p/again/sub/f.lua p/i.lua p/s.lua p/t.lua", filepath.ToSlash(f.Path))
		if f.IsLink != isOut {
			t.Errorf("%s: link %v", f.Path, f.IsLink)
		}
	}
	if got, want := paths(Plain("p", false, false)), "p/a.lua p/b.lua p/c.lua p/i.lua p/ignored/d.lua p/s.lua p/s2.lua p/x.lua/in.lua"; got != want {
		t.Errorf("as luacheck: %s\nwant %s", got, want)
	}
}

// TestLinkMadeLater: what a walk has found is not read any more if it leads out of the
// folder by then.
func TestLinkMadeLater(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	t.Chdir(t.TempDir())
	plant(t, "p/a.lua", "mine")
	plant(t, "p/sub/b.lua", "mine")
	plant(t, "out/b.lua", "secret")
	found := Walk("p", Options{})
	var o Opener
	defer o.Close()
	for i := range found.Files {
		if text, err := o.Read(&found.Files[i], 10); err != nil || string(text) != "mine" {
			t.Errorf("%q, %v", text, err)
		}
		if _, err := o.Read(&found.Files[i], 3); err == nil {
			t.Error("a file of 4 bytes has no more than 3")
		}
	}
	must.Do(t, os.Remove("p/a.lua"))
	must.Do(t, os.Symlink("../out/b.lua", "p/a.lua"))
	must.Do(t, os.RemoveAll("p/sub"))
	must.Do(t, os.Symlink("../out", "p/sub"))
	for i := range found.Files {
		if text, err := o.Read(&found.Files[i], 10); err == nil {
			t.Errorf("%s: %q", found.Files[i].Path, text)
		}
	}
}

// TestComparingIsBounded: what takes too long to compare is taken, and that is said.
func TestComparingIsBounded(t *testing.T) {
	t.Chdir(t.TempDir())
	plant(t, ".gitignore", strings.Repeat("*x*\n", 100)+"b.lua\n")
	for _, name := range []string{"a.lua", "b.lua", "c.lua"} {
		plant(t, name, "")
	}
	if found := Walk(".", Options{}); paths(found) != "a.lua c.lua" || len(found.Problems) > 0 {
		t.Errorf("%s, %v", paths(found), found.Problems)
	}
	if found := Walk(".", Options{steps: 1000}); paths(found) != "a.lua b.lua c.lua" || len(found.Problems) != 1 {
		t.Errorf("%s, %v", paths(found), found.Problems)
	}
}

// TestWalkIsBounded: no more is looked for than is asked for.
func TestWalkIsBounded(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 30 {
		plant(t, fmt.Sprintf("d%d/a.lua", i), "")
	}
	if found := Walk(".", Options{Most: 30}); len(found.Files) != 30 || found.IsPartial {
		t.Errorf("%d files", len(found.Files))
	}
	if found := Walk(".", Options{Most: 5}); len(found.Files) > 7 || !found.IsPartial {
		t.Errorf("%d files", len(found.Files))
	}
	if found := Walk("d1", Options{Most: 1}); len(found.Files) != 1 || found.IsPartial {
		t.Errorf("%d files of 1, partial: %v", len(found.Files), found.IsPartial)
	}
	for i := range 5 {
		plant(t, fmt.Sprintf("d1/%d.c", i), "")
	}
	for _, c := range []struct {
		most, mostForeign, files int
		lacks                    bool
	}{{1, 0, 6, false}, {1, 5, 6, false}, {1, 4, 5, true}, {0, 1, 2, true}} {
		found := Walk("d1", Options{Most: c.most, MostForeign: c.mostForeign, Foreign: true})
		if len(found.Files) != c.files || found.IsPartial || found.LacksForeign != c.lacks {
			t.Errorf("%v: %d files, partial: %v, lacks foreign ones: %v", c, len(found.Files), found.IsPartial, found.LacksForeign)
		}
	}
	plant(t, "d1/b.lua", "")
	if found := Walk("d1", Options{Most: 1}); len(found.Files) != 2 || !found.IsPartial {
		t.Errorf("%d files in one folder, partial: %v", len(found.Files), found.IsPartial)
	}
	if found := Walk(".", Options{Stop: func() bool { return true }}); len(found.Files) > 0 || !found.IsPartial {
		t.Errorf("%d files", len(found.Files))
	}
}
