package summary

import (
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// Names that are put together.

// star stands for a piece of a name that is not known.
const star = "*"

// maxPieces is how many copies and concatenations a name is followed back through.
const maxPieces = 16

// text returns the string that operand i of the instruction at pc is, with a star for each piece of it that is not known; all is known if
// there is none.
func (d *finder) text(f *flow.Func, pc, i, steps int) (text string, known bool) {
	if text, ok := d.constants.Pool().Text(d.constants.Operand(f, pc, i)); ok {
		return text, true
	}
	s := d.Code.SSA(f)
	v := s.Uses(pc)[i]
	if steps == 0 || v < 0 || s.UseByClosure(pc, i) || s.Values[v].Kind != ssa.DefValue {
		return "*", false
	}
	from := int(s.Values[v].PC)
	switch ins := f.Proto.Code[from]; {
	case effect.ReferenceOf(ins) == effect.Copies:
		return d.text(f, from, 0, steps-1)
	case effect.Concatenates(ins):
		return d.joined(f, from, steps-1), false
	}
	return "*", false
}

// joined returns the string that the concatenation at pc gives, as text does. Pieces that are not known and stand side by side are one.
func (d *finder) joined(f *flow.Func, pc, steps int) string {
	var all strings.Builder
	for i := range d.Code.SSA(f).Uses(pc) {
		piece, _ := d.text(f, pc, i, steps)
		if strings.HasSuffix(all.String(), "*") && strings.HasPrefix(piece, "*") {
			piece = piece[1:]
		}
		all.WriteString(piece)
	}
	return all.String()
}
