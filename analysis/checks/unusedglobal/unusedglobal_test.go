package unusedglobal_test

import (
	"slices"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/checks/unusedglobal"
	"luaflow/analysis/globals"
	"luaflow/compile"
	"luaflow/compile/source"
)

func check(elsewhere *globals.Names) func(u *compile.Unit) []analysis.Finding {
	return func(u *compile.Unit) []analysis.Finding {
		c := checker.New()
		c.All = true
		c.Elsewhere = elsewhere
		return slices.DeleteFunc(c.Check(u), func(f analysis.Finding) bool { return f.Code != unusedglobal.Check.Code })
	}
}

// TestCheck runs the check with what comments of luacheck's in the files say of globals.
func TestCheck(t *testing.T) {
	checktest.RunAll(t, "testdata", check(nil), func(string) *analysis.Check { return unusedglobal.Check.Check })
}

// TestElsewhere asks what one file has another one need to know, and passes it.
func TestElsewhere(t *testing.T) {
	const definitions = "-- luacheck: allow defined\nread = 1 unread = 2 _G.field = 3"
	other := compile.Compile(source.NewFile("y.lua", "print(read) field = nil local read = unread.x"))
	p := analysis.NewPass(other, 0, nil, nil)
	if names := p.Globals.Names(); len(names.Read) > 0 {
		t.Errorf("nobody has said what globals are, and it reads %v", names.Read)
	}
	c := checker.New()
	names := c.GlobalNames(other)
	if !names.Read["read"] || !names.Read["unread"] || names.Read["field"] || len(names.Defined) > 0 {
		t.Errorf("it reads %v and defines %v", names.Read, names.Defined)
	}
	delete(names.Read, "unread")
	u := compile.Compile(source.NewFile("x.lua", definitions))
	found := check(&names)(u)
	if len(found) != 1 || found[0].Message != "global `unread` is set and never read" {
		t.Errorf("found %v", found)
	}
	if names := c.GlobalNames(u); !names.Defined["read"] || !names.Defined["unread"] || names.Defined["field"] {
		t.Errorf("defines %v", names.Defined)
	}
}
