package project

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// gitFiles is .git folders as an archive may bring them along. HERE stands for the folder of
// the archive, HOME for the user's, in which the file secret says that a.lua is ignored.
var gitFiles = []struct {
	name    string
	files   map[string]string
	links   map[string]string
	found   string // the files that are not ignored
	problem string // what a problem says, "" for none
}{
	{"nothing", nil, nil, "a.lua b.lua", ""},
	{"patterns outside", map[string]string{".git/config": "[core]\nexcludesFile = HOME/secret\n"}, nil, "a.lua b.lua", "outside"},
	{"patterns below ~", map[string]string{".git/config": "[core]\nexcludesFile = ~/secret\n"}, nil, "a.lua b.lua", "outside"},
	{"patterns above", map[string]string{".git/config": "[core]\nexcludesFile = ../secret\n"}, nil, "a.lua b.lua", "outside"},
	{"patterns inside", map[string]string{".git/config": "[core]\nexcludesFile = patterns\n", "patterns": "a.lua"}, nil, "b.lua", ""},
	{"patterns behind a link", map[string]string{".git/config": "[core]\nexcludesFile = patterns\n"}, map[string]string{"patterns": "HOME/secret"}, "a.lua b.lua", "leads out"},
	{"a configuration outside", map[string]string{".git/config": "[include]\npath = HOME/more\n"}, nil, "a.lua b.lua", ""},
	{"a configuration outside, of the user", map[string]string{"HOME/.gitconfig": "[include]\npath = ~/more\n"}, nil, "b.lua", ""},
	{"a configuration inside", map[string]string{".git/config": "[include]\npath = ../more\n", "more": "[core]\nexcludesFile = patterns", "patterns": "a.lua"}, nil, "b.lua", ""},
	{"a configuration that is a link", nil, map[string]string{".git/config": "HOME/more"}, "a.lua b.lua", ""},
	{"excludes that are a link", nil, map[string]string{".git/info/exclude": "HOME/secret"}, "a.lua b.lua", "leads out"},
	{"a device", map[string]string{".git/config": "[core]\nexcludesFile = /dev/zero\n"}, nil, "a.lua b.lua", "outside"},
	{"a folder elsewhere", map[string]string{".git": "gitdir: HOME/dir\n", "HOME/dir/info/exclude": "a.lua"}, nil, "a.lua b.lua", ""},
	{"a folder of git elsewhere", map[string]string{".git": "gitdir: HOME/dir\n", "HOME/dir/info/exclude": "a.lua", "HOME/dir/HEAD": "ref: x"}, nil, "b.lua", ""},
	{"a folder of git elsewhere, with a link", map[string]string{".git": "gitdir: HOME/dir\n", "HOME/dir/HEAD": "ref: x"}, map[string]string{"HOME/dir/info/exclude": "HOME/secret"}, "a.lua b.lua", "leads out"},
	{"a common folder elsewhere", map[string]string{".git/commondir": "HOME/dir\n", "HOME/dir/info/exclude": "a.lua"}, nil, "a.lua b.lua", ""},
}

// TestRepositoryNamesNothingOutside: what a .git says that somebody may have put into an
// archive is not looked for outside of it.
func TestRepositoryNamesNothingOutside(t *testing.T) {
	if runtime.GOOS == "windows" {
		external.Missing(t, "symbolic links need rights on Windows")
	}
	for _, c := range gitFiles {
		t.Run(c.name, func(t *testing.T) {
			home, err := PlaceOf(t.TempDir())
			must.Do(t, err)
			here := filepath.Join(home, "here")
			t.Setenv("HOME", home)
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
			t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			must.Do(t, os.Mkdir(here, 0o777))
			t.Chdir(here)
			places := strings.NewReplacer("HOME", home, "HERE", here)
			for path, text := range map[string]string{"a.lua": "", "b.lua": "", "HOME/secret": "a.lua\n", "HOME/more": "[core]\nexcludesFile = HOME/secret\n"} {
				plant(t, places.Replace(path), places.Replace(text))
			}
			for path, text := range c.files {
				plant(t, places.Replace(path), places.Replace(text))
			}
			for path, target := range c.links {
				must.Do(t, os.MkdirAll(filepath.Dir(places.Replace(path)), 0o777))
				must.Do(t, os.Symlink(places.Replace(target), places.Replace(path)))
			}
			_ = os.Mkdir(".git", 0o777)
			found := Walk(".", Options{})
			var names, problems []string
			for _, f := range found.Files {
				names = append(names, f.Path)
			}
			for _, p := range found.Problems {
				problems = append(problems, p.Message)
			}
			slices.Sort(names)
			if got := strings.Join(names, " "); got != c.found {
				t.Errorf("found %s, want %s", got, c.found)
			}
			if got := strings.Join(problems, "; "); !strings.Contains(got, c.problem) || (got == "") != (c.problem == "") {
				t.Errorf("problems %q, want %q", got, c.problem)
			}
		})
	}
}
