package config

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis/config/luacheckrc"
	"luaflow/analysis/config/std"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// This file compares what is made of .luacheckrc files with what luacheck makes of
// them, for each file that testdata/luacheckrc names under "files".

// TestMain makes the test binary the child process as well.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == EvalCommand {
		os.Exit(luacheckrc.EvalMain(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// archives reads the archives of a folder of testdata, by name.
func archives(t *testing.T, folder string) map[string]*txtar.Archive {
	t.Helper()
	names := must.Glob(t, filepath.Join("testdata", folder, "*.txtar"))
	all := map[string]*txtar.Archive{}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = archive
	}
	return all
}

// unpack writes the files of an archive into a new folder, and gives the lines of the
// one called "files".
func unpack(t *testing.T, archive *txtar.Archive) (folder string, files []string) {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name == "files" {
			files = strings.Fields(string(f.Data))
			continue
		}
		path := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		must.Write(t, path, f.Data)
	}
	return folder, files
}

// interpreter returns the Lua that runs luacheck, by the first line of its script.
func interpreter(t *testing.T) string {
	t.Helper()
	script := must.Read(t, external.Program(t, "luacheck"))
	first, _, _ := strings.Cut(script, "\n")
	words := strings.Fields(strings.TrimPrefix(first, "#!"))
	return external.Program(t, words[len(words)-1])
}

func TestLuacheckMakesTheSame(t *testing.T) {
	lua := interpreter(t)
	script, err := filepath.Abs("testdata/normalize.lua")
	if err != nil {
		t.Fatal(err)
	}
	for name, archive := range archives(t, "luacheckrc") {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			folder, files := unpack(t, archive)
			cmd := exec.Command(lua, append([]string{script}, files...)...)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("luacheck: %s\n%s", err, out)
			}
			loader := NewLoader(Options{Child: SelfCommand(), Workspaces: []string{folder}})
			loaded := loader.For(filepath.Join(folder, "a.lua"))
			if refused, ok := strings.CutPrefix(string(out), "refused: "); ok {
				if len(loaded.Problems) == 0 {
					t.Errorf("luacheck refuses it: %s", refused)
				}
				return
			}
			for _, problem := range loaded.Problems {
				t.Error(problem)
			}
			compare(t, describe(loaded, folder, files), string(out))
		})
	}
}

// compare shows the lines that differ.
func compare(t *testing.T, ours, theirs string) {
	t.Helper()
	a, b := strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	if ours == theirs {
		return
	}
	for _, line := range a {
		if !slices.Contains(b, line) {
			t.Errorf("luaflow only:  %s", line)
		}
	}
	for _, line := range b {
		if !slices.Contains(a, line) {
			t.Errorf("luacheck only: %s", line)
		}
	}
	if !t.Failed() {
		t.Errorf("the order differs: luaflow\n%s\nluacheck\n%s", ours, theirs)
	}
}

var (
	probedCodes = strings.Fields(`113 211 212 213 221 231 232 233 241 311 312 313 314 321 331 341
		411 412 413 421 422 423 431 432 433 511 512 521 531 532 541 542
		551 571 581 582 611 612 613 614 621`)
	probedNames = []string{"", "x", "_unused", "self", "ctx", "foo_bar", "Foo", "x1", "..."}
)

// describe returns what testdata/normalize.lua prints.
func describe(loaded *Loaded, folder string, files []string) string {
	var b strings.Builder
	for _, file := range files {
		path := filepath.Join(folder, file)
		c := loaded.For(path)
		_, excluded := loaded.Excluded(path)
		fmt.Fprintf(&b, "file %s\nchecked %v\n", file, !excluded)
		for _, f := range []Flag{Self, UnusedSecondaries, Module, AllowDefined, AllowDefinedTop} {
			fmt.Fprintln(&b, f, c.Flag(f).Value)
		}
		for _, l := range []Limit{MaxCodeLineLength, MaxStringLineLength, MaxCommentLineLength, MaxComplexity} {
			fmt.Fprintln(&b, l, c.Limit(l).Value)
		}
		var symbols []string
		for s := range c.symbols {
			symbols = append(symbols, s)
		}
		slices.Sort(symbols)
		fmt.Fprintln(&b, "operators", strings.Join(symbols, " "))
		fmt.Fprintln(&b, "passing", strings.Join(passing(c), " "))
		fmt.Fprintln(&b, "globals")
		describeGlobals(&b, c, c.Globals(), nil)
	}
	c := loaded.For(filepath.Join(folder, files[0]))
	fmt.Fprintln(&b, Quiet, c.Limit(Quiet).Value)
	for _, f := range []Flag{Color, ShowCodes, ShowRanges} {
		fmt.Fprintln(&b, f, c.Flag(f).Value)
	}
	return b.String()
}

// passing returns the probes that the rules let through.
func passing(c *Config) (words []string) {
	for _, code := range probedCodes {
		for _, name := range probedNames {
			s := Subject{Luacheck: code, Name: name}
			if code == "113" {
				s.Name = "no such " + name
			}
			if (code != "113" || name != "") && c.Passes(s) {
				words = append(words, s.Luacheck+"/"+s.Name)
			}
		}
	}
	if c.Passes(Subject{Luacheck: "211", Name: "x", Needs: UnusedSecondaries}) {
		words = append(words, "secondary 211/x")
	}
	if c.Passes(Subject{Luacheck: "212", Name: "self", Needs: Self}) {
		words = append(words, "self 212/self")
	}
	return words
}

func describeGlobals(b *strings.Builder, c *Config, at *std.Field, path []std.Index) {
	for _, name := range at.Names() {
		indices := append(slices.Clone(path), std.Index{Name: name})
		status := func(further ...std.Index) std.Status {
			all := append(slices.Clone(indices), further...)
			return c.Globals().Status(all[0].Name, all[1:]...)
		}
		b.WriteString("  ")
		for i, index := range indices {
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(index.Name)
		}
		if status() == std.Writable {
			b.WriteString(" writable")
		}
		field := at.Field(name)
		if field.IsOpen() {
			b.WriteString(" open")
		}
		if status(std.Index{Kind: std.Anything}) == std.Writable {
			b.WriteString(" mixed")
		}
		b.WriteByte('\n')
		describeGlobals(b, c, field, indices)
	}
}
