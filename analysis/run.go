package analysis

import (
	"slices"

	"luaflow/compile/syntax"
)

// This file defines the order in which checks look at the parts of a file.

// Run runs checks: those that look at the whole file in their order, then those that look at
// functions together, and those that look at statements. Findings of one check are reported in
// the order in which it finds them. Of the functions and statements only those are looked at that
// touch p.Part: what a check finds in one begins there. One that asks for the rest of the program
// is left out where that is not known.
func (p *Pass) Run(checks ...*Check) {
	if p.Program == nil {
		checks = slices.DeleteFunc(slices.Clone(checks), func(c *Check) bool { return c.Program })
	}
	for _, c := range checks {
		p.Step()
		if p.check(c); c.Run != nil {
			c.Run(p)
		}
	}
	p.runOnFuncs(checks)
	p.runOnStats(checks)
}

// check begins the work of a check: findings are its own from now on.
func (p *Pass) check(c *Check) { p.code, p.severity = c.Code, c.Severity }

// visitor is what looks at the parts of a file for a check.
type visitor[V any] struct {
	check *Check
	visit V
}

// runOnFuncs runs the parts of checks that look at functions.
func (p *Pass) runOnFuncs(checks []*Check) {
	var visitors []visitor[func(*FuncPass)]
	for _, c := range checks {
		if p.check(c); c.Func != nil {
			if visit := c.Func(p); visit != nil {
				visitors = append(visitors, visitor[func(*FuncPass)]{c, visit})
			}
		}
	}
	if len(visitors) == 0 {
		return
	}
	p.EachFunc(func(f *FuncPass) {
		if !p.Part.Touches(f.Func.Span()) {
			return
		}
		for i := range visitors {
			p.check(visitors[i].check)
			visitors[i].visit(f)
		}
	})
}

// runOnStats runs the parts of checks that look at statements.
func (p *Pass) runOnStats(checks []*Check) {
	var visitors []visitor[func(syntax.FuncID, syntax.Stat)]
	for _, c := range checks {
		if p.check(c); c.Stat != nil {
			if visit := c.Stat(p); visit != nil {
				visitors = append(visitors, visitor[func(syntax.FuncID, syntax.Stat)]{c, visit})
			}
		}
	}
	if len(visitors) == 0 {
		return
	}
	p.Text.EachStat(func(fn syntax.FuncID, s syntax.Stat) {
		kind := syntax.KindOf(s)
		for i := range visitors {
			if v := &visitors[i]; v.check.Stats&kind != 0 && (p.Part == nil || p.Part.Touches(s.Span())) {
				p.check(v.check)
				v.visit(fn, s)
			}
		}
	})
}
