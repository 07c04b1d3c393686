package config

import "slices"

// This file defines what luaflow's codes are called elsewhere. It is the only table of
// these names.

// code is one of luaflow's codes.
type code struct {
	name     string
	luacheck []string // the codes of luacheck that it answers to
	// family is what of luacheck's codes a finding counts as that luacheck has not: it
	// obeys those that speak of a whole hundred.
	family string
	luals  []string // the diagnostics of LuaLS that are, or are part of, the same
}

var codes = []code{
	{"constant-condition", nil, "5", nil},
	{"dead-cycle", nil, "3", nil},
	{"dead-store", []string{"311", "312", "313"}, "3", nil},
	{"discarded-pure-call", nil, "5", []string{"discard-returns"}},
	{"duplicate-condition", nil, "5", nil},
	{"empty-block", []string{"541", "542", "551"}, "5", []string{"empty-block"}},
	{"invalid-suppression", []string{"021", "022", "023"}, "0", []string{"unknown-diag-code"}},
	{"loop-runs-once", []string{"512"}, "5", nil},
	{"maybe-uninitialized", nil, "3", nil},
	{"negated-comparison", []string{"581", "582"}, "5", nil},
	{"never-read", []string{"231", "232", "233"}, "2", []string{"unused-local"}},
	{"redundant-return", nil, "5", []string{"redundant-return"}},
	{"reversed-loop", []string{"571"}, "5", []string{"count-down-loop"}},
	{"self-assignment", nil, "3", nil},
	{"shadowing", []string{"411", "412", "413", "421", "422", "423", "431", "432", "433"}, "4", []string{"redefined-local"}},
	{"syntax-error", []string{"011"}, "0", nil},
	{"unbalanced-assignment", []string{"531", "532"}, "5", []string{"unbalanced-assignments", "redundant-value"}},
	{"undefined-global", []string{"111", "112", "113", "121", "122", "142", "143"}, "1", []string{"undefined-global", "global-in-nil-env"}},
	{"uninitialized-read", []string{"221", "321", "341"}, "3", nil},
	{"unreachable-code", []string{"511"}, "5", []string{"unreachable-code", "code-after-break"}},
	{"unread-field", []string{"314"}, "3", []string{"duplicate-index"}},
	{"unused-function", []string{"211"}, "2", []string{"unused-function"}},
	{"unused-global", []string{"131"}, "1", nil},
	{"unused-label", []string{"521"}, "5", []string{"unused-label"}},
	{"unused-local", []string{"211"}, "2", []string{"unused-local"}},
	{"unused-loop-variable", []string{"213"}, "2", []string{"unused-local"}},
	{"unused-parameter", []string{"212"}, "2", []string{"unused-local"}},
	{"useless-suppression", nil, "0", nil},
	{"write-only-table", []string{"241", "331"}, "3", nil},
}

// parts is the diagnostics of LuaLS that are a part of one of our codes only, as
// patterns.
var parts = map[string]string{
	"lowercase-global": "11[12]",
	"unused-vararg":    "unused-parameter/%.%.%.",
}

// groups is LuaLS's groups of diagnostics, those that we have a code for.
var groups = map[string][]string{
	"ambiguity":  {"count-down-loop"},
	"duplicate":  {"duplicate-index"},
	"global":     {"global-in-nil-env", "lowercase-global", "undefined-global"},
	"luadoc":     {"unknown-diag-code"},
	"redefined":  {"redefined-local"},
	"strict":     {"discard-returns"},
	"unbalanced": {"redundant-value", "unbalanced-assignments"},
	"unused": {
		"code-after-break", "empty-block", "redundant-return", "unreachable-code", "unused-function",
		"unused-label", "unused-local", "unused-vararg",
	},
}

// Codes returns all codes in alphabetical order.
func Codes() []string {
	names := make([]string, len(codes))
	for i, c := range codes {
		names[i] = c.name
	}
	return names
}

// IsCode reports whether a word is one of luaflow's codes.
func IsCode(word string) bool { return lookup(word) != nil }

func lookup(name string) *code {
	for i := range codes {
		if codes[i].name == name {
			return &codes[i]
		}
	}
	return nil
}

// Luacheck returns the codes of luacheck that a code answers to.
func Luacheck(name string) []string {
	if c := lookup(name); c != nil {
		return slices.Clone(c.luacheck)
	}
	return nil
}

// FromLuacheck returns the codes that answer to one of luacheck's.
func FromLuacheck(luacheck string) []string {
	return named(func(c *code) bool { return slices.Contains(c.luacheck, luacheck) })
}

// FromLuaLS returns the codes that a diagnostic of LuaLS is called by, and, if it is a part
// of one only, the pattern of that part. Of a diagnostic that luaflow does not have
// both are empty.
func FromLuaLS(diagnostic string) (names []string, pattern string) {
	return named(func(c *code) bool { return slices.Contains(c.luals, diagnostic) }), parts[diagnostic]
}

// LuaLS returns the diagnostics of LuaLS that a code is called by.
func LuaLS(name string) []string {
	if c := lookup(name); c != nil {
		return slices.Clone(c.luals)
	}
	return nil
}

func named(is func(*code) bool) (names []string) {
	for i := range codes {
		if is(&codes[i]) {
			names = append(names, codes[i].name)
		}
	}
	return names
}
