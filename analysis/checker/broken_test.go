package checker

import (
	"strings"
	"testing"

	"luaflow/analysis/checks"
	"luaflow/analysis/checks/checktest"
	"luaflow/analysis/facts"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// texts returns the Lua files of all checks' tests.
func texts(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"testdata/cases/*.lua", "../checks/*/testdata/*.lua"} {
		for _, name := range must.Glob(t, pattern) {
			text := must.Read(t, name)
			out = append(out, text)
		}
	}
	return out
}

// checkForm checks any text, and reports what is wrong with the form of a finding.
func checkForm(t *testing.T, c *Checker, text string) {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	found := c.Check(u)
	for i := range found {
		check := checks.Lookup(found[i].Code)
		if err := checktest.WellFormed(u, &found[i], check); err != nil {
			t.Fatalf("%v, in\n%s", err, text)
		}
	}
}

// TestBrokenTexts checks texts as an editor has them: cut off anywhere, or with a
// line missing.
func TestBrokenTexts(t *testing.T) {
	c := New()
	c.All = true
	for i, text := range texts(t) {
		if !scale.Turn(i) {
			continue
		}
		for end := 0; end <= len(text); end += scale.Every(5) {
			checkForm(t, c, text[:end])
		}
		lines := strings.SplitAfter(text, "\n")
		for i := 0; i < len(lines); i += scale.Every(1) {
			checkForm(t, c, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
		}
	}
}

// TestLargeProgram checks a program that is too large to be looked at value by value,
// with everything in it that the checks look for.
func TestLargeProgram(t *testing.T) {
	var b strings.Builder
	for _, text := range texts(t) {
		text = "function case(...)\n" + text + "\nend\n"
		if len(compile.Compile(source.NewFile("case.lua", text)).Errors) == 0 {
			b.WriteString(text)
		}
	}
	cases := b.Len()
	b.WriteString("return {" + strings.Repeat("0,", 600_000) + "}\n")
	u := compile.Compile(source.NewFile("test.lua", b.String()))
	if len(u.Errors) != 0 || cases < 10_000 {
		t.Fatalf("%d bytes of cases, %d errors", cases, len(u.Errors))
	}
	if facts.NewCode(u.Main, value.Library{}, nil).TooLarge() == nil {
		t.Fatal("the program is not too large")
	}
	c := New()
	c.All = true
	checkForm(t, c, b.String())
	if c.Check(u); len(c.Omitted) == 0 {
		t.Error("nothing says that values were not looked at")
	}
	if c.Check(compile.Compile(source.NewFile("test.lua", "return {0}\n"))); len(c.Omitted) != 0 {
		t.Errorf("omitted from a small program: %v", c.Omitted)
	}
}

func FuzzCheck(f *testing.F) {
	for _, text := range texts(f) {
		if len(text) < 1500 { // the tests check the others
			f.Add(text)
		}
	}
	c := New()
	c.All = true
	f.Fuzz(func(t *testing.T, text string) { checkForm(t, c, text) })
}
