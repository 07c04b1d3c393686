package refactor_test

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/refactor"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestDoubt tells which plans a menu leaves out: those that the proof refuses, of these texts.
func TestDoubt(t *testing.T) {
	for text, want := range map[string]bool{
		"local ‸x = 1 + 2; print(x, x)":                            false,
		"local f = ...; local ‸x = f(); f(x)":                      false,
		"local f = ...; local ‸x = f(); f(x, x)":                   true,
		"local f = ...; local ‸x = f(); f(1); f(x)":                true,
		"local f = ...; local ‸x = f(); if f then f = x end":       true,
		"local f = ...; local ‸x = {}; for i = 1, 2 do f(x) end":   true,
		"local f = ...; local ‸x = 7; for i = 1, 2 do f(x) end":    false,
		"local f, a = ...; local ‸x = a; a = 1; f(x)":              true,
		"local f = ...; local ‸x = f; return function() f(x) end":  true,
		"local f = ...; local ‸x = {}; return function() f(x) end": true,
		"local ‸_ENV = {}; x = y":                                  true,
	} {
		at := strings.Index(text, "‸")
		u := compile.Compile(source.NewFile("a.lua", strings.Replace(text, "‸", "", 1)))
		for _, c := range refactor.At(analysis.NewPass(u, 0, nil, nil), nil, source.Span{Start: source.Pos(at), End: source.Pos(at)}) {
			if c.Kind != refactor.Inline || c.Refusal != "" {
				continue
			}
			if c.IsDoubtful != want {
				t.Errorf("%q: doubtful: %t", text, c.IsDoubtful)
			}
			if _, err := c.Prove(); (err != nil) != want {
				t.Errorf("%q is refused: %v", text, err)
			}
		}
	}
}
