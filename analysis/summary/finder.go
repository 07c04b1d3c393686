package summary

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/depend"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
)

// finder finds what is in a Summary, of text that is understood.
type finder struct {
	*facts.Facts
	constants *consts.Constants
	relation  *depend.Relation
	out       *Located
	part      []int                // by function: the index of its Part
	exporting map[flow.Site]string // the instructions that write a field of the own table, and the name of the field
	calls     []call               // of require
}

func newFinder(f *facts.Facts, known *consts.Constants, out *Located) *finder {
	return &finder{
		Facts: f, constants: known, relation: f.Code.Relation(), out: out,
		part: make([]int, len(f.Code.Funcs)), exporting: make(map[flow.Site]string),
	}
}

// all finds everything: first what the file returns, which tells the Parts.
func (d *finder) all() {
	d.out.Parts = []Part{{}}
	own := d.module()
	d.divide()
	if own != nil {
		d.useOwn(own)
	}
	d.require()
	d.words()
	d.out.Acts = d.acts()
}
