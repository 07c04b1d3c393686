package proof_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/fix/proof"
	"luaflow/analysis/flow"
	"luaflow/analysis/testkit/luagen"
	"luaflow/analysis/testkit/machine"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

var firstSeed = flag.Uint64("seed", 0, "seed of the first random program")

// mutants is how many changes are made to each random program.
const mutants = 40

func parse(t *testing.T, text string) *compile.Unit {
	t.Helper()
	u := compile.Compile(source.NewFile("program.lua", text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s\n%s", u.Errors[0], text)
	}
	return u
}

// same asks for a proof, without a word about which functions are partners.
func same(was, now *compile.Unit) error {
	a, b := flow.New(was.Main, new(flow.Memory)), flow.New(now.Main, new(flow.Memory))
	partner := make([]int, len(a.Funcs))
	for i := range partner {
		partner[i] = -1
	}
	_, err := proof.Same(proof.Program{Flow: a, Dialects: syntax.Lua53}, proof.Program{Flow: b, Dialects: syntax.Lua53}, partner)
	return err
}

// TestMutants changes random programs at random, which mostly changes what they do. A
// program that is said to be the same must run as the one that it was made from.
func TestMutants(t *testing.T) {
	accepted, refused, unlike := make(map[string]int), make(map[string]int), 0
	for seed := *firstSeed; seed < *firstSeed+uint64(scale.Of(60)); seed++ {
		text := luagen.Program(seed, luagen.Options{Statements: 30})
		was := parse(t, text)
		want := run(was)
		r := rand.New(rand.NewPCG(seed, 7))
		for range mutants {
			name, edits := mutate(r, was)
			now := compile.Compile(source.NewFile("program.lua", apply(text, edits)))
			if len(edits) == 0 || len(now.Errors) > 0 {
				continue
			}
			if same(was, now) != nil {
				refused[name]++
				if differs(run(now), want) {
					unlike++
				}
				continue
			}
			accepted[name]++
			if differs(run(now), want) {
				t.Errorf("seed %d: a change is said to change nothing (%s): %s\n%s", seed, name, describe(text, edits), text)
			}
		}
	}
	for name := range mutations {
		if scale.Full() && (accepted[name] == 0 || refused[name] == 0) {
			t.Errorf("%s: %d accepted, %d refused: the test has no power", name, accepted[name], refused[name])
		}
	}
	t.Logf("accepted %v, refused %v, %d of these ran otherwise", accepted, refused, unlike)
}

func run(u *compile.Unit) machine.Result {
	return machine.Run(u.Main, machine.Config{Steps: 200_000})
}

// differs reports whether two runs show that they were of different programs. One that
// was cut short shows nothing: how many instructions are run is no behaviour.
func differs(a, b machine.Result) bool {
	return a.Exhausted == "" && b.Exhausted == "" && (a.Output != b.Output || a.Failed != b.Failed)
}

// apply makes edits that do not overlap.
func apply(text string, edits []source.Edit) string {
	var b strings.Builder
	at := source.Pos(0)
	for _, e := range edits {
		if e.Span.Start < at {
			return text[:0] + "overlap ="
		}
		b.WriteString(text[at:e.Span.Start] + e.New)
		at = e.Span.End
	}
	return b.String() + text[at:]
}

func describe(text string, edits []source.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		fmt.Fprintf(&b, "line %d: %q becomes %q; ", strings.Count(text[:e.Span.Start], "\n")+1, text[e.Span.Start:e.Span.End], e.New)
	}
	return b.String()
}

func mutate(r *rand.Rand, u *compile.Unit) (string, []source.Edit) {
	names := []string{"delete", "delete", "swap statements", "swap operands", "swap arms", "constant", "name", "move", "value", "plant", "plant", "condition"}
	name := names[r.IntN(len(names))]
	return name, mutations[name](r, u)
}

