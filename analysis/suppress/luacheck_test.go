package suppress_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// shapes returns the sections of testdata/shapes.txt, by name: comments of luacheck's in places
// where they may stand. Each begins with a line of the form "== name".
func shapes(t *testing.T) map[string]string {
	t.Helper()
	data := must.Read(t, "testdata/shapes.txt")
	out := make(map[string]string)
	for _, section := range strings.Split("\n"+data, "\n== ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		if _, twice := out[name]; twice {
			t.Fatalf("two shapes are called %q", name)
		}
		out[name] = text + "\n"
	}
	return out
}

// shared is the codes that both tools give to the shapes.
var shared = regexp.MustCompile(`^(02[123]|21[123]|231|311|4[123][123]|511|512|542|551)$`)

// TestLikeLuacheck compares what is left of the findings of each shape, by line and
// code, with what luacheck leaves.
func TestLikeLuacheck(t *testing.T) {
	luacheck := external.Program(t, "luacheck")
	dir := t.TempDir()
	all := shapes(t)
	names := make(map[string]string) // of the shapes, by file
	args := []string{"--no-config", "--formatter", "plain", "--codes"}
	for name, text := range all {
		file := "shape" + strconv.Itoa(len(names)) + ".lua"
		names[file] = name
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, file)
	}
	cmd := exec.Command(luacheck, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() > 2) {
		t.Fatalf("%v\n%s", err, out)
	}
	theirs := make(map[string][]string)
	for _, m := range regexp.MustCompile(`(?m)^(\w+\.lua):(\d+):\d+: \([EW](\d+)\) (.*)$`).FindAllStringSubmatch(string(out), -1) {
		if shared.MatchString(m[3]) {
			theirs[names[m[1]]] = append(theirs[names[m[1]]], observation(m[2], m[3], m[4]))
		}
	}
	for name, text := range all {
		ours := observations(name, text)
		slices.Sort(theirs[name])
		if !slices.Equal(ours, theirs[name]) {
			t.Errorf("%s:\n%s\nwe find\n\t%s\nluacheck finds\n\t%s", name, text,
				strings.Join(ours, "\n\t"), strings.Join(theirs[name], "\n\t"))
		}
	}
	if len(theirs) < len(all)/2 {
		t.Errorf("luacheck finds something in %d of %d shapes", len(theirs), len(all))
	}
}

// observation returns what has to be the same; of a comment that cannot be understood the words,
// too.
func observation(line, code, message string) string {
	if code == "021" {
		return line + " " + code + " " + strings.ReplaceAll(message, "'", "`")
	}
	return line + " " + code
}

func observations(name, text string) []string {
	file := source.NewFile(name, text)
	var out []string
	for _, f := range run(name, text) {
		if f.Severity != analysis.Error && shared.MatchString(f.Luacheck) {
			out = append(out, observation(strconv.Itoa(file.Line(f.Span.Start)), f.Luacheck, f.Message))
		}
	}
	slices.Sort(out)
	return out
}
