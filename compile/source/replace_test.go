package source

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestReplaceAll holds many changes at once against one after the other, in texts of many chunks and of few, with
// lines that are short and long, at places that need not exist.
func TestReplaceAll(t *testing.T) {
	words := []string{"x", "local é = '😀'\r\n", "\r", "\n", "𝄞𝄞", "", "\n\r", "\xff", "\xe2\x82", "\xac", strings.Repeat("a😀", 700), strings.Repeat("é\r\n", 700)}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		some := func(n int) string {
			var b strings.Builder
			for range r.IntN(n) {
				b.WriteString(words[r.IntN(len(words))])
			}
			return b.String()
		}
		text, enc := some(40), Encoding(seed%3)
		var changes []Change
		want := NewFile("x", text)
		for range 1 + r.IntN(12) {
			point := func() Point {
				line := r.IntN(want.NumLines()+2) - 1
				return Point{line, r.IntN(want.LineSpan(line).Len()+3) - 1}
			}
			c := Change{Range{point(), point()}, some(4)}
			if r.IntN(2) == 0 {
				c.Range.End = c.Range.Start
			}
			changes = append(changes, c)
			want = want.Replace(c.Range, enc, c.New)
		}
		if got := NewFile("x", text).ReplaceAll(changes, enc); got.Text() != want.Text() {
			t.Fatalf("seed %d, encoding %d: differs from what one change after the other makes", seed, enc)
		}
	}
}

// TestReplaceAllMovesLittle counts what many changes in order do to a text: they leave nearly all of it where it is.
func TestReplaceAllMovesLittle(t *testing.T) {
	for _, sep := range []string{"\n", " "} {
		const words = 20_000
		text := strings.Repeat("word"+sep, words)
		for _, isDown := range []bool{false, true} {
			c := &chunks{enc: UTF16}
			c.put(text)
			moved := 0
			for i := range words {
				if isDown {
					i = words - 1 - i
				}
				start := Point{i, 0}
				if sep == " " {
					start = Point{0, i * 5}
				}
				left := len(c.left)
				c.replace(c.pos(start), c.pos(Point{start.Line, start.Col + 4}), "WORD")
				moved += max(len(c.left)-left, left-len(c.left))
			}
			if c.text() != strings.ToUpper(text) {
				t.Errorf("%q, down: %t: not every word is replaced", sep, isDown)
			}
			if most := 4 * words; moved > most {
				t.Errorf("%q, down: %t: the gap passed %d chunks, expected at most %d", sep, isDown, moved, most)
			}
		}
	}
}