// mutations is the kinds of change. Each leaves lines in their places.
var mutations = map[string]func(*rand.Rand, *compile.Unit) []source.Edit{
	"delete": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		return []source.Edit{replace(statement(r, u), "")}
	},
	"plant": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		at := statement(r, u).Start
		dead := []string{
			"do local q = 1 q = q + 1 end ", "do local q = {} q[1] = 2 q.x = q end ", "do local q, w = 1 if q then w = q end end ",
			"do local function q() return q() end end ", "for q = 1, 2 do local w = q end ", "do local q = a if q then q = 2 else q = 'x' end end ",
			"do local q = not a and b or c end ", "while a do break end ", "do local q = a.x end ", "if a then local q = 1 end ",
		}
		return []source.Edit{{Span: source.Span{Start: at, End: at}, New: dead[r.IntN(len(dead))]}}
	},
	"swap statements": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		b, ok := choose(r, u, func(b *syntax.Block) bool { return len(b.Stats) > 1 })
		if !ok {
			return nil
		}
		i := r.IntN(len(b.Stats) - 1)
		return swap(u, b.Stats[i].Span(), b.Stats[i+1].Span())
	},
	"swap operands": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		if e, ok := choose(r, u, all[*syntax.Binary]); ok {
			return swap(u, e.X.Span(), e.Y.Span())
		}
		return nil
	},
	"swap arms": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		s, ok := choose(r, u, func(s *syntax.If) bool { return s.Else() != nil && len(s.Clauses()) == 1 })
		if !ok {
			return nil
		}
		return swap(u, inside(&s.Clauses()[0].Body), inside(s.Else()))
	},
	"constant": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		e, ok := choose(r, u, all[*syntax.Number])
		if !ok {
			return nil
		}
		return []source.Edit{replace(e.Span(), []string{"1", "1.0", "0.0", "-0.0", "2", "3"}[r.IntN(6)])}
	},
	"name": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		names := &u.Tree.Names
		n, other := names.At(syntax.NameID(r.IntN(names.Len()))), names.At(syntax.NameID(r.IntN(names.Len())))
		return []source.Edit{replace(n.Span(), u.File.Slice(other.Span()))}
	},
	"move": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		from := statement(r, u)
		return moved(u, from, statement(r, u).Start)
	},
	"value": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		e, _ := choose(r, u, all[syntax.Expr])
		other, _ := choose(r, u, all[syntax.Expr])
		return []source.Edit{replace(e.Span(), u.File.Slice(other.Span()))}
	},
	"condition": func(r *rand.Rand, u *compile.Unit) []source.Edit {
		s, _ := choose(r, u, func(s syntax.Stat) bool { return condition(s) != nil })
		cond := condition(s)
		if cond == nil {
			return nil
		}
		text := u.File.Slice(cond.Span())
		return []source.Edit{replace(cond.Span(), []string{"not (" + text + ")", "(" + text + ") and true", "true and (" + text + ")", "true", "nil"}[r.IntN(5)])}
	},
}

// condition returns that of a statement, or nil.
func condition(s syntax.Stat) syntax.Expr {
	switch s := s.(type) {
	case *syntax.If:
		return s.Clauses()[0].Cond
	case *syntax.While:
		return s.Cond
	case *syntax.Repeat:
		return s.Cond
	}
	return nil
}

// moved returns the edits that move a text to a place; nil if that is inside it.
func moved(u *compile.Unit, from source.Span, to source.Pos) []source.Edit {
	if from.Start < to && to < from.End {
		return nil
	}
	edits := []source.Edit{replace(from, ""), {Span: source.Span{Start: to, End: to}, New: u.File.Slice(from) + " "}}
	if to < from.Start {
		slices.Reverse(edits)
	}
	return edits
}

func statement(r *rand.Rand, u *compile.Unit) source.Span {
	return u.Tree.Stats[r.IntN(len(u.Tree.Stats))].Span()
}

func all[N syntax.Node](N) bool { return true }

// choose returns one of the nodes of a kind that a function accepts.
func choose[N syntax.Node](r *rand.Rand, u *compile.Unit, accept func(N) bool) (node N, ok bool) {
	var found []N
	walk(u, func(n syntax.Node) {
		if n, isKind := n.(N); isKind && accept(n) {
			found = append(found, n)
		}
	})
	if len(found) == 0 {
		return node, false
	}
	return found[r.IntN(len(found))], true
}

func walk(u *compile.Unit, visit func(syntax.Node)) {
	var node func(syntax.Node)
	node = func(n syntax.Node) {
		visit(n)
		syntax.Children(n, node)
	}
	node(u.Tree.Main)
}

// inside returns the statements of a block.
func inside(b *syntax.Block) source.Span {
	if len(b.Stats) == 0 {
		return source.Span{Start: b.Start, End: b.Start}
	}
	return source.Span{Start: b.Stats[0].Span().Start, End: b.Stats[len(b.Stats)-1].Span().End}
}

func replace(s source.Span, text string) source.Edit { return source.Edit{Span: s, New: text} }

// swap exchanges the text of two spans.
func swap(u *compile.Unit, a, b source.Span) []source.Edit {
	if b.Start < a.Start {
		a, b = b, a
	}
	return []source.Edit{replace(a, " "+u.File.Slice(b)+" "), replace(b, " "+u.File.Slice(a)+" ")}
}
