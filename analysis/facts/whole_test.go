package facts

import (
	"math/rand/v2"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/testkit/scale"
)

// TestWholeFactsOfVersions holds that versions of a text that are looked at one after the other in one Memory have
// the facts that each has alone, of the program as a whole too: that those are kept over versions with the same code,
// also where others come in between of which nobody asks, and are not taken for those of other code.
func TestWholeFactsOfVersions(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	adopted := 0
	eachText(t, scale.Of(10), func(name, text string, edits int) {
		first := mainOf(text)
		if first == nil || edits == 0 {
			return
		}
		mem := &Memory{Bodies: NewBodies(64 << 20)}
		NewCode(first, value.Library{}, mem).Marking(value.None)
		for range edits {
			edited := mainOf(editText(r, text))
			if edited == nil {
				continue
			}
			library := value.Library{Hosts: value.Hosts(r.IntN(8) / 7)}
			between := NewCode(edited, library, mem)
			if r.IntN(2) == 0 {
				between.Names()
			}
			if r.IntN(2) == 0 {
				compareWithAlone(t, name, between, library)
			}
			again := mainOf("-- a line\n" + text)
			warm := NewCode(again, value.Library{}, mem)
			if warm.memo.markings.Known() != nil {
				adopted++
			}
			compareWithAlone(t, name, warm, value.Library{})
		}
	})
	if adopted == 0 {
		t.Errorf("the facts of a program as a whole were taken over %d times", adopted)
	}
}

// compareWithAlone compares what is known of a Code as a whole with what one in memory of its own knows.
func compareWithAlone(t *testing.T, name string, warm *Code, library value.Library) {
	t.Helper()
	alone := NewCode(warm.Funcs[0].Proto, library, nil)
	for i := range warm.Funcs {
		if err := compareWhole(alone, warm, i); err != nil {
			t.Fatalf("%s: function %d: %v", name, i, err)
		}
	}
}
