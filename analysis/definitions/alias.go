package definitions

import (
	"strings"

	"luaflow/compile/syntax"
)

// This file reads names that a file gives to types:
//
//	---@alias Found Image|nil
//	---@alias Mode
//	---| "fast"
//	---| nil     # as it was
//
// They hold in the file alone: another one that names the type knows no more of it than of a class.

// aliases is what the names of types stand for.
type aliases struct {
	types map[string]string
	// nils holds those that nil may be one of.
	nils map[string]bool
}

// mostSteps bounds how often aliases are followed from one to the next.
const mostSteps = 8

// readAliases returns the aliases of a file.
func readAliases(t *syntax.Tree) *aliases {
	a := &aliases{types: map[string]string{}, nils: map[string]bool{}}
	name, parts := "", []string{}
	finish := func() {
		if name != "" {
			a.types[name] = strings.Join(parts, "|")
		}
		name, parts = "", nil
	}
	for _, c := range t.Comments {
		tag, rest := tagOf(t.File, c)
		if more, ok := strings.CutPrefix(rest, "|"); ok && tag == "" && name != "" {
			more, _, _ = strings.Cut(strings.TrimLeft(more, "+>"), "#")
			parts = append(parts, strings.TrimSpace(more))
			continue
		}
		finish()
		if tag != "@alias" {
			continue
		}
		s := scanner{text: rest}
		if name = strings.Clone(s.word()); s.text != "" && strings.TrimSpace(s.text) != "" {
			parts = append(parts, strings.TrimSpace(s.text))
		}
	}
	finish()
	a.findNils()
	return a
}

// findNils finds which aliases stand for types that nil may be one of.
func (a *aliases) findNils() {
	for range mostSteps {
		changed := false
		for name, text := range a.types {
			s := scanner{text: text, optional: a.nils}
			if mayBeNil, ok := s.union(); ok && mayBeNil && !a.nils[name] {
				a.nils[name] = true
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}

// resolved returns the type that a type stands for, if it is the name of one.
func (a *aliases) resolved(text string) string {
	for range mostSteps {
		to, ok := a.types[strings.TrimSpace(text)]
		if !ok {
			break
		}
		text = to
	}
	return text
}
