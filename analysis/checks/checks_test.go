package checks_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/config"
)

// TestEveryCheckIsRegistered compares the list with the folders beside this file.
func TestEveryCheckIsRegistered(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "checktest" {
			folders = append(folders, e.Name())
		}
	}
	var registered []string
	for _, c := range checks.All {
		registered = append(registered, folderOf(c.Code))
	}
	if !slices.Equal(folders, registered) {
		t.Errorf("folders %v, registered %v", folders, registered)
	}
	if !slices.IsSorted(checks.Codes()) {
		t.Errorf("codes %v are not in order", checks.Codes())
	}
}

func TestEveryCheckIsComplete(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	luacheck := regexp.MustCompile(`^[0-9]{3}$`)
	for _, c := range checks.All {
		if !kebab.MatchString(c.Code) || c.Title == "" || strings.HasSuffix(c.Title, ".") {
			t.Errorf("%s: code or title %q", c.Code, c.Title)
		}
		if (c.Comments != analysis.NoComments) == (c.Run != nil || c.Func != nil || c.Stat != nil) {
			t.Errorf("%s: has to have Run, Func or Stat, or else Comments", c.Code)
		}
		if (c.Stat != nil) != (c.Stats != 0) {
			t.Errorf("%s: has to have both Stat and Stats, or neither", c.Code)
		}
		for _, alias := range c.Luacheck {
			if !luacheck.MatchString(alias) || !strings.Contains(c.Doc, alias) {
				t.Errorf("%s: luacheck code %q is none, or not in the page", c.Code, alias)
			}
			if !slices.Contains(checks.FromLuacheck(alias), c.Code) {
				t.Errorf("%s: does not answer to %s", c.Code, alias)
			}
		}
		if doc, ok := checks.Doc(c.Code); !ok || !strings.HasPrefix(doc, "# "+c.Code+"\n") {
			t.Errorf("%s: no page, or one of something else", c.Code)
		}
	}
	if _, ok := checks.Doc("no-such-code"); ok {
		t.Error("a page for a code that does not exist")
	}
}

// TestComments: each kind of comments has one check.
func TestComments(t *testing.T) {
	for kind, want := range map[analysis.Comments]int{analysis.InvalidComments: 1, analysis.UselessComments: 1, analysis.UselessComments + 1: 0} {
		about := 0
		for _, c := range checks.All {
			if c.Comments == kind {
				about++
			}
		}
		if about != want {
			t.Errorf("%d checks are about comments of kind %d", about, kind)
		}
	}
}

func TestNamesOfOthers(t *testing.T) {
	if got := checks.FromLuacheck("211"); !slices.Equal(got, []string{"unused-function", "unused-local"}) {
		t.Errorf("211 is %q", got)
	}
	names, part := checks.FromLuaLS("unused-local")
	if !slices.Equal(names, []string{"never-read", "unused-local", "unused-loop-variable", "unused-parameter"}) || part != "" {
		t.Errorf("unused-local is %q and %q", names, part)
	}
	if names, part := checks.FromLuaLS("unused-vararg"); len(names) > 0 || part == "" {
		t.Errorf("unused-vararg is %q and %q", names, part)
	}
	if names, part := checks.FromLuaLS("undefined-doc-name"); len(names) > 0 || part != "" {
		t.Errorf("undefined-doc-name is %q and %q", names, part)
	}
	if got := checks.InGroup("global"); !slices.Equal(got, []string{"global-in-nil-env", "lowercase-global", "undefined-global"}) {
		t.Errorf("the group global is %q", got)
	}
	if got := checks.InGroup("await"); len(got) > 0 {
		t.Errorf("the group await is %q", got)
	}
}

// TestNamesAreConsistent: a check is of one family, a diagnostic of lua-language-server is in one group, and the part of a check that it is can be configured.
func TestNamesAreConsistent(t *testing.T) {
	groups := map[string]string{}
	for _, c := range checks.All {
		if !regexp.MustCompile(`^[0-9]$`).MatchString(c.Family) {
			t.Errorf("%s is of the family %q", c.Code, c.Family)
		}
		for _, d := range c.LuaLS {
			if group, ok := groups[d.Name]; d.Group == "" || ok && group != d.Group {
				t.Errorf("%s: %s is in the groups %q and %q", c.Code, d.Name, group, d.Group)
			}
			groups[d.Name] = d.Group
			if _, err := config.ParsePattern(d.Part); d.Part != "" && err != nil {
				t.Errorf("%s: %v", d.Name, err)
			}
		}
	}
}
