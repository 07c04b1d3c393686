package summary

import (
	"cmp"
	"slices"

	"luaflow/analysis/flow"
)

// The calls of one function are put together one after the other: what they have in common does not depend on the order.

// callee is the calls of one field as they are found.
type callee struct {
	Called
	seen      map[flow.Site]bool
	arguments []*argument // by parameter
	anyOpen   bool        // some call gives any number of arguments
}

// argument is what calls give for a parameter, as far as they have been seen.
type argument struct {
	Argument
	varies bool
}

// most is how many parameters of others one argument may be.
const most = 3

func (a *argument) join(more Argument) {
	a.varies = a.varies || more.isAny() || more.Is != "" && a.Is != "" && more.Is != a.Is
	a.Is = cmp.Or(a.Is, more.Is)
	for _, p := range more.Of {
		if !slices.Contains(a.Of, p) {
			a.Of = append(a.Of, p)
		}
	}
	a.varies = a.varies || len(a.Of) > most
}

// finish puts what was found into its form.
func (c *callee) finish() {
	for _, a := range c.arguments {
		if a.varies {
			a.Argument = Argument{}
		}
		slices.SortFunc(a.Of, func(a, b Parameter) int {
			return cmp.Or(cmp.Compare(a.Export, b.Export), cmp.Compare(a.Index, b.Index))
		})
		c.Arguments = append(c.Arguments, a.Argument)
	}
	n := len(c.Arguments)
	for n > 0 && c.Arguments[n-1].isAny() {
		n--
	}
	if c.Arguments = c.Arguments[:n]; n == 0 {
		c.Arguments = nil
	}
}
