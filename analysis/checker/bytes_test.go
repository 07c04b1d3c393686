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
	"luaflow/compile/testkit/must"
)

// difference is a section of bytes.md: what only one of the two tools prints, at a line of
// the example.
type difference struct {
	class
	only string
}

// differences reads bytes.md.
func differences(t *testing.T) (all []difference) {
	t.Helper()
	page := must.Read(t, "bytes.md")
	heading := regexp.MustCompile(`^(\S+) \[(\d+), line (\d+), only (luacheck|luaflow)\]`)
	for _, section := range strings.Split(page, "\n## ")[1:] {
		m := heading.FindStringSubmatch(section)
		_, example, _ := strings.Cut(section, "```lua\n")
		example, _, ok := strings.Cut(example, "```")
		if m == nil || !ok {
			t.Errorf("no class with an example: %.30s", section)
			continue
		}
		all = append(all, difference{class{m[1], m[2], m[3], example}, m[4]})
	}
	return all
}

// TestBytes: at the line of each example only one of the two reports the code.
func TestBytes(t *testing.T) {
	all := differences(t)
	if len(all) < 12 {
		t.Fatalf("%d classes", len(all))
	}
	for _, d := range all {
		u := compile.Compile(source.NewFile("example.lua", d.example))
		reported := false
		for _, w := range New().LikeLuacheck(u) {
			reported = reported || w.Code == d.code && strconv.Itoa(w.Line) == d.line
		}
		if reported != (d.only == "luaflow") {
			t.Errorf("%s: luaflow reports it: %t", d.name, reported)
		}
	}
	luacheck := external.Program(t, "luacheck")
	for _, d := range all {
		file := filepath.Join(t.TempDir(), "example.lua")
		if err := os.WriteFile(file, []byte(d.example), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(luacheck, "--no-config", "--formatter", "plain", "--codes", file).Output()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		reported := regexp.MustCompile(`:` + d.line + `:\d+: \([WE]` + d.code + `\)`).Match(out)
		if reported != (d.only == "luacheck") {
			t.Errorf("%s: luacheck reports it: %t\n%s", d.name, reported, out)
		}
	}
}
