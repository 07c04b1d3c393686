package nav_test

import (
	"strings"
	"testing"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestFates: a jump is dead only with the test that it belongs to.
func TestFates(t *testing.T) {
	const text = `local x, y = ...
if x then y = 1 end
for _ in pairs(y) do x = y end
if y then local unused = x end
return y
`
	want := map[int]string{ // by line, from 1
		1: "live",
		2: "live live live",
		3: "live live live live dead live live",
		4: "dead dead dead",
		5: "live",
		6: "unreachable",
	}
	u := compile.Compile(source.NewFile("a.lua", text))
	got := map[int][]string{}
	for _, i := range nav.CodeAt(place.PartsOf(u, 0), 0).Instructions {
		line := 1 + strings.Count(text[:i.Span.Start], "\n")
		got[line] = append(got[line], i.Status.String())
	}
	for line, fates := range want {
		if s := strings.Join(got[line], " "); s != fates {
			t.Errorf("line %d: %s, want %s", line, s, fates)
		}
	}
}
