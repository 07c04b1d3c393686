package session

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/unfinished"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
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

// withoutPointers returns findings without pointers.
func withoutPointers(findings []analysis.Finding) []string {
	var out []string
	for _, f := range findings {
		removal := f.Subject.Removal
		f.Subject.Removal = nil
		out = append(out, printed(f))
		if removal != nil {
			out = append(out, printed(*removal))
		}
	}
	return out
}

// TestNextVersions types into texts, each version of which is compiled and checked in what the one
// before it has left: all that is said of it is what is said of the text alone, of a version
// that has left its memory too.
func TestNextVersions(t *testing.T) {
	ctx := context.Background()
	for i, path := range must.Glob(t, "../../analysis/checks/*/testdata/*.lua") {
		if i%scale.Every(4) != 0 {
			continue
		}
		r := typist{rand.New(rand.NewPCG(uint64(i), 7))}
		whole := must.Read(t, path)
		engine := defaultEngine()
		s := New(always(engine))
		snap := s.Open("a", "file:///a", 1, source.NewFile("a.lua", whole))
		var base *unfinished.Base
		var old *Snapshot
		for version := int32(2); version < 20; version++ {
			want := alone(snap.File, &base)
			if found, err := snap.Findings(ctx); err != nil || printed(withoutPointers(found)) != printed(withoutPointers(want)) {
				t.Fatalf("%s: %v\n%v\nwant\n%v\nof\n%s", path, err, printed(found), printed(want), snap.File.Text())
			}
			for _, asked := range []*Snapshot{snap, old} {
				if asked == nil || r.IntN(3) > 0 {
					continue
				}
				at := source.Pos(r.IntN(asked.File.Len() + 1))
				info, _, err := asked.Describe(ctx, at)
				fresh := defaultEngine()
				want, _ := fresh.Describe(fresh.Compile(asked.File, new(Memory), nil), at)
				if err != nil || printed(info) != printed(want) {
					t.Fatalf("%s: %v\n%v\nwant\n%v\nof\n%s", path, err, info, want, asked.File.Text())
				}
			}
			old = snap
			text := r.edit(snap.File.Text())
			if r.IntN(3) == 0 {
				text = whole
			}
			var err error
			snap, err = s.Change("a", version, func(f *source.File) *source.File { return source.NewFile(f.Name(), text) })
			must.Do(t, err)
		}
	}
}

// alone returns what is said of a text that is checked in memory of its own.
func alone(f *source.File, base **unfinished.Base) (all []analysis.Finding) {
	e, in := defaultEngine(), new(Memory)
	u := e.Compile(f, in, nil)
	found, _ := e.Check(u, in)
	*base, all, _ = e.Keep(*base, u, found)
	return all
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
