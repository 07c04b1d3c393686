package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestReadmeShowsTheDemo: what the README prints is what the demo prints, as the
// script demo.txtar expects it.
func TestReadmeShowsTheDemo(t *testing.T) {
	script, err := txtar.ParseFile("testdata/script/demo.txtar")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range script.Files {
		if f.Name == "demo.txt" && strings.Contains(string(readme), "```\n"+string(f.Data)+"```\n") {
			return
		}
	}
	t.Error("README.md does not show what luaflow demo prints: run the command and paste its output")
}
