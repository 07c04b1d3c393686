package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"luaflow/analysis/config"
	"luaflow/compile/testkit/must"
)

// option is a line of the configuration that init writes with an option in it.
var option = regexp.MustCompile(`(?m)^  // ("(\w+)": .*,)$`)

// TestInitExplainsEveryOption: what init writes says nothing, and with the slashes taken
// away it says something valid of every option that there is.
func TestInitExplainsEveryOption(t *testing.T) {
	for _, text := range [][]byte{initText, option.ReplaceAll(initText, []byte("  $1"))} {
		_, problems := config.ParseSettings(configName, t.TempDir(), text)
		for _, p := range problems {
			t.Errorf("%s", p)
		}
	}
	var explained []string
	for _, m := range option.FindAllSubmatch(initText, -1) {
		explained = append(explained, string(m[2]))
	}
	var schema struct{ Properties map[string]any }
	must.Do(t, json.Unmarshal(config.Schema(), &schema))
	for name := range schema.Properties {
		if name != "$schema" && !slices.Contains(explained, name) {
			t.Errorf("init does not explain %s", name)
		}
	}
	if len(explained) != len(schema.Properties)-1 {
		t.Errorf("%d options of %d", len(explained), len(schema.Properties)-1)
	}
}
