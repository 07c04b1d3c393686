package proof

import "slices"

// This file answers what a program would need if fewer functions were looked into: those
// that one of several edits changes. Of all others it must be believed that closures of
// them are needed, and all that they access.
//
// Fixes are verified together at the price of one proof, and each must be good alone. A proof
// about all of them looks into more functions, and so may know more, for instance that nothing
// but a constant is stored to a variable by a function which another fix changes:
//
//	local level = 0
//	local function set() level = 0 local unused = 1 end      -- one fix changes this
//	local function get() if level > 0 then log() end end     -- and one this
//
// So the same is computed once more, looking into the functions of one fix only, and compared:
// if the open edges and the needs of these are the same, and the classes of all but nodes, whatever
// else was looked into did not matter, and the proof about the one fix would be the same as well. Why
// an instruction is a node, for its effect or for a table that is needed, counts for nothing: the proof
// asks for no more than that it is one.

// alone is a program of which some functions are looked into, and then others.
type alone struct {
	*program
	functions []int
	owned     map[int][]int32 // by function: its cells
	agrees    bool            // see Needs.Alone
}

// newAlone returns a program that looks into no function yet, but knows the cells of all. It
// is asked many times, so what does not depend on the functions is found once.
func newAlone(p *program) *alone {
	a := &alone{program: newProgram(Program{Flow: p.flow, Dialects: p.dialects, Waived: p.waived, Names: p.names, Meter: p.steps}, p.pool), owned: make(map[int][]int32)}
	a.outsides = make(map[int32]fact)
	for c := range a.cells.Cells {
		if owner := a.cells.Cells[c].Owner; owner >= 0 {
			a.owned[owner] = append(a.owned[owner], int32(c))
		}
		a.findCell(int32(c))
	}
	return a
}

// find finds what is needed of functions.
func (a *alone) find(functions []int) {
	a.reset()
	a.functions = functions
	for _, f := range functions {
		a.lookInto(f)
	}
	a.findUpvalues()
	for _, f := range functions {
		for _, c := range a.owned[f] {
			a.findCell(c)
		}
	}
	a.sortCells()
	a.learn()
	var made []int
	for _, f := range functions {
		if !a.isWithin(f) {
			made = append(made, f)
		}
	}
	a.require(append(made, a.needed...))
}

// reset forgets all that was found out about its functions.
func (a *alone) reset() {
	for _, c := range a.relevant {
		if a.cells.Cells[c].Owner >= 0 {
			a.variables[c] = variable{}
		}
	}
	for _, f := range a.touched {
		a.made[f], a.reached[f] = false, nil
	}
	for _, f := range a.functions {
		a.bodies[f] = nil
	}
	a.inside, a.relevant, a.touched, a.tables = nil, nil, nil, nil
}

// agreesWith reports whether the same is needed in a program that looks into fewer
// functions, as far as these are concerned.
func (p *program) agreesWith(fewer *program) bool {
	for _, b := range fewer.inside {
		if !p.bodies[b.number].isLike(b) {
			return false
		}
	}
	for _, c := range fewer.relevant {
		v, w := p.variables[c], fewer.variables[c]
		if owner := p.cells.Cells[c].Owner; owner >= 0 && fewer.bodies[owner] != nil {
			if v.read != w.read || v.used != w.used || v.written != w.written {
				return false
			}
		} else if v.isLive() != w.isLive() {
			return false
		}
	}
	return true
}

// isLike reports whether the same was found out about two bodies of one function.
func (b *body) isLike(other *body) bool {
	if !slices.Equal(b.ends, other.ends) || !slices.Equal(b.open, other.open) || !slices.Equal(b.kept, other.kept) {
		return false
	}
	for pc, c := range b.class {
		if c != other.class[pc] && !(b.isNode(pc) && other.isNode(pc)) {
			return false
		}
	}
	if b.captured == nil && other.captured == nil {
		return true
	}
	for pc := range b.kept {
		if b.capturedAt(pc) != other.capturedAt(pc) {
			return false
		}
	}
	return true
}

// capturedAt returns what closures that are needed share in front of the instruction at pc.
func (b *body) capturedAt(pc int) registers {
	if b.captured == nil {
		return registers{}
	}
	return b.captured[pc]
}
