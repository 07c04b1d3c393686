package report

import "testing"

func TestQuotedPath(t *testing.T) {
	for name, want := range map[string]string{
		"a/b c.lua": "a/b c.lua", "a/\n+++": `"a/\012+++"`, `a/"\`: `"a/\"\\"`, "a/é\u200b": `"a/\303\251\342\200\213"`,
	} {
		if got := quotedPath(name); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
