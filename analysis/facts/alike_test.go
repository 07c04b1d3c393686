package facts

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit/scale"
)

// compareAlike compares what is known of a chunk with a Code of another version and without; it
// returns how many functions share facts, and whether those of the program as a whole are shared.
func compareAlike(main *bytecode.Proto, like *Code) (shared int, twin bool, err error) {
	alone := NewCode(main, value.Library{}, nil)
	like.Marking(value.None) // which rests on all others
	warm := NewCode(main, value.Library{}, &Memory{Like: like})
	twin = warm.memo.markings.Known() != nil
	bodies := make(map[any]bool)
	for i := range like.Funcs {
		bodies[like.Funcs[i].Body] = true
	}
	for i := range warm.Funcs {
		if warm.Funcs[i].Proto != alone.Funcs[i].Proto {
			return 0, false, fmt.Errorf("function %d: names and lines are those of another text", i)
		}
		if bodies[warm.Funcs[i].Body] {
			shared++
		}
		if err := compareBodies(alone, warm, i); err != nil {
			return 0, false, fmt.Errorf("function %d: %w", i, err)
		}
		if err := compareWhole(alone, warm, i); err != nil {
			return 0, false, fmt.Errorf("function %d: %w", i, err)
		}
	}
	return shared, twin, nil
}

// compareWhole compares what is known of a function that rests on its program as a whole.
func compareWhole(alone, warm *Code, i int) error {
	f, g := &alone.Funcs[i], &warm.Funcs[i]
	for pc := range f.Proto.Code {
		if alone.Constants().Executable(f, pc) != warm.Constants().Executable(g, pc) {
			return fmt.Errorf("%d: is executed, or not", pc)
		}
		for _, level := range []value.Impact{value.None, value.Operators} {
			if alone.Marking(level).Live(f, pc) != warm.Marking(level).Live(g, pc) {
				return fmt.Errorf("%d: is live, or not", pc)
			}
		}
	}
	return nil
}

// TestFactsLikeThoseOfAnotherVersion holds that a text of which another version is known has the
// facts that it has alone, and that they are shared: those of most functions after a change, and all
// after one of names and lines.
func TestFactsLikeThoseOfAnotherVersion(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	functions, shared := 0, 0
	eachText(t, scale.Of(10), func(name, text string, edits int) {
		before := mainOf(text)
		if before == nil || edits == 0 {
			return
		}
		like := NewCode(before, value.Library{}, nil)
		if _, twin, err := compareAlike(mainOf(text+"\n-- a line"), like); err != nil || !twin {
			t.Fatalf("%s: with a comment more: twin %t, %v", name, twin, err)
		}
		for n := range edits {
			text = editText(r, text)
			main := mainOf(text)
			if main == nil {
				continue
			}
			count, _, err := compareAlike(main, like)
			if err != nil {
				t.Fatalf("%s: after %d changes: %v", name, n+1, err)
			}
			like = NewCode(main, value.Library{}, nil)
			functions += len(like.Funcs)
			shared += count
		}
	})
	if shared < functions/2 {
		t.Errorf("%d of %d functions share facts, want half", shared, functions)
	}
}

// TestOtherLibrary holds that what rests on a library is not shared with another one.
func TestOtherLibrary(t *testing.T) {
	main := mainOf("local t = {} return #t")
	like := NewCode(main, value.Library{}, nil)
	like.Marking(value.None)
	c := NewCode(main, value.Library{Hosts: 1}, &Memory{Like: like})
	if c.memo.names.Known() != nil || c.Funcs[0].Body != like.Funcs[0].Body {
		t.Errorf("names %v, facts of the function shared: %t", c.memo.names.Known(), c.Funcs[0].Body == like.Funcs[0].Body)
	}
}
