package textmap

import (
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Functions all of whose calls are known: a local variable holds the function for all of
// its life, and every occurrence of the variable is called.

// CalledHere returns the variable of a function that is called in this file, and by nothing
// else; 0 if it is not known to be.
func (x *Text) CalledHere(fn syntax.FuncID) resolve.BindingID {
	if x.called == nil {
		x.called = make(map[syntax.FuncID]resolve.BindingID)
		x.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
			if s.Value != srcmap.FunctionValue || s.Kind == srcmap.Assign {
				return
			}
			b := &x.Unit.Res.Bindings[s.Binding]
			if b.Writes == 0 && !b.Exposed && b.Attrib != syntax.Close && b.Reads > 0 && b.Calls == b.Reads {
				x.called[x.ValueOf(s).Expr.(*syntax.Function).ID] = s.Binding
			}
		})
	}
	return x.called[fn]
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
	for i := range x.Unit.Res.Refs {
		ref := &x.Unit.Res.Refs[i]
		if ref.Kind != resolve.ToUpvalue {
			continue
		}
		fn, all := x.Owner(syntax.NameID(i)), c.sharers[ref.Binding]
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

// isConfinedWithin takes variables to be confined while they are asked about.
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
