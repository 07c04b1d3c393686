package proof_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

// TestEndings changes random programs of loops that counters end, or do not end, and of loops that certainly
// end, in each other. A program that is said to be the same ends if the one ends that it was made from, and
// prints the same.
func TestEndings(t *testing.T) {
	accepted, endless, refused := make(map[string]int), 0, 0
	programs, run := scale.Share(t, 6000)
	first := *firstSeed + 6000*run
	for seed := first; seed < first+uint64(programs); seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		text := loops(r)
		was := parse(t, text)
		var want machine.Result
		for range 12 {
			name, edits := mutateLoops(r, was)
			now := compile.Compile(source.NewFile("program.lua", apply(text, edits)))
			switch {
			case len(edits) == 0 || len(now.Errors) > 0 || now.File.Text() == text:
				continue
			case same(was, now) != nil:
				refused++
				continue
			}
			if accepted[name]++; want.Steps == 0 {
				want = machine.Run(was.Main, machine.Config{Steps: 2000})
			}
			if want.Exhausted != "" {
				endless++
			}
			if why := unlike(want, was, now); why != "" {
				t.Errorf("seed %d: a change is said to change nothing (%s), but %s: %s\n%s", seed, name, why, describe(text, edits), text)
			}
		}
	}
	for name := range ofLoops {
		if scale.Full() && accepted[name] < 100 {
			t.Errorf("%s: %d accepted: the test has no power", name, accepted[name])
		}
	}
	if scale.Full() && endless < 1000 {
		t.Errorf("%d changes of programs without an end: the test has no power", endless)
	}
	t.Logf("accepted %v, %d of programs without an end; refused %d", accepted, endless, refused)
}

// unlike returns how the run of now is unlike a run of was; "" if it is not, as far as they show. One that ends is
// compared with one that may take a hundred times as many steps, which no loop takes that certainly ends.
func unlike(want machine.Result, was, now *compile.Unit) string {
	got := machine.Run(now.Main, machine.Config{Steps: 2000})
	if got.Exhausted == "" && want.Exhausted != "" {
		want = machine.Run(was.Main, machine.Config{Steps: 100*got.Steps + 100_000})
	} else if want.Exhausted == "" && got.Exhausted != "" {
		got = machine.Run(now.Main, machine.Config{Steps: 100*want.Steps + 100_000})
	}
	switch n := min(len(want.Output), len(got.Output)); {
	case want.Exhausted != "" && got.Exhausted != "":
		if want.Output[:n] != got.Output[:n] {
			return fmt.Sprintf("it prints %q, and then %q", want.Output, got.Output)
		}
	case want.Exhausted != "" || got.Exhausted != "":
		return fmt.Sprintf("one ends after %d steps, the other has no end: %q, %q", min(want.Steps, got.Steps), want.Exhausted, got.Exhausted)
	case want.Output != got.Output || want.Failed != got.Failed:
		return fmt.Sprintf("it prints %q, and then %q", want.Output, got.Output)
	}
	return ""
}

// loops returns a random program of counters and loops.
func loops(r *rand.Rand) string {
	w := &loopWriter{Rand: r}
	for k := range counters {
		w.line("local n%d = %d", k, r.IntN(2))
	}
	if r.IntN(3) == 0 {
		w.line("local function bump() n0 = n0 + 1 end")
		w.bump = true
	}
	w.block(0)
	w.line("print('done', n%d)", r.IntN(counters))
	return w.b.String()
}

// counters is how many variables count.
const counters = 3

// loopWriter writes a program.
type loopWriter struct {
	*rand.Rand
	b      strings.Builder
	labels int      // how many there were
	seen   []string // the labels that a goto may lead to
	loops  int      // around
	bump   bool     // there is a function that counts
}

func (w *loopWriter) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

// guard returns a condition that a counter decides.
func (w *loopWriter) guard() string {
	return fmt.Sprintf("n%d %s %d", w.IntN(counters), []string{"<", ">=", "==", "~="}[w.IntN(4)], w.IntN(4))
}

// block writes a few statements, so deep in others.
func (w *loopWriter) block(depth int) {
	for range 1 + w.IntN(4) {
		w.statement(depth)
	}
}

