package analysis

import (
	"fmt"

	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Omission is a part of a file that was not looked at, because the work for it is bounded.
// Who prints findings prints omissions too, so that no silence is taken for praise.
type Omission struct {
	What string      // what was not looked at and why, lower case, without a full stop
	Span source.Span // the part of the text; not Valid() for the whole file
}

// maxOmitted is how many functions are named that are too large.
const maxOmitted = 5

// Omissions returns what was not looked at: the functions that are too large for their
// values to be followed, in the order of the text. Where there are many of them they are one
// omission, of the file.
func (p *Pass) Omissions() []Omission {
	if p.Facts.Code == nil {
		return nil
	}
	large := p.Facts.Code.TooLarge()
	if n := len(large); n > maxOmitted {
		what := fmt.Sprintf("%d functions are too large for their values to be followed: findings in them may be missing", n)
		return []Omission{{what, source.NoSpan}}
	}
	var out []Omission
	for _, fn := range large {
		out = append(out, p.tooLarge(syntax.FuncID(fn)))
	}
	return out
}

// tooLarge returns the omission that a function causes, at its first line.
func (p *Pass) tooLarge(fn syntax.FuncID) Omission {
	f := p.Unit.Tree.Funcs[fn]
	if f.Parent == nil {
		return Omission{"the code outside of functions is too large for its values to be followed: findings in it may be missing", source.NoSpan}
	}
	return Omission{"this function is too large for its values to be followed: findings in it may be missing",
		source.Span{Start: f.Start, End: textmap.ParamsStart(f)}}
}
