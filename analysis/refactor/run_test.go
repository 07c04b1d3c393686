package refactor_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/refactor"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

var firstSeed = flag.Uint64("seed", 0, "seed of the first random program")

var show = flag.String("show", "", "show refusals with this in them")

// selections is how many random selections are refactored, perProgram of them in each program.
var selections = scale.Of(10_000)

const perProgram = 20

// TestProgramsRunAsBefore refactors random selections of programs that run, and runs them before and after:
// they print the same, and end if they ended. What is refused has a reason, which is true.
func TestProgramsRunAsBefore(t *testing.T) {
	lua, luac := external.Program(t, "lua5.3"), external.Program(t, "luac5.3")
	counts := tally{done: make(map[string]int), refused: make(map[string]int), unproved: make(map[string]int)}
	for n := range uint64(selections+perProgram-1) / perProgram {
		seed := *firstSeed + n
		u := compile.Compile(source.NewFile("program.lua", luagen.Program(seed, luagen.Options{Statements: 40, Messy: seed%2 == 1})))
		pass, was, r := analysis.NewPass(u, 0, nil, nil), runOf(u), rand.New(rand.NewPCG(seed, 1))
		for i := range perProgram {
			at := randomSelection(r, u)
			for k, c := range refactor.At(pass, nil, at) {
				edits, err := c.Prove()
				if err != nil {
					j := &judge{T: t, run: was, at: at, change: c, luac: luac, single: seed%2 == 0}
					if counts.addRefused(c, err); *show != "" && strings.Contains(kindOf(c)+": "+classOf(err.Error()), *show) {
						t.Logf("seed %d: %s at %q in line %d: %v", seed, c.Title, u.File.Slice(at), u.File.Line(at.Start), err)
					}
					if why := j.lie(err.Error()); why != "" {
						t.Errorf("seed %d: %s of %q is refused: %v; but %s", seed, c.Title, u.File.Slice(at), err, why)
					}
					continue
				}
				counts.done[kindOf(c)]++
				after, err := u.File.Apply(edits)
				must.Do(t, err)
				if why := was.differs(after); why != "" {
					t.Errorf("seed %d: %s of %q: %s\n%s", seed, c.Title, u.File.Slice(at), why, difference(u.File.Text(), after.Text()))
				}
				if a, b := comments(u.Tree), comments(compile.Compile(after).Tree); a != b {
					t.Errorf("seed %d: %s of %q: the comments are others", seed, c.Title, u.File.Slice(at))
				}
				if (i+k)%7 == 0 && !t.Failed() {
					if was.printed == "" {
						was.printed = output(t, lua, u.File.Text())
					}
					if b := output(t, lua, after.Text()); was.printed != b {
						t.Errorf("seed %d: %s of %q: Lua prints %q, and then %q", seed, c.Title, u.File.Slice(at), was.printed, b)
					}
				}
			}
		}
	}
	counts.check(t)
}

// tally counts what becomes of changes, by their kinds.
type tally struct {
	done, unproved map[string]int
	refused        map[string]int // by kind and class of the reason
}

// kindOf returns the kind of a change.
func kindOf(c *refactor.Change) string {
	return string(c.Kind) + " " + strings.TrimSpace(strings.SplitN(c.Title, "`", 2)[0])
}

// addRefused counts a change that is refused.
func (c *tally) addRefused(change *refactor.Change, err error) {
	class := classOf(err.Error())
	c.refused[kindOf(change)+": "+class]++
	if strings.HasPrefix(class, "it cannot be proved") {
		c.unproved[kindOf(change)]++
	}
}

// check holds that each kind is met, done often enough, and left without a proof seldom enough: to say that there
// is none is always true, so that only its share can tell that it is said for want of better.
func (c *tally) check(t *testing.T) {
	for _, counts := range []map[string]int{c.done, c.refused} {
		for _, what := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%6d %s", counts[what], what)
		}
	}
	for kind, most := range mostUnproved {
		tried := c.done[kind] + c.unproved[kind]
		if scale.Full() && c.done[kind] < 5 {
			t.Errorf("only %d of %s", c.done[kind], kind)
		}
		if scale.Full() && c.unproved[kind]*100 > tried*most {
			t.Errorf("%d of %d are not proved, more than %d %%: %s", c.unproved[kind], tried, most, kind)
		}
	}
	for kind := range c.done {
		if _, ok := mostUnproved[kind]; !ok {
			t.Errorf("how often may this be left without a proof? %s", kind)
		}
	}
}

// mostUnproved is by kind how many of a hundred changes that are tried may be left without a proof.
var mostUnproved = map[string]int{
	"refactor.inline inline":                   85,
	"refactor.extract extract a function":      2,
	"refactor.rewrite narrow the scope of":     60,
	"refactor.rewrite move the declaration of": 65,
	"refactor.rewrite split":                   2,
	"refactor.rewrite join the declaration of": 45,
}

