package report

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/printable"
)

// decoded is what other programs read of a finding.
type decoded struct {
	File string `json:"file"`
	Range
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Luacheck string `json:"luacheck"`
	Related  []struct {
		File string `json:"file"`
		Range
		Message string `json:"message"`
	} `json:"related"`
	Fixes []Fix `json:"fixes"`
}

// TestJSON holds that findings are written as encoding/json writes what is read back of them, with
// all harmful texts escaped and each on one line.
func TestJSON(t *testing.T) {
	texts := []string{"plain", "", `a "b" \\ c`, "tab\tline\nend\r", "##[error]x", "é\u200b\u202e😀", "\xff bad", "<a&b>", "\x1b[1m\x7f"}
	f := File{Name: "d/" + texts[4] + ".lua"}
	for i, text := range texts {
		at := Range{i + 1, 2, 30, i}
		f.Findings = append(f.Findings, Finding{
			Code: "some-code", Luacheck: "211", Message: text, Severity: analysis.Severity(i % 3), At: at,
			Related: []Related{{at, text, ""}, {Range{1, 1, 1, 1}, "x", "sub/" + text}}[:i%3],
			Fixes:   []Fix{{text, analysis.Level(i % 3), []Edit{{at, text}, {at, ""}}[:i%3]}, {"t", analysis.Safe, []Edit{{at, text}}}}[:(i+1)%3],
		})
	}
	f.Notes = []Note{{Message: texts[1]}, {At: Range{3, 1, 3, 4}, Message: texts[3]}}
	b := appendJSON(nil, &f)
	for _, c := range []string{"\u200b", "\u202e", "\x1b", "\x7f", "\t", "##[error]"} {
		if strings.Contains(string(b), c) {
			t.Errorf("%q is written as it is", c)
		}
	}
	lines := strings.Split(strings.TrimPrefix(string(b), "\n"), ",\n")
	if len(lines) != len(f.Findings)+len(f.Notes) {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines {
		var x decoded
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if i < len(f.Findings) {
			if want := &f.Findings[i]; x.At() != want.At || x.Severity != want.Severity.String() || len(x.Related) != len(want.Related) || len(x.Fixes) != len(want.Fixes) {
				t.Errorf("%s: stands for %+v", line, x)
			}
		}
		var again bytes.Buffer
		enc := json.NewEncoder(&again)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(x); err != nil {
			t.Fatal(err)
		}
		// An invalid byte is read as U+FFFD, which is written as it is.
		want := strings.TrimRight(string(printable.JSON(again.Bytes())), "\n")
		if strings.ReplaceAll(line, `\ufffd`, "\ufffd") != want {
			t.Errorf("%s, want\n%s", line, want)
		}
	}
	if !reflect.DeepEqual(appendJSON([]byte("x"), &f)[1:], b) {
		t.Error("what is in front changes it")
	}
}

// At returns the place.
func (x *decoded) At() Range { return x.Range }
