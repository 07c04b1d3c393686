package suppress_test

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks/invalidsuppression"
	"luaflow/analysis/checks/uselesssuppression"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TestRemove takes what is useless out of a text until nothing is.
func TestRemove(t *testing.T) {
	for _, c := range []struct{ was, now string }{
		{"local a = 1 -- luacheck: ignore 311\n", "local a = 1\n"},
		{"local a = 1 -- luacheck: ignore 311 (why)", "local a = 1"},
		{"  -- luaflow: ignore dead-store\r\nos()\r\n", "os()\r\n"},
		{"os()\n-- luaflow: ignore dead-store", "os()\n"},
		{"#!/usr/bin/lua\n-- luaflow: ignore\nos()\n", "#!/usr/bin/lua\nos()\n"},
		{"--[[@diagnostic disable-line: dead-store]] os()\n", " os()\n"},
		{"os()--[[@diagnostic disable-line: dead-store]]io()\n", "os() io()\n"},
		{"os() --[[@diagnostic disable-line: dead-store]] io()\n", "os() io()\n"},
		{"local a -- luacheck: ignore 311 211 212\n", "local a -- luacheck: ignore 211\n"},
		{"local a -- luacheck: ignore 311/x, ignore 211, globals x\n", "local a -- luacheck: ignore 211, globals x\n"},
		{"local a -- luacheck: globals x, ignore 311/x 212\n", "local a -- luacheck: globals x\n"},
		{"-- luacheck: push ignore 311, globals x\n-- luacheck: pop\n", "-- luacheck: push globals x\n-- luacheck: pop\n"},
		{"-- luacheck: push ignore 311\n-- luacheck: pop\n", "-- luacheck: push\n-- luacheck: pop\n"},
		{"local a -- luaflow: ignore dead-store, 211, never-read\n", "local a -- luaflow: ignore 211\n"},
		{"local a ---@diagnostic disable-line: 311,unused-local, 312 x\n", "local a ---@diagnostic disable-line: unused-local x\n"},
	} {
		text := c.was
		for range 10 {
			next, found := removeFirst(text)
			if !found {
				break
			}
			text = next
		}
		if text != c.now {
			t.Errorf("of\n%s\nis left\n%s\nexpected\n%s", c.was, text, c.now)
		}
	}
}

// removeFirst takes away the first thing that is useless, if anything is.
func removeFirst(text string) (string, bool) {
	file := source.NewFile("x.lua", text)
	u := compile.Compile(file)
	useless := uselessIn(check(u))
	if len(useless) == 0 {
		return text, false
	}
	file, err := file.Apply([]source.Edit{*useless[0].Subject.Removal})
	if err != nil {
		return err.Error(), false
	}
	return file.Text(), true
}

func uselessIn(found []analysis.Finding) []analysis.Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f analysis.Finding) bool { return f.Code != uselesssuppression.Check.Code })
}

// FuzzComments reads any text in comments of the three families: places lie in their
// comments, in order, and what is useless can be taken away and is gone then.
func FuzzComments(f *testing.F) {
	for _, text := range []string{
		"luacheck: push ignore 311/x (a, b), std lua52, no unused args\n", "luacheck: pop", "luaflow: ignore dead-store, /x 2 -- y",
		"-@diagnostic disable-next-line: unused-local, 211/x z", "[[@diagnostic disable]]", "luacheck: ignore [", "luacheck: max line length 0x1p4",
		"luacheck: enable 2, only a, ignore\r\n\tluaflow: push\n-", "[=[\n]=] local x -- luaflow: ignore x\n",
	} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		text := "local a = 1 --" + one + "\n--" + two + "\nfunction f(x) --" + two + "\n --" + one + "\nend\n"
		u := compile.Compile(source.NewFile("x.lua", text))
		all := check(u)
		for _, found := range all {
			if found.Code != uselesssuppression.Check.Code && found.Code != invalidsuppression.Check.Code {
				continue
			}
			if found.Span.Empty() || int(found.Span.End) > len(text) {
				t.Fatalf("%s at %v", found.Message, found.Span)
			}
		}
		for _, found := range uselessIn(all) {
			after, err := u.File.Apply([]source.Edit{*found.Subject.Removal})
			if err != nil {
				t.Fatal(err)
			}
			if was, now := code(text), code(after.Text()); was != now {
				t.Fatalf("removing %q changes the code from %q to %q", found.Message, was, now)
			}
		}
	})
}

// code returns a text without comments and white space.
func code(text string) string {
	tree := syntax.Parse(source.NewFile("x.lua", text), syntax.Language{})
	var b strings.Builder
	at := source.Pos(0)
	for _, c := range tree.Comments {
		b.WriteString(text[at:c.Span.Start])
		b.WriteString(" ")
		at = c.Span.End
	}
	b.WriteString(text[at:])
	return strings.Join(strings.Fields(b.String()), " ")
}
