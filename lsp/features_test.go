package lsp

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"

	"luaflow/compile/testkit/must"
)

// TestFeaturesAreListed: people can read the names of all features, and VS Code offers them.
func TestFeaturesAreListed(t *testing.T) {
	var want []string
	for _, f := range features {
		want = append(want, f.name)
	}
	var inPage []string
	for _, row := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ").FindAllStringSubmatch(must.Read(t, "../editors/README.md"), -1) {
		inPage = append(inPage, row[1])
	}
	if !slices.Equal(inPage, want) {
		t.Errorf("editors/README.md lists %v, want %v", inPage, want)
	}
	var manifest struct {
		Contributes struct {
			Configuration []struct {
				Properties struct {
					Features struct {
						AnyOf []struct{ Items struct{ Enum []string } }
					} `json:"luaflow.features"`
				}
			}
		}
	}
	must.Do(t, json.Unmarshal([]byte(must.Read(t, "../editors/vscode/package.json")), &manifest))
	var offered []string
	for _, c := range manifest.Contributes.Configuration {
		for _, form := range c.Properties.Features.AnyOf {
			offered = append(offered, form.Items.Enum...)
		}
	}
	if !slices.Equal(offered, want) {
		t.Errorf("VS Code offers %v, want %v", offered, want)
	}
}
