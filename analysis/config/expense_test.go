package config

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/analysis/config/luacheckrc"
)

// project makes a folder with numbered folders in it, each with a configuration file.
func project(t *testing.T, n int, name, text string) (folder string, files []string) {
	t.Helper()
	folder = t.TempDir()
	for i := range n {
		inner := filepath.Join(folder, fmt.Sprint(i))
		write(t, filepath.Join(inner, name), text)
		files = append(files, filepath.Join(inner, "a.lua"))
	}
	return folder, files
}

// problemsOf returns what is wrong in the configuration of files, each problem once, and the
// standards that count for them.
func problemsOf(l *Loader, files []string) (problems []*Problem, stds string) {
	told := map[*Problem]bool{}
	for _, file := range files {
		loaded := l.For(file)
		for _, p := range loaded.Problems {
			if !told[p] {
				told[p] = true
				problems = append(problems, p)
			}
		}
		stds += " " + loaded.For(file).Std.Value
	}
	return problems, stds
}

func limitAll(t *testing.T, limit luacheckrc.Cost) {
	before := allFiles
	allFiles = limit
	t.Cleanup(func() { allFiles = before })
}

// TestNestedFilesShareABudget: of many files that never end only as many run as there is
// something left for, and the others are said to be left out in one line.
func TestNestedFilesShareABudget(t *testing.T) {
	limitAll(t, luacheckrc.Cost{Steps: 2 * luacheckrc.Limit.Steps, Bytes: allFiles.Bytes})
	folder, files := project(t, 8, ".luacheckrc", "while true do end")
	loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
	problems, _ := problemsOf(loader, files)
	if len(problems) != 3 {
		t.Fatalf("%d problems, want two files that do not end, and that the others are left out: %v", len(problems), problems)
	}
	last := problems[2]
	if last.File != filepath.Join(folder, "2", ".luacheckrc") || !strings.Contains(last.Message, "and so is what is read after it") {
		t.Error(last)
	}
	write(t, filepath.Join(folder, "0", ".luacheckrc"), "std = 'lua51'")
	write(t, filepath.Join(folder, "1", ".luacheckrc"), "std = 'lua52'")
	write(t, filepath.Join(folder, "7", ".luacheckrc"), "std = 'lua53'")
	left := loader.For(files[7]).Key(files[7])
	loader.Refresh()
	problems, stds := problemsOf(loader, files)
	if len(problems) != 3 || problems[2].File != filepath.Join(folder, "4", ".luacheckrc") {
		t.Errorf("after the first two have been mended: %v", problems)
	}
	if stds != " lua51 lua52 max max max max max max" {
		t.Errorf("the standards are%s", stds)
	}
	loader.Refresh()
	if _, stds = problemsOf(loader, files[6:]); stds != " max lua53" {
		t.Errorf("the standards of the last two are%s", stds)
	}
	if loader.For(files[7]).Key(files[7]) == left {
		t.Error("the key does not tell a file that counts from one that is left out")
	}
}

// TestManyHonestFiles: what people write does not come near the limits.
func TestManyHonestFiles(t *testing.T) {
	limitAll(t, luacheckrc.Cost{Steps: allFiles.Steps / 100, Bytes: allFiles.Bytes / 100})
	folder, files := project(t, 30, ".luacheckrc", "std = 'lua51' globals = { "+strings.Repeat("'name', ", 500)+"}")
	loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
	problems, stds := problemsOf(loader, files)
	if len(problems) > 0 || stds != strings.Repeat(" lua51", 30) {
		t.Errorf("%v%s", problems, stds)
	}
}

// TestFilesOfJSONShareABudget: what is read counts, whatever it says.
func TestFilesOfJSONShareABudget(t *testing.T) {
	limitAll(t, luacheckrc.Cost{Steps: allFiles.Steps, Bytes: 2_500})
	folder, files := project(t, 6, ".luaflow.json", `{ "std": "lua51" `+strings.Repeat(" ", 1000)+`}`)
	problems, stds := problemsOf(NewLoader(Options{Workspaces: []string{folder}}), files)
	if len(problems) != 1 || stds != " lua51 lua51 lua51 max max max" {
		t.Errorf("%v%s", problems, stds)
	}
}
