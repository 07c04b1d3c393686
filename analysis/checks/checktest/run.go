package checktest

import (
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
)

// Run runs one check over the .lua files of a folder, and over the programs in it, an archive each. Of either, if there are any, some
// must have a finding and some none.
func Run(t *testing.T, check *analysis.Check, dir string) {
	t.Helper()
	files, programs := filesIn(t, dir, ".lua"), filesIn(t, dir, ".txtar")
	if len(files)+len(programs) == 0 {
		t.Fatalf("no .lua file and no .txtar file in %s", dir)
	}
	var ofFiles, ofPrograms tally
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lua"), func(t *testing.T) {
			ofFiles.add(runFile(t, path, func(u *compile.Unit) []analysis.Finding { return runCheck(u, check) },
				func(string) *analysis.Check { return check }))
		})
	}
	for _, path := range programs {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { ofPrograms.add(runProgram(t, check, path)) })
	}
	if len(files) > 0 {
		ofFiles.wantBoth(t)
	}
	if len(programs) > 0 {
		ofPrograms.wantBoth(t)
	}
}

// tally counts the cases that have findings, and those that have none.
type tally struct{ loud, silent int }

func (c *tally) add(found int) {
	if found > 0 {
		c.loud++
	} else {
		c.silent++
	}
}

// wantBoth fails the test if there are no cases of one kind.
func (c *tally) wantBoth(t *testing.T) {
	t.Helper()
	if c.loud == 0 || c.silent == 0 {
		t.Errorf("testdata has %d cases with findings and %d without", c.loud, c.silent)
	}
}

// filesIn returns the files of a folder whose names end in some way; there may be none.
func filesIn(t *testing.T, dir, ending string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"+ending))
	if err != nil {
		t.Fatal(err)
	}
	return files
}
