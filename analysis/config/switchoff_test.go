package config_test

import (
	"strings"
	"testing"

	"luaflow/analysis/config"
)

// TestSwitchOff switches a code off in files of many shapes, and looks at the text after it, and at what it means.
func TestSwitchOff(t *testing.T) {
	for _, c := range []struct{ before, after string }{
		{"", "{\n  \"severity\": {\n    \"dead-store\": \"off\"\n  }\n}\n"},
		{" \n", "{\n  \"severity\": {\n    \"dead-store\": \"off\"\n  }\n}\n"},
		{"{}", "{\n  \"severity\": {\n    \"dead-store\": \"off\"\n  }\n}"},
		{"{\"std\": \"lua53\"}\n", "{\"std\": \"lua53\",\n  \"severity\": {\n    \"dead-store\": \"off\"\n  }}\n"},
		{
			"{\n\t\"std\": \"lua53\", // all\n}\n",
			"{\n\t\"std\": \"lua53\",\n\t\"severity\": {\n\t\t\"dead-store\": \"off\"\n\t} // all\n}\n",
		},
		{
			"{\n  \"severity\": { /* none */ },\n  \"std\": \"lua53\"\n}\n",
			"{\n  \"severity\": {\n    \"dead-store\": \"off\"\n   /* none */ },\n  \"std\": \"lua53\"\n}\n",
		},
		{
			"{\n  \"severity\": {\n    \"empty-block\": \"hint\"\n  }\n}\n",
			"{\n  \"severity\": {\n    \"empty-block\": \"hint\",\n    \"dead-store\": \"off\"\n  }\n}\n",
		},
		{"{\"severity\": {\"dead-store\": /* now */ \"hint\"}}", "{\"severity\": {\"dead-store\": /* now */ \"off\"}}"},
		{"{\"severity\": 1}", ""},
		{"[]", ""},
		{"{", ""},
		{"\uFEFF{}", ""},
	} {
		edit, err := config.SwitchOff(c.before, "dead-store")
		if err != nil {
			if c.after != "" {
				t.Errorf("%q: %v", c.before, err)
			}
			continue
		}
		after := c.before[:edit.Span.Start] + edit.New + c.before[edit.Span.End:]
		if after != c.after {
			t.Errorf("%q becomes\n%q, want\n%q", c.before, after, c.after)
		}
		layer, problems := config.ParseSettings("test", "/", []byte(after))
		if len(problems) > 0 || layer.Levels[len(layer.Levels)-1].Value != (config.CodeLevel{Code: "dead-store", Level: config.Off}) {
			t.Errorf("%q means %v, %v", after, layer.Levels, problems)
		}
		if strings.Count(after, "//") != strings.Count(c.before, "//") {
			t.Errorf("%q has other comments", after)
		}
	}
}
