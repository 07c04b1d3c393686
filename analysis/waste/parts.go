// Package waste finds what is there for nothing in a file: stores that only compute one
// another (cascades), tables that are filled and never read, fields that nobody reads,
// functions that nobody calls, text that control does not come to. It says too how the value
// of a store ends, and why nothing needs it. What it says rests on package facts, and it says
// it in terms of the text.
package waste

import (
	"luaflow/analysis/facts"
	"luaflow/compile/syntax"
)

// Parts finds the parts of a file that are there for nothing, for one who asks, as facts.Facts do: each
// is found when somebody first asks, and kept for all whose Parts In makes of one another.
type Parts struct {
	*File
	reads
	functions
	cascades
}

// Of returns the Parts of the unit of some facts. They are valid as long as those, and until
// mem is used for the next ones.
func Of(f *facts.Facts, mem *Memory) *Parts {
	return of(f, &readsFound{}, &functionsFound{mem: mem}, &facts.Fact[cascadesFound]{})
}

// In returns the Parts for one who asks f, which facts.Facts.In has made of the facts of p.
func (p *Parts) In(f *facts.Facts) *Parts {
	return of(f, p.reads.found, p.functions.found, p.cascades.found)
}

// Near returns the Parts for one who asks about one function and what it has to do with others, as facts.Facts.Near has it. What
// is there for nothing in the file is that of p.
func (p *Parts) Near(fn syntax.FuncID) *Parts {
	near := p.Facts.Near(fn)
	if near == p.Facts {
		return p
	}
	same := *p
	same.File = &File{Unit: p.Unit, Text: p.Text, Facts: near}
	return &same
}

func of(f *facts.Facts, r *readsFound, fn *functionsFound, c *facts.Fact[cascadesFound]) *Parts {
	file := &File{Unit: f.Unit, Text: f.Text, Facts: f}
	p := &Parts{File: file, reads: reads{file, r}, functions: functions{file, fn}}
	p.cascades = cascades{&p.reads, &p.functions, c}
	return p
}

// Func is one function of a file.
type Func struct {
	*Parts
	facts.Function

	byGraph *Reach // once IsUnreachable has been asked
}

// At returns a function, whose code must stand for its text.
func (p *Parts) At(fn syntax.FuncID) Func { return Func{Parts: p, Function: p.Facts.At(fn)} }

// FuncOf returns a function of which the facts are at hand.
func (p *Parts) FuncOf(fn *facts.Function) Func { return Func{Parts: p, Function: *fn} }

// EachFunc calls visit for the functions that facts.EachFunc visits. The Func is valid during
// the call.
func (p *Parts) EachFunc(visit func(*Func)) {
	var f Func
	p.Facts.EachFunc(func(fn *facts.Function) {
		f = p.FuncOf(fn)
		visit(&f)
	})
}
