package facts

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/value"
	"luaflow/compile/testkit"
)

// TestManyAskAtOnce: what several goroutines compute at the same time is what one
// computes alone. Run it with -race.
func TestManyAskAtOnce(t *testing.T) {
	main := testkit.RandomMain(rand.New(rand.NewPCG(7, 0)))
	want := NewCode(main, value.Library{}, nil).Facts()
	p := NewCode(main, value.Library{}, nil)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			if got := p.Facts(); !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, expected %v", got, want)
			}
			p.Cells()
		})
	}
	wait.Wait()
}

// TestManyMarkAtOnce: the same for markings, which let go of the program in between, and
// for what they ask for meanwhile.
func TestManyMarkAtOnce(t *testing.T) {
	for seed := range uint64(10) {
		main := mainOf(luagen.Program(seed, luagen.Options{}))
		alone := NewCode(main, value.Library{}, nil)
		want := [2]string{liveText(alone, value.None), liveText(alone, value.Operators)}
		p := NewCode(main, value.Library{}, nil)
		var wait sync.WaitGroup
		for k := range 6 {
			wait.Go(func() {
				for i := range p.Funcs {
					if f := &p.Funcs[(i*7+k)%len(p.Funcs)]; k%2 == 0 {
						p.Control(f)
						f.LiveIn(0)
					}
				}
				if got := liveText(p, value.Impact(k%2)); got != want[k%2] {
					t.Errorf("program %d: level %d: got %s, expected %s", seed, k%2, got, want[k%2])
				}
			})
		}
		wait.Wait()
	}
}

// liveText returns a letter for each instruction: whether it is live, or would be if main's first
// instruction were.
func liveText(p *Code, level value.Impact) string {
	m, more := p.Marking(level), p.MarkingWith(level, []flow.Site{{Func: 0, PC: 0}})
	var text strings.Builder
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for pc := range f.Proto.Code {
			switch {
			case m.Live(f, pc):
				text.WriteByte('l')
			case more.Live(f, pc):
				text.WriteByte('m')
			default:
				text.WriteByte('-')
			}
		}
	}
	return text.String()
}

// TestMemoryIsUsedAgain: a Code in used memory knows nothing of the one before.
func TestMemoryIsUsedAgain(t *testing.T) {
	mem := new(Memory)
	for seed := range uint64(50) {
		main := testkit.RandomMain(rand.New(rand.NewPCG(seed, 1)))
		got, want := NewCode(main, value.Library{}, mem).Facts(), NewCode(main, value.Library{}, nil).Facts()
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("program %d: got %v, expected %v", seed, got, want)
		}
	}
	for seed := range uint64(20) {
		main := mainOf(luagen.Program(seed, luagen.Options{}))
		got, want := liveText(NewCode(main, value.Library{}, mem), value.None), liveText(NewCode(main, value.Library{}, nil), value.None)
		if got != want {
			t.Fatalf("program %d: live is %s, expected %s", seed, got, want)
		}
	}
}
