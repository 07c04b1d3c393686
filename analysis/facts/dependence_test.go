package facts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/testkit"
)

// spot is a place on a path between references: in front of reference i, or, after
// the last one of its instruction, on the way to another.
type spot struct{ pc, at int }

// refOracle finds by the definition which references of one register reach which:
// it walks every path, an instruction at a time.
type refOracle struct {
	*oracle
	refs []flow.Ref
}

func newRefOracle(o *oracle, reg int) refOracle {
	r := refOracle{oracle: o}
	if reg < int(o.p.NumParams) {
		r.refs = append(r.refs, flow.Ref{PC: flow.Entry, Kind: flow.EntryDef})
	}
	for pc := range o.p.Code {
		if !o.reachable[pc] {
			continue
		}
		operand := 0
		for read := range effect.Uses(o.p, pc).All() {
			if read == reg {
				r.refs = append(r.refs, flow.Ref{PC: pc, Kind: flow.Use, Operand: operand})
			}
			operand++
		}
		for _, step := range []struct {
			regs regs
			kind flow.RefKind
		}{
			{o.otherCodeReads(pc), flow.CellUse},
			{o.codeWrites(pc), flow.CellDef},
			{regsOf(effect.MayDefs(o.p, pc)), flow.MayDef},
			{regsOf(effect.Defs(o.p, pc)), flow.Def},
			{o.collectorReads(pc), flow.LateCellUse},
			{o.collectorWrites(pc), flow.LateCellDef},
			{regsOf(effect.EdgeDefs(o.p, pc)), flow.EdgeDef},
		} {
			if step.regs[reg] {
				r.refs = append(r.refs, flow.Ref{PC: pc, Kind: step.kind})
			}
		}
	}
	return r
}

