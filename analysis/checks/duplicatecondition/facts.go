package duplicatecondition

import (
	"math"

	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// What is known where an expression is evaluated: that certain expressions have been
// evaluated just before, and were true or false.

// fact is one of these expressions. Its value is a function of the values of local
// variables, which nothing in an expression assigns to: only code that the
// expression runs may, and only to variables that are captured.
type fact struct {
	expr  syntax.Expr
	hash  uint32
	truth bool
	// fragile: other code can change what the expression is. lost: some may have run.
	fragile, lost bool
	next          int32 // 1 + the index of the next fact of the same bucket; 0 for none
}

// facts is a stack of facts, hashed.
type facts struct {
	all     []fact
	buckets [64]int32 // 1 + the index of the newest fact; 0 for none
	fragile int       // how many facts are fragile and not lost
}

// assume notes that e has just been evaluated, with the given truth; and of the
// operands of a conjunction that was true, or a disjunction that was false, the same.
func (w *walker) assume(e syntax.Expr, truth bool) {
	w.note(e, truth, w.isQuiet(e))
}

// note does that; fragile facts are noted only if nothing else can have run since.
func (w *walker) note(e syntax.Expr, truth, quiet bool) {
	e = textmap.Bare(e)
	if b, ok := e.(*syntax.Binary); ok && (b.Op == syntax.And && truth || b.Op == syntax.Or && !truth) {
		w.note(b.X, truth, quiet)
		w.note(b.Y, truth, quiet)
	}
	kind := w.kindOf(e)
	if !kind.pure || !kind.variable || kind.fragile && !quiet || w.find(e) != nil {
		return
	}
	f := fact{expr: e, hash: w.hash(e), truth: truth, fragile: kind.fragile}
	bucket := &w.buckets[f.hash%uint32(len(w.buckets))]
	f.next = *bucket
	w.facts.all = append(w.facts.all, f)
	*bucket = int32(len(w.facts.all))
	if f.fragile {
		w.facts.fragile++
	}
}

// forget takes the facts from mark on away.
func (w *walker) forget(mark int) {
	for i := len(w.facts.all) - 1; i >= mark; i-- {
		f := &w.facts.all[i]
		w.buckets[f.hash%uint32(len(w.buckets))] = f.next
		if f.fragile && !f.lost {
			w.facts.fragile--
		}
	}
	w.facts.all = w.facts.all[:mark]
}

// disturb notes that other code may run here: the facts that it can change are lost.
func (w *walker) disturb() {
	if w.facts.fragile == 0 {
		return
	}
	w.facts.fragile = 0
	for i := range w.facts.all {
		f := &w.facts.all[i]
		f.lost = f.lost || f.fragile
	}
}

// find returns what an earlier condition found out about e, so that e comes out as it says; nil
// if none did.
func (w *walker) find(e syntax.Expr) *fact {
	if len(w.facts.all) == 0 {
		return nil
	}
	e = textmap.Bare(e)
	if kind := w.kindOf(e); !kind.pure || !kind.variable {
		return nil
	}
	hash := w.hash(e)
	for at := w.buckets[hash%uint32(len(w.buckets))]; at != 0; at = w.facts.all[at-1].next {
		if f := &w.facts.all[at-1]; f.hash == hash && !f.lost && w.Text.IsSame(f.expr, e) {
			return f
		}
	}
	return nil
}

// kind is what an expression depends on.
type kind struct {
	pure     bool // on nothing but constants, local variables and metamethods
	variable bool // on a variable
	fragile  bool // on what other code can change: a captured variable, the length of a table
}

func (k kind) with(l kind) kind {
	return kind{k.pure && l.pure, k.variable || l.variable, k.fragile || l.fragile}
}

func (w *walker) kindOf(e syntax.Expr) kind {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String:
		return kind{pure: true}
	case *syntax.Name:
		ref := &w.Unit.Res.Refs[e.ID]
		if ref.Kind == resolve.ToGlobal || ref.Binding == 0 {
			return kind{}
		}
		return kind{pure: true, variable: true, fragile: w.Unit.Res.Bindings[ref.Binding].Captured}
	case *syntax.Paren:
		return w.kindOf(e.X)
	case *syntax.Unary:
		k := w.kindOf(e.X)
		k.fragile = k.fragile || e.Op == syntax.Len
		return k
	case *syntax.Binary:
		if k := w.kindOf(e.X); k.pure {
			return k.with(w.kindOf(e.Y))
		}
	}
	return kind{}
}

// isQuiet reports whether no other code can run while e is evaluated.
func (w *walker) isQuiet(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Vararg:
		return true
	case *syntax.Name:
		return w.Unit.Res.Refs[e.ID].Kind != resolve.ToGlobal
	case *syntax.Paren:
		return w.isQuiet(e.X)
	case *syntax.Unary:
		return e.Op == syntax.Not && w.isQuiet(e.X)
	case *syntax.Binary:
		switch e.Op {
		case syntax.And, syntax.Or:
			return w.isQuiet(e.X) && w.isQuiet(e.Y)
		case syntax.Eq, syntax.Ne:
			return (isConstant(e.X) || isConstant(e.Y)) && w.isQuiet(e.X) && w.isQuiet(e.Y)
		}
	}
	return false
}

// isConstant reports whether e is a constant: comparing it for equality runs no
// metamethod.
func isConstant(e syntax.Expr) bool {
	switch textmap.Bare(e).(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String:
		return true
	}
	return false
}

func (w *walker) binding(n *syntax.Name) resolve.BindingID { return w.Unit.Res.Refs[n.ID].Binding }

// bits returns the value of a numeral.
func (w *walker) bits(n *syntax.Number) uint64 {
	if n.IsFloat() {
		return math.Float64bits(w.Unit.Tree.Float(n))
	}
	return uint64(w.Unit.Tree.Int(n))
}

// hash returns a number that is the same for expressions that are the same; 0 for kinds of
// expressions that same never takes for one another.
func (w *walker) hash(e syntax.Expr) uint32 {
	const prime = 16777619 // of FNV-1
	switch e := textmap.Bare(e).(type) {
	case *syntax.Literal:
		return uint32(e.Kind) + 1
	case *syntax.Number:
		bits := w.bits(e)
		return uint32(bits)*prime ^ uint32(bits>>32)
	case *syntax.String:
		return uint32(e.Sym)*prime + 5
	case *syntax.Name:
		return uint32(w.binding(e))*prime + 7
	case *syntax.Unary:
		return (w.hash(e.X)*prime ^ uint32(e.Op)) * prime
	case *syntax.Binary:
		return ((w.hash(e.X)*prime^w.hash(e.Y))*prime ^ uint32(e.Op)) * prime
	}
	return 0
}
