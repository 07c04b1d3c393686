package fix_test

import (
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

var firstSeed = flag.Uint64("seed", 0, "seed of the first random program")

// programs is how many random programs are fixed and run.
var programs = scale.Of(100)

// pairs collects programs before and after a fix for testdata/run/driver.lua.
type pairs struct {
	strings.Builder
	count int
}

func (p *pairs) add(name, before, after string) {
	p.count++
	for _, s := range []string{name, before, after} {
		fmt.Fprintf(p, "%d\n%s", len(s), s)
	}
}

// run runs all pairs and reports those that differ.
func (p *pairs) run(t *testing.T, lua string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pairs")
	must.Write(t, file, p.String())
	out, err := exec.Command(lua, "testdata/run/driver.lua", file).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// fixEach adds to p what each verified fix of a program, and all of them together,
// make of it; it returns how many fixes were applied together.
func (p *pairs) fixEach(t *testing.T, name, text string) int {
	t.Helper()
	u := compile.Compile(source.NewFile(name, text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %s\n%s", name, u.Errors[0], text)
	}
	x := fix.New(checker.CheckIn)
	for _, f := range checker.Check(u) {
		for _, fx := range fixesFor(x, u, f) {
			if fx.Level == analysis.Safe {
				p.add(fmt.Sprintf("%s:%d %s: %s", name, u.File.Line(f.Span.Start), f.Code, fx.Title), text, fix.Apply(text, fx.Edits))
			}
		}
	}
	after, n := x.All(u.File, fix.Options{Hints: true})
	if n > 0 {
		p.add(name+": all", text, after)
	}
	if again, more := x.All(source.NewFile(name, after), fix.Options{Hints: true}); more > 0 || again != after {
		t.Errorf("%s: %d fixes are left\n%s", name, more, after)
	}
	return n
}

// runAlike runs two programs of luagen in the machine, and says what differs.
func runAlike(t *testing.T, before, after string) error {
	t.Helper()
	var results [2]machine.Result
	for i, text := range []string{before, after} {
		u := compile.Compile(source.NewFile("program.lua", text))
		if len(u.Errors) > 0 {
			return u.Errors[0]
		}
		results[i] = machine.Run(u.Main, machine.Config{})
	}
	a, b := &results[0], &results[1]
	switch {
	case a.Exhausted != "" || b.Exhausted != "":
	case a.Failed != b.Failed:
		return fmt.Errorf("one fails: %q, %q", a.Error, b.Error)
	case a.Output != b.Output:
		return fmt.Errorf("one prints %q, one %q", a.Output, b.Output)
	}
	return nil
}

// TestGeneratedProgramsRunAsBefore fixes the programs of luagen, each fix alone and
// all together, and runs them in the machine.
func TestGeneratedProgramsRunAsBefore(t *testing.T) {
	compared, arms := 0, 0
	for n := range uint64(programs+3) / 4 {
		seed := *firstSeed + n
		text := luagen.Program(seed, luagen.Options{Statements: 30, Messy: seed%2 == 1})
		u := compile.Compile(source.NewFile("program.lua", text))
		x := fix.New(checker.CheckIn)
		findings := checker.Check(u)
		check := func(what, after string) {
			compared++
			if err := runAlike(t, text, after); err != nil {
				t.Errorf("seed %d: %s: %v", seed, what, err)
			}
		}
		fixes, _ := x.Each(u, findings)
		for i, f := range findings {
			for _, fx := range fixes[i] {
				if fx.Level == analysis.Safe {
					if f.Code == "constant-condition" {
						arms++
					}
					check(fmt.Sprintf("line %d: %s", u.File.Line(f.Span.Start), fx.Title), fix.Apply(text, fx.Edits))
				}
			}
		}
		if after, n := x.All(u.File, fix.Options{Hints: true}); n > 0 {
			check("all", after)
		}
	}
	if compared < programs/4 {
		t.Errorf("only %d fixes in %d programs", compared, programs/4)
	}
	if scale.Full() && arms == 0 {
		t.Error("no branch that never runs was taken out")
	}
	t.Logf("%d fixes, %d of them of branches that never run", compared, arms)
}

// TestGeneratedProgramsPrintAsBefore fixes all that can be fixed in the programs of
// luagen, and runs them in Lua itself.
func TestGeneratedProgramsPrintAsBefore(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	run := func(text string) string {
		cmd := exec.Command(lua, "-")
		cmd.Stdin = strings.NewReader(text)
		out, err := cmd.Output()
		return fmt.Sprintf("%v\n%s", err, out)
	}
	mended := make(map[string]int) // by code: findings that are gone
	for n := range uint64(programs+3) / 4 {
		seed := *firstSeed + n
		text := luagen.Program(seed, luagen.Options{Statements: 60, Messy: seed%2 == 1, Plain: seed%3 == 0})
		file := source.NewFile("program.lua", text)
		after, _ := fix.New(checker.CheckIn).All(file, fix.Options{Hints: true})
		if a, b := run(text), run(after); a != b {
			t.Errorf("seed %d: it prints %q, and fixed %q", seed, a, b)
		}
		for sign, unit := range map[int]*source.File{1: file, -1: source.NewFile("program.lua", after)} {
			for _, f := range checker.Check(compile.Compile(unit)) {
				mended[f.Code] += sign
			}
		}
	}
	for _, code := range []string{"dead-cycle", "dead-store", "never-read", "write-only-table"} {
		if scale.Full() && mended[code] <= 0 {
			t.Errorf("no %s was fixed", code)
		}
	}
	t.Logf("findings that are gone: %v", mended)
}

// TestPlansHaveEdits holds that where nothing can be changed there is no plan.
func TestPlansHaveEdits(t *testing.T) {
	texts := []string{"local e = 10\nif g() then e, e = e / 2, 2.5 g() end\n"}
	for n := range uint64(programs) {
		seed := *firstSeed + n
		texts = append(texts, generate(seed), luagen.Program(seed, luagen.Options{Statements: 60, Messy: true}))
	}
	for _, text := range texts {
		plans := fix.New(checker.CheckIn).Plans(compile.Compile(source.NewFile("program.lua", text)))
		if slices.ContainsFunc(plans, func(edits []source.Edit) bool { return len(edits) == 0 }) {
			t.Errorf("a plan without edits\n%s", text)
		}
	}
}

// TestProgramsRunAsBefore fixes programs as people write them, and runs them before
// and after. What all fixes together make of each is in a golden file.
func TestProgramsRunAsBefore(t *testing.T) {
	paths := must.Glob(t, "testdata/programs/*.lua")
	var p pairs
	for _, path := range paths {
		text := must.Read(t, path)
		if p.fixEach(t, filepath.Base(path), text) == 0 {
			t.Errorf("%s: nothing to fix", path)
		}
		golden := strings.TrimSuffix(path, ".lua") + ".fixed"
		after, _ := fix.New(checker.CheckIn).All(source.NewFile(path, text), fix.Options{Hints: true})
		must.Match(t, golden, after)
	}
	p.run(t, external.Program(t, "lua5.3"))
}

// TestRandomProgramsRunAsBefore fixes random programs and runs them before and
// after.
func TestRandomProgramsRunAsBefore(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	var p pairs
	applied := 0
	for n := range programs {
		seed := *firstSeed + uint64(n)
		applied += p.fixEach(t, fmt.Sprintf("seed%d", seed), generate(seed))
	}
	if applied < programs {
		t.Errorf("only %d fixes in %d programs", applied, programs)
	}
	t.Logf("%d fixes, %d pairs", applied, p.count)
	p.run(t, lua)
}
