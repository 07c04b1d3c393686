package checks_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/checks"
)

// TestListsOfCodes holds the lists of codes that stand outside of Go, where nobody can ask for
// checks.All, against it.
func TestListsOfCodes(t *testing.T) {
	for _, of := range []struct {
		file string
		key  string // of the objects with a list of codes as their properties
		want int    // so many
	}{
		{"../../editors/vscode/package.json", "luaflow.severity", 1},
		{"../config/schema.json", "severity", 2},
	} {
		var all any
		if err := json.Unmarshal(readFile(t, of.file), &all); err != nil {
			t.Fatalf("%s: %v", of.file, err)
		}
		lists := propertiesOf(all, of.key)
		if len(lists) != of.want {
			t.Errorf("%s: %d lists under %q, want %d", of.file, len(lists), of.key, of.want)
		}
		for _, codes := range lists {
			if !slices.Equal(codes, checks.Codes()) {
				t.Errorf("%s lists %q, and the checks are %q", of.file, codes, checks.Codes())
			}
		}
	}
	var off []string
	for _, c := range checks.All {
		if c.Off {
			off = append(off, c.Code)
		}
	}
	listed := regexp.MustCompile(`(?m)^off=\((.*)\)$`).FindSubmatch(readFile(t, "../../.ci/draw"))
	if listed == nil || !slices.Equal(strings.Fields(string(listed[1])), off) {
		t.Errorf(".ci/draw lists %q as off by default, and these are: %q", listed, off)
	}
}

// propertiesOf returns the names of the properties that a JSON schema declares of each object
// with a key.
func propertiesOf(x any, key string) (lists [][]string) {
	switch x := x.(type) {
	case []any:
		for _, item := range x {
			lists = append(lists, propertiesOf(item, key)...)
		}
	case map[string]any:
		for k, member := range x {
			if object, ok := member.(map[string]any); ok && k == key {
				properties, _ := object["properties"].(map[string]any)
				lists = append(lists, slices.Sorted(maps.Keys(properties)))
			} else {
				lists = append(lists, propertiesOf(member, key)...)
			}
		}
	}
	return lists
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
