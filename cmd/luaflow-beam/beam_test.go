package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
)

func TestMain(m *testing.M) {
	beam.Init()
	os.Exit(m.Run())
}

// TestRunnersFindWhatCheckFinds checks a program of many files with each runner, and in different numbers of parts.
func TestRunnersFindWhatCheckFinds(t *testing.T) {
	luaflow := filepath.Join(t.TempDir(), "luaflow")
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", luaflow, "./cmd/luaflow").CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", err, out)
	}
	root, names := program(t)
	want := checked(t, luaflow, root)
	for _, code := range []string{"unused-export", "lost-argument", "dead-store"} {
		if !slices.ContainsFunc(want, func(line string) bool { return strings.Contains(line, `"code":"`+code+`"`) }) {
			t.Errorf("check finds no %s", code)
		}
	}
	for _, test := range []struct {
		runner string
		shards int
	}{{"direct", 1}, {"direct", 7}, {"prism", 40}} {
		t.Run(fmt.Sprintf("%s-%d", test.runner, test.shards), func(t *testing.T) {
			c := check{Root: root, Luaflow: luaflow, Shards: test.shards}
			if got := found(t, test.runner, c, names); !slices.Equal(got, want) {
				t.Errorf("%d findings, want %d:\n%s\n\nwant:\n%s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// program writes a program into a folder, and returns the paths of its files in no order: modules that require one another.
func program(t *testing.T) (root string, names []string) {
	root = t.TempDir()
	const files = 60
	for i := range files {
		name := fmt.Sprintf("part%d/m%d.lua", i%5, i)
		text := fmt.Sprintf("local M = {}\nfunction M.used(a) local x = 1 x = a return x end\nfunction M.spare%d() return %d end\nreturn M\n", i, i)
		if i%10 == 0 {
			text = "#!/usr/bin/lua\n" + strings.Repeat("\n", i%3)
			for k := i + 1; k < i+10; k++ {
				text += fmt.Sprintf("local m%d = require 'part%d.m%d'\nprint(m%d.used(1%s))\n", k, k%5, k, k, strings.Repeat(", 2", k%2))
			}
		}
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	return root, names
}

// checked returns what luaflow check finds in a folder, sorted.
func checked(t *testing.T, luaflow, root string) (lines []string) {
	cmd := exec.Command(luaflow, "check", "--no-config", "--no-cache", "--format", "json", ".")
	cmd.Dir = root
	out, _ := cmd.Output() // its exit code is about findings
	var list []json.RawMessage
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		lines = append(lines, string(f))
	}
	slices.Sort(lines)
	return lines
}

// found returns what the pipeline finds, sorted.
func found(t *testing.T, runner string, c check, names []string) []string {
	p, s := beam.NewPipelineWithRoot()
	output := filepath.Join(t.TempDir(), "findings.jsonl")
	textio.Write(s, output, findings(s, c, beam.CreateList(s, names)))
	if _, err := beam.Run(t.Context(), runner, p); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(output)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	slices.Sort(lines)
	return lines
}
