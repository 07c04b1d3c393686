package proof

import (
	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file applies the table to an instruction in its place, and computes what is
// known of the value that it gives.
//
// A verdict must hold for each execution that the facts allow: if the class lets an instruction
// be missing, it raises no error, runs no other code and changes nothing that anybody can see.
//
//	local n = #list + 1    -- stays: `list` may have a metamethod, or be no table
//	local m = #"text" + 1  -- plain: both operands of the sum are integers
//	local t = {}
//	t[#t + 1] = m          -- own: missing with its table, or else there with it
//
// While an operand has no value yet (bottom) the verdict is that the instruction stays, as it
// will be judged again.

// judge judges the instruction at pc; b.operands is its operands.
func (b *body) judge(s *state, pc int) verdict {
	i := b.proto.Code[pc]
	if licenseOf(i) != never && b.waits(s) {
		return verdict{class: stays}
	}
	switch licenseOf(i) {
	case always:
		return b.judgeFree(s, pc)
	case onNumbers, onDivisor, onIntegers:
		return b.judgeArithmetic(s, i)
	case onUnequal, onOrdered:
		return b.judgeComparison(s, pc)
	case onTexts:
		for k := range b.operands {
			if w := b.pool.widened(b.operand(s, k)); w != text && !isNumber(w) {
				return effectful
			}
		}
		return pure(text)
	case onLength:
		switch x := b.operand(s, 0); {
		case b.pool.widened(x) == text:
			return pure(integer)
		case x.kind == fresh:
			return verdict{own, x.n, fact{kind: length, n: x.n}}
		}
	case onRead:
		return b.judgeRead(s, i)
	case onFill:
		if b.overwritten[pc] && !s.captured.has(i.A()) {
			return verdict{class: nothing}
		}
		return b.judgeFill(s, i)
	case onVariable:
		return b.judgeStore(s, i)
	case onCall:
		return b.judgeCall(s, i)
	case onMethod:
		return b.judgeMethod(s, i)
	}
	if formOf(i) == loopStart {
		b.noteLoop(s, pc)
		return b.judgeLoop(s, i)
	}
	return effectful
}

// judgeFree judges what has no effect whatever the operands are: loads, new tables and
// closures, `not`, reads of upvalues, tests of truth, jumps. A new table is known by the number
// of the NEWTABLE that makes it: two tables that one NEWTABLE makes, in a loop, have one fact,
// which is right as long as what is said of them holds of each (own).
func (b *body) judgeFree(s *state, pc int) verdict {
	i := b.proto.Code[pc]
	switch formOf(i) {
	case negation:
		return pure(boolean)
	case truthTest:
		return b.judgeTest(pc)
	case idle:
		return verdict{class: nothing}
	}
	switch effect.ReferenceOf(i) {
	case effect.Makes:
		return verdict{class: plain, gives: fact{kind: fresh, n: b.site[pc]}}
	case effect.ReadsUpvalue:
		f := b.content(b.upvalue(i.B()))
		f.from = copyOfUpvalue(i.B())
		s.upvalueCopied = true
		return verdict{class: plain, gives: f}
	}
	if effect.Closure(i) >= 0 {
		return pure(function)
	}
	return pure(unknown)
}

// judgeTest returns the verdict on a test without effect: one that can only go one way
// does nothing, but for the copy that TESTSET may make on that way.
func (b *body) judgeTest(pc int) verdict {
	switch open := b.open[b.graph.Block(pc)]; {
	case open == 3:
		return verdict{class: test}
	case open == 1 && effect.EdgeDefs(b.proto, pc) != 0:
		return verdict{class: carries}
	}
	return verdict{class: nothing}
}

// judgeArithmetic judges an operation on numbers, of which lengths of one table may be some.
// Of integers the result is one too, but for quotients, and where floats may be infinite: then
// a key that is computed from it may be NaN.
func (b *body) judgeArithmetic(s *state, i bc.Instruction) verdict {
	all, site := integer, int32(-1)
	for k := range b.operands {
		x := b.operand(s, k)
		w := b.pool.widened(x)
		switch {
		case w == length && (site < 0 || site == x.n):
			site, w = x.n, integer
		case !isNumber(w) || w != integer && licenseOf(i) == onIntegers:
			return effectful
		}
		all = max(all, w)
	}
	if licenseOf(i) == onDivisor && !b.isDivisor(b.operand(s, 1)) {
		return effectful
	}
	if all != integer || formOf(i) == floating || b.pool.floats && !b.staysFinite(s, formOf(i)) {
		all = number
	}
	switch {
	case site < 0:
		return pure(all)
	case all == integer:
		return verdict{own, site, fact{kind: length, n: site}}
	}
	return verdict{own, site, fact{kind: unknown}}
}

// staysFinite reports whether an operation on floats that are integers, and not infinite,
// can give nothing else however often it is repeated: adding the same number stops to
// change a float that is large enough.
func (b *body) staysFinite(s *state, operation form) bool {
	switch operation {
	case sum:
		return b.operand(s, 0).kind == constant || b.operand(s, 1).kind == constant
	case negative:
		return true
	case remainder: // where there are no integers, by zero it is NaN
		k := b.pool.values[b.operand(s, 1).n]
		return k.Kind == bc.KInt || k.Float() != 0
	}
	return false
}

// isDivisor reports whether a value is a numeral, and not the integer 0.
func (b *body) isDivisor(f fact) bool {
	return f.kind == constant && b.pool.values[f.n] != bc.Int(0)
}

// judgeComparison judges a test that compares: it runs no code if its operands are two numbers
// or two strings, or, where it asks for equality, if one of them can have no metamethod for it.
func (b *body) judgeComparison(s *state, pc int) verdict {
	x, y := b.pool.typeOf(b.operand(s, 0)), b.pool.typeOf(b.operand(s, 1))
	isPure := x == y && (x == typeNumber || x == typeString)
	if formOf(b.proto.Code[pc]) == equal {
		isPure = x != 0 && x != typeTable || y != 0 && y != typeTable
		isPure = isPure && !(b.pool.foreign && (x == 0 || y == 0))
	}
	if !isPure {
		return effectful
	}
	return b.judgeTest(pc)
}

// judgeRead judges a read of a global or a field: a standard name, or a field of a
// table that has no metatable as long as it is missing. Any other read may run a metamethod
// (`__index`, also of the table of global variables), or raise an error.
func (b *body) judgeRead(s *state, i bc.Instruction) verdict {
	x := b.object(s, i)
	key, named := b.pool.textOf(b.operand(s, len(b.operands)-1))
	switch {
	case x.kind == bottom:
		return verdict{class: stays}
	case x.kind == fresh:
		return verdict{own, x.n, fact{kind: unknown}}
	case x.kind != standard || !named:
		return effectful
	}
	path := key
	if table := b.pool.texts[x.n]; table != "_G" {
		path = table + "." + key
	}
	if !b.standard(path) {
		return effectful
	}
	return verdict{class: plain, gives: b.pool.name(path)}
}

// judgeFill judges a store into a table: of one that is missing too it raises an
// error only if the key is nil or NaN.
func (b *body) judgeFill(s *state, i bc.Instruction) verdict {
	x := b.object(s, i)
	switch {
	case x.kind == bottom:
		return verdict{class: stays}
	case x.kind != fresh || formOf(i) != items && !b.isKey(b.operand(s, len(b.operands)-2), x.n):
		return effectful
	}
	return verdict{class: own, site: x.n}
}

// object returns what is known of the table that i reads or fills: that in its first
// operand, or in an upvalue. The table of global variables is `_G`.
func (b *body) object(s *state, i bc.Instruction) fact {
	up, how := effect.Upvalue(i)
	if how == 0 {
		return b.operand(s, 0)
	}
	c := b.upvalue(up)
	if c >= 0 && b.cells.Cells[c].Owner < 0 {
		return b.pool.name("_G")
	}
	return b.content(c)
}

// content returns what is known of a captured variable.
func (b *body) content(c int32) fact {
	if c < 0 {
		return fact{kind: unknown}
	}
	return b.variables[c].content
}

// isKey reports whether a value can be the key of a field, as long as the table of a
// NEWTABLE has no metatable.
func (b *body) isKey(f fact, site int32) bool {
	switch b.pool.widened(f) {
	case boolean, integer, ordinary, text, function, fresh:
		return true
	case length:
		return f.n == site
	}
	return false
}

// judgeStore judges a store to a variable of a function around; one that gives it
// the value that it has does nothing, as `a = a or a` does of an upvalue `a`. After another
// one the register that was stored is a copy of the variable.
func (b *body) judgeStore(s *state, i bc.Instruction) verdict {
	here := copyOfUpvalue(i.B())
	f := s.facts[i.A()]
	if f.from == here {
		return verdict{class: nothing}
	}
	s.forget(func(place int16) bool { return place == here })
	if f.from == 0 {
		f.from = here
		s.set(i.A(), f)
		s.upvalueCopied = true
	}
	if c := b.upvalue(i.B()); c >= 0 {
		b.stores(c, f)
	}
	return verdict{class: store}
}

// judgeLoop returns what FORPREP leaves in the three registers of a numeric for loop: the
// loop counts in integers if it begins and steps with one (forprep in lvm.c).
func (b *body) judgeLoop(s *state, i bc.Instruction) verdict {
	kinds := [3]kind{}
	for k := range kinds {
		kinds[k] = b.pool.widened(s.facts[i.A()+k])
	}
	v := verdict{class: stays, gives: fact{kind: number}}
	if kinds[0] == integer && kinds[2] == integer && isNumber(kinds[1]) {
		v.gives.kind = integer
	}
	return v
}
