package source

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPieces edits texts at random. Edits makes the edited text of the first one, and Now finds what
// of that was never edited: a slow table of where each byte came from is the judge.
func TestPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		was := strings.Repeat("x", r.IntN(30))
		text, pieces := was, Unedited(len(was))
		from := make([]int, len(was)) // by byte of text: where it was, -1 if it is new
		for i := range from {
			from[i] = i
		}
		for range 1 + r.IntN(6) {
			edits := someEdits(r, len(text))
			file, err := NewFile("", text).Apply(edits)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range slices.Backward(edits) {
				from = slices.Replace(from, int(e.Span.Start), int(e.Span.End), slices.Repeat([]int{-1}, len(e.New))...)
			}
			text, pieces = file.Text(), pieces.Edited(edits)
		}
		made, err := NewFile("", was).Apply(pieces.Edits(len(was), text))
		if err != nil || made.Text() != text {
			t.Fatalf("%q: %v makes %q, want %q: %v", was, pieces.Edits(len(was), text), made.Text(), text, err)
		}
		kept := text
		for _, put := range slices.Backward(pieces.Put(len(was))) {
			kept = kept[:put.Start] + kept[put.End:]
		}
		if strings.Trim(kept, "x") != "" || len(kept) != len(from)-strings.Count(text, "y") {
			t.Fatalf("%q after %v: %v were put into %q", was, pieces, pieces.Put(len(was)), text)
		}
		for start := range len(was) {
			end := start + 1 + r.IntN(len(was)-start)
			now, ok := pieces.Now(Span{Pos(start), Pos(end)})
			at := slices.Index(from, start)
			want := at >= 0 && at+end-start <= len(from)
			for i := start; want && i < end; i++ {
				want = from[at+i-start] == i
			}
			if ok != want || ok && (int(now.Start) != at || now.Len() != end-start) {
				t.Fatalf("%q after %v: %d to %d stand at %v %v, and came from %v", was, pieces, start, end, now, ok, from)
			}
		}
	}
}

// someEdits returns edits of a text of n bytes, in order.
func someEdits(r *rand.Rand, n int) (edits []Edit) {
	for at := 0; at <= n && r.IntN(3) > 0; {
		start := at + r.IntN(n-at+1)
		end := start + r.IntN(min(n-start, 4)+1)
		edits = append(edits, Edit{Span{Pos(start), Pos(end)}, strings.Repeat("y", r.IntN(4))})
		at = end + 1
	}
	return edits
}

// TestDifference compares texts that differ in a few places, long ones too, by a byte more or less than
// what is compared at once.
func TestDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		was := strings.Repeat(strings.Repeat("x", r.IntN(3))+"y", r.IntN(block))
		file := NewFile("", was)
		made, err := file.Apply(someEdits(r, len(was)))
		if err != nil {
			t.Fatal(err)
		}
		e := made.Difference(file)
		again, err := file.Apply([]Edit{e})
		if err != nil || again.Text() != made.Text() {
			t.Fatalf("%v makes %q, want %q: %v", e, again.Text(), made.Text(), err)
		}
		old := was[e.Span.Start:e.Span.End]
		if old != "" && e.New != "" && (old[0] == e.New[0] || old[len(old)-1] == e.New[len(e.New)-1]) {
			t.Fatalf("%v is longer than it need be: it replaces %q", e, old)
		}
	}
}

// TestDifferenceAtLines: what may have been put in or taken out at several places was at the beginning of a line.
func TestDifferenceAtLines(t *testing.T) {
	for _, c := range []struct {
		was, text string
		want      Edit
	}{
		{"a\nlocal x\n", "a\nlocal y\nlocal x\n", Edit{Span{2, 2}, "local y\n"}},
		{"a\nlocal y\nlocal x\n", "a\nlocal x\n", Edit{Span{2, 10}, ""}},
		{"local x", "local y\nlocal x", Edit{Span{0, 0}, "local y\n"}},
		{"a\nlocal x\n", "a\nlocal zx\n", Edit{Span{8, 8}, "z"}},
		{"aaa", "aaaa", Edit{Span{3, 3}, "a"}},
		{"a\n", "a\n\n", Edit{Span{2, 2}, "\n"}},
		{"x = 1\ny = 2\n", "x = 3\ny = 2\n", Edit{Span{4, 5}, "3"}},
	} {
		if got := NewFile("", c.text).Difference(NewFile("", c.was)); got != c.want {
			t.Errorf("%q to %q: %v, want %v", c.was, c.text, got, c.want)
		}
	}
}
