package refactor

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which plans will probably not stand the proof, by what the code shows at once. Nobody is told that
// one is refused for that: a menu for whoever asks for nothing in particular leaves it out, and who asks for
// such changes gets it proved.

// isDoubtful reports whether the value of a declaration may have to be computed at another time than now, or
// as often as not, and that may be noticed, if it is computed at places instead.
func (b *book) isDoubtful(decl *syntax.Local, at []source.Pos) bool {
	values := decl.Exprs()
	switch {
	case len(at) == 0: // who reads it has other names, as with `local _ENV`
		return true
	case len(values) == 0:
		return b.repeats(decl, at)
	}
	value := values[0]
	if b.readsChanging(value) {
		return true
	}
	if b.IsPure(value) && !b.dependsOnTime(value) {
		// A function that captures what it read before may be a new one as often as not.
		return slices.ContainsFunc(at, func(p source.Pos) bool { return b.Function(p).ID != b.Places()[decl.ID()].Func })
	}
	return len(at) > 1 || b.repeats(decl, at) || b.passesEffects(decl, at[0])
}

// repeats reports whether some places stand in functions or loops that the declaration does not stand in.
func (b *book) repeats(decl *syntax.Local, at []source.Pos) bool {
	in := b.Places()[decl.ID()]
	for _, p := range at {
		if b.Function(p).ID != in.Func {
			return true
		}
		for s := b.statAt(p); s != nil && b.Places()[s.ID()].Block != in.Block; s = b.Unit.Tree.Stats[b.Places()[s.ID()].Up] {
			if isLoop(s) || b.Places()[s.ID()].Up == syntax.NoStat || isLoop(b.Unit.Tree.Stats[b.Places()[s.ID()].Up]) {
				return true
			}
		}
	}
	return false
}

func isLoop(s syntax.Stat) bool {
	switch s.(type) {
	case *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
		return true
	}
	return false
}

// passesEffects reports whether something between a declaration and a place in the same function may do what others
// notice, or lead elsewhere.
func (b *book) passesEffects(decl *syntax.Local, at source.Pos) bool {
	first := b.Unit.Map.PCs(decl.ID()).End
	last := b.Unit.Map.PCs(b.statAt(at).ID()).Start
	if n := b.nameAt(at); n != nil {
		if pc := b.Unit.Map.ReadPC(n.ID); pc >= 0 {
			last = pc
		}
	}
	code := b.Unit.Funcs[b.Places()[decl.ID()].Func].Proto.Code
	for pc := first; pc < last && int(pc) < len(code); pc++ {
		if effect.Actions(code[pc])&effect.Observable != 0 || effect.EndsBlock(code[pc]) {
			return true
		}
	}
	return false
}

// nameAt returns the name that begins at a place, nil if none does.
func (b *book) nameAt(p source.Pos) *syntax.Name {
	for _, n := range namesIn(b.Unit.Tree, source.Span{Start: p, End: p + 1}) {
		return n
	}
	return nil
}

// readsChanging reports whether an expression reads local variables that are assigned somewhere.
func (b *book) readsChanging(e syntax.Expr) bool {
	for _, n := range namesIn(b.Unit.Tree, e.Span()) {
		if ref := &b.Unit.Res.Refs[n.ID]; ref.Binding != 0 && b.Binding(ref.Binding).Writes > 0 {
			return true
		}
	}
	return false
}

// dependsOnTime reports whether something else may come of an expression each time that it is computed: it makes a
// table or a function, or reads a global variable or a field.
func (b *book) dependsOnTime(n syntax.Node) (does bool) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Table, *syntax.Function, *syntax.Field, *syntax.Index:
			does = true
		case *syntax.Name:
			does = does || b.Unit.Res.Refs[n.ID].Kind == resolve.ToGlobal
		}
		return !does
	})
	return does
}
