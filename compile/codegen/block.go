package codegen

import (
	bc "luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// block.go keeps scopes: the registers of local variables, what has to be closed
// when a block is left, and the gotos and breaks that leave it.

// block is the state of a block that is being generated.
type block struct {
	parent     *block
	active     int // active variables outside: the first register of the block
	firstGoto  int // lengths of funcState.gotos, labels and closings outside
	firstLabel int

	firstClosing int
	captured     bool // some variable of the block is an upvalue of an inner function
	isLoop       bool
}

// breakLabel stands for the end of the innermost loop.
const breakLabel resolve.LabelID = -1

// pendingGoto is a list of jumps (usually one) that lead to a label not yet placed.
type pendingGoto struct {
	pc     int32
	label  resolve.LabelID // 0 if resolve found none: an error
	active int32           // active variables at the goto, lowered as blocks are left
}

// labelAt is a label of a block that is being generated.
type labelAt struct {
	id     resolve.LabelID
	pc     int32
	active int32
}

// target is what is known of a label, in Memory.targets.
type target struct {
	at      int32 // its index in funcState.labels + 1, or 0 if it has not been placed
	pc      int32
	waiting int32 // the last goto that waits for it: its index in Memory.waits + 1, or 0
}

// wait is a goto that waits for its label.
type wait struct {
	pc   int32
	next int32 // another one: its index in Memory.waits + 1, or 0
}

// isDone reports whether a goto has got its target: its label was placed after it.
func (g *generator) isDone(p pendingGoto) bool {
	return p.label > 0 && g.targets[p.label].at != 0 && p.pc < g.targets[p.label].pc
}

// enterBlock begins a block; it can be looked at until the next one begins after
// its end.
func (g *generator) enterBlock(isLoop bool) *block {
	fs := g.fs
	b := g.freeBlock
	if b == nil {
		b = new(block)
	} else {
		g.freeBlock = b.parent
	}
	*b = block{
		parent: fs.block, active: len(fs.active), isLoop: isLoop,
		firstGoto: len(fs.gotos), firstLabel: len(fs.labels), firstClosing: len(fs.closings),
	}
	fs.block = b
	return b
}

func (g *generator) leaveBlock() {
	fs := g.fs
	b := fs.block
	if len(fs.closings) > b.firstClosing {
		if b.parent != nil {
			g.closeFrom(b.firstClosing)
		}
		fs.closings = fs.closings[:b.firstClosing]
	}
	if b.parent != nil && b.captured {
		g.role = srcmap.Close
		j := g.jump()
		g.role = srcmap.Eval
		g.patchClose(j, b.active)
		g.patchHere(j)
	}
	if b.isLoop {
		g.placeEnd(breakLabel)
	}
	fs.block = b.parent
	for i := len(fs.active) - 1; i >= b.active; i-- {
		fs.locals[fs.active[i]].EndPC = int32(g.pc())
	}
	fs.active = fs.active[:b.active]
	fs.freeReg = b.active
	fs.labels = fs.labels[:b.firstLabel]
	if b.parent != nil {
		g.moveGotosOut(b)
	}
	b.parent, g.freeBlock = g.freeBlock, b
}

// markCaptured notes that the variable in a register has to be closed.
func markCaptured(fs *funcState, reg int) {
	b := fs.block
	for b.active > reg {
		b = b.parent
	}
	b.captured = true
}

// newLocal declares a variable; it becomes visible by activate.
func (g *generator) newLocal(name string, id resolve.BindingID) {
	if len(g.fs.locals) == maxRecord {
		g.failFull("local variables", maxRecord)
	}
	g.fs.locals = append(g.fs.locals, bc.LocalVar{Name: name})
	g.fs.localOf = append(g.fs.localOf, id)
	g.fs.inactive++
}

func (g *generator) newNamed(n *syntax.Name) {
	g.consume(n.End)
	g.newLocal(g.tree.Str(n.Sym), g.bindingOf(n))
}

// bindingOf returns the binding that a declaration declares.
func (g *generator) bindingOf(n *syntax.Name) resolve.BindingID { return g.res.Refs[n.ID].Binding }

// activate starts the lives of the next n variables that were declared.
func (g *generator) activate(n int) {
	fs := g.fs
	for i := len(fs.locals) - fs.inactive; n > 0; n-- {
		fs.locals[i].StartPC = int32(g.pc())
		if id := fs.localOf[i]; id != 0 {
			g.m.Regs[id] = uint8(len(fs.active))
		}
		fs.active = append(fs.active, int32(i))
		fs.inactive--
		i++
	}
}

// addStore records that a binding of this function gets a value, and returns the record, which
// is valid until the next one.
func (g *generator) addStore(kind srcmap.StoreKind, id resolve.BindingID, stat syntax.StatID, pcs srcmap.PCRange) *srcmap.StoreRec {
	name := syntax.NoName
	if d := g.res.Bindings[id].Decl; d != nil {
		name = d.ID
	}
	push(g, &g.fs.stores, srcmap.StoreRec{
		Kind: kind, Binding: id, Name: name, Stat: stat, PCs: pcs,
		Reg: g.m.Regs[id], Upvalue: -1,
	})
	return &g.fs.stores[len(g.fs.stores)-1]
}

// addLabel places a label at the next instruction; its gotos are resolved later.
func (g *generator) addLabel(id resolve.LabelID) {
	fs := g.fs
	if len(fs.labels) == maxRecord {
		g.failFull("labels/gotos", maxRecord)
	}
	push(g, &fs.labels, labelAt{id: id, pc: int32(g.label()), active: int32(len(fs.active))})
	t := &g.targets[id]
	t.at, t.pc = int32(len(fs.labels)), int32(g.pc())
}

// addGoto meets a jump to a label: resolved at once if the label stands in this
// block already (findlabel).
func (g *generator) addGoto(list int, label resolve.LabelID) {
	fs := g.fs
	p := pendingGoto{pc: int32(list), label: label, active: int32(len(fs.active))}
	if fs.waiting == maxRecord {
		g.failFull("labels/gotos", maxRecord)
	}
	if g.jumpBack(p) {
		return
	}
	for n := len(fs.gotos); n > fs.block.firstGoto && g.isDone(fs.gotos[n-1]); n-- {
		fs.gotos = fs.gotos[:n-1]
	}
	push(g, &fs.gotos, p)
	fs.waiting++
	if label > 0 && g.targets[label].at == 0 {
		t := &g.targets[label]
		push(g, &g.waits, wait{pc: int32(list), next: t.waiting})
		t.waiting = int32(len(g.waits))
	}
}

// jumpBack resolves a goto, and reports whether its label stands in the current block.
func (g *generator) jumpBack(p pendingGoto) bool {
	fs := g.fs
	if p.label <= 0 {
		return false
	}
	at := int(g.targets[p.label].at) - 1
	if at < fs.block.firstLabel {
		return false
	}
	l := &fs.labels[at]
	if p.active > l.active {
		g.patchClose(int(p.pc), int(l.active))
	}
	g.patchTo(int(p.pc), int(l.pc))
	return true
}

// placeLabel resolves the pending gotos that lead to l (findgotos): all of them are in
// its block.
func (g *generator) placeLabel(l labelAt) {
	t := &g.targets[l.id]
	for w := t.waiting; w != 0; w = g.waits[w-1].next {
		g.patchTo(int(g.waits[w-1].pc), int(l.pc))
		g.fs.waiting--
	}
	t.waiting = 0
}

// placeEnd resolves the pending breaks or continues of this block.
func (g *generator) placeEnd(id resolve.LabelID) {
	fs, pc := g.fs, g.pc()
	kept := fs.gotos[:fs.block.firstGoto]
	for _, p := range fs.gotos[fs.block.firstGoto:] {
		switch {
		case p.label == id:
			g.patchTo(int(p.pc), pc)
			fs.waiting--
		case !g.isDone(p):
			kept = append(kept, p)
		}
	}
	fs.gotos = kept
}

// moveGotosOut hands pending gotos to the block around the one just left; a goto
// that leaves the scope of an upvalue closes it.
func (g *generator) moveGotosOut(left *block) {
	fs := g.fs
	kept := fs.gotos[:left.firstGoto]
	for _, p := range fs.gotos[left.firstGoto:] {
		if g.isDone(p) {
			continue
		}
		if int(p.active) > left.active {
			if left.captured {
				g.patchClose(int(p.pc), left.active)
			}
			p.active = int32(left.active)
		}
		if g.jumpBack(p) {
			fs.waiting--
		} else {
			kept = append(kept, p)
		}
	}
	fs.gotos = kept
}
