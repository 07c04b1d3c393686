package outline

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

// TestMatch ranks names for a query; what does not match is left out.
func TestMatch(t *testing.T) {
	for _, c := range []struct{ query, names, want string }{
		{"open", "reopen open M.open opened optional_pen close", "open opened M.open optional_pen reopen"},
		{"gn", "get_name getName begin gone ng", "get_name getName gone begin"},
		{"M:s", "M:stop Ms M.sub:go M.sub:set", "M:stop M.sub:set"},
		{"Get", "get Get", "Get get"},
		{"é", "café cafe", "café"},
		{"", "a bc", "a bc"},
		{"abc", "ab", ""},
	} {
		type hit struct {
			name  string
			score int
		}
		var hits []hit
		for _, name := range strings.Fields(c.names) {
			if score, ok := Match(c.query, name); ok {
				hits = append(hits, hit{name, score})
			}
		}
		slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
		var got []string
		for _, h := range hits {
			got = append(got, h.name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q in %s\ngot  %v\nwant %s", c.query, c.names, hits, c.want)
		}
	}
}
