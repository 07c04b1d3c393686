package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/external"
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
		cmd := exec.Command(git, "ls-files", "-z", "--others", "--exclude-standard", "--", folder)
		out, err := cmd.Output()
		must(t, err)
		var want []string
		for name := range strings.SplitSeq(string(out), "\x00") {
			if strings.HasSuffix(name, ".lua") {
				want = append(want, name)
			}
		}
		slices.Sort(want)
		var got []string
		for _, in := range gather(newConsole(nil, os.Stdout, os.Stderr), []string{folder}, false) {
			got = append(got, filepath.ToSlash(in.path))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("in %s:\ngot  %q\nwant %q", folder, got, want)
		}
	}
	if all := gather(newConsole(nil, os.Stdout, os.Stderr), []string{"."}, true); len(all) != len(ignoreNames) {
		t.Errorf("%d files of %d with --no-ignore", len(all), len(ignoreNames))
	}
}

// plant writes a file, and the folders that it stands in.
func plant(t *testing.T, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o777))
	must(t, os.WriteFile(name, []byte(text), 0o666))
}
