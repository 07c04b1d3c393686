package session

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile/source"
)

// TestFollow edits a document that was opened empty, in which each place has a word of its own, and looks for
// words of older versions: a place that is found holds its word. One whose text nobody has edited is found, unless
// what was put in beside it could as well have been put into it.
func TestFollow(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 0))
		s := New(always(fakeEngine()))
		open(s, "")
		words := 0
		var marks []Mark
		var texts []string
		found, missed := 0, 0
		for step := range 2 * maxRecent {
			snap, err := s.Change("a", int32(step+2), func(f *source.File) *source.File {
				text := f.Text()
				from := r.IntN(len(text) + 1)
				to := from
				if r.IntN(3) == 0 {
					to = min(len(text), from+r.IntN(8))
				}
				words++
				return source.NewFile(f.Name(), text[:from]+wordOf(words)+text[to:])
			})
			if err != nil {
				t.Fatal(err)
			}
			word := wordOf(words)
			at := source.Pos(strings.LastIndex(snap.File.Text(), word))
			marks = append(marks, snap.Mark(source.Span{Start: at, End: at + source.Pos(len(word))}))
			texts = append(texts, word)
			for i, m := range marks {
				now, ok := snap.Find(m)
				isThere := strings.Contains(snap.File.Text(), texts[i])
				switch {
				case ok && snap.File.Slice(now) != texts[i]:
					t.Fatalf("seed %d: %q is found at %q", seed, texts[i], snap.File.Slice(now))
				case !ok && isThere && step-i < maxRecent:
					missed++
				case ok:
					found++
				}
			}
		}
		if found < 1000 || missed*20 > found {
			t.Errorf("seed %d: %d are found, %d not", seed, found, missed)
		}
	}
}

// wordOf returns the n-th word, which begins and ends as few others do.
func wordOf(n int) string {
	letter := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[n%62]
	return string(letter) + strconv.Itoa(n) + string(letter)
}
