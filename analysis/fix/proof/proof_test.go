package proof_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis/fix/proof"
	"luaflow/compile"
)

// TestTwins holds that what the changes in testdata/twins.txtar make of each text is
// the same, in either direction.
func TestTwins(t *testing.T) {
	each(t, "testdata/twins.txtar", func(t *testing.T, before, after string) {
		if err := same(parse(t, before), parse(t, after)); err != nil {
			t.Errorf("the second %s", err)
		}
		if err := same(parse(t, after), parse(t, before)); err != nil {
			t.Errorf("the first %s", err)
		}
	})
}

// TestDifferences holds that what the changes in testdata/mutants.txtar make of each
// text is not the same, in either direction, and that each text is the same as itself.
func TestDifferences(t *testing.T) {
	each(t, "testdata/mutants.txtar", func(t *testing.T, before, after string) {
		a, b := parse(t, before), parse(t, after)
		for _, err := range []error{same(a, b), same(b, a)} {
			if d := (*proof.Difference)(nil); !errors.As(err, &d) {
				t.Errorf("no difference is seen, but: %v", err)
			}
		}
		if err := errors.Join(same(a, a), same(b, b)); err != nil {
			t.Error(err)
		}
	})
}

var marked = regexp.MustCompile(`(?s)«(.*?)\|(.*?)»`)

// each calls test for each text in an archive, as it is before and after its change.
func each(t *testing.T, path string, test func(t *testing.T, before, after string)) {
	archive, err := txtar.ParseFile(path)
	if err != nil || len(archive.Files) == 0 {
		t.Fatalf("%s: %d texts, %v", path, len(archive.Files), err)
	}
	for _, f := range archive.Files {
		t.Run(strings.ReplaceAll(f.Name, " ", "_"), func(t *testing.T) {
			text := string(f.Data)
			test(t, marked.ReplaceAllString(text, "$1"), marked.ReplaceAllString(text, "$2"))
		})
	}
}

// TestManyConstants holds that fields are known by keys which an instruction has no room
// for, so that they are loaded first.
func TestManyConstants(t *testing.T) {
	var many strings.Builder
	for i := range 300 {
		fmt.Fprintf(&many, "%d.5,", i)
	}
	text := func(first string) *compile.Unit {
		return parse(t, "local function f(g) local u = {"+many.String()+"} return {"+first+"y = g(), x = 2, z = 3} end return f")
	}
	whole := text("")
	if err := same(text("x = 1, "), whole); err != nil {
		t.Errorf("a field twice: the second %s", err)
	}
	for _, first := range []string{"w = 1, ", "[1] = 1, ", "x = g(), "} {
		if same(text(first), whole) == nil {
			t.Errorf("%q: no difference is seen", first)
		}
	}
}
