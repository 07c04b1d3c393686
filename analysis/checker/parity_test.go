package checker

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

// class is a section of parity.md: why luacheck reports something under a code and
// luaflow does not, as at a line of the example.
type class struct{ name, code, line, example string }

// parityClasses reads parity.md.
func parityClasses(t *testing.T) (all []class) {
	t.Helper()
	page := must.Read(t, "parity.md")
	heading := regexp.MustCompile(`^(\S+) \[(\d+), line (\d+)\]`)
	for _, section := range strings.Split(page, "\n## ")[1:] {
		m := heading.FindStringSubmatch(section)
		if m == nil {
			continue
		}
		_, example, _ := strings.Cut(section, "```lua\n")
		example, _, ok := strings.Cut(example, "```")
		if !ok {
			t.Errorf("%s has no example", m[1])
		}
		all = append(all, class{m[1], m[2], m[3], example})
	}
	return all
}

// TestParity: luaflow says nothing under the code at the line of each example, and
// luacheck does.
func TestParity(t *testing.T) {
	all := parityClasses(t)
	if len(all) < 20 {
		t.Fatalf("%d classes", len(all))
	}
	for _, c := range all {
		u := compile.CompileAs(source.NewFile("example.lua", c.example), syntax.Language{Dialects: dialectOf(c.example)})
		for _, f := range checkAll(u) {
			if f.Luacheck == c.code && strconv.Itoa(u.File.Line(f.Span.Start)) == c.line {
				t.Errorf("%s: luaflow reports line %s: %s", c.name, c.line, f.Message)
			}
		}
	}
	luacheck := external.Program(t, "luacheck")
	for _, c := range all {
		file := filepath.Join(t.TempDir(), "example.lua")
		if err := os.WriteFile(file, []byte(c.example), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(luacheck, "--no-config", "--std", "max", "--formatter", "plain", "--codes", file).Output()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`:` + c.line + `:\d+: \(W` + c.code + `\)`).Match(out) {
			t.Errorf("%s: luacheck reports no %s at line %s:\n%s", c.name, c.code, c.line, out)
		}
	}
}

func dialectOf(text string) syntax.Dialect {
	if strings.Contains(text, "<close>") {
		return syntax.Lua54
	}
	return syntax.Lua53
}
