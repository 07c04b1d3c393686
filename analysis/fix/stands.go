package fix

import (
	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Stands returns nil if edits of the unit, in order, mend a finding and change nothing else, as those of a verified fix
// do, whoever has made them.
func (x *Fixer) Stands(u *compile.Unit, f analysis.Finding, edits []source.Edit) error {
	was := x.original(u)
	in := takeRoom()
	defer in.leave()
	_, err := x.verify(in, was, &trial{edits: edits, mended: []analysis.Finding{f}, asks: forAll})
	return err
}
