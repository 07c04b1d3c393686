package checks_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"luaflow/analysis/checks"
	"luaflow/analysis/config"
	"luaflow/compile/testkit/must"
)

// lists is the lists of checks outside of Go, where nobody can ask for checks.All: the file of
// each, and the text of the file with the list as it should be; ok is false if there is no list.
var lists = []struct {
	file    string
	rewrite func(text string) (want string, ok bool)
}{
	{"README.md", withTable},
	{"../config/schema.json", func(text string) (string, bool) { return withSeverities(text, "severity") }},
	{"../../editors/vscode/package.json", func(text string) (string, bool) { return withSeverities(text, "luaflow.severity") }},
}

func TestLists(t *testing.T) {
	for _, l := range lists {
		text := must.Read(t, l.file)
		switch want, ok := l.rewrite(text); {
		case !ok:
			t.Errorf("%s has no list of checks", l.file)
		case want == text:
		case *must.Update:
			must.Write(t, l.file, want)
		default:
			t.Errorf("the list of checks in %s is stale: go test ./analysis/checks -run TestLists -update", l.file)
		}
	}
}

// withTable returns a text in Markdown with a row for each check in the table of checks.
func withTable(text string) (want string, ok bool) {
	const head = "| code | claims that | rank | luacheck |\n|---|---|---|---|\n"
	before, rest, ok := strings.Cut(text, head)
	_, after, isClosed := strings.Cut(rest, "\n\n")
	var rows strings.Builder
	for _, c := range checks.All {
		rank := c.Severity.String()
		if c.Off {
			rank = "off"
		}
		row := fmt.Sprintf("| `%s` | %s | %s | %s |\n", c.Code, c.Title, rank, strings.Join(c.Luacheck, " "))
		rows.WriteString(strings.ReplaceAll(row, "|  |", "| |"))
	}
	return before + head + rows.String() + "\n" + after, ok && isClosed
}

// withSeverities returns a text in JSON with a property for each check in the schema that is the
// first value of a key.
func withSeverities(text, key string) (want string, ok bool) {
	at := regexp.MustCompile(`"` + regexp.QuoteMeta(key) + `": \{(?s:.*?)\n( *)"properties": `).FindStringSubmatchIndex(text)
	if at == nil {
		return "", false
	}
	indent := text[at[2]:at[3]]
	_, after, ok := strings.Cut(text[at[1]:], "\n"+indent+"}")
	levels := map[string]any{"enum": []config.Level{config.Error, config.Warning, config.Hint, config.Off}}
	properties := map[string]any{}
	for _, code := range checks.Codes() {
		properties[code] = levels
	}
	list, err := json.MarshalIndent(properties, indent, "  ")
	return text[:at[1]] + string(list) + after, ok && err == nil
}
