package session

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// typist makes random edits as somebody does who types: mostly a letter or a word, some of which
// leave the text broken for a while.
type typist struct{ *rand.Rand }

var words = []string{"x", " ", "\n", "end", "local y = 1\n", "if x then", "(", ")", "--", "\"", "function f(a) return a end\n", "= 2", "::l::", "return", "[["}

func (r typist) edit(text string) string {
	at := r.IntN(len(text) + 1)
	switch r.IntN(5) {
	case 0:
		return text[:at] + text[min(len(text), at+1+r.IntN(4)):]
	case 1:
		from := r.IntN(len(text) + 1)
		return text[:at] + text[from:min(len(text), from+r.IntN(40))] + text[at:]
	}
	return text[:at] + words[r.IntN(len(words))] + text[at:]
}

// TestAskWhileTyping asks about versions while newer ones are made in what older ones leave.
func TestAskWhileTyping(t *testing.T) {
	for name, text := range shapes() {
		r := typist{rand.New(rand.NewPCG(1, 2))}
		s := New(always(defaultEngine()))
		snap := open(s, text)
		var wg sync.WaitGroup
		for version := range int32(8) {
			asked, at := snap, source.Pos(r.IntN(snap.File.Len()+1))
			for range 2 {
				wg.Go(func() {
					ctx, leave := context.WithCancel(context.Background())
					if version%3 == 0 {
						leave()
					}
					defer leave()
					fresh := defaultEngine()
					want, _ := fresh.Describe(fresh.Compile(asked.File, new(Memory), nil), at)
					if got, _, err := asked.Describe(ctx, at); err == nil && printed(got) != printed(want) {
						t.Errorf("%s: %v, want %v", name, got, want)
					}
				})
			}
			if version%2 == 0 {
				_, err := snap.Findings(context.Background())
				must.Do(t, err)
			}
			next := r.edit(snap.File.Text())
			snap, _ = s.Change("a", version+2, func(f *source.File) *source.File { return source.NewFile(f.Name(), next) })
		}
		wg.Wait()
	}
}

// TestMemoryIsLeft: one version after the other is made in the same memory, but not while somebody
// uses that, and nothing is left of a document that is closed.
func TestMemoryIsLeft(t *testing.T) {
	s := New(always(defaultEngine()))
	made := func(snap *Snapshot) *Memory {
		_, err := snap.Findings(context.Background())
		must.Do(t, err)
		return snap.made.in
	}
	change := func(version int32) *Snapshot {
		snap, err := s.Change("a", version, keep)
		must.Do(t, err)
		return snap
	}
	first := made(open(s, "local x = 1"))
	second := change(2)
	if made(second) != first {
		t.Error("the second version is made in other memory")
	}
	used := second.use()
	third := change(3)
	if made(third) == first {
		t.Error("the third version is made in memory that is used")
	}
	second.leave(used)
	if last, _ := s.Close("a"); last.made != nil || last.bench.latest != nil {
		t.Error("something is left of a closed document")
	}
}
