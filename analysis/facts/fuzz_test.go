package facts

import (
	"math/rand/v2"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
	"luaflow/compile/testkit/must"
)

// comparisons is all that the oracle can tell of any code.
var comparisons = []func(*Code) error{
	compareLiveness, compareOverwrites, compareReaching, compareFacts, compareWhy, compareVariables, compareSSA,
	func(p *Code) error { return checkConstants(p) },
}

// FuzzRandomCode compares everything with the oracle on the random program of a
// seed, beyond the few that the tests try.
func FuzzRandomCode(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		main := testkit.RandomMain(rand.New(rand.NewPCG(a, b)))
		stripLocals(main)
		p := NewCode(main, value.Library{}, nil)
		for _, compare := range comparisons {
			if err := compare(p); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzChunk analyses whatever Undump and Verify let through.
func FuzzChunk(f *testing.F) {
	for _, path := range must.Glob(f, "testdata/*.luac") {
		f.Add([]byte(must.Read(f, path)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		main, err := bytecode.Undump(data)
		if err != nil || bytecode.Verify(main) != nil {
			return
		}
		p := NewCode(main, value.Library{}, nil)
		for n := range p.Funcs {
			if err := p.Funcs[n].CheckGraph(); err != nil {
				t.Error(err)
			}
		}
		p.Facts()
		if err := checkConstants(p); err != nil {
			t.Error(err)
		}
	})
}
