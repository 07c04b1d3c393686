package proof

import (
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file walks both programs in step: from the entry of each pair of functions,
// and from each edge of each pair of nodes, the nodes that come next are a pair. So
// are the functions of which paired CLOSUREs make closures, and the variables that
// paired nodes access. A function, node or variable has one partner at most.
//
// What is built is a bisimulation (Milner, "Communication and Concurrency", 1989) between the
// two programs without what is no node. If two nodes are a pair,
//
//   - they are the same operation, with as many operands;
//   - each way that leads on from one leads on from the other, and the nodes that come next on
//     it are a pair, or there is none on either side.
//
// As exactly one node comes next on each way (control.go), there is nothing to choose: either
// the pairs that follow from those of the entries agree, or there is no such relation. So each
// pair is looked at once, when it is new, and there are at most as many as there are nodes. In
//
//	1  f()                       1  f()
//	2  local a, b = 1, 2         2  if c then g() end
//	3  if c then g() end
//
// the calls of `f` are a pair; what comes next after both is the test of `c`, as nothing needs
// `a` and `b`; on true the calls of `g` come next, on false the return; after `g` the return
// comes again, and has its partner already.
//
// That paired operations work on the same values is not looked at here: value.go assumes the
// relation, and shows it.

// relation is the pairs that were found.
type relation struct {
	was, now  *program
	whole     matching // functions with the same code
	functions matching
	variables matching
	todo      [][2]int // functions whose bodies are to be walked
	bodies    []*bodyPair
}

// matching is a relation one to one: by number on one side, the number on the other,
// none if it has no partner.
type matching struct{ now, was []int32 }

// newMatching returns a matching without pairs, of so many numbers on each side.
func newMatching(was, now int) matching {
	m := matching{make([]int32, was), make([]int32, now)}
	for i := range m.now {
		m.now[i] = none
	}
	for i := range m.was {
		m.was[i] = none
	}
	return m
}

// pair adds to the relation: it pairs two numbers, and reports whether neither has another
// partner; isNew that they were not paired before.
func (m *matching) pair(was, now int) (ok, isNew bool) {
	if m.now[was] == none && m.was[now] == none {
		m.now[was], m.was[now] = int32(now), int32(was)
		return true, true
	}
	return int(m.now[was]) == now && int(m.was[now]) == was, false
}

// bodyPair is two bodies in step.
type bodyPair struct {
	*relation
	was, now *body
	nodes    matching // by pc
	arrivals []int32  // by pc of was: how many edges lead to the node
	todo     [][2]int
}

// pairFunctions pairs two functions, unless either is paired with another one, and reports
// whether they are a pair.
func (w *relation) pairFunctions(was, now int) bool {
	ok, isNew := w.functions.pair(was, now)
	if ok && isNew {
		w.todo = append(w.todo, [2]int{was, now})
	}
	return ok
}

// run walks all pairs of functions, beginning with main and those that are pairs already. A
// function that differs is left where it does.
func (w *relation) run() error {
	var found differences
	w.pairFunctions(0, 0)
	for len(w.todo) > 0 {
		f := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		found.add(w.enter(f[0], f[1]))
	}
	return found.err()
}

// enter pairs what stands in two functions that are a pair.
func (w *relation) enter(was, now int) error {
	a, b := w.was.bodies[was], w.now.bodies[now]
	if !sameHeader(w.was.flow.Funcs[was].Proto, w.now.flow.Funcs[now].Proto) {
		return differ(was, 0, Parameters)
	}
	if (a == nil) != (b == nil) {
		return differ(was, 0, Code)
	}
	if a == nil {
		return w.enterWhole(was, now)
	}
	p := &bodyPair{relation: w, was: a, now: b, nodes: newMatching(len(a.proto.Code), len(b.proto.Code)), arrivals: make([]int32, len(a.proto.Code))}
	w.bodies = append(w.bodies, p)
	return p.run()
}

// sameHeader reports whether functions take the same parameters.
func sameHeader(was, now *bc.Proto) bool {
	return was.NumParams == now.NumParams && was.IsVararg == now.IsVararg
}

// enterWhole pairs what stands in two functions with the same code: their variables
// and the functions in them, number by number. No node of theirs is looked at: equal code that
// accesses paired variables and makes paired closures is a bisimulation, of each pc with itself.
func (w *relation) enterWhole(was, now int) error {
	f, g := &w.was.flow.Funcs[was], &w.now.flow.Funcs[now]
	if int(w.whole.now[was]) != now {
		return differ(was, 0, Code)
	}
	for k := range f.Proto.Upvalues {
		if !w.pairVariables(int32(w.was.cells.Of(was, k)), int32(w.now.cells.Of(now, k))) {
			return differ(was, 0, Variable)
		}
	}
	for k := range f.Proto.Protos {
		child, other := f.Child(k), g.Child(k)
		if !w.pairFunctions(child.Number, other.Number) {
			return differ(child.Number, 0, Code)
		}
		for n, up := range child.Proto.Upvalues {
			if up.InStack && !w.pairVariables(int32(w.was.cells.Of(child.Number, n)), int32(w.now.cells.Of(other.Number, n))) {
				return differ(was, 0, Variable)
			}
		}
	}
	return nil
}

// sameCode reports whether two functions have the same instructions, constants,
// parameters and records of variables, and closures of the functions right inside
// them capture the same, all of it number by number.
func sameCode(a, b *bc.Proto) bool {
	if !sameHeader(a, b) || len(a.Code) != len(b.Code) || len(a.Constants) != len(b.Constants) ||
		len(a.Upvalues) != len(b.Upvalues) || len(a.Protos) != len(b.Protos) || len(a.Locals) != len(b.Locals) {
		return false
	}
	for pc, i := range a.Code {
		if i != b.Code[pc] {
			return false
		}
	}
	for k := range a.Constants {
		if a.Constants[k] != b.Constants[k] {
			return false
		}
	}
	for k := range a.Locals {
		if a.Locals[k].StartPC != b.Locals[k].StartPC || a.Locals[k].EndPC != b.Locals[k].EndPC {
			return false
		}
	}
	for k := range a.Protos {
		if !sameCaptures(a.Protos[k].Upvalues, b.Protos[k].Upvalues) {
			return false
		}
	}
	return true
}

// sameCaptures reports whether closures capture the same registers and upvalues, in order.
func sameCaptures(a, b []bc.Upvalue) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].InStack != b[k].InStack || a[k].Index != b[k].Index {
			return false
		}
	}
	return true
}

