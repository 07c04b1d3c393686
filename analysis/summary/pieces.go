package summary

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
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
	if d.bound.is(f, s, v) && !s.UseByClosure(pc, i) {
		return d.bound.text, true
	}
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

// names returns the strings that operand i of the instruction at pc may be, as text does: several if a piece of it is a parameter of a function
// of which all calls are known, and give constants.
func (d *finder) names(f *flow.Func, pc, i int) []string {
	text, isKnown := d.text(f, pc, i, maxPieces)
	if isKnown {
		return []string{text}
	}
	defer func() { d.bound = nil }()
	for k := range int(f.Proto.NumParams) {
		var all []string
		for _, given := range d.given(f, k) {
			d.bound = &bound{f.Number, k, given}
			name, _ := d.text(f, pc, i, maxPieces)
			all = append(all, name)
		}
		if len(all) > 0 && !slices.ContainsFunc(all, func(name string) bool { return strings.Contains(name, star) }) {
			return all
		}
	}
	return []string{text}
}

// given returns the strings that the calls of a function give for a parameter, ascending; nil if some call is not known, or what it gives is
// neither a constant string nor nil.
func (d *finder) given(f *flow.Func, parameter int) (all []string) {
	known := d.Calls()
	if known == nil {
		return nil
	}
	sites, ok := known.Sites(f.Number)
	for _, at := range sites {
		g, pc := &d.Code.Funcs[at.Func], int(at.PC)
		callees, isKnown := known.Of(g, pc)
		if !ok || !isKnown || g.IsLarge {
			return nil
		}
		i := callees.First + parameter
		if i >= len(d.Code.SSA(g).Uses(pc)) {
			if effect.TakesOpen(g.Proto.Code[pc]) {
				return nil
			}
			continue
		}
		text, isText := d.constants.Pool().Text(d.constants.Operand(g, pc, i))
		switch {
		case isText:
			all = append(all, text)
		case !d.constants.Operand(g, pc, i).Is(value.Nil):
			return nil
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