// randomSelection returns the place of a name, of some statements of a block, of an expression, or just
// a piece of a text.
func randomSelection(r *rand.Rand, u *compile.Unit) source.Span {
	tree := u.Tree
	switch r.IntN(10) {
	case 0, 1, 2:
		var locals []*syntax.Name
		for n := range tree.Names.All() {
			if u.Res.Refs[n.ID].Kind != resolve.ToGlobal {
				locals = append(locals, n)
			}
		}
		n := r.IntN(len(locals))
		switch r.IntN(6) {
		case 0, 1: // a declaration in front of it
			for n > 0 && u.Res.Refs[locals[n].ID].Kind != resolve.Declaration {
				n--
			}
		case 2, 3: // one without a value
			for n > 0 && (u.Res.Refs[locals[n].ID].Kind != resolve.Declaration || !hasNoValue(u, locals[n])) {
				n--
			}
		}
		return source.Span{Start: locals[n].Start, End: locals[n].Start}
	case 3, 4, 5, 6:
		var blocks []*syntax.Block
		var all func(n syntax.Node)
		all = func(n syntax.Node) {
			if b, ok := n.(*syntax.Block); ok && len(b.Stats) > 0 {
				blocks = append(blocks, b)
			}
			syntax.Children(n, all)
		}
		all(tree.Main)
		b := blocks[r.IntN(len(blocks))]
		first := r.IntN(len(b.Stats))
		last := min(len(b.Stats)-1, first+r.IntN(5))
		return source.Span{Start: b.Stats[first].Span().Start, End: b.Stats[last].Span().End}
	case 7, 8:
		var exprs []syntax.Expr
		var all func(n syntax.Node)
		all = func(n syntax.Node) {
			if e, ok := n.(syntax.Expr); ok {
				exprs = append(exprs, e)
			}
			syntax.Children(n, all)
		}
		all(tree.Main.Body)
		return exprs[r.IntN(len(exprs))].Span()
	}
	start := r.IntN(u.File.Len())
	return source.Span{Start: source.Pos(start), End: source.Pos(min(u.File.Len(), start+r.IntN(100)))}
}

// hasNoValue reports whether a name declares a variable without a value.
func hasNoValue(u *compile.Unit, n *syntax.Name) bool {
	s := u.Res.Bindings[u.Res.Refs[n.ID].Binding].Stat
	if s == syntax.NoStat {
		return false
	}
	decl, ok := u.Tree.Stats[s].(*syntax.Local)
	return ok && len(decl.Exprs()) == 0
}

// run is how a program runs: in the machine, and in Lua.
type run struct {
	*compile.Unit
	machine.Result
	ran     map[machine.Site]bool // the instructions that ran
	printed string                // by Lua; empty until it is asked
}

// runOf runs a program in the machine.
func runOf(u *compile.Unit) *run {
	r := &run{Unit: u, ran: make(map[machine.Site]bool)}
	r.Result = machine.Run(u.Main, machine.Config{Hooks: machine.Hooks{
		Step: func(fn, _, pc int) { r.ran[machine.Site{Func: fn, PC: pc}] = true },
	}})
	return r
}

// differs returns how a text runs unlike the program; "" if it does not. What ends must end: a text may take many times
// as many steps as the program, far more than any refactoring adds, and none may end that did not.
func (r *run) differs(after *source.File) string {
	now := compile.Compile(after)
	if len(now.Errors) > 0 {
		return now.Errors[0].Error()
	}
	a, b := r.Result, machine.Run(now.Main, machine.Config{Steps: enough(r.Result)})
	if a.Exhausted == "steps" && b.Exhausted == "" {
		a = machine.Run(r.Main, machine.Config{Steps: enough(b)})
	}
	switch n := min(len(a.Output), len(b.Output)); {
	case a.Exhausted != b.Exhausted:
		return fmt.Sprintf("one ends after %d steps, the other has too many %s%s", min(a.Steps, b.Steps), a.Exhausted, b.Exhausted)
	case a.Exhausted != "" && a.Output[:n] != b.Output[:n], a.Exhausted == "" && a.Output != b.Output:
		return fmt.Sprintf("one prints %q, one %q", a.Output, b.Output)
	case a.Failed != b.Failed:
		return fmt.Sprintf("one fails: %q, %q", a.Error, b.Error)
	}
	return ""
}

// enough returns how many steps are enough for a program that is the same as one that has run.
func enough(r machine.Result) int { return 100*r.Steps + 100_000 }

// output returns what Lua prints of a program, and how it ends.
func output(t *testing.T, lua, text string) string {
	out, err := external.Feed(t, text, lua, "-")
	return fmt.Sprintf("%v\n%s", err, out)
}

// difference returns the lines in which two texts differ.
func difference(a, b string) string {
	before, after := strings.Split(a, "\n"), strings.Split(b, "\n")
	i, k := 0, 0
	for i < min(len(before), len(after)) && before[i] == after[i] {
		i++
	}
	for k < min(len(before), len(after))-i && before[len(before)-1-k] == after[len(after)-1-k] {
		k++
	}
	return "- " + strings.Join(before[i:len(before)-k], "\n- ") + "\n+ " + strings.Join(after[i:len(after)-k], "\n+ ")
}

// TestDiffers holds that a program that ends is not taken for one that does not, nor one that prints less.
func TestDiffers(t *testing.T) {
	const ends, endless, prints = "print(1)", "print(1) while true do end", "print(1) print(2)"
	for _, texts := range [][2]string{{ends, endless}, {endless, ends}, {ends, prints}, {prints, ends}, {endless, "print(2) while true do end"}, {ends, ends + " error()"}} {
		if runOf(compile.Compile(source.NewFile("was.lua", texts[0]))).differs(source.NewFile("now.lua", texts[1])) == "" {
			t.Errorf("%q runs as %q", texts[1], texts[0])
		}
	}
	for _, text := range []string{ends, endless, prints} {
		if why := runOf(compile.Compile(source.NewFile("was.lua", text))).differs(source.NewFile("now.lua", text)); why != "" {
			t.Errorf("%q: %s", text, why)
		}
	}
}
