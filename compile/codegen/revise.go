package codegen

import (
	"math"
	"slices"

	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// revise.go makes the code of a text of that of a version of it which differs in one function: the
// prototypes of the others stay where they are, and are what they were but for their lines.
//
// The code of the functions around the one that differs rests on it in two ways: by the upvalues that it
// needs, of which they close the blocks, and by the numbers that it gives to constants (see constant.go). Where
// these differ the functions around it are generated, but not what is inside of them.

// Revise returns what Generate does for a tree and an answer that were revised, as change and numbers
// say, after those that the last Result in m is of. It changes that Result. ok is false if the
// code has to be generated anew.
func (m *Memory) Revise(t *syntax.Tree, res *resolve.Info, sourceName string, change *syntax.Revision, numbers *resolve.Revision) (result Result, ok bool) {
	was := m.latest
	m.latest = nil
	if was == nil || len(was.Errors) > 0 || t.Funcs[change.Func].Parent == nil {
		return Result{}, false
	}
	r := &reviser{
		generator: m.generator(t, res, sourceName), was: was, change: change,
		moves: srcmap.Change{Text: change.Text, Names: change.Names, Stats: change.Stats, Bindings: numbers.Bindings},
		fn:    t.Funcs[change.Func],
	}
	if change.Lines != 0 && !r.spansLines() {
		return Result{}, false
	}
	old := was.Funcs[change.Func]
	code := *old.Proto
	r.begin()
	r.inside(r.fn)
	r.placeholders()
	f := &r.funcs[change.Func]
	f.outer = old.outer
	if len(r.errors) > 0 {
		return Result{}, false
	}
	isKept := (numbers.Loose || numbers.Same && f.needed == old.needed) && r.numbersAlike(&code, f.Proto)
	if !isKept {
		r.regenerate()
	}
	r.moveOthers(isKept)
	r.leave()
	m.latest = &Result{Funcs: r.funcs, Map: r.m}
	return *m.latest, true
}

// reviser is the state of one Revise.
type reviser struct {
	*generator
	was    *Result
	change *syntax.Revision
	moves  srcmap.Change
	fn     *syntax.Function // which differs
	before int32            // the line in front of the body
}

// spansLines reports whether the body of the function has a line break, so that lines tell what
// stands in front of it.
func (r *reviser) spansLines() bool {
	file := r.tree.File
	r.before = int32(file.Line(r.fn.Body.Start - 1))
	after := file.Line(r.fn.Body.End) - r.change.Lines
	return int(r.before) < after
}

// begin makes room for what is new.
func (r *reviser) begin() {
	m, c := r.Memory, r.change
	r.generator.m = r.was.Map
	m.maps.Revise(r.m, &r.moves, r.tree.Names.Len())
	rest := slices.Clone(m.funcs[c.Funcs.Was:])
	m.funcs = m.funcs[:c.Funcs.From]
	count := c.Funcs.Now - c.Funcs.From
	protos, maps := m.protos.Take(count), m.funcMaps.Take(count)
	for i := range count {
		m.funcs = append(m.funcs, Func{Proto: &protos[i], Map: &maps[i]})
	}
	m.funcs = append(m.funcs, rest...)
	m.targets = m.targets[:0]
	m.targets = append(m.targets, make([]target, len(r.res.Labels))...)
	m.waits = m.waits[:0]
	// What the table of constants has of other functions finds nothing in these: see slot.
	m.k.strings = append(m.k.strings, make([]int32, max(0, r.tree.NumSyms()-len(m.k.strings)))...)
	m.spine, m.lhs = m.spine[:0], m.lhs[:0]
}

// inside generates a function, inside of one whose code there is.
func (r *reviser) inside(fn *syntax.Function) {
	r.fs = &funcState{id: fn.Parent.ID, fn: fn.Parent, block: new(block), upvalsNeeded: math.MaxInt}
	r.inner(fn)
}

// numbersAlike reports whether the functions around the one that differs number constants as before, where was
// and now are its prototypes: none of their constants has another number in it, or had. They look at the number that
// a value got last; see constant.go.
func (r *reviser) numbersAlike(was, now *bytecode.Proto) bool {
	before, after := numbersOf(was), numbersOf(now)
	for fn := r.fn.Parent; fn != nil; fn = fn.Parent {
		for _, c := range r.funcs[fn.ID].Proto.Constants {
			if len(before[c]) > 1 || !slices.Equal(before[c], after[c]) {
				return false
			}
		}
	}
	return true
}

// numbersOf returns the numbers of each constant in a function and those inside it.
func numbersOf(p *bytecode.Proto) map[bytecode.Constant][]int {
	numbers := map[bytecode.Constant][]int{}
	var visit func(*bytecode.Proto)
	visit = func(p *bytecode.Proto) {
		for i, c := range p.Constants {
			numbers[c] = append(numbers[c], i)
		}
		for _, inner := range p.Protos {
			visit(inner)
		}
	}
	visit(p)
	return numbers
}

// regenerate generates the functions around the one that differs, with those inside them as they are.
func (r *reviser) regenerate() {
	r.keeps = true
	if r.syms == nil {
		r.syms = make(map[string]syntax.Sym, r.tree.NumSyms())
	}
	for sym := len(r.syms); sym < r.tree.NumSyms(); sym++ {
		r.syms[r.tree.Str(syntax.Sym(sym))] = syntax.Sym(sym)
	}
	clear(r.targets)
	r.waits = r.waits[:0]
	for fn := r.fn.Parent; fn != nil; fn = fn.Parent {
		outer := r.funcs[fn.ID].outer
		if fn.Parent == nil {
			r.fs = nil
			r.last = r.tree.File.Body()
			r.chunk(fn)
		} else {
			r.inside(fn)
		}
		r.funcs[fn.ID].outer = outer
	}
}

// kept returns the prototype that a nested function has, and closes and numbers in the function around it what
// generating it would; nil if it has to be generated.
func (g *generator) kept(fn *syntax.Function) *bytecode.Proto {
	if !g.keeps {
		return nil
	}
	f := &g.funcs[fn.ID]
	if f.needed > 0 {
		g.needUpvalue(&funcState{id: fn.ID, parent: g.fs}, int(f.needed)-1)
	}
	f.outer = int32(len(g.fs.consts))
	g.renumber(fn)
	g.consume(fn.End)
	return f.Proto
}

// renumber gives constants the numbers that they get by a function and those inside it. It returns the function
// after them.
func (g *generator) renumber(fn *syntax.Function) (next syntax.FuncID) {
	constants := g.funcs[fn.ID].Proto.Constants
	done := 0
	for next = fn.ID + 1; int(next) < len(g.tree.Funcs) && g.tree.Funcs[next].Start < fn.End; {
		if outer := int(g.funcs[next].outer); outer >= 0 {
			g.setNumbers(constants, done, outer)
			done = outer
		}
		next = g.renumber(g.tree.Funcs[next])
	}
	g.setNumbers(constants, done, len(constants))
	return next
}

// setNumbers gives some constants of a function their numbers.
func (g *generator) setNumbers(constants []bytecode.Constant, from, to int) {
	for k := from; k < to; k++ {
		*g.numberOf(constants[k]) = int32(k) + 1
	}
}

// numberOf returns where the number that a value got last is kept.
func (g *generator) numberOf(c bytecode.Constant) *int32 {
	switch c.Kind {
	case bytecode.KString:
		return &g.k.strings[g.syms[c.Str()]]
	case bytecode.KInt:
		if v := c.Int(); uint64(v) < smallInts {
			return &g.k.small[v]
		}
		return g.k.ints.at(uint64(c.Int()), g.Meter)
	case bytecode.KFloat:
		return g.k.floats.at(math.Float64bits(c.Float()), g.Meter)
	}
	return &g.k.words[c.Kind]
}

// moveOthers gives the functions after the one that differs their places and numbers, and, if their code was kept,
// those around it.
func (r *reviser) moveOthers(isKept bool) {
	for fn := r.fn.Parent; isKept && fn != nil; fn = fn.Parent {
		f := &r.funcs[fn.ID]
		f.Map.Move(&r.moves, true)
		if by := int32(r.change.Lines); by != 0 {
			f.Proto.Lines = f.Proto.Lines.Moved(r.before, by, &r.lineTables)
			if fn.Parent != nil {
				f.Proto.LastLineDefined += by
			}
		}
	}
	for i := r.change.Funcs.Now; i < len(r.funcs); i++ {
		f := &r.funcs[i]
		f.Map.Move(&r.moves, false)
		if by := int32(r.change.Lines); by != 0 {
			f.Proto.Lines.MoveAll(by)
			f.Proto.LineDefined += by
			f.Proto.LastLineDefined += by
		}
	}
}