func (w *loopWriter) statement(depth int) {
	kind := w.IntN(16)
	if depth > 3 {
		kind = w.IntN(9)
	}
	switch kind {
	case 0, 1, 2:
		n := w.IntN(counters)
		w.line("n%d = n%d + 1", n, n)
	case 3:
		w.line("%sn%d = 0", []string{"", "local "}[w.IntN(2)], w.IntN(counters))
	case 4:
		if w.bump {
			w.line("bump()")
		}
	case 5:
		if w.IntN(3) == 0 {
			w.line("print(n%d)", w.IntN(counters))
		}
	case 6, 7:
		switch {
		case len(w.seen) > 0 && w.IntN(2) == 0:
			w.line("if %s then goto %s end", w.guard(), w.seen[w.IntN(len(w.seen))])
		case w.loops > 0:
			w.line("if %s then break end", w.guard())
		}
	case 8:
		w.line("for i = 1, %d do local x = i end", w.IntN(4))
	case 9:
		w.line("if %s then", w.guard())
		w.block(depth + 1)
		w.line("end")
	case 10:
		w.labelled(depth)
	default:
		w.loop(depth)
	}
}

// labelled writes a block with a label at its start, to which a guard may lead back, and one at its end.
func (w *loopWriter) labelled(depth int) {
	w.labels++
	first, last := fmt.Sprint("first", w.labels), fmt.Sprint("last", w.labels)
	w.seen = append(w.seen, first, last)
	w.line("do ::%s::", first)
	w.block(depth + 1)
	if w.IntN(3) > 0 {
		w.line("if %s then goto %s end", w.guard(), first)
	}
	w.line("::%s:: end", last)
	w.seen = w.seen[:len(w.seen)-2]
}

// loop writes a loop around a block.
func (w *loopWriter) loop(depth int) {
	ends := "end"
	switch w.IntN(6) {
	case 0, 1:
		w.line("for i = 1, %d do", w.IntN(4))
	case 2:
		w.line("for i = %d, 1, -1 do", w.IntN(4))
	case 3:
		w.line("while true do")
	case 4:
		w.line("while %s do", w.guard())
	case 5:
		w.line("repeat")
		ends = "until " + w.guard()
	}
	w.loops++
	w.block(depth + 1)
	w.loops--
	w.line("%s", ends)
}

// mutateLoops returns a change of a program, and its name.
func mutateLoops(r *rand.Rand, u *compile.Unit) (string, []source.Edit) {
	names := []string{"initialiser", "initialiser", "initialiser", "increment", "guards", "guard", "constant", "move", "plant", "delete"}
	name := names[r.IntN(len(names))]
	return name, ofLoops[name](r, u)
}

// ofLoops is the kinds of change that make a program end, or not end.
var ofLoops = map[string]func(*rand.Rand, *compile.Unit) []source.Edit{
	"initialiser": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		if s, ok := choose(r, u, all[*syntax.Local]); ok {
			return moved(u, s.Span(), statement(r, u).Start)
		}
		return nil
	},
	"increment": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		if s, ok := choose(r, u, all[*syntax.Assign]); ok {
			return []source.Edit{replace(s.Span(), "")}
		}
		return nil
	},
	"guards": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		a, _ := choose(r, u, func(s syntax.Stat) bool { return condition(s) != nil })
		b, _ := choose(r, u, func(s syntax.Stat) bool { return condition(s) != nil })
		if a == nil || a == b {
			return nil
		}
		return swap(u, condition(a).Span(), condition(b).Span())
	},
	"guard":    mutations["condition"],
	"constant": mutations["constant"],
	"move":     mutations["move"],
	"delete":   mutations["delete"],
	"plant": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		at := statement(r, u).Start
		dead := []string{
			"for q = 1, 3 do end ", "for q = 3, 1 do end ", "for q = 1, 2 do for w = 1, 3 do end end ", "while n1 < 2 do end ", "while n1 < 2 do break end ",
			"for q = 1, 2 do if n1 < 3 then break end end ", "do ::q:: for w = 1, 2 do if n2 == 0 then goto q end end end ", "repeat local q = n1 until q >= 0 ",
		}
		return []source.Edit{{Span: source.Span{Start: at, End: at}, New: dead[r.IntN(len(dead))]}}
	},
}
