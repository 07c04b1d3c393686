package calls_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// What Calls claims against what really happens: every function that is entered is one that the call may
// call, from one of the function's calls, and it returns as many values as claimed.

// witness watches a run, notes the first claim that it refutes, and counts those that it tries.
type witness struct {
	p       *facts.Code
	c       *calls.Calls
	refuted error
	tried   tally
}

// tally counts what claims were tried, by what they are about.
type tally struct{ Callees, Fields, Sites, Results int }

func (t *tally) add(more tally) {
	t.Callees += more.Callees
	t.Fields += more.Fields
	t.Sites += more.Sites
	t.Results += more.Results
}

func (w *witness) refute(format string, args ...any) {
	if w.refuted == nil {
		w.refuted = fmt.Errorf(format, args...)
	}
}

func (w *witness) ours(fn int) bool { return fn >= 0 && fn < len(w.p.Funcs) }

// enter: a function is entered from a call, from an instruction with a metamethod, or from elsewhere.
func (w *witness) enter(from machine.Site, fn int) {
	isOurs := w.ours(from.Func) && from.PC >= 0
	if isOurs {
		f := &w.p.Funcs[from.Func]
		if callees, ok := w.c.Of(f, from.PC); ok && (callees.Complete || callees.InField && !callees.OfSelf) {
			w.tried.Callees++
			if callees.InField {
				w.tried.Fields++
			}
			if !slices.Contains(callees.Funcs, fn) {
				w.refute("function %d pc %d: it calls function %d, claimed were %v", from.Func, from.PC+1, fn, callees.Funcs)
			}
		}
	}
	if !w.ours(fn) {
		return
	}
	if sites, ok := w.c.Sites(fn); ok {
		w.tried.Sites++
		if !isOurs || !slices.Contains(sites, flow.SiteAt(from.Func, from.PC)) {
			w.refute("function %d is called from function %d pc %d", fn, from.Func, from.PC+1)
		}
	}
}

func (w *witness) result(fn int, values []machine.Value) {
	if !w.ours(fn) {
		return
	}
	count := w.c.Results(fn)
	if sites, ok := w.c.Sites(fn); !count.Returns && !ok && len(sites) == 0 {
		return // nothing is claimed
	}
	if count.Most != calls.Unbounded {
		w.tried.Results++
	}
	if n := len(values); !count.Returns || n < count.Least || n > count.Most && count.Most != calls.Unbounded {
		w.refute("function %d returns %d values, claimed was %+v", fn, n, count)
	}
}

// refute runs a program and returns how many claims were tried, and the first one that is wrong.
func refute(t *testing.T, text string) (tally, error) {
	t.Helper()
	u := compile.Compile(source.NewFile("program.lua", text))
	if !u.Analyzable() {
		t.Fatalf("does not compile:\n%s", text)
	}
	p := facts.NewCode(u.Main, value.Library{}, nil)
	w := &witness{p: p, c: p.Calls()}
	machine.Run(u.Main, machine.Config{Hooks: machine.Hooks{Enter: w.enter, Result: w.result}})
	return w.tried, w.refuted
}

func TestClaimsOfRandomLua(t *testing.T) {
	var tried tally
	for seed := range uint64(scale.Of(2000)) {
		text := luagen.Program(seed, luagen.Options{Plain: seed%2 == 1})
		more, err := refute(t, text)
		if err != nil {
			t.Fatalf("program %d: %v\n%s", seed, err, text)
		}
		tried.add(more)
	}
	t.Logf("%+v", tried)
	if least := 1000; tried.Callees < least || tried.Sites < least || tried.Results < least {
		t.Errorf("too few claims were tried: %+v", tried)
	}
}

// TestClaimsOfPrograms: those of the file are written to come to functions in every way there is.
func TestClaimsOfPrograms(t *testing.T) {
	for _, text := range strings.Split(must.Read(t, "testdata/programs.txt"), "\n\n")[1:] {
		if _, err := refute(t, text); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// TestCalls: each program of the file is followed by what is known of its calls.
func TestCalls(t *testing.T) {
	for _, text := range strings.Split(must.Read(t, "testdata/programs.txt"), "\n\n")[1:] {
		u := compile.Compile(source.NewFile("program.lua", text))
		if len(u.Errors) > 0 {
			t.Fatalf("%s\n%s", u.Errors[0].Msg, text)
		}
		var want []string
		for line := range strings.SplitSeq(text, "\n") {
			if claim, ok := strings.CutPrefix(line, "--> "); ok {
				want = append(want, claim)
			}
		}
		if got := claims(u, facts.NewCode(u.Main, value.Library{}, nil)); !slices.Equal(got, want) {
			t.Errorf("%s\ngot\n%s", text, strings.Join(got, "\n"))
		}
	}
}

// TestLongChains counts the results of functions that hand on what the next one returns: no further than a search goes, so that a
// file of such functions takes no longer for each than a short one does.
func TestLongChains(t *testing.T) {
	for _, c := range []struct{ functions, most int }{{20, 2}, {2000, calls.Unbounded}} {
		text := "local f = {}\n"
		for i := range c.functions {
			text += fmt.Sprintf("f[%d] = function() return f[%d]() end\n", i, i+1)
		}
		text += fmt.Sprintf("f[%d] = function() return 1, 2 end\nprint(f[0]())", c.functions)
		p := facts.NewCode(compile.Compile(source.NewFile("chain.lua", text)).Main, value.Library{}, nil)
		if got := p.Calls().Results(1); !got.Returns || got.Most != c.most {
			t.Errorf("of %d functions, the first gives %+v", c.functions, got)
		}
	}
}

// claims tells of each function of a program what is known of its calls, and of each call that is known what
// it calls, by lines.
func claims(u *compile.Unit, p *facts.Code) (out []string) {
	line := func(at flow.Site) int {
		return u.File.Line(u.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span().Start)
	}
	c := p.Calls()
	for i := 1; i < len(p.Funcs); i++ {
		sites, ok := c.Sites(i)
		text := fmt.Sprintf("function of line %d is called in", u.File.Line(u.Tree.Funcs[i].Start))
		for _, at := range sites {
			text += fmt.Sprintf(" %d", line(at))
		}
		if !ok {
			text += " and elsewhere"
		}
		switch count := c.Results(i); {
		case len(sites) == 0:
		case !count.Returns:
			text += ", never returns"
		default:
			text += fmt.Sprintf(", returns %d to %d", count.Least, count.Most)
		}
		out = append(out, text)
	}
	var several []string
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for pc, ins := range f.Proto.Code {
			callees, ok := c.Of(f, pc)
			if !ok || effect.ReferenceOf(ins) != effect.Calls || callees.Complete && len(callees.Funcs) == 1 {
				continue
			}
			text := fmt.Sprintf("line %d calls that of", line(flow.SiteAt(i, pc)))
			for _, fn := range callees.Funcs {
				text += fmt.Sprintf(" %d", u.File.Line(u.Tree.Funcs[fn].Start))
			}
			switch {
			case callees.OfSelf:
				text += " unless self is of another class"
			case callees.InField:
				text += " unless another is in the field"
			case !callees.Complete:
				text += " or others"
			}
			several = append(several, text)
		}
	}
	slices.SortFunc(several, cmp.Compare[string])
	return append(out, several...)
}