// reaches returns the references of some kinds, by index, that a path from after reference i leads
// to without passing one that stops it.
func (r refOracle) reaches(i int, stop stopper, sinks func(flow.RefKind) bool) []int32 {
	source := r.refs[i].Kind
	var found []int32
	seen := map[spot]bool{}
	var todo []spot
	if r.refs[i].PC == flow.Entry {
		todo = []spot{{0, r.first(0)}}
	} else {
		todo = r.after(spot{r.refs[i].PC, i})
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if s.at < len(r.refs) && r.refs[s.at].PC == s.pc {
			kind := r.refs[s.at].Kind
			if sinks(kind) {
				found = append(found, int32(s.at))
			}
			if stop(source, kind) && kind != flow.EdgeDef {
				continue
			}
			if kind == flow.EdgeDef {
				todo = append(todo, r.overEdges(s, stop(source, kind))...)
				continue
			}
			s.at++
			todo = append(todo, s)
			continue
		}
		for _, to := range r.succs(s.pc) {
			todo = append(todo, spot{to, r.first(to)})
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// first returns the index of the first reference at pc or after it.
func (r refOracle) first(pc int) int {
	at, _ := slices.BinarySearchFunc(r.refs, pc, func(ref flow.Ref, pc int) int { return ref.PC - pc })
	return at
}

// after returns where paths go on after the reference at s.
func (r refOracle) after(s spot) []spot {
	if r.refs[s.at].Kind == flow.EdgeDef {
		to := r.succs(s.pc)[0]
		return []spot{{to, r.first(to)}}
	}
	return []spot{{s.pc, s.at + 1}}
}

// overEdges returns where paths go on that pass a definition on the first edge.
func (r refOracle) overEdges(s spot, stopped bool) []spot {
	var on []spot
	for k, to := range r.succs(s.pc) {
		if k > 0 || !stopped {
			on = append(on, spot{to, r.first(to)})
		}
	}
	return on
}

// TestDependencesOfRandomCode holds every kind and form against the walk along all
// paths, and against the theorems.
func TestDependencesOfRandomCode(t *testing.T) {
	pairs := map[string]int{}
	testkit.EachRandomMain(t, 200, func(t *testing.T, seed int, main *bytecode.Proto) {
		p := NewCode(main, value.Library{}, nil)
		for n, o := range oracles(main) {
			for reg := range int(o.p.MaxStack) {
				r := newRefOracle(o, reg)
				if err := compareDependences(&p.Funcs[n], r, reg, pairs); err != nil {
					t.Fatalf("program %d, function %d, register %d: %v", seed, n, reg, err)
				}
			}
		}
	})
	for _, kind := range []flow.Dependence{flow.Flow, flow.Output, flow.Anti, flow.Input} {
		if n := pairs[kind.String()]; n < 1000 {
			t.Errorf("only %d pairs of %s dependence", n, kind)
		}
	}
}

// stopper reports whether a reference stops one of the kind source.
type stopper func(source, k flow.RefKind) bool

func never(_, _ flow.RefKind) bool { return false }
func isUse(k flow.RefKind) bool    { return k == flow.Use || k == flow.CellUse || k == flow.LateCellUse }
func isDefinition(k flow.RefKind) bool {
	return !isUse(k)
}
func replaces(_, k flow.RefKind) bool { return k == flow.Def || k == flow.EdgeDef }
func usesOrReplaces(_, k flow.RefKind) bool {
	return k == flow.Use || replaces(0, k)
}

// or returns a stopper that stops what stop does, and what closures do at what closures do of
// some kind.
func (stop stopper) or(kind func(flow.RefKind) bool) stopper {
	return func(source, k flow.RefKind) bool {
		return stop(source, k) || source.IsCell() && k.IsCell() && kind(k)
	}
}

func isAny(flow.RefKind) bool { return true }

// definitions is what each dependence is by definition.
var definitions = []struct {
	kind   flow.Dependence
	form   flow.Form
	source func(flow.RefKind) bool
	stop   stopper
	sinks  func(flow.RefKind) bool
}{
	{flow.Flow, flow.Minimal, isDefinition, stopper(replaces).or(isDefinition), isUse},
	{flow.Flow, flow.General, isDefinition, replaces, isUse},
	{flow.Output, flow.Minimal, isDefinition, stopper(replaces).or(isDefinition), isDefinition},
	{flow.Output, flow.General, isDefinition, never, isDefinition},
	{flow.Anti, flow.Minimal, isUse, stopper(replaces).or(isDefinition), isDefinition},
	{flow.Anti, flow.General, isUse, never, isDefinition},
	{flow.Anti, flow.Narrow, isUse, stopper(usesOrReplaces).or(isAny), isDefinition},
	{flow.Input, flow.Minimal, isUse, stopper(usesOrReplaces).or(isUse), isUse},
	{flow.Input, flow.General, isUse, replaces, isUse},
}

func compareDependences(f *flow.Func, r refOracle, reg int, pairs map[string]int) error {
	if refs := f.Refs(reg); !slices.Equal(refs, r.refs) && len(refs)+len(r.refs) > 0 {
		return fmt.Errorf("references %v, expected %v", refs, r.refs)
	}
	for _, def := range definitions {
		d := f.Dependences(reg, def.kind, def.form)
		for i, ref := range r.refs {
			var want []int32
			if def.source(ref.Kind) {
				want = r.reaches(i, def.stop, def.sinks)
			}
			if got := d.Of(i); !slices.Equal(got, want) {
				return fmt.Errorf("%s dependence, form %d, on %v: %v, expected %v of %v", def.kind, def.form, ref, got, want, r.refs)
			}
			for _, on := range d.On(i) {
				if !slices.Contains(d.Of(int(on)), int32(i)) {
					return fmt.Errorf("%v depends on %v, which does not know", ref, r.refs[on])
				}
			}
			pairs[def.kind.String()] += len(want)
		}
	}
	return compareTheorems(f, reg)
}

// relation is pairs of references.
type relation [][]bool

func relationOf(d *flow.Dependences) relation {
	r := newRelation(len(d.Refs))
	for i := range d.Refs {
		for _, k := range d.Of(i) {
			r[i][k] = true
		}
	}
	return r
}

func newRelation(n int) relation {
	r := make(relation, n)
	for i := range r {
		r[i] = make([]bool, n)
	}
	return r
}

// then returns r followed by s.
func (r relation) then(s relation) relation {
	t := newRelation(len(r))
	for i := range r {
		for k, ok := range r[i] {
			for m := range s[k] {
				t[i][m] = t[i][m] || ok && s[k][m]
			}
		}
	}
	return t
}

func (r relation) union(s relation) relation {
	t := newRelation(len(r))
	for i := range r {
		for k := range r[i] {
			t[i][k] = r[i][k] || s[i][k]
		}
	}
	return t
}

// closure returns r any number of times, at least once (Warshall 1962).
func (r relation) closure() relation {
	t := r.union(r)
	for k := range t {
		for i := range t {
			for m := range t {
				t[i][m] = t[i][m] || t[i][k] && t[k][m]
			}
		}
	}
	return t
}

func (r relation) equal(s relation) bool {
	return slices.EqualFunc(r, s, slices.Equal[[]bool])
}

// compareTheorems holds the general forms against chains of the minimal ones. The
// article claims the equations for programs without partial definitions, and one
// direction for others. The partial definitions of registers replace the whole value
// or nothing, so that a chain of two always is a path on which both are made: both
// directions hold for all code.
func compareTheorems(f *flow.Func, reg int) error {
	of := func(kind flow.Dependence, form flow.Form) relation { return relationOf(f.Dependences(reg, kind, form)) }
	output := of(flow.Output, flow.Minimal).closure()
	if !of(flow.Output, flow.General).equal(output) {
		return fmt.Errorf("general output dependence is not the closure of the minimal one")
	}
	anti := of(flow.Anti, flow.Minimal)
	if !of(flow.Anti, flow.General).equal(anti.union(anti.then(output))) {
		return fmt.Errorf("general anti dependence is not minimal anti, then output dependences")
	}
	input := of(flow.Input, flow.Minimal).closure()
	if !of(flow.Input, flow.General).equal(input) {
		return fmt.Errorf("input dependence is not the closure of the minimal one")
	}
	narrow := of(flow.Anti, flow.Narrow)
	narrow = narrow.union(input.then(narrow))
	if !of(flow.Anti, flow.General).equal(narrow.union(narrow.then(output))) {
		return fmt.Errorf("general anti dependence is not input dependences, narrow anti, then output dependences")
	}
	return nil
}

// TestFlowIsChains: flow dependence of operands says what the chains say.
func TestFlowIsChains(t *testing.T) {
	testkit.EachRandomMain(t, 60, func(t *testing.T, seed int, main *bytecode.Proto) {
		p := NewCode(main, value.Library{}, nil)
		for n := range p.Funcs {
			f := &p.Funcs[n]
			for reg := range int(f.Proto.MaxStack) {
				want := f.DefUse(reg)
				slices.SortFunc(want, flow.CompareDefUse)
				if got := flowPairs(f, reg); !slices.Equal(got, want) {
					t.Fatalf("program %d, function %d, register %d: flow %v, chains %v", seed, n, reg, got, want)
				}
			}
		}
	})
}

func flowPairs(f *flow.Func, reg int) []flow.DefUse {
	d := f.Dependences(reg, flow.Flow, flow.Minimal)
	var pairs []flow.DefUse
	for i, from := range d.Refs {
		def := flow.DefFact{Place: flow.Place{PC: from.PC + 1, Reg: reg}}
		if from.Kind.IsCell() {
			def = flow.DefFact{Place: flow.Place{PC: 0, Reg: reg}, ByClosure: true}
		}
		for _, k := range d.Of(i) {
			if to := d.Refs[k]; to.Kind == flow.Use {
				pairs = append(pairs, flow.DefUse{Def: def, Use: flow.Place{PC: to.PC + 1, Reg: reg}})
			}
		}
	}
	slices.SortFunc(pairs, flow.CompareDefUse)
	pairs = slices.Compact(pairs) // an instruction may read a register twice
	return pairs
}

// TestDependenceFigures: a program that is all that the article says of its figures:
// four blocks, of which 2 and 3 lead to 4; definitions d1, d2, d3 and a use u1 in
// front of d2 which meet in this order, and u3 and u4 in the two arms.
func TestDependenceFigures(t *testing.T) {
	f := &NewCode(assemble(t, `
		; block 1
		LOADK 0 -1    ; 1
		MOVE 1 0      ; u1
		LOADK 0 -1    ; 1
		TEST 0 0      ; u2
		JMP 0 2       ; to 8
		; block 2
		MOVE 1 0      ; u3
		JMP 0 1       ; to 9
		; block 3
		MOVE 1 0      ; u4
		; block 4
		LOADK 0 -1    ; 1
		RETURN 0 2    ; u5`), value.Library{}, nil).Funcs[0]
	names := map[int]string{1: "d1", 2: "u1", 3: "d2", 4: "u2", 6: "u3", 8: "u4", 9: "d3", 10: "u5"}
	for _, test := range []struct {
		kind flow.Dependence
		form flow.Form
		want string
	}{
		{flow.Flow, flow.Minimal, "d1-u1 d2-u2 d2-u3 d2-u4 d3-u5"},
		{flow.Output, flow.Minimal, "d1-d2 d2-d3"},
		{flow.Output, flow.General, "d1-d2 d1-d3 d2-d3"},
		{flow.Anti, flow.Minimal, "u1-d2 u2-d3 u3-d3 u4-d3"},
		{flow.Anti, flow.General, "u1-d2 u1-d3 u2-d3 u3-d3 u4-d3"},
		{flow.Anti, flow.Narrow, "u1-d2 u3-d3 u4-d3"},
		{flow.Input, flow.General, "u2-u3 u2-u4"}, // and none between u3 and u4, which no execution both meets
		{flow.Input, flow.Minimal, "u2-u3 u2-u4"},
	} {
		d := f.Dependences(0, test.kind, test.form)
		var got []string
		for i, ref := range d.Refs {
			for _, k := range d.Of(i) {
				got = append(got, names[ref.PC+1]+"-"+names[d.Refs[k].PC+1])
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s, form %d: %s, expected %s", test.kind, test.form, got, test.want)
		}
	}
}

// TestOperandsInOrder: an instruction that reads a register twice makes two uses, in
// the order of its operands, and both come before its definition.
func TestOperandsInOrder(t *testing.T) {
	f := &NewCode(assemble(t, `
		.params 1
		ADD 0 0 0
		RETURN 0 2`), value.Library{}, nil).Funcs[0]
	want := []flow.Ref{{PC: flow.Entry, Kind: flow.EntryDef}, {PC: 0, Kind: flow.Use}, {PC: 0, Kind: flow.Use, Operand: 1}, {PC: 0, Kind: flow.Def}, {PC: 1, Kind: flow.Use}}
	if got := f.Refs(0); !slices.Equal(got, want) {
		t.Fatalf("got %v, expected %v", got, want)
	}
	if got := f.Dependences(0, flow.Input, flow.Minimal).Of(1); !slices.Equal(got, []int32{2}) {
		t.Errorf("the first operand leads to %v", got)
	}
}
