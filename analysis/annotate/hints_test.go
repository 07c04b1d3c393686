package annotate

import (
	"strings"
	"testing"

	"luaflow/compile/source"
)

func TestHints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = 1\nreturn x + x", "x= 1 x= 1"},
		{"local x = 1 return x", ""},
		{"local x = 1\nif ... then x = 2 end\nreturn x", ""},
		{"local x = 'a'\nreturn function() return x end", `x= "a"`},
		{"local x = '" + strings.Repeat("a", 40) + "'\nreturn x", ""},
		{"local n = 0\nreturn function() n = n + 1 return n end", "ncaptured"},
		{"local n = f()\nreturn function() return n end", ""},
		{"local n = 0\nn = f()\nreturn n", ""},
		{"local x = 1\nif\nreturn x", ""}, // broken
	} {
		s := newSample(c.text)
		var got []string
		for _, h := range Hints(s.Parts, s.all()) {
			start := h.At - 1
			got = append(got, s.Unit.File.Slice(source.Span{Start: start, End: h.At})+h.Text)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, text, c.want)
		}
	}
}
