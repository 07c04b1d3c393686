package config

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/value"
	"luaflow/compile/syntax"
)

func TestPatterns(t *testing.T) {
	parameter := Subject{Code: "unused-parameter", Luacheck: "212", Name: "ctx"}
	store := Subject{Code: "dead-store", Luacheck: "311", Name: "x"}
	cycle := Subject{Code: "dead-cycle", Name: "x"}
	break_ := Subject{Code: "loop-runs-once", Luacheck: "512"}
	for _, c := range []struct {
		pattern string
		subject Subject
		want    bool
	}{
		{"2", parameter, true},
		{"21", parameter, true},
		{"12", parameter, false},
		{"212", store, false},
		{"21[23]", parameter, true},
		{"ctx", parameter, true},
		{"ct", parameter, false},
		{"^ct", parameter, true},
		{"tx$", parameter, true},
		{"c.x", parameter, true},
		{"212/ctx", parameter, true},
		{"212/x", parameter, false},
		{"/ctx", parameter, true},
		{"2/", parameter, false},
		{"unused-parameter", parameter, true},
		{"unused-parameter", store, false},
		{"unused-parameter/c.*", parameter, true},
		{"unused-parameter/x", parameter, false},
		{"dead-store", store, true},
		{"shadowing", Subject{Code: "shadowing", Luacheck: "431", Name: "x"}, false},
		{"shadowing", Subject{Code: "dead-store", Luacheck: "311", Name: "shadowing"}, true},
		{"shadowing/", Subject{Code: "shadowing", Luacheck: "431", Name: "x"}, false},
		{"shadowing/.*", Subject{Code: "shadowing", Luacheck: "431", Name: "x"}, true},
		{"3", cycle, true},
		{"31", cycle, false},
		{"[23]", cycle, true},
		{"dead-cycle", cycle, true},
		{"x", cycle, true},
		{".*", store, true},
		{"x", break_, false},
		{"512/.*", break_, false},
		{"", break_, true},
		{"%d+$", break_, false},
		{"^.1.$", break_, true},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Errorf("%q: %s", c.pattern, err)
			continue
		}
		if got := p.Match(c.subject); got != c.want {
			t.Errorf("%q matches %+v: %v", c.pattern, c.subject, got)
		}
		if p.String() != c.pattern {
			t.Errorf("%q is written %q", c.pattern, p)
		}
	}
	for _, text := range []string{"[", "21/(", "%"} {
		if _, err := ParsePattern(text); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// settings makes a stack of settings in the form of .luaflow.json.
func settings(t *testing.T, texts ...string) *Stack {
	t.Helper()
	var layers []*Layer
	for _, text := range texts {
		l, problems := ParseSettings("test", "/p", []byte(text))
		if len(problems) > 0 {
			t.Fatal(problems[0])
		}
		layers = append(layers, l)
	}
	stack, problems := NewStack(layers...)
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	return stack
}

func TestEnabled(t *testing.T) {
	for _, c := range []struct {
		settings  string
		code      string
		byDefault bool
		want      bool
	}{
		{`{}`, "dead-store", true, true},
		{`{}`, "shadowing", false, false},
		{`{"severity": {"dead-store": "off"}}`, "dead-store", true, false},
		{`{"severity": {"311": "off"}}`, "dead-store", true, false},
		{`{"severity": {"shadowing": "hint"}}`, "shadowing", false, true},
		{`{"enable": ["4"]}`, "shadowing", false, true},
		{`{"enable": ["432"]}`, "shadowing", false, true},
		{`{"enable": ["4/x"]}`, "shadowing", false, false},
		{`{"redefined": true}`, "shadowing", false, true},
		{`{"redefined": true, "severity": {"shadowing": "off"}}`, "shadowing", false, false},
		{`{"enable": ["3"]}`, "maybe-uninitialized", false, false},
		{`{"enable": ["maybe-uninitialized"]}`, "maybe-uninitialized", false, true},
		{`{"ignore": ["3"]}`, "dead-store", true, true},
		{`{}`, "undefined-global", false, false},
		{`{"std": "lua54"}`, "undefined-global", false, true},
		{`{"readGlobals": []}`, "undefined-global", false, true},
		{`{"allowDefinedTop": true}`, "unused-global", false, true},
		{`{"allowDefinedTop": false}`, "unused-global", false, false},
		{`{"std": "lua54", "severity": {"undefined-global": "off"}}`, "undefined-global", false, false},
		{`{"std": "lua54"}`, "no-such-code", false, false},
	} {
		from, got := settings(t, c.settings).For("/p/a.lua").Enabled(c.code, c.byDefault)
		if got != c.want {
			t.Errorf("%s: %s is %v", c.settings, c.code, got)
		}
		if got != c.byDefault && from.Name != "test" {
			t.Errorf("%s: %s by %s", c.settings, c.code, from)
		}
	}
	if _, on := settings(t, `{}`).For("/p/spec/a_spec.lua").Enabled("undefined-global", false); on {
		t.Error("a default by path has globals checked")
	}
}

func TestWith(t *testing.T) {
	base := settings(t, `{"std": "lua51", "ignore": ["212"], "unused": false}`).For("/p/a.lua")
	flags := map[Flag]Setting[bool]{UnusedArgs: {Value: true, Origin: Origin{"inline", 3}}}
	inner := base.With(&Layer{Flags: flags}, &Layer{Std: &Setting[Standard]{Value: ParseStandard("lua53+nosuch")}})
	s := Subject{Code: "unused-parameter", Luacheck: "212", Name: "x"}
	if base.Passes(s) || !inner.Passes(s) {
		t.Error("the switch of an inner layer has no effect")
	}
	if base.Global("utf8") != 0 || inner.Global("utf8") == 0 {
		t.Error("the standard of an inner layer has no effect")
	}
	if got := inner.Dialect.Value; got != syntax.Lua53 {
		t.Errorf("the dialect is %s", got)
	}
}

func TestHosts(t *testing.T) {
	for text, want := range map[string]value.Hosts{
		`{}`:                            0,
		`{"std": "lua51"}`:              0,
		`{"std": "luanti"}`:             value.Luanti,
		`{"std": "+love"}`:              value.Love,
		`{"std": "max+busted+ngx_lua"}`: value.Busted | value.NgxLua,
		`{"std": "+love", "stds": {"love": {"globals": ["love"]}}}`: 0,
	} {
		if got := settings(t, text).For("/p/a.lua").Hosts(); got != want {
			t.Errorf("%s: hosts are %b, want %b", text, got, want)
		}
	}
}

func TestGlobalPatterns(t *testing.T) {
	l, problems := parseLuarc("test", "/p", []byte(`{"diagnostics.globalsRegex": ["^app_"], "runtime.nonstandardSymbol": ["+="]}`))
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	stack, _ := NewStack(l)
	c := stack.For("/p/a.lua")
	if c.Global("app_x") == 0 || c.Global("the_app_x") != 0 {
		t.Error("the pattern is not asked")
	}
	if got := c.Language(Decision{}).Extensions; got != syntax.AddAssign {
		t.Errorf("the extensions are %b", got)
	}
}

// TestDisabled: where LuaLS is to report nothing, every check is off but those of errors.
func TestDisabled(t *testing.T) {
	l, problems := parseLuarc("test", "/p", []byte(`{"diagnostics": {"enable": false}}`))
	if len(problems) > 0 {
		t.Fatal(problems[0])
	}
	stack, _ := NewStack(l)
	c, errors := stack.For("/p/a.lua"), 0
	for _, check := range checks.All {
		_, on := c.Enabled(check.Code, true)
		if isError := check.Severity == analysis.Error; on != isError {
			t.Errorf("%s, of rank %s, runs: %t", check.Code, check.Severity, on)
		} else if on {
			errors++
		}
	}
	if errors == 0 {
		t.Error("there is no check of errors")
	}
}

func TestDefault(t *testing.T) {
	c := Default()
	if c.Dialect.Value != 0 || c.Std.Value != "max" || c.Global("print") == 0 || !c.Passes(Subject{Luacheck: "211"}) {
		t.Errorf("the default is %+v", c)
	}
	for _, line := range c.Lines() {
		if !line.IsDefault() || line.String() != "default" {
			t.Errorf("%s comes from %s", line.Key, line.Origin)
		}
	}
	if _, _, err := parseDialect("LuaJIT"); err != nil {
		t.Error(err)
	}
}

// TestDecide: each part of the rule decides where those before it say nothing.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		settings, path, text string
		dialects             syntax.Dialect
		by                   Rule
	}{
		{`{}`, "a.lua", "", Undecided, ByDefault},
		{`{"dialect": "auto"}`, "a.lua", "", syntax.Any, ByName},
		{`{"dialect": "5.2"}`, "a.lua", "", syntax.Lua52, ByName},
		{`{"dialect": "5.2"}`, "a.rockspec", "#!/usr/bin/lua5.4", syntax.Lua52, ByName},
		{`{"std": "luajit+busted"}`, "a.lua", "#!/usr/bin/lua5.4", syntax.LuaJIT, ByStd},
		{`{"std": "ngx_lua+busted"}`, "a.lua", "", syntax.LuaJITCompat, ByStd},
		{`{}`, "a", "#!/usr/bin/env resty\n", syntax.LuaJITCompat, ByShebang},
		{`{"std": "lua51+lua54"}`, "a.lua", "", syntax.Lua51 | syntax.Lua54, ByStd},
		{`{"std": "lua51", "dialect": "auto"}`, "a.lua", "", syntax.Lua51, ByStd},
		{`{"std": "lua51", "dialect": "5.5"}`, "a.lua", "", syntax.Lua55, ByName},
		{`{"std": "min"}`, "a.lua", "", Undecided, ByDefault},
		{`{"std": "max"}`, "a.lua", "", Undecided, ByDefault},
		{`{}`, "a-1.rockspec", "#!/usr/bin/lua5.4", syntax.Lua51, ByKind},
		{`{"dialect": "auto"}`, "a", "#!/usr/bin/lua5.4 -w\n", syntax.Lua54, ByShebang},
		{`{}`, "a", "#!/usr/bin/env luajit-2.1", syntax.LuaJIT, ByShebang},
		{`{}`, "a", "#!/usr/bin/env -S lua52\nlua5.4", syntax.Lua52, ByShebang},
		{`{}`, "a", "#!/usr/bin/lua", Undecided, ByDefault},
	} {
		got := settings(t, c.settings).For("/p/"+c.path).Decide("/p/"+c.path, c.text)
		if got.Dialects != c.dialects || got.By != c.by {
			t.Errorf("%s, %s %q: %s by %s", c.settings, c.path, c.text, got.Dialects, got.By)
		}
	}
	decided := Decision{Dialects: syntax.Any, By: ByDefault}
	if jit := (Decision{Dialects: syntax.LuaJIT, By: ByStd}).With(syntax.LuaJITCompat); jit.By != ByStd || jit.Dialects != syntax.LuaJITCompat {
		t.Errorf("with a build of LuaJIT alone: %s by %s", jit.Dialects, jit.By)
	}
	if decided.With(syntax.Any) != decided || decided.With(syntax.Lua52).By != BySyntax {
		t.Error("what is left after parsing is not told from what was possible")
	}
}

func TestLanguage(t *testing.T) {
	for _, s := range Symbols() {
		if _, ok := syntax.ParseExtension(s); !ok && s != "|lambda|" {
			t.Errorf("the parser has no %s", s)
		}
	}
}

func TestLevels(t *testing.T) {
	for level, want := range map[Level]string{Error: "error", Warning: "warning", Hint: "hint"} {
		if s, ok := level.Severity(); !ok || s.String() != want {
			t.Errorf("%s is %s", level, s)
		}
	}
	if _, ok := Off.Severity(); ok {
		t.Error("off is reported")
	}
}
