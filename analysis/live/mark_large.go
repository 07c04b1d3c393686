package live

import "luaflow/analysis/effect"

// beginLarge marks what the function that is looked at may need, which is too large: all variables that
// it shares with closures, its own and those of others, and all functions in it.
func (m *marker) beginLarge() {
	f := m.f
	for pc, i := range f.Proto.Code {
		if upvalue, how := effect.Upvalue(i); how&effect.Read != 0 && f.Graph.Reachable(pc) {
			m.cell(m.cellTable.Of(f.Number, upvalue))
		}
	}
	for k := range m.cellTable.Cells {
		if m.cellTable.Cells[k].Owner == f.Number {
			m.cell(k)
		}
	}
	for pc, i := range f.Proto.Code {
		if child := effect.Closure(i); child >= 0 && f.Graph.Reachable(pc) {
			m.call(f.Child(child).Number)
		}
	}
	m.enter(int32(f.Number))
}
