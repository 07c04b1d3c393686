package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/cfg"
	"luaflow/compile/testkit"
)

// The tables of the articles from which the project was conceived: chains on the
// Lua VM (000), reaching definitions statement by statement (001), and basic
// blocks with reaching definitions and liveness on the Collatz loop (002). Each is
// tested on the article's own program in listing form; the same programs in real
// Lua are testdata/seeds.lua.

// TestChainsArticle: the JMP after a comparison is in the block that the comparison
// ends. In the article it is one of its own: 1-4 5 6-7 8 9.
func TestChainsArticle(t *testing.T) {
	f := &New(testkit.AssembleValid(t, `
		LOADK 0 -1  ; 3
		LOADK 1 -2  ; 5
		LOADK 1 -3  ; 7
		EQ 0 0 1
		JMP 0 2     ; to 8
		LOADK 2 -3  ; 7
		JMP 0 1     ; to 9
		LOADK 2 -4  ; 9
		RETURN 0 1`), new(Memory)).Funcs[0]
	var blocks []string
	for _, b := range f.Graph.Blocks {
		blocks = append(blocks, fmt.Sprintf("%d-%d", b.Start+1, b.End))
	}
	if got, want := strings.Join(blocks, " "), "1-5 6-7 8-8 9-9"; got != want {
		t.Errorf("blocks %s, expected %s", got, want)
	}
	if err := f.CheckGraph(); err != nil {
		t.Error(err)
	}
	var chains []string
	for reg := range 3 {
		c := f.Chains(reg)
		for d, pc := range c.Defs[firstDef:] {
			uses := []string{}
			for _, use := range c.UsesOf(d + firstDef) {
				uses = append(uses, fmt.Sprint(c.Uses[use]+1))
			}
			chains = append(chains, fmt.Sprintf("(%d,R%d) -> %s %v", pc+1, reg, strings.Join(uses, " "), f.LiveAfter(pc, reg)))
		}
	}
	want := []string{
		"(1,R0) -> 4 true", // the article lists a use at 9 as well, but RETURN 0 1 reads nothing
		"(2,R1) ->  false",
		"(3,R1) -> 4 true",
		"(6,R2) ->  false",
		"(8,R2) ->  false",
	}
	if !slices.Equal(chains, want) {
		t.Errorf("got\n%s, expected\n%s", strings.Join(chains, "\n"), strings.Join(want, "\n"))
	}
	if o := f.Overwrites(2, 2, 1); !slices.Equal(o.PCs, []int{2}) || o.Ends {
		t.Errorf("(2,R1) is overwritten by %+v", o)
	}
}

// article is a program of an article. Its definitions, statements and blocks have
// the article's numbers and names.
type article struct {
	f    *Func
	defs map[int]int // the article's number of a definition, by pc from 1
}

// row returns gen, kill, in and out of the instructions from pc first to last, from 1.
// It comes from the sets of the solver and its step over events; definitions to
// which the article gives no number, as those of parameters, are left out.
func (a article) row(first, last int) string {
	var gen, kill, in, out []int
	for reg := range int(a.f.Proto.MaxStack) {
		events := a.f.allEvents(reg)
		r := a.f.reach(reg, events)
		r.sweep([]int{first - 1}, func(_ int, set Row) {
			in = append(in, a.numbers(r, set)...)
			out = append(out, a.numbers(r, r.carry(set, first-1, last))...)
		})
		gen = append(gen, a.numbers(r, r.carry(make(Row, r.words), first-1, last))...)
		for d := firstDef; d < len(r.defs); d++ {
			one := make(Row, r.words)
			one.Add(d)
			if !r.carry(one, first-1, last).Has(d) {
				kill = append(kill, a.numbers(r, one)...)
			}
		}
	}
	return strings.Join([]string{list(gen), list(kill), list(in), list(out)}, " | ")
}

// carry returns what comes of a set after the instructions from pc start to end.
func (r *reaching) carry(set Row, start, end int) Row {
	set = slices.Clone(set)
	def := firstDef
	for _, e := range r.events {
		if e.pc() >= start && e.pc() < end {
			r.transfer(set, e, def)
		}
		if isDef(e) {
			def++
		}
	}
	return set
}

