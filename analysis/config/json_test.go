package config

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"luaflow/analysis/checks"
	"luaflow/analysis/config/tree"
)

// schemaObject is what is read of an object in the schema.
type schemaObject struct {
	Properties map[string]schemaProperty `json:"properties"`
	Defs       map[string]schemaObject   `json:"definitions"`
}

type schemaProperty struct {
	Description string                     `json:"description"`
	Enum        []string                   `json:"enum"`
	Items       *schemaProperty            `json:"items"`
	Properties  map[string]json.RawMessage `json:"properties"`
}

func TestSchemaKnowsEveryOption(t *testing.T) {
	var schema schemaObject
	if err := json.Unmarshal(Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	same := func(what string, a, b []string) {
		t.Helper()
		a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
		if !slices.Equal(a, b) {
			t.Errorf("%s: the schema has %q, the reader %q", what, a, b)
		}
	}
	top, path := schema.Properties, schema.Defs["path"].Properties
	same("options", slices.Collect(maps.Keys(top)), optionNames(topOptions))
	same("options of paths", slices.Collect(maps.Keys(path)), optionNames(nil))
	same("options of the top", topOnly, slices.DeleteFunc(slices.Collect(maps.Keys(topOptions)), func(s string) bool { return s == "$schema" }))
	same("codes", slices.Collect(maps.Keys(top["severity"].Properties)), checks.Codes())
	same("assumptions", slices.Collect(maps.Keys(top["assume"].Properties)), slices.Collect(maps.Keys(assumptions)))
	same("symbols", top["symbols"].Items.Enum, Symbols())
	same("dialects", top["dialect"].Enum, DialectNames())
	for name, p := range top {
		if p.Description == "" && name != "$schema" {
			t.Errorf("%s has no description", name)
		}
	}
}

// FuzzSettings reads texts as .luaflow.json and as .luarc.json, and merges them.
func FuzzSettings(f *testing.F) {
	for _, archive := range []string{
		"", "{}", "[]", "null", `{"std": "lua51+busted", "files": {"**/x[": {"std": "+love"}}}`,
		`{"Lua": {"diagnostics": {"globals": ["a.b", ""], "severity": {"unused-local": "Hint!"}}}}`,
		`{"globals": {"a": {"fields": {"b": {"readOnly": true}}}}, "notGlobals": ["a.b", "."]}`,
		`{"ignore": ["(", "[a-", "%", "2/"], "only": []}`, "{\"a\": 1e999, // x\n /* */ \"b\": \"\\ud800\",}",
		`{"stds": {"m": {"globals": ["x"]}}, "std": "m+m+"}`, `{"diagnostics.unusedLocalExclude": ["*%*"]}`,
	} {
		f.Add([]byte(archive))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, problems1 := ParseSettings("a", "/p", text)
		b, problems2 := parseLuarc("b", "/p", text)
		stack, problems3 := NewStack(a, b)
		for _, problem := range slices.Concat(problems1, problems2, problems3) {
			if problem.Message == "" || problem.File == "" || problem.Line < 0 {
				t.Errorf("%+v", problem)
			}
		}
		for _, path := range []string{"/p/a.lua", "/p/spec/x_spec.lua"} {
			c := stack.For(path)
			stack.Excluded(path)
			c.Lines()
			for _, code := range checks.Codes() {
				c.Enabled(code, false)
				c.Passes(Subject{Code: code, Name: "x"})
			}
			c.Global("a")
		}
	})
}

// FuzzLuacheckrc reads tables as a .luacheckrc would have set them.
func FuzzLuacheckrc(f *testing.F) {
	f.Add([]byte(`{"std": "lua51", "globals": ["a"], "files": {"x": {"unused": false}}, "stds": {"m": {}}}`))
	f.Add([]byte(`{"quiet": 1, "max_line_length": false, "color": 1, "ignore": {"a": 1}, "read_globals": {"a": []}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		root, problem := tree.ParseJSON("a", text)
		if problem != nil {
			return
		}
		layer, _ := decodeLuacheckrc("a", "/p", root)
		stack, _ := NewStack(layer)
		stack.For("/p/x/a.lua").Lines()
	})
}

// parseLuarc reads settings in the form of .luarc.json.
func parseLuarc(source, folder string, text []byte) (*Layer, []*Problem) {
	return parse(source, folder, text, lineless(decodeLuarc))
}
