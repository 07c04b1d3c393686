package fix_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

func TestAllLeavesBrokenFilesAlone(t *testing.T) {
	for _, text := range []string{"local x = 1 local =", "local x = 1 goto l", "local x = 1 x = ...", "x = '"} {
		if strings.HasSuffix(text, "...") {
			text = "function f() " + text + " end"
		}
		x := fix.New(checker.CheckIn)
		u := compile.Compile(source.NewFile("broken.lua", text))
		if got, n := x.All(u.File, fix.Options{Hints: true}); got != text || n != 0 {
			t.Errorf("%q became %q with %d fixes", text, got, n)
		}
		for _, f := range checker.Check(u) {
			if fixes := fixesFor(x, u, f); len(fixes) > 0 {
				t.Errorf("%q: a fix is offered: %s", text, fixes[0].Title)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	const text = `local function f(a)
  local x = 1
  ::l::
end
return f
`
	tests := []struct {
		opts  fix.Options
		want  string
		fixes int
	}{
		{fix.Options{}, "local function f(a)\nend\nreturn f\n", 2},
		{fix.Options{Hints: true}, "local function f(_a)\nend\nreturn f\n", 3},
		{fix.Options{Only: "unused-label"}, "local function f(a)\n  local x = 1\nend\nreturn f\n", 1},
		{fix.Options{Only: "unused-parameter"}, "local function f(_a)\n  local x = 1\n  ::l::\nend\nreturn f\n", 1},
		{fix.Options{Only: "none", Hints: true}, text, 0},
	}
	for _, tt := range tests {
		got, n := fix.New(checker.CheckIn).All(source.NewFile("a.lua", text), tt.opts)
		if got != tt.want || n != tt.fixes {
			t.Errorf("%+v: %d fixes made %q, want %d and %q", tt.opts, n, got, tt.fixes, tt.want)
		}
	}
}

// TestAmong mends each finding of a text alone, with what its fix leaves, and none.
func TestAmong(t *testing.T) {
	const text = "local function f(a)\n  local x = 1\n  if a then local y = 2 end\n  return a\nend\nreturn f\n"
	file := source.NewFile("a.lua", text)
	found := checker.Check(compile.Compile(file))
	for i, want := range []string{"  local x = 1\n", "  if a then local y = 2 end\n"} {
		got, n := fix.New(checker.CheckIn).All(file, fix.Options{Among: found[i : i+1]})
		if n == 0 || got != strings.Replace(text, want, "", 1) {
			t.Errorf("%s: %d fixes made %q", found[i].Message, n, got)
		}
	}
	if got, n := fix.New(checker.CheckIn).All(file, fix.Options{Among: []analysis.Finding{}}); n != 0 || got != text {
		t.Errorf("none: %d fixes made %q", n, got)
	}
}

// TestChains holds that variables which are computed from one another go with one fix.
func TestChains(t *testing.T) {
	var b strings.Builder
	b.WriteString("local v0 = ...\n")
	for i := 1; i < 150; i++ {
		fmt.Fprintf(&b, "local v%d = v%d\n", i, i-1)
	}
	if got, n := fix.New(checker.CheckIn).All(source.NewFile("chain.lua", b.String()), fix.Options{}); got != "" || n != 1 {
		t.Errorf("%d fixes left %q", n, got)
	}
}

// TestManyAreRefused holds that fixes which delete what has an effect, as a comparison may
// have in LuaJIT, are refused together, and the others made.
func TestManyAreRefused(t *testing.T) {
	steps := func(n int) int {
		good := strings.Repeat("do local unused = 1 end\n", n)
		var bad strings.Builder
		bad.WriteString("local x, y = ...\nreturn y\n")
		for i := range n {
			fmt.Fprintf(&bad, "or (x == %d and y)\n", i%10)
		}
		var m meter.Meter
		got, _ := fix.New(checker.CheckIn).All(source.NewFile("a.lua", good+bad.String()), fix.Options{Meter: &m, Language: syntax.Language{Dialects: syntax.LuaJIT}})
		if got != bad.String() {
			t.Errorf("%d fixes of each kind: left %q", n, got)
		}
		return m.Steps()
	}
	if few, many := steps(100), steps(400); many > 5*few {
		t.Errorf("%d steps for 100 fixes that are refused, %d for 400", few, many)
	}
}

// TestManyValuesInOneScope holds that no local is added where a function has as many
// as it may have, and none in bulk anyway.
func TestManyValuesInOneScope(t *testing.T) {
	for locals, want := range map[int]string{198: "local _ = t.x\n", 199: ""} {
		var b strings.Builder
		for i := range locals {
			fmt.Fprintf(&b, "local v%d = ... print(v%d)\n", i, i)
		}
		b.WriteString("local x = t.a\nprint(x)\nx = t.x\n")
		file, x := source.NewFile("many.lua", b.String()), fix.New(checker.CheckIn)
		if got, n := x.All(file, fix.Options{}); n > 0 {
			t.Errorf("%d locals: fixed to %q", locals+1, got)
		}
		u, got := compile.Compile(file), ""
		for _, f := range checker.Check(u) {
			for _, fx := range fixesFor(x, u, f) {
				if fx.Level == analysis.Safe {
					got = strings.TrimPrefix(fix.Apply(file.Text(), fx.Edits), strings.TrimSuffix(file.Text(), "x = t.x\n"))
				}
			}
		}
		if got != want {
			t.Errorf("%d locals: kept as %q, want %q", locals+1, got, want)
		}
	}
}

// TestFixerServesSeveral asks one Fixer about several units at a time.
func TestFixerServesSeveral(t *testing.T) {
	x := fix.New(checker.CheckIn)
	var wg sync.WaitGroup
	for i := range 4 {
		u := compile.Compile(source.NewFile("a.lua", fmt.Sprintf("local x%d = f()\nlocal y = t.a\ny = %d", i%2, i)))
		for range 2 {
			wg.Go(func() {
				for _, f := range checker.Check(u) {
					if len(fixesFor(x, u, f)) == 0 {
						t.Errorf("no fix for: %s", f.Message)
					}
				}
			})
		}
	}
	wg.Wait()
}

// TestQuestionsShareWhatIsKnown asks for the fixes of a unit from several goroutines, after a question
// that was stopped: none of them has the unit checked again.
func TestQuestionsShareWhatIsKnown(t *testing.T) {
	u := compile.Compile(source.NewFile("a.lua", must.Read(t, "testdata/again.lua")))
	var again atomic.Int32
	x := fix.New(func(checked *compile.Unit, in *analysis.Memory, ready func(*analysis.Pass) error) ([]analysis.Finding, error) {
		if checked.Tree == u.Tree {
			again.Add(1)
		}
		return checker.CheckIn(checked, in, ready)
	})
	var pass *analysis.Pass
	findings, err := checker.CheckIn(u, new(analysis.Memory), func(p *analysis.Pass) error {
		pass = p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	x.Know(u, findings, pass)
	want, _ := fix.New(checker.CheckIn).Each(u, findings)
	for steps := range 20 {
		var stopped meter.Meter
		stopped.Watch(func(n int) {
			if n > 50*steps {
				stopped.Stop()
			}
		})
		stopped.Run(func() { x.Each(u.In(&stopped), findings) })
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range findings {
				if got := fixesFor(x, u, findings[i]); !reflect.DeepEqual(got, want[i]) {
					t.Errorf("%s: %+v, alone %+v", findings[i].Message, got, want[i])
				}
			}
		})
	}
	wg.Wait()
	if n := again.Load(); n > 0 {
		t.Errorf("the unit was checked %d times", n)
	}
}

// TestEachIsForEach holds that fixes verified together are those verified alone, in the
// programs of testdata/together and in random ones.
func TestEachIsForEach(t *testing.T) {
	texts := make(map[string]string)
	for _, path := range must.Glob(t, "testdata/together/*.lua") {
		text := must.Read(t, path)
		texts[path] = text
	}
	for n := range 3 * uint64(programs) {
		seed := *firstSeed + n
		texts[fmt.Sprintf("seed %d", seed)] = generate(seed)
	}
	for name, text := range texts {
		if eachIsForEach(t, name, text) == 0 && strings.HasSuffix(name, ".lua") {
			t.Errorf("%s: nothing to compare", name)
		}
	}
}

// eachIsForEach compares the fixes of all findings in a text, and returns how many there
// are.
func eachIsForEach(t *testing.T, name, text string) int {
	t.Helper()
	u := compile.Compile(source.NewFile("a.lua", text))
	findings := checker.Check(u)
	x := fix.New(checker.CheckIn)
	fixes, left := x.Each(u, findings)
	if left > 0 {
		t.Errorf("%s: %d findings were not looked at", name, left)
	}
	for i, together := range fixes {
		if alone := fixesFor(x, u, findings[i]); !reflect.DeepEqual(alone, together) {
			t.Errorf("%s: %s at line %d: alone %+v, together %+v", name, findings[i].Message, u.File.Line(findings[i].Span.Start), alone, together)
		}
	}
	return len(fixes)
}

// TestAllAgain: what is refused early is tried again when other fixes were made, though
// more is refused after them; nothing is left for another run.
func TestAllAgain(t *testing.T) {
	text := must.Read(t, "testdata/again.lua")
	x := fix.New(checker.CheckIn)
	after, n := x.All(source.NewFile("again.lua", text), fix.Options{Hints: true})
	if n == 0 {
		t.Error("nothing was fixed")
	}
	if _, more := x.All(source.NewFile("again.lua", after), fix.Options{Hints: true}); more > 0 {
		t.Errorf("%d fixes are left\n%s", more, after)
	}
}

// TestBoundOfAllIsSaid: where All may not compile all that it would, it says so; where it may,
// it says nothing.
func TestBoundOfAllIsSaid(t *testing.T) {
	const text = "local function f(x) return x end\nlocal a = 1\nlocal b = a\nlocal c = b\nlocal d = f(c)\nlocal e = f(d)\n"
	x := fix.New(checker.CheckIn)
	whole, _ := x.All(source.NewFile("a.lua", text), fix.Options{Omit: func(o analysis.Omission) { t.Errorf("without need: %s", o.What) }})
	if whole == text {
		t.Fatal("there is nothing to fix")
	}
	x.BoundAll(1)
	var said []string
	part, _ := x.All(source.NewFile("a.lua", text), fix.Options{Omit: func(o analysis.Omission) { said = append(said, o.What) }})
	if part == whole || len(said) != 1 || !strings.Contains(said[0], "not all fixes were tried") {
		t.Errorf("said %q, left\n%s", said, part)
	}
}
