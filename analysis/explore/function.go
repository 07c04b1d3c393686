package explore

import (
	"fmt"

	"luaflow/analysis/nav"
)

// Function returns one function in all the pictures that there are of it.
func (v *View) Function(path string) (*Function, error) {
	fn, ok := v.function(path)
	if !ok {
		return nil, fmt.Errorf("there is no function %s in this text", path)
	}
	q := functionView{View: v, id: fn, proto: v.Parts.Unit.Funcs[fn].Proto}
	q.size = min(len(q.proto.Code), nav.MaxListed)
	if v.Parts.Facts.Code != nil && !v.Parts.Unit.Funcs[fn].Broken {
		q.flow = &v.Parts.Facts.Code.Funcs[fn]
	}
	out := &Function{Path: path, Span: v.spanOf(int(fn)), Passes: q.passes(path), Registers: q.registers()}
	graph, err := q.graph()
	if err != nil {
		out.NoGraph = err.Error()
	}
	out.Graph = graph
	return out, nil
}