// pairVariables pairs two captured variables of functions that are a pair, and reports whether
// they may be partners.
func (w *relation) pairVariables(was, now int32) bool {
	if was < 0 || now < 0 {
		return was == now
	}
	a, b := &w.was.cells.Cells[was], &w.now.cells.Cells[now]
	if a.Owner < 0 || b.Owner < 0 {
		return a.Owner == b.Owner && a.Reg == b.Reg
	}
	ok, _ := w.variables.pair(int(was), int(now))
	return ok && int(w.functions.now[a.Owner]) == b.Owner
}

// run pairs the nodes of two bodies, from their entries on. The order does not matter, as each
// pair follows from one other.
func (p *bodyPair) run() error {
	if err := p.lead(-1, 0, 0); err != nil {
		return err
	}
	for len(p.todo) > 0 {
		p.was.count()
		n := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		if err := p.compare(n[0], n[1]); err != nil {
			return err
		}
	}
	return nil
}

// lead adds what must be a pair if two points are one: it pairs the nodes to which edges lead
// that go to pc was and now; from is the node that they come from, -1 at the entry.
func (p *bodyPair) lead(from, was, now int) error {
	a, b := p.was.next(was, nil), p.now.next(now, nil)
	if a < 0 || b < 0 {
		if a != b {
			return differ(p.was.number, max(from, 0), Way)
		}
		return nil
	}
	ok, isNew := p.nodes.pair(a, b)
	if !ok {
		return differ(p.was.number, a, Way)
	}
	p.arrivals[a]++
	if isNew {
		p.todo = append(p.todo, [2]int{a, b})
	}
	return nil
}