func (a article) numbers(r *reaching, set Row) []int {
	var numbers []int
	for d := range set.All {
		if n, ok := a.defs[r.defs[d]+1]; ok {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

func list(numbers []int) string {
	slices.Sort(numbers)
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ",")
}

// reachingArticle is the program of 001: a is R1, b R2, c R3, d R4; x is the parameter
// R0.
const reachingArticle = `
		.params 1
		LOADK 1 -1    ; 1
		LOADK 2 -2    ; 2
		LT 0 0 -3     ; - 10
		JMP 0 2       ; to 7
		LOADK 1 -4    ; 5
		JMP 0 3       ; to 10
		LOADK 2 -5    ; 3
		ADD 3 1 2
		JMP 0 0       ; to 10
		ADD 4 1 2
		RETURN 0 1`

func TestReachingArticle(t *testing.T) {
	a := article{&New(testkit.AssembleValid(t, reachingArticle), new(Memory)).Funcs[0],
		map[int]int{1: 1, 2: 2, 5: 4, 7: 6, 8: 7, 10: 9}}
	for _, test := range []struct {
		statement, first, last int
		want                   string // gen | kill | in | out
	}{
		{1, 1, 1, "1 | 4 |  | 1"},
		{2, 2, 2, "2 | 6 | 1 | 1,2"},
		{3, 3, 4, " |  | 1,2 | 1,2"},
		{4, 5, 5, "4 | 1 | 1,2 | 2,4"},
		{5, 6, 6, " |  | 2,4 | 2,4"},
		{6, 7, 7, "6 | 2 | 1,2 | 1,6"},
		{7, 8, 8, "7 |  | 1,6 | 1,6,7"},
		{8, 9, 9, " |  | 1,6,7 | 1,6,7"},
		{9, 10, 10, "9 |  | 1,2,4,6,7 | 1,2,4,6,7,9"},
	} {
		if got := a.row(test.first, test.last); got != test.want {
			t.Errorf("statement %d: got %s, expected %s", test.statement, got, test.want)
		}
	}
	// At 7 one constant definition of each operand reaches, at 9 two.
	for _, test := range []struct {
		pc, reg int
		want    []int
	}{{8, 1, []int{1}}, {8, 2, []int{7}}, {10, 1, []int{1, 5}}, {10, 2, []int{2, 7}}} {
		if got := a.f.Reaching(test.pc-1, test.reg); !slices.Equal(got, pcsFrom1(test.want)) {
			t.Errorf("R%d at %d: %v reach, expected %v from 1", test.reg, test.pc, got, test.want)
		}
	}
}

func pcsFrom1(pcs []int) []int {
	var s []int
	for _, pc := range pcs {
		s = append(s, pc-1)
	}
	return s
}

func TestCollatzArticle(t *testing.T) {
	// n is R1, t1 R2, t2 R3, t3 R4, t5 R5, t6 R6; x is the parameter R0. What a
	// comparison would leave in t1, t3 and t6 a subtraction does here.
	a := article{&New(testkit.AssembleValid(t, `
		.params 1
		MOVE 1 0      ; top
		SUB 2 1 -1    ; - 1
		TEST 2 0
		JMP 0 11      ; to 16
		; L1
		MOD 3 1 -2    ; - 2
		SUB 4 3 -1    ; - 1
		TEST 4 0
		JMP 0 2       ; to 11
		; L2
		IDIV 1 1 -2   ; - 2
		JMP 0 2       ; to 13
		; L3
		MUL 5 1 -3    ; - 3
		ADD 1 5 -1    ; - 1
		; L4
		SUB 6 1 -1    ; - 1
		TEST 6 1
		JMP 0 -11     ; to 5
		; END
		RETURN 0 1`), new(Memory)).Funcs[0],
		map[int]int{1: 3, 2: 4, 5: 8, 6: 9, 9: 13, 11: 17, 12: 18, 13: 22}}
	const all = "3,4,8,9,13,17,18,22"
	blocks := []struct {
		name        string
		first, last int
		preds       string
		want        string // gen | kill | in | out
		reachingN   []int
		in, out     Set
	}{
		{"top", 1, 3, "", "3,4 | 13,18 |  | 3,4", nil, setOf(0), setOf(1)},
		{"L1", 5, 7, "top L4", "8,9 |  | " + all + " | " + all, []int{1, 9, 12}, setOf(1), setOf(1)},
		{"L2", 9, 10, "L1", "13 | 3,18 | " + all + " | 4,8,9,13,17,22", []int{1, 9, 12}, setOf(1), setOf(1)},
		{"L3", 11, 12, "L1", "17,18 | 3,13 | " + all + " | 4,8,9,17,18,22", []int{1, 9, 12}, setOf(1), setOf(1)},
		{"L4", 13, 14, "L2 L3", "22 |  | 4,8,9,13,17,18,22 | 4,8,9,13,17,18,22", []int{9, 12}, setOf(1), setOf(1)},
		{"END", 16, 16, "top L4", " |  | " + all + " | " + all, []int{1, 9, 12}, setOf(), setOf()},
	}
	names := map[cfg.BlockID]string{}
	for _, b := range blocks {
		names[a.f.Graph.Block(b.first-1)] = b.name
	}
	for _, b := range blocks {
		if got := a.row(b.first, b.last); got != b.want {
			t.Errorf("%s: got %s, expected %s", b.name, got, b.want)
		}
		id := a.f.Graph.Block(b.first - 1)
		if got := a.preds(id, names); got != b.preds {
			t.Errorf("%s: predecessors %s, expected %s", b.name, got, b.preds)
		}
		if got := a.f.Reaching(b.first-1, 1); b.reachingN != nil && !slices.Equal(got, pcsFrom1(b.reachingN)) {
			t.Errorf("%s: definitions of n %v, expected %v from 1", b.name, got, b.reachingN)
		}
		if in, out := a.f.LiveIn(id), a.f.LiveOut(id); in != b.in || out != b.out {
			t.Errorf("%s: live in %v, out %v", b.name, slices.Collect(in.All), slices.Collect(out.All))
		}
	}
}

func setOf(registers ...int) Set {
	var s Set
	for _, reg := range registers {
		s.Add(reg)
	}
	return s
}

// preds names the predecessors of a block; a JMP after a test counts as part of
// the block in front of it.
func (a article) preds(b cfg.BlockID, names map[cfg.BlockID]string) string {
	var s []string
	for _, p := range a.f.Graph.Preds(b) {
		for names[p] == "" {
			p = a.f.Graph.Preds(p)[0]
		}
		s = append(s, names[p])
	}
	return strings.Join(s, " ")
}
