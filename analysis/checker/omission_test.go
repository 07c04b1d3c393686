package checker

import (
	"strings"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestOmissionsNameWhatIsTooLarge: of a file with one function that is too large that one is
// named, and not those beside it, although their values are not followed either.
func TestOmissionsNameWhatIsTooLarge(t *testing.T) {
	const small = "local function small() return {0} end small()\n"
	table := "return {" + strings.Repeat("0,", flow.MaxFollowed) + "}"
	cases := []struct{ name, text, want string }{
		{"none", strings.Repeat(small, 10), ""},
		{"one", strings.Repeat(small, 10) + "local function large() " + table + " end large()\n", "this function is too large"},
		{"main", strings.Repeat(small, 10) + table, "the code outside of functions is too large"},
	}
	for _, c := range cases {
		u := compile.Compile(source.NewFile("test.lua", c.text))
		if len(u.Errors) > 0 {
			t.Fatalf("%s: %v", c.name, u.Errors[0])
		}
		checker := New()
		checker.Check(u)
		switch omitted := checker.Omitted; {
		case c.want == "" && len(omitted) > 0, c.want != "" && len(omitted) != 1:
			t.Errorf("%s: %d omissions: %v", c.name, len(omitted), omitted)
		case c.want != "" && !strings.HasPrefix(omitted[0].What, c.want):
			t.Errorf("%s: %q", c.name, omitted[0].What)
		case omitted != nil && omitted[0].Span.Valid() && u.File.Line(omitted[0].Span.Start) != 11:
			t.Errorf("%s: said of line %d", c.name, u.File.Line(omitted[0].Span.Start))
		}
	}
}
