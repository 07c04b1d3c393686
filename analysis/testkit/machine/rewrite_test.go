package machine_test

import (
	"fmt"
	"testing"

	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/analysis/optimize"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Programs that were rewritten do what they did before.

// optimizedIsTheSame runs the chunk without what is dead.
func optimizedIsTheSame(o *oracle) {
	want := o.undisturbed()
	if want.Exhausted != "" {
		return
	}
	got := machine.Run(optimize.Program(o.main).Proto, machine.Config{Steps: 600000})
	switch {
	case got.Output != want.Output || got.Failed != want.Failed || got.Exhausted != "":
		o.refute(0, -1, "optimised, it does something else %s", got.Exhausted)
	case got.Steps > want.Steps:
		o.refute(0, -1, "optimised, it runs more instructions")
	}
}

// TestFixedProgramsAreTheSame applies all fixes to random programs.
func TestFixedProgramsAreTheSame(t *testing.T) {
	applied := 0
	for seed := *firstSeed; seed < *firstSeed+programs/10; seed++ {
		text := luagen.Program(seed, luagen.Options{Messy: seed%2 == 0})
		n, err := fixAll(text)
		applied += n
		if err != nil {
			text = reduce(text, func(text string) bool { _, again := fixAll(text); return again != nil })
			_, again := fixAll(text)
			t.Fatalf("seed %d: %v\nfor example\n%s%v", seed, err, text, again)
		}
	}
	if applied < int(programs/10) {
		t.Errorf("only %d fixes were applied", applied)
	}
}

// fixAll applies all fixes to a program and runs it before and after; it returns how
// many there were. A panic is an error too, so that the program can be reduced.
func fixAll(text string) (applied int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	u := compile.Compile(source.NewFile("program.lua", text))
	if len(u.Errors) > 0 {
		return 0, nil
	}
	want := machine.Run(u.Main, machine.Config{Steps: 300000})
	if want.Exhausted != "" {
		return 0, nil
	}
	after, applied := fix.New(checker.CheckIn).All(u.File, fix.Options{Hints: true})
	v := compile.Compile(source.NewFile("program.lua", after))
	if len(v.Errors) > 0 {
		return applied, fmt.Errorf("fixed, it does not compile: %s", v.Errors[0])
	}
	got := machine.Run(v.Main, machine.Config{Steps: 600000})
	if got.Output != want.Output || got.Failed != want.Failed || got.Exhausted != "" {
		return applied, fmt.Errorf("fixed, it does something else %s", got.Exhausted)
	}
	return applied, nil
}
