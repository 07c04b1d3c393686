package guards

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Which values are worth following. Most are tested once at most, so that no test decides another.

// interest says which values of a function are followed.
type interest struct {
	all   bool    // they all are
	of    []level // by value
	phis  []ssa.ValueID
	loads []load
	keys  uint64 // of those loads that are followed, modulo 64
	found bool   // some value is followed
}

// level is how often a value is tested, as such or as what a tested value is computed from.
type level uint8

const (
	untested level = iota
	once
	followed // twice, or it is computed from one that is
)

// load is a place that a tested value was read from, whenever that was.
type load struct {
	from place
	by   ssa.ValueID // the first value
}

// maxLoads is how many places are told apart.
const maxLoads = 64

// findInterest finds the values of the function in work that are worth following, and reports whether there are any.
func (w *Walker) findInterest() bool {
	t := &w.interest
	t.all, t.found, t.keys = w.isAskedOfAll(), w.isAskedOfAll(), 0
	t.of, t.phis, t.loads = flow.Zeroed(&t.of, len(w.form.Values)), t.phis[:0], t.loads[:0]
	if t.all {
		t.keys = ^uint64(0)
		return true
	}
	w.eachTested(w.test)
	for k := 0; k < len(t.phis); k++ {
		if v := t.phis[k]; w.isDecidedPhi(v) {
			w.follow(v)
			for _, arg := range w.form.PhiArgs(v) {
				if w.onPaths && arg >= 0 && w.form.IsPhi(arg) && t.of[arg] != followed {
					t.phis = append(t.phis, arg)
				}
				w.followAll(arg)
			}
		}
	}
	w.followAsserted()
	if t.found {
		w.eachTested(w.followChain)
	}
	return t.found
}

// eachTested calls visit with the operands of all tests.
func (w *Walker) eachTested(visit func(ssa.ValueID)) {
	g := &w.f.Graph
	for _, b := range g.Order {
		if len(g.Succs(b)) < 2 {
			continue
		}
		pc := g.Last(b)
		switch effect.ConditionOf(w.f.Proto.Code[pc]) {
		case effect.Truth, effect.Comparison:
			for _, v := range w.form.Uses(pc) {
				visit(v)
			}
		}
	}
}

// test notes that a value is tested, and with it what it is computed from.
func (w *Walker) test(v ssa.ValueID) {
	t := &w.interest
	for ; v >= 0; v = w.computedFrom(v) {
		if t.of[v] < followed {
			t.of[v]++
			t.found = t.found || t.of[v] == followed
		}
		if _, _, ok := w.counted(v); ok {
			w.follow(v)
		}
		if w.form.IsPhi(v) {
			t.phis = append(t.phis, v)
		} else if from, ok := w.loadOf(v); ok {
			w.testLoad(load{from, v})
		}
	}
}

// computedFrom returns the value of which v is a copy, the negation or the type; NoValue if it is something else.
func (w *Walker) computedFrom(v ssa.ValueID) ssa.ValueID {
	d := &w.form.Values[v]
	if d.Kind != ssa.DefValue && d.Kind != ssa.EdgeValue {
		return ssa.NoValue
	}
	pc := int(d.PC)
	i := w.f.Proto.Code[pc]
	switch how := effect.ReferenceOf(i); {
	case how == effect.Calls:
		return w.typed(v)
	case d.Kind == ssa.EdgeValue && effect.ConditionOf(i) == effect.Truth, how == effect.Copies, effect.Negates(i):
		return w.form.Uses(pc)[0]
	}
	return ssa.NoValue
}

// loadOf returns the place that a value was read from, if that is one under a constant key, or an upvalue.
func (w *Walker) loadOf(v ssa.ValueID) (from place, ok bool) {
	if d := &w.form.Values[v]; d.Kind == ssa.DefValue && v == w.form.First(int(d.PC)) {
		return w.read(int(d.PC))
	}
	return place{}, false
}

// testLoad notes that a value is tested that was read from a place.
func (w *Walker) testLoad(one load) {
	t := &w.interest
	for _, l := range t.loads {
		if l.from == one.from {
			w.follow(l.by)
			w.follow(one.by)
			return
		}
	}
	if len(t.loads) < maxLoads {
		t.loads = append(t.loads, one)
	}
}

// follow notes that a value is worth following.
func (w *Walker) follow(v ssa.ValueID) {
	if v < 0 {
		return
	}
	t := &w.interest
	t.of[v], t.found = followed, true
	if from, ok := w.loadOf(v); ok {
		t.keys |= 1 << (uint32(from.key) % 64)
	}
}

// followChain follows a tested value if anything is followed that it is computed from, and all of that.
func (w *Walker) followChain(v ssa.ValueID) {
	for of := v; of >= 0; of = w.computedFrom(of) {
		if w.interest.of[of] == followed {
			w.followAll(v)
			return
		}
	}
}

// followAll follows a value and all that it is computed from.
func (w *Walker) followAll(v ssa.ValueID) {
	for ; v >= 0; v = w.computedFrom(v) {
		w.follow(v)
	}
}

// isFollowed reports whether a value, or the one that it is a copy of, is worth following.
func (w *Walker) isFollowed(v ssa.ValueID) bool {
	t := &w.interest
	return t.all || t.of[v] == followed || t.of[w.roots[v]] == followed
}

// isKey reports whether a value may be followed that is read under a constant key, or upvalueKey.
func (t *interest) isKey(key int32) bool { return t.keys>>(uint32(key)%64)&1 != 0 }

// isDecidedPhi reports whether each value that a phi joins is tested, or always counts as true, or as false; on single paths, whether
// one does.
func (w *Walker) isDecidedPhi(v ssa.ValueID) bool {
	if !w.onPaths && w.isRetreat(w.form.PhiBlock(v)) {
		return false
	}
	for _, arg := range w.form.PhiArgs(v) {
		isDecided := arg < 0 || w.interest.of[arg] != untested || w.form.Values[arg].Kind == ssa.EdgeValue ||
			w.Constants.Value(w.f, arg).Truth() != value.Sometimes
		if isDecided == w.onPaths {
			return w.onPaths
		}
	}
	return !w.onPaths
}

// followAsserted follows the values that are tested, and given to `assert` too.
func (w *Walker) followAsserted() {
	for v, n := range w.interest.of {
		if n == untested {
			continue
		}
		for _, u := range w.form.Users(ssa.ValueID(v)) {
			if pc := u.PC(); pc >= 0 && w.isAsserted(pc) {
				w.follow(ssa.ValueID(v))
			}
		}
	}
}

// isAsserted reports whether the instruction at pc makes a copy, or the negation, for `assert`.
func (w *Walker) isAsserted(pc int) bool {
	if i := w.f.Proto.Code[pc]; effect.ReferenceOf(i) != effect.Copies && !effect.Negates(i) {
		return false
	}
	for _, u := range w.form.Users(w.form.First(pc)) {
		if call := u.PC(); call >= 0 && effect.ReferenceOf(w.f.Proto.Code[call]) == effect.Calls && w.isCallOf(call, nameOfAssert) {
			return true
		}
	}
	return false
}
