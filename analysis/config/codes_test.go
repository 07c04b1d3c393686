package config_test

import (
	"slices"
	"testing"

	"luaflow/analysis/checker"
	"luaflow/analysis/config"
)

// planned is the codes that no check has yet.
var planned = []string{
	"invalid-suppression", "negated-comparison", "reversed-loop", "undefined-global", "unused-global",
	"useless-suppression",
}

func TestEveryCheckIsInTheTable(t *testing.T) {
	for _, code := range checker.Codes() {
		if !config.IsCode(code) {
			t.Errorf("%s is not in the table", code)
		}
		check, _ := checker.Lookup(code)
		if got := config.Luacheck(code); !slices.Equal(got, check.Luacheck) {
			t.Errorf("%s answers to %q, in the table to %q", code, check.Luacheck, got)
		}
	}
	for _, code := range config.Codes() {
		if _, ok := checker.Lookup(code); !ok && !slices.Contains(planned, code) {
			t.Errorf("there is no check %s", code)
		}
	}
	if !slices.IsSorted(config.Codes()) {
		t.Error("the table is not in alphabetical order")
	}
}

func TestNamesOfOthers(t *testing.T) {
	if got := config.FromLuacheck("211"); !slices.Equal(got, []string{"unused-function", "unused-local"}) {
		t.Errorf("211 is %q", got)
	}
	names, part := config.FromLuaLS("unused-local")
	if !slices.Equal(names, []string{"never-read", "unused-local", "unused-loop-variable", "unused-parameter"}) || part != "" {
		t.Errorf("unused-local is %q and %q", names, part)
	}
	if names, part := config.FromLuaLS("unused-vararg"); len(names) > 0 || part == "" {
		t.Errorf("unused-vararg is %q and %q", names, part)
	}
	if names, part := config.FromLuaLS("undefined-doc-name"); len(names) > 0 || part != "" {
		t.Errorf("undefined-doc-name is %q and %q", names, part)
	}
	if got := config.LuaLS("shadowing"); !slices.Equal(got, []string{"redefined-local"}) {
		t.Errorf("shadowing is %q", got)
	}
}
