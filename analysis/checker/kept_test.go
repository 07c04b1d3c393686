package checker_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"luaflow/analysis/checker"
	"luaflow/analysis/facts"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestKeptFactsFindTheSame checks programs, as an editor has them while somebody types, with the
// facts of the functions of all texts before: a line goes, or comes twice.
func TestKeptFactsFindTheSame(t *testing.T) {
	warm := checker.Checker{Bodies: facts.NewBodies(8 << 20)}
	alone := checker.New()
	texts, seed := scale.Share(t, 50)
	r := rand.New(rand.NewPCG(3+seed, 1))
	found := 0
	eachHost(t, func(h *host, _ bool) {
		lines := strings.Split(h.unit.File.Text(), "\n")
		for range texts {
			u := compile.Compile(source.NewFile(h.name, strings.Join(lines, "\n")))
			want := alone.Check(u)
			found += len(want)
			for range 2 { // the second time everything is known
				if got := warm.Check(u); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: found %v, alone %v\n%s", h.name, got, want, u.File.Text())
				}
			}
			at := r.IntN(len(lines))
			if r.IntN(2) == 0 {
				lines = append(lines[:at:at], append([]string{lines[at]}, lines[at:]...)...)
			} else {
				lines = append(lines[:at:at], lines[min(at+1, len(lines)):]...)
			}
			if len(lines) == 0 {
				break
			}
		}
	})
	if found == 0 || scale.Full() && found < 1000 {
		t.Errorf("only %d findings", found)
	}
	if warm.Bodies.Bytes() == 0 {
		t.Error("nothing was kept")
	}
}
