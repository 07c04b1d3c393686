package source

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/testkit/scale"
)

// TestVersions types into texts: what is known of a version from those before it is what is found out of its text
// alone, and of those that it was made of lately the difference is found without a look at the rest of the text.
func TestVersions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	letters := []string{"a", "b", "ab", "\n", "\n", "a\r\n", "\r", "#a\n", "é", "😀\n", bom}
	random := func(most int) string {
		var s strings.Builder
		for range r.IntN(most) {
			s.WriteString(letters[r.IntN(len(letters))])
		}
		return s.String()
	}
	for range scale.Of(2000) {
		versions := []*File{NewFile("", random(30))}
		for range 2 * maxVersions {
			last := versions[len(versions)-1]
			start := last.Point(Pos(r.IntN(last.Len()+1)), UTF16)
			end := start
			if r.IntN(2) == 0 {
				end.Col += r.IntN(3)
				end.Line += r.IntN(2)
			}
			versions = append(versions, last.Replace(Range{start, end}, UTF16, random(4)))
		}
		last := versions[len(versions)-1]
		alone := NewFile("", last.Text())
		if !slices.Equal(last.LuaLines(), alone.LuaLines()) || !slices.Equal(last.EditorLines(), alone.EditorLines()) {
			t.Fatalf("lines of %q are %v and %v, want %v and %v", last.Text(), last.LuaLines(), last.EditorLines(), alone.LuaLines(), alone.EditorLines())
		}
		for i, was := range versions {
			if got, want := last.Difference(was), alone.Difference(NewFile("", was.Text())); got != want {
				t.Fatalf("version %d, %q, becomes %q by %v, want %v", i, was.Text(), last.Text(), got, want)
			}
		}
		if n := len(last.before); n != maxVersions || last.before[n-1].version != versions[len(versions)-2].version() {
			t.Fatalf("%d versions before the last are known", n)
		}
	}
}
