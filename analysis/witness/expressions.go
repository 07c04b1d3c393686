package witness

import (
	"cmp"
	"slices"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Which expression stands at a place, for those who ask it of many places in one function.

// expressions is those of one function, but not of the functions in it: by where they begin, and of those
// that begin in one place the longer ones first.
type expressions []syntax.Expr

// expressionsIn returns the expressions of a function.
func expressionsIn(u *compile.Unit, fn *syntax.Function) (list expressions) {
	syntax.Inspect(fn.Body, func(n syntax.Node) bool {
		u.Meter.Step()
		if x, ok := n.(syntax.Expr); ok {
			list = append(list, x)
		}
		_, inner := n.(*syntax.Function)
		return !inner
	})
	slices.SortStableFunc(list, func(x, y syntax.Expr) int { return comparePlaces(x.Span(), y.Span()) })
	return list
}

// at returns the outermost of the expressions whose text is exactly a place; nil if no expression's is.
func (list expressions) at(place source.Span) syntax.Expr {
	i, found := slices.BinarySearchFunc(list, place, func(x syntax.Expr, place source.Span) int {
		return comparePlaces(x.Span(), place)
	})
	if !found {
		return nil
	}
	return list[i]
}

// comparePlaces orders places as expressions has them.
func comparePlaces(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
}
