package checker_test

import (
	"reflect"
	"slices"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestWanted asks for the findings of one check after the other: with the comments of a file and
// without any they are those that are found of the check when all run.
func TestWanted(t *testing.T) {
	const body = `
local a = 1
local function f(x) if x then return 1 else return 2 end end
do local b = f() end
local c = f()
c = f(c)
while true do break end
goto done
undefined()
::done:: ::unused::
`
	for _, text := range []string{body, "-- luacheck: ignore 211/a 512 431" + body, "-- luaflow: ignore unused-local dead-store shadowing" + body} {
		u := compile.Compile(source.NewFile("a.lua", text))
		all := checker.Check(u)
		if len(all) < 3 {
			t.Fatalf("only %d findings in\n%s", len(all), text)
		}
		for _, check := range checks.All {
			others := func(f analysis.Finding) bool { return f.Code != check.Code }
			found, err := checker.CheckIn(u, nil, func(p *analysis.Pass) error {
				p.Wanted = func(code string) bool { return code == check.Code }
				return nil
			})
			want := slices.DeleteFunc(slices.Clone(all), others)
			if found = slices.DeleteFunc(found, others); err != nil || len(found)+len(want) > 0 && !reflect.DeepEqual(found, want) {
				t.Errorf("%s: found %v (%v), want %v, in\n%s", check.Code, found, err, want, text)
			}
		}
	}
}
