package textmap

import (
	"slices"
	"sort"

	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// Functions all of whose calls are known: a local variable holds the function for all of
// its life, and every occurrence of the variable is called.

// CalledHere returns the variable of a function that is called in this file, and by nothing
// else; 0 if it is not known to be. The store to it is looked up among those of the function around.
func (x *Text) CalledHere(fn syntax.FuncID) resolve.BindingID {
	f, stats := x.Unit.Tree.Funcs[fn], x.Unit.Tree.Stats
	if f.Parent == nil {
		return 0
	}
	stores := x.Unit.Funcs[f.Parent.ID].Map.Stores
	// If f is the value of a store, that is of the last statement with stores that begins in front of
	// f: what begins in between stands in other functions.
	after := sort.Search(len(stores), func(i int) bool {
		return stores[i].Stat != syntax.NoStat && stats[stores[i].Stat].Span().Start > f.Start
	})
	if after == 0 || stores[after-1].Stat == syntax.NoStat {
		return 0
	}
	name := declaredAs(stats[stores[after-1].Stat], f)
	for i := after - 1; name != syntax.NoName && i >= 0 && stores[i].Stat == stores[after-1].Stat; i-- {
		if stores[i].Name != name {
			continue
		}
		if b := &x.Unit.Res.Bindings[stores[i].Binding]; b.Writes == 0 && !b.Exposed && b.Attrib != syntax.Close && b.Reads > 0 && b.Calls == b.Reads {
			return stores[i].Binding
		}
	}
	return 0
}

// declaredAs returns the name that a statement declares and gives a function to; NoName if it does not.
func declaredAs(s syntax.Stat, f *syntax.Function) syntax.NameID {
	switch s := s.(type) {
	case *syntax.LocalFunction:
		if s.Func == f {
			return s.Name.ID
		}
	case *syntax.Local:
		k := slices.Index(s.Exprs(), syntax.Expr(f))
		if k >= 0 && k < len(s.Names) {
			return s.Names[k].ID
		}
	}
	return syntax.NoName
}

// Confinement finds the variables that live no longer than the call which declares them:
// functions that share them are called in this file only, from where they can be seen, and so
// on.
type Confinement struct {
	text    *Text
	sharers map[resolve.BindingID][]syntax.FuncID // the functions that refer to a variable as an upvalue
	known   map[resolve.BindingID]bool
	assumed []resolve.BindingID // scratch of IsConfined
}

// NewConfinement returns a Confinement that has found nothing yet.
func (x *Text) NewConfinement() *Confinement {
	c := &Confinement{text: x, sharers: make(map[resolve.BindingID][]syntax.FuncID), known: make(map[resolve.BindingID]bool)}
	owners := x.Owners()
	for i := range x.Unit.Res.Refs {
		ref := &x.Unit.Res.Refs[i]
		if ref.Kind != resolve.ToUpvalue {
			continue
		}
		fn, all := owners.Of(syntax.NameID(i)), c.sharers[ref.Binding]
		if len(all) == 0 || all[len(all)-1] != fn {
			c.sharers[ref.Binding] = append(all, fn)
		}
	}
	return c
}

// IsConfined reports whether a variable is one of those. Functions that call one another are
// confined together or not at all.
func (c *Confinement) IsConfined(id resolve.BindingID) bool {
	c.assumed = c.assumed[:0]
	confined := c.isConfinedWithin(id)
	if !confined {
		for _, id := range c.assumed {
			if c.known[id] {
				delete(c.known, id) // it was taken to be for the sake of what is not
			}
		}
	}
	return confined
}

// isConfinedWithin reports whether a variable is confined. It takes variables to be confined while they are
// asked about.
func (c *Confinement) isConfinedWithin(id resolve.BindingID) bool {
	if known, ok := c.known[id]; ok {
		return known
	}
	c.known[id] = true
	c.assumed = append(c.assumed, id)
	outside := c.text.Unit.Res.Bindings[id].Func
	for _, fn := range c.sharers[id] {
		for f := c.text.Unit.Tree.Funcs[fn]; f.ID != outside; f = f.Parent {
			if by := c.text.CalledHere(f.ID); by == 0 || !c.isConfinedWithin(by) {
				c.known[id] = false
				return false
			}
		}
	}
	return true
}
