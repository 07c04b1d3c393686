package fix_test

import (
	"fmt"
	"slices"
	"testing"

	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestSabotage lets the makers of fixes believe that every value which a program
// stores to a variable is dead, as they would if what they are told were wrong, that of
// one store, that of all stores to one or two variables, and all that is computed for
// them. In
// the programs of testdata/live all are live, and every fix must be refused; where
// the proof accepts one in a random program, the program must run as before.
func TestSabotage(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/live/*.lua") {
		text := must.Read(t, path)
		accepted, refused := sabotage(t, path, text)
		for _, edits := range accepted {
			t.Errorf("%s: a live store may go: %v", path, edits)
		}
		if refused == 0 {
			t.Errorf("%s: nothing to refuse", path)
		}
	}
}

func TestSabotageOfRandomPrograms(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	var p pairs
	refused, accepted := 0, 0
	for seed := range (programs + 3) / 4 {
		text := generate(uint64(seed))
		good, n := sabotage(t, "program.lua", text)
		refused += n
		for _, edits := range good {
			p.add(fmt.Sprintf("seed%d %v", seed, edits), text, fix.Apply(text, edits))
		}
		text = luagen.Program(uint64(seed), luagen.Options{Statements: 20})
		good, n = sabotage(t, "program.lua", text)
		refused += n
		for _, edits := range good {
			accepted++
			if err := runAlike(t, text, fix.Apply(text, edits)); err != nil {
				t.Errorf("seed %d of luagen: %v: %v", seed, edits, err)
			}
		}
	}
	if refused < programs/4 || p.count == 0 || accepted == 0 {
		t.Errorf("%d fixes were refused, %d and %d accepted", refused, p.count, accepted)
	}
	t.Logf("%d fixes were refused, %d and %d accepted", refused, p.count, accepted)
	p.run(t, lua)
}

// sabotage returns the fixes that the proof accepts of those that are made for all
// stores of a program that nobody has found dead, and how many it refuses.
func sabotage(t *testing.T, name, text string) (accepted [][]source.Edit, refused int) {
	t.Helper()
	u := compile.Compile(source.NewFile(name, text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %s\n%s", name, u.Errors[0], text)
	}
	x := fix.New(checker.CheckIn)
	for _, edits := range slices.Concat(x.Sabotage(u), x.SabotageGroups(u)) {
		if x.Prove(u, edits) == nil {
			accepted = append(accepted, edits)
		} else {
			refused++
		}
	}
	return accepted, refused
}
