package facts

import (
	"luaflow/analysis/flow"
	"luaflow/compile/meter"
	"luaflow/compile/syntax"
)

// Most of what is known of a function as one of a program hangs on few others: on those that share variables with it, that call
// it, or that have its tables. Who asks about one place of a large program, as a hover does, need not wait until all of it is
// known. In a text of many modules, one after the other,
//
//	package.preload["a"] = function(...) … end
//	package.preload["b"] = function(...) … end
//
// code that is not there calls them: what is known of "b" is known without "a".

// nearPart says of how many parts of the code one is looked at alone, if it is not more.
const nearPart = 2

// Near returns the facts for one who asks about one function, those around it and what they have to do with others. They say the
// same of these as f does, and take less time to be found if the function stands in one that has nothing to do with
// the rest of the file. Nothing else may be asked of them. They are valid as long as f.
func (f *Facts) Near(fn syntax.FuncID) *Facts {
	if !f.isComplete() {
		return f
	}
	near := f.Code.near(&f.Code.Funcs[fn])
	if near == f.Code {
		return f
	}
	same := *f
	same.Code = near
	return &same
}

// near returns the Code for questions about one function, as Facts.Near does.
func (c *Code) near(f *flow.Func) *Code {
	k := c.memo.nearTo(f, c.steps)
	if k == c.memo {
		return c
	}
	return &Code{Program: c.Program, memo: k, steps: c.steps}
}

// nearTo returns the memo for questions about a function.
func (k *memo) nearTo(f *flow.Func, steps *meter.Meter) *memo {
	if k.around != nil || k.markings.Known() != nil || len(k.program.Funcs) == 1 {
		return k
	}
	apart := *k.apart.Get(func() *[]int32 {
		found := k.namesFor(steps).Apart()
		return &found
	})
	if len(apart) == 0 {
		return k
	}
	root := f.Number
	for k.program.Funcs[root].Parent > 0 {
		root = k.program.Funcs[root].Parent
	}
	others := make([]int32, 0, len(apart))
	for _, n := range apart {
		if int(n) != root {
			others = append(others, n)
		}
	}
	if len(others) == len(apart) {
		root = 0
	}
	k.lastMu.Lock()
	defer k.lastMu.Unlock()
	if k.last == nil || k.root != root {
		part := k.program.Without(others)
		k.root, k.last = root, &memo{program: k.program, part: part, library: k.library, mem: &Memory{Followed: k.mem.Followed}, near: near{around: k}}
	}
	if !k.last.part.IsLess(nearPart) {
		return k
	}
	return k.last
}