// compare compares two nodes, their operands aside, and follows their edges: it shows what the
// relation demands of a pair, and adds the pairs that follow from it.
func (p *bodyPair) compare(was, now int) error {
	i, k := p.was.proto.Code[was], p.now.proto.Code[now]
	if !p.sameOperation(was, now) {
		return differ(p.was.number, was, Code)
	}
	if child := effect.Closure(i); child >= 0 {
		if !p.pairFunctions(p.was.flow.Child(child).Number, p.now.flow.Child(effect.Closure(k)).Number) {
			return differ(p.was.number, was, Code)
		}
	}
	upvalue, how := effect.Upvalue(i)
	other, howNow := effect.Upvalue(k)
	if how != howNow || how != 0 && !p.pairVariables(p.was.upvalue(upvalue), p.now.upvalue(other)) {
		return differ(p.was.number, was, Variable)
	}
	a, b := p.was.successors(was), p.now.successors(now)
	for n := range a {
		if (a[n] < 0) != (b[n] < 0) {
			return differ(p.was.number, was, Way)
		}
		if a[n] >= 0 {
			if err := p.lead(was, a[n], b[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameOperation reports whether two instructions have the same opcode, as many operands, and both
// or neither an open last one. TEST and TESTSET differ in a copy only, which values show.
func (p *bodyPair) sameOperation(was, now int) bool {
	a, b := p.was.proto, p.now.proto
	i, k := a.Code[was], b.Code[now]
	if i.Op() != k.Op() && !(formOf(i) == truthTest && formOf(k) == truthTest) {
		return false
	}
	p.was.operands = effect.Operands(a, was, p.was.operands[:0])
	p.now.operands = effect.Operands(b, now, p.now.operands[:0])
	if len(p.was.operands) != len(p.now.operands) || effect.TakesOpen(i) != effect.TakesOpen(k) {
		return false
	}
	return effect.Batch(a, was) == effect.Batch(b, now) && (effect.IsOpen(i) == effect.IsOpen(k) || !p.was.takesAll(was) && !p.now.takesAll(now))
}

// takesAll reports whether the instruction at pc leaves an open result that is needed.
func (b *body) takesAll(pc int) bool {
	return effect.IsOpen(b.proto.Code[pc]) && (formOf(b.proto.Code[pc]) == tailCall || b.kept[pc+1])
}

// next returns the first node from pc on, nowhere if there is none; it visits what stands
// in front of it, with the number of the edge that is taken from there.
func (b *body) next(pc int, visit func(pc, edge int)) int {
	for range b.proto.Code {
		if b.isNode(pc) {
			return pc
		}
		to, edge := b.follow(pc)
		if visit != nil {
			visit(pc, edge)
		}
		pc = to
	}
	return int(nowhere)
}

// follow returns where control goes from an instruction that is no node, by the number of
// the edge. Both edges of a test lead to the same node; that of
// a loop that ends is left.
func (b *body) follow(pc int) (to, edge int) {
	id := b.graph.Block(pc)
	if pc < b.lastOf(id) {
		return pc + 1, 0
	}
	if b.open[id]&1 == 0 || b.isFinite(id) {
		edge = 1
	}
	return int(b.graph.Blocks[b.graph.Succs(id)[edge]].Start), edge
}

// successors returns where control may go from a node, -1 where it does not: from a test on true
// first.
func (b *body) successors(pc int) [2]int {
	id := b.graph.Block(pc)
	if pc < b.lastOf(id) {
		return [2]int{pc + 1, -1}
	}
	w := [2]int{-1, -1}
	for k, to := range b.graph.Succs(id) {
		if b.open[id]>>k&1 != 0 {
			w[k] = int(b.graph.Blocks[to].Start)
		}
	}
	if i := b.proto.Code[pc]; i.Op().Mode().IsTest && !effect.Holds(i) {
		w[0], w[1] = w[1], w[0]
	}
	return w
}
