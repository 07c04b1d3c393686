package pragma

import (
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestRecognize says of comments whose they are, and what stands in them after the word.
func TestRecognize(t *testing.T) {
	const nobody = Family(99)
	for _, c := range []struct {
		text string
		of   Family
		body string
	}{
		{"-- luacheck: ignore x", OfLuacheck, " ignore x"},
		{"--luacheck:ignore", OfLuacheck, "ignore"},
		{"--\t luacheck:", OfLuacheck, ""},
		{"-- luaflow: ignore dead-store", OfLuaflow, " ignore dead-store"},
		{"---@diagnostic disable: unused-local", OfServer, " disable: unused-local"},
		{"--- @diagnostic disable", OfServer, " disable"},
		{"---@diagnostics disable", nobody, ""},
		{"---@diagnostic", OfServer, ""},
		{"-- @diagnostic disable", nobody, ""},
		{"-- see luacheck: ignore", nobody, ""},
		{"-- Luacheck: ignore", nobody, ""},
		{"-- luacheck ignore", nobody, ""},
		{"-- lua", nobody, ""},
		{"--", nobody, ""},
		{"---", nobody, ""},
	} {
		tree := syntax.Parse(source.NewFile("x.lua", c.text), syntax.Language{})
		if len(tree.Comments) != 1 {
			t.Fatalf("%s: %d comments", c.text, len(tree.Comments))
		}
		comment := &tree.Comments[0]
		of, at, ok := Recognize(tree, comment)
		if ok != (c.of != nobody) || ok != Acts(tree, comment) {
			t.Errorf("%s: recognized: %t", c.text, ok)
			continue
		}
		if ok && (of != c.of || c.text[at:] != c.body) {
			t.Errorf("%s: of %d, %q", c.text, of, c.text[at:])
		}
	}
}
