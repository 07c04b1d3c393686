package checker

import (
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestGlobalsOfConfiguration holds that checks of globals run where a configuration says
// which there are, and obey it.
func TestGlobalsOfConfiguration(t *testing.T) {
	origin := config.Origin{Name: "a test", Line: 1}
	standard := func(name string) *config.Config {
		std := &config.Setting[config.Standard]{Value: config.ParseStandard(name), Origin: origin}
		return config.Default().With(&config.Layer{Std: std})
	}
	off := standard("lua53").With(&config.Layer{Levels: []config.Setting[config.CodeLevel]{
		{Value: config.CodeLevel{Code: "undefined-global", Level: config.Off}, Origin: origin},
	}})
	for _, c := range []struct {
		name   string
		config *config.Config
		found  int
	}{
		{"nothing said", nil, 0},
		{"default", config.Default(), 0},
		{"lua53", standard("lua53"), 1},
		{"lua51", standard("lua51"), 0},
		{"none", standard("none"), 2},
		{"off", off, 0},
	} {
		checker := New()
		checker.Config = c.config
		found := checker.Check(compile.Compile(source.NewFile("x.lua", "return print(unpack {})")))
		if len(found) != c.found {
			t.Errorf("%s: found %v", c.name, found)
		}
	}
}

// TestGlobalsAndDebug holds that the debug library makes no hint of them.
func TestGlobalsAndDebug(t *testing.T) {
	c := New()
	c.All = true
	found := c.Check(compile.Compile(source.NewFile("x.lua", "debug.sethook() f()")))
	if len(found) != 1 || found[0].Severity != analysis.Warning || found[0].Message != "undefined global `f`" {
		t.Errorf("found %v", found)
	}
}
