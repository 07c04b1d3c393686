package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile/testkit/must"
)

// readme returns the text of the README of the repository, or of a folder in it.
func readme(t *testing.T, folder ...string) string {
	t.Helper()
	text := must.Read(t, filepath.Join(repository, filepath.Join(folder...), "README.md"))
	return text
}

// TestReadmeShowsOutput: what the READMEs print is what the commands print, as their
// scripts expect it.
func TestReadmeShowsOutput(t *testing.T) {
	for _, shown := range []struct{ folder, script, file, before string }{
		{"", "total", "total.lua", "```lua\n"},
		{"", "total", "check.txt", "$ luaflow check total.lua\n"},
		{"editors", "demo", "demo.txt", "```\n"},
		{"analysis/checks", "explain", "dead.txt", "$ luaflow explain shop.lua:4:9\n"},
		{"analysis", "knows", "discount.lua", "```lua\n"},
		{"analysis", "knows", "check.txt", "$ luaflow check discount.lua\n"},
		{"analysis", "knows", "explain.txt", "$ luaflow explain discount.lua:2:9\n"},
		{"analysis", "knows", "fix.txt", "$ luaflow fix --diff discount.lua\n"},
	} {
		script, err := txtar.ParseFile("testdata/script/" + shown.script + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range script.Files {
			found = found || f.Name == shown.file && strings.Contains(readme(t, shown.folder), shown.before+string(f.Data)+"```\n")
		}
		if !found {
			t.Errorf("%s does not show what is printed: paste %s of the script %s", filepath.Join(shown.folder, "README.md"), shown.file, shown.script)
		}
	}
}

// TestReadmeNamesTheCommands: every command has a row, and every flag that a row names
// is one of its command.
func TestReadmeNamesTheCommands(t *testing.T) {
	text := readme(t, "cmd/luaflow")
	for _, cmd := range newRoot(console.New(os.Stdin, os.Stdout, os.Stderr)).Commands() {
		if !cmd.IsAvailableCommand() || cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		rows := 0
		for line := range strings.Lines(text) {
			if rest, ok := strings.CutPrefix(line, "| `luaflow "+cmd.Name()); ok && strings.ContainsAny(rest[:1], " `") {
				rows++
				checkFlags(t, line, func(flag string) bool {
					return cmd.Flags().Lookup(flag) != nil || len(flag) == 1 && cmd.Flags().ShorthandLookup(flag) != nil
				})
			}
		}
		if rows == 0 {
			t.Errorf("cmd/luaflow/README.md has no row for luaflow %s", cmd.Name())
		}
	}
}

// TestHelpShowsExamples: every command for people has examples, each of which begins
// with its name.
func TestHelpShowsExamples(t *testing.T) {
	for _, cmd := range newRoot(console.New(os.Stdin, os.Stdout, os.Stderr)).Commands() {
		if !cmd.IsAvailableCommand() || cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		if cmd.Example == "" {
			t.Errorf("luaflow %s --help shows no example", cmd.Name())
		}
		for line := range strings.Lines(cmd.Example) {
			if !strings.HasPrefix(line, "  luaflow "+cmd.Name()) {
				t.Errorf("an example of luaflow %s: %s", cmd.Name(), line)
			}
		}
	}
}

// checkFlags asks about the flags that a row of the table names between backticks.
func checkFlags(t *testing.T, line string, known func(string) bool) {
	for i, code := range strings.Split(line, "`") {
		flag := strings.TrimLeft(code, "-")
		if i%2 == 0 || flag == code || flag == "" {
			continue
		}
		flag, _, _ = strings.Cut(flag, " ")
		if !known(flag) {
			t.Errorf("cmd/luaflow/README.md names a flag that is none: %s in %s", code, line)
		}
	}
}

// TestReadmeNamesWhatThereIs: each function and type that analysis/README.md says to begin reading
// at is declared in the package that it names.
func TestReadmeNamesWhatThereIs(t *testing.T) {
	_, table, _ := strings.Cut(readme(t, "analysis"), "| step | begin at |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	names := regexp.MustCompile("`(\\w+)\\.(?:(\\w+)\\.)?(\\w+)`").FindAllStringSubmatch(table, -1)
	if len(names) == 0 {
		t.Fatal("analysis/README.md says nowhere where to begin reading")
	}
	code := make(map[string]string) // by package
	for _, folder := range []string{"lsp", "compile", "analysis"} {
		err := filepath.WalkDir(filepath.Join(repository, folder), func(path string, _ fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
				var text []byte
				text, err = os.ReadFile(path)
				code[filepath.Base(filepath.Dir(path))] += string(text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range names {
		declaration := `(?m)^(func|type|var) ` + n[3] + `\b`
		if n[2] != "" {
			declaration = `(?m)^func \(\w+ \*?` + n[2] + `\) ` + n[3] + `\(`
		}
		if !regexp.MustCompile(declaration).MatchString(code[n[1]]) {
			t.Errorf("analysis/README.md names %s, which is not declared", n[0])
		}
	}
}
