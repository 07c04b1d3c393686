package summary_test

import (
	"encoding/json"
	"strings"
	"testing"

	"luaflow/analysis/summary"
	"luaflow/compile/testkit/must"
)

// TestCalls: each program of the file is followed by what is known of the functions of its Exports and of the calls of fields.
func TestCalls(t *testing.T) {
	for _, text := range strings.Split(must.Read(t, "testdata/calls.txt"), "\n\n")[1:] {
		var want, got strings.Builder
		for line := range strings.SplitSeq(text, "\n") {
			if claim, ok := strings.CutPrefix(line, "--> "); ok {
				want.WriteString(claim + "\n")
			}
		}
		s := summaryOf(text)
		for _, e := range s.Exports {
			if e.Is != nil {
				got.WriteString(e.Name + " " + inWords(t, e.Is) + "\n")
			}
		}
		for i := range s.Called {
			got.WriteString(nameOf(s, s.Called[i].Field) + " " + inWords(t, &s.Called[i]) + "\n")
		}
		if got.String() != want.String() {
			t.Errorf("%s\ngot\n--> %s", text, strings.ReplaceAll(strings.TrimSpace(got.String()), "\n", "\n--> "))
		}
	}
}

func nameOf(s *summary.Summary, at summary.Field) string {
	if at.Of == summary.Own {
		return "M." + at.Name
	}
	return s.Requires[at.Of].Name + "." + at.Name
}

// inWords returns what is known as JSON, but for which field it is of.
func inWords(t *testing.T, is any) string {
	t.Helper()
	b, err := json.Marshal(is)
	must.Do(t, err)
	text := string(b)
	if at := strings.Index(text, `,"name":`); at >= 0 && strings.HasPrefix(text, `{"of":`) {
		_, rest, _ := strings.Cut(text[at+len(`,"name":"`):], `"`)
		text = "{" + strings.TrimPrefix(rest, ",")
	}
	return text
}
