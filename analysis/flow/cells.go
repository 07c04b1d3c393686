package flow

import (
	"iter"
	"slices"

	"luaflow/analysis/effect"
)

// Cells of a whole program: which variable every upvalue of every function is, and
// who reads and writes it. A function names its upvalues by the registers and upvalues of the one
// around it, so that they are resolved from the outside in; with
//
//	local n = 0                          cell 1: R0 of main
//	local function inc()
//	  n = n + 1                          upvalue 0 of inc: main's R0, in the stack
//	  return function() return n end     upvalue 0 of that: inc's upvalue 0
//	end
//
// both upvalues are cell 1 (cell 0 is _ENV). Which of the variables that share a register a
// CLOSURE captures the debug records tell: that which is there when it has run.

// At returns the index in Cells of the variable that is in a register of f at pc, or
// whose initial value that register holds there; -1 if no closure captures it. In a
// function that captures the register and has no records it is the register's.
func (t *CellTable) At(f *Func, pc, reg int) int {
	owner := t.owner[f.Number]
	if owner == 0 {
		return -1
	}
	local := -1
	if t.owned[owner-1].byLocal != nil {
		local = f.variableFrom(pc, reg)
	}
	return t.owned[owner-1].of(local, reg)
}

// Holding returns the index in Cells of the variable that is in a register of f at pc, as At does, but
// not of one that only gets its initial value there: it is -1 where the records tell of none.
func (t *CellTable) Holding(f *Func, pc, reg int) int {
	owner := t.owner[f.Number]
	if owner == 0 {
		return -1
	}
	local := -1
	if len(f.Proto.Locals) > 0 {
		if local = f.Variable(pc, reg); local < 0 {
			return -1
		}
	}
	return t.owned[owner-1].of(local, reg)
}

// of returns the index in Cells of a variable, -1 for one of which nothing is known, that is in reg.
func (o *ownedCells) of(local, reg int) int {
	if local >= 0 && o.byLocal != nil && o.byLocal[local] != 0 {
		return int(o.byLocal[local]) - 1
	}
	if o.byReg != nil {
		return int(o.byReg[reg]) - 1
	}
	return -1
}

// variableFrom returns the variable that is in reg at pc, or that will have the value there
// as its first one; -1 if there is none.
func (f *Func) variableFrom(pc, reg int) int {
	if local := f.Variable(pc, reg); local >= 0 {
		return local
	}
	// The variables of a generic loop get their values at its end.
	if first, _ := effect.Successors(f.Proto, pc); first >= 0 && first < pc {
		if local := f.Variable(first, reg); local >= 0 {
			return local
		}
	}
	return f.nextVariable(pc, reg)
}

// findCells fills the table of cells of functions that have so many upvalues.
func (p *Program) findCells(upvalues int, mem *Memory) {
	t := &p.cells
	captured, accesses := p.accesses()
	t.begin(p, upvalues, captured, mem)
	counts, found := slices.Grow(mem.cellCounts[:0], cap(t.Cells)*int(cellLists)), slices.Grow(mem.cellAccesses[:0], accesses)
	for i := range p.Funcs {
		t.resolve(&p.Funcs[i])
		for len(counts) < len(t.Cells)*int(cellLists) {
			counts = append(counts, 0)
		}
		t.eachAccess(&p.Funcs[i], func(list int32, pc int) {
			counts[list]++
			if len(found) < maxKept {
				found = append(found, cellAccess{list, SiteAt(i, pc)})
			}
		})
	}
	t.list(counts, found, mem)
	mem.cellCounts, mem.cellAccesses, mem.cells, mem.owned = counts, found, t.Cells, t.owned
}

// accesses returns how many upvalues are registers of the functions around, and about how many accesses to cells are kept.
func (p *Program) accesses() (captured, n int) {
	for i := range p.Funcs {
		for _, up := range p.Funcs[i].Proto.Upvalues {
			if up.InStack {
				captured++
			}
		}
		n += len(p.Funcs[i].sharing)
	}
	return captured, min(n+captured, maxKept)
}

// begin makes t a table with main's upvalues. captured is how many upvalues are registers.
func (t *CellTable) begin(p *Program, upvalues, captured int, mem *Memory) {
	*t = CellTable{
		Cells:    slices.Grow(mem.cells[:0], captured*2/3+1), // of real code: functions have variables in common
		p:        p,
		upvalues: mem.numbers.TakeUncleared(upvalues),
		owner:    mem.numbers.Take(len(p.Funcs)),
		owned:    mem.owned[:0],
	}
	for k := range t.upvalues {
		t.upvalues[k] = -1
	}
	for k := range p.Funcs[0].Proto.Upvalues {
		t.upvalues[k] = int32(len(t.Cells))
		t.Cells = append(t.Cells, Cell{Owner: -1, Reg: k, Local: -1, ReadByOwner: true})
	}
}

// cellList is one of the lists of a cell.
type cellList uint8

const (
	capturedBy cellList = iota
	readBy
	writtenBy
	cellLists
)

// list returns one of the lists of a cell.
func (c *Cell) list(l cellList) *[]Site {
	switch l {
	case capturedBy:
		return &c.Captures
	case readBy:
		return &c.Reads
	}
	return &c.Writes
}

// maxKept is how many accesses are kept between the two times that they are needed. A program of more has
// them looked for twice: there may be as many as it has instructions.
const maxKept = 1 << 17

