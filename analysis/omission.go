package analysis

import (
	"fmt"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Omission is a part of a file that was not looked at, because the work for it is bounded.
// Who prints findings prints omissions too, so that no silence is taken for praise.
type Omission struct {
	What string      // what was not looked at and why, lower case, without a full stop
	Span source.Span // the part of the text; not Valid() for the whole file
}

// Omit notes that something at a place was not looked at. Equal omissions are one.
func (p *Pass) Omit(what string, at source.Span) {
	o := Omission{what, at}
	for _, have := range p.omitted {
		if have == o {
			return
		}
	}
	p.omitted = append(p.omitted, o)
}

// maxOmitted is how many functions are named of which the values are not known.
const maxOmitted = 5

// Omissions returns what was not looked at: functions whose values are not known in the
// order of the text, and after them what Omit was told, in its order. Where there are many
// such functions they are one omission, of the file.
func (p *Pass) Omissions() []Omission {
	var out []Omission
	if p.Flow != nil {
		unseen := p.Flow.Unseen()
		if n := len(unseen); n > maxOmitted {
			what := fmt.Sprintf("the values in %d functions were not followed, they are too large: findings may be missing", n)
			return append([]Omission{{what, source.NoSpan}}, p.omitted...)
		}
		for _, fn := range unseen {
			out = append(out, p.unseen(syntax.FuncID(fn)))
		}
	}
	return append(out, p.omitted...)
}

// unseen is the omission of the values of a function, at its first line.
func (p *Pass) unseen(fn syntax.FuncID) Omission {
	if p.Unit.Tree.Funcs[fn].Parent == nil {
		return Omission{"the values outside of functions were not followed, there are too many: findings may be missing", source.NoSpan}
	}
	f := p.Unit.Tree.Funcs[fn]
	return Omission{"the values in this function were not followed, it is too large: findings may be missing",
		source.Span{Start: f.Start, End: begin(f)}}
}
