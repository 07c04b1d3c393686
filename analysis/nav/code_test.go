package nav_test

import (
	"fmt"
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

// large returns a function with more instructions than are listed.
func large() string {
	var text strings.Builder
	text.WriteString("local t = {\n")
	for i := range 2 * nav.MaxListed {
		fmt.Fprintf(&text, "f%d = %d,\n", i, i)
	}
	text.WriteString("}\nlocal u = t\nreturn u\n")
	return text.String()
}

// TestCodeOfLarge: of a large function the code around the place is listed, with its targets; and it has no graph.
func TestCodeOfLarge(t *testing.T) {
	text := large()
	u := compile.Compile(source.NewFile("a.lua", text))
	p := place.PartsOf(u, 0)
	for _, word := range []string{"100,", "20000,", "u = t", "t\nreturn"} {
		at := source.Pos(strings.LastIndex(text, word))
		code := nav.CodeAt(p, at)
		if len(code.Instructions) != nav.MaxListed || strings.Count(code.Listing, "\n") > 2*nav.MaxListed+20 {
			t.Errorf("at %s: %d instructions in %d lines", word, len(code.Instructions), strings.Count(code.Listing, "\n"))
		}
		found, stores := false, false
		for _, i := range code.Instructions {
			found = found || i.Span.Touches(at)
			stores = stores || len(i.Targets) == 1 && i.Targets[0].Start == at
		}
		if isStore := word == "u = t"; stores != isStore || found == isStore {
			t.Errorf("at %s: made of it: %t, a store to it: %t", word, found, stores)
		}
	}
	if _, err := nav.GraphAt(p, 0); err == nil || !strings.Contains(err.Error(), "not drawn") {
		t.Errorf("a graph: %v", err)
	}
}