// list fills the lists of all cells, of which counts tells the lengths, as eachAccess numbers them. It
// cuts them from one array. found is all accesses, or the first maxKept of them.
func (t *CellTable) list(counts []int32, found []cellAccess, mem *Memory) {
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	sites := mem.sites.TakeUncleared(total)
	end := int32(0)
	for k, n := range counts {
		*t.Cells[k/int(cellLists)].list(cellList(k % int(cellLists))) = sites[end : end+n : end+n]
		counts[k] = end // where the next one stands
		end += n
	}
	enter := func(list int32, at Site) {
		sites[counts[list]] = at
		counts[list]++
	}
	if len(found) < maxKept {
		for _, a := range found {
			enter(a.list, a.site)
		}
		return
	}
	for i := range t.p.Funcs {
		t.eachAccess(&t.p.Funcs[i], func(list int32, pc int) { enter(list, SiteAt(i, pc)) })
	}
}

// eachAccess calls visit for the instructions of f, in the order of pcs, by which cells are captured,
// read and written, in code that can be reached: each stands in the list of number list%cellLists of
// cell list/cellLists. The cells of f must have been resolved.
func (t *CellTable) eachAccess(f *Func, visit func(list int32, pc int)) {
	upvalues, isWhole := t.upvalues[f.firstUpvalue:], len(f.Graph.Order) == len(f.Graph.Blocks)
	for _, at := range f.sharing {
		pc := int(at)
		if !isWhole && !f.Graph.Reachable(pc) {
			continue
		}
		i := f.Proto.Code[pc]
		if upvalue, how := effect.Upvalue(i); how != 0 {
			list := readBy
			if how&effect.Write != 0 {
				list = writtenBy
			}
			if cell := upvalues[upvalue]; cell >= 0 {
				visit(cell*int32(cellLists)+int32(list), pc)
			}
		} else if child := effect.Closure(i); child >= 0 {
			for cell := range t.captures(f.Child(child)) {
				visit(cell*int32(cellLists)+int32(capturedBy), pc)
			}
		}
	}
}

// captures yields the cells that a CLOSURE captures in registers for child, each once: a
// function may have two upvalues for one variable.
func (t *CellTable) captures(child *Func) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		upvalues := t.upvalues[child.firstUpvalue:]
		for k, up := range child.Proto.Upvalues {
			if up.InStack && !t.isCapturedBefore(child, k) && !yield(upvalues[k]) {
				return
			}
		}
	}
}

// isCapturedBefore reports whether the cell of an upvalue of child, which is captured in a
// register, is that of an upvalue in front of it too.
func (t *CellTable) isCapturedBefore(child *Func, upvalue int) bool {
	upvalues := t.upvalues[child.firstUpvalue:]
	for k, up := range child.Proto.Upvalues[:upvalue] {
		if up.InStack && upvalues[k] == upvalues[upvalue] {
			return true
		}
	}
	return false
}

// resolve finds the cells of the functions that f makes closures of. The cells of f's own
// upvalues must be known.
func (t *CellTable) resolve(f *Func) {
	if !f.Opcodes.HasAny(effect.ClosureMakers) {
		return
	}
	owned := ownedCells{f: f, table: t}
	owned.findTwins()
	for _, pc := range f.sharing {
		if child := effect.Closure(f.Proto.Code[pc]); child >= 0 {
			owned.capture(int(pc), f.Child(child))
		}
	}
	if owned.byLocal != nil || owned.byReg != nil {
		t.owned = append(t.owned, owned)
		t.owner[f.Number] = int32(len(t.owned))
	}
}

// findTwins finds out whether two CLOSUREs make the same function, which no
// compiler's code does. An upvalue may then stand for two variables of a register,
// so that the register as a whole must be the cell.
func (o *ownedCells) findTwins() {
	if len(o.f.Proto.Protos) == 0 {
		return
	}
	made := make([]bool, len(o.f.Proto.Protos))
	for _, pc := range o.f.sharing {
		if child := effect.Closure(o.f.Proto.Code[pc]); child >= 0 {
			o.twins = o.twins || made[child]
			made[child] = true
		}
	}
}

// capture resolves the upvalues of child, of which the CLOSURE at pc makes a
// closure.
func (o *ownedCells) capture(pc int, child *Func) {
	upvalues := o.table.upvalues[child.firstUpvalue:]
	for k, up := range child.Proto.Upvalues {
		cell := int32(-1)
		if !up.InStack {
			cell = int32(o.table.Of(o.f.Number, int(up.Index)))
		} else {
			cell = o.cell(pc, int(up.Index))
		}
		upvalues[k] = cell
	}
}

// cell returns the cell of the variable that the CLOSURE at pc captures in reg, which is
// made if it is new.
func (o *ownedCells) cell(pc, reg int) int32 {
	local := -1
	if !o.twins {
		// The record of a local function begins after its CLOSURE, and a captured
		// variable does not end at once: a JMP or a RETURN closes it first.
		local = o.f.Variable(pc+1, reg)
	}
	known := o.known(local, reg)
	if *known == 0 {
		o.table.Cells = append(o.table.Cells, Cell{
			Owner: o.f.Number, Reg: reg, Local: local, ReadByOwner: o.readByOwner(reg, local),
		})
		*known = int32(len(o.table.Cells))
	}
	return *known - 1
}

// known returns where the number of the cell of a variable stands.
func (o *ownedCells) known(local, reg int) *int32 {
	if local >= 0 {
		if o.byLocal == nil {
			o.byLocal = make([]int32, len(o.f.Proto.Locals))
		}
		return &o.byLocal[local]
	}
	if o.byReg == nil {
		o.byReg = make([]int32, o.f.Proto.MaxStack)
	}
	return &o.byReg[reg]
}

// readByOwner reports Cell.ReadByOwner of a variable, or of a register as a whole.
func (o *ownedCells) readByOwner(reg, local int) bool {
	start, end := 0, len(o.f.Proto.Code)
	if local >= 0 {
		l := &o.f.Proto.Locals[local]
		start, end = int(l.StartPC), int(l.EndPC)
	}
	return o.f.usedBetween(reg, start, end)
}
