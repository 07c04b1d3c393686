package syntax

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// messages is the golden file with what luac 5.3 says of each rejected file.
const messages = "testdata/luac/messages.golden"

func TestAccepted(t *testing.T) {
	for _, name := range must.Glob(t, "testdata/luac/accepted/*.lua") {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".lua"), func(t *testing.T) {
			for _, e := range check(t, must.Read(t, name)).Errors {
				t.Errorf("line %d: %s", e.Line, e.Msg)
			}
		})
	}
}

// TestRejected holds the first error of each rejected file against what luac
// says, on machines without luac too.
func TestRejected(t *testing.T) {
	var got strings.Builder
	for _, name := range must.Glob(t, "testdata/luac/rejected/*.lua") {
		fmt.Fprintf(&got, "%s:%s\n", filepath.Base(name), firstError(check(t, must.Read(t, name))))
	}
	must.Match(t, messages, got.String())
}

// firstError returns "line: message", as Lua puts it after the file's name; empty if there is no
// error.
func firstError(t *Tree) string {
	if len(t.Errors) == 0 {
		return ""
	}
	return fmt.Sprintf("%d: %s", t.Errors[0].Line, t.Errors[0].Msg)
}

// TestLuacAgrees holds the golden messages, and the accepted files, against the
// real luac.
func TestLuacAgrees(t *testing.T) {
	external.Program(t, "luac5.3")
	var got strings.Builder
	for _, name := range must.Glob(t, "testdata/luac/rejected/*.lua") {
		fmt.Fprintf(&got, "%s:%s\n", filepath.Base(name), luac(t, must.Read(t, name)))
	}
	if want := must.Read(t, messages); got.String() != want {
		t.Error(firstDifference(got.String(), want))
	}
	for _, name := range must.Glob(t, "testdata/luac/accepted/*.lua") {
		if msg := luac(t, must.Read(t, name)); msg != "" {
			t.Errorf("%s: %s", name, msg)
		}
	}
}

// luac gives what luac 5.3 says of a text, without the file's name; empty if it
// accepts it.
func luac(t testing.TB, text string) string {
	t.Helper()
	cmd := exec.Command("luac5.3", "-p", "-")
	cmd.Stdin = strings.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err == nil {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(stderr.String(), "luac5.3: stdin:"), "\n")
}

// laterPhases matches what Lua says of text that this package accepts: scopes,
// labels and the limits of the machine are the business of others.
var laterPhases = regexp.MustCompile(`cannot use '\.\.\.'|jumps into the scope of local|` +
	`not inside a loop|no visible label|already defined on line|` +
	`too many (local variables|upvalues)|too many registers|overflow`)

// FuzzFirstError holds the parser against luac: it rejects what luac rejects, in
// the same words, unless that is the business of a later phase.
func FuzzFirstError(f *testing.F) {
	external.Program(f, "luac5.3")
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text[source.NewFile("", text).Body():], "\x1b") {
			return // a binary chunk
		}
		got, want := firstError(check(t, text)), luac(t, text)
		if got != want && !laterPhases.MatchString(want) {
			t.Errorf("got %q, luac says %q", got, want)
		}
	})
}

// addSeeds gives a fuzz target all the texts of the other tests.
func addSeeds(f *testing.F) {
	for _, dir := range []string{"trees", "broken", "tokens", "luac/accepted", "luac/rejected"} {
		for _, name := range must.Glob(f, filepath.Join("testdata", dir, "*.lua")) {
			if text := must.Read(f, name); len(text) < 2000 {
				f.Add(text)
			}
		}
	}
}
