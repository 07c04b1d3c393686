package resolve

import (
	"slices"

	"luaflow/compile/meter"
	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// scope.go declares and finds variables. The innermost binding of every sym is
// kept in one slice, so a look-up costs no search; leaving a block restores what
// its declarations hid.

// Limits of the reference (lparser.c, lfunc.h).
const (
	MaxLocals     = 200 // active local variables of a function
	maxUpvalues   = 255
	maxUpvalues51 = 60 // of 5.1 and LuaJIT
)

type resolver struct {
	meter   *meter.Meter
	tree    *syntax.Tree
	info    *Info
	rules   rules
	current []BindingID // by Sym: the binding that the name means here, 0 if global
	hidden  []BindingID // by BindingID: what current held before its declaration
	cached  []upvalueAt // by BindingID: where it was found last
	active  []BindingID // all visible bindings, in order of declaration
	exposed int         // so many of them are Exposed, from the first on
	fn      *function   // the innermost
	free    *function   // for reuse
	// freeBlock is a list of blocks for reuse.
	freeBlock *block
	pending   []pendingGoto
	visible   []visibleLabel
	// labelNames is by Sym, and empty until a label or goto is met.
	labelNames []namedHere
	labelOf    []LabelID // of Info
	waiting    []int32   // the gotos that closeGotosTo has at hand
	globals    []declaredGlobal
	spine      []syntax.Expr // what expr has still to visit the rest of
	upvalues   slab.Slab[Upvalue]
}

// function is the state of a function that is being walked.
type function struct {
	parent   *function
	fn       *syntax.Function
	upvalues []Upvalue
	env      int16 // upvalue index of the chunk's _ENV, -1 if it has none yet
	locals   int   // active and declared local variables, hidden ones included
	overfull bool  // it refers to more variables than it can have upvalues
	block    *block
}

// upvalueAt remembers the upvalue of the last function that asked for a binding.
type upvalueAt struct {
	fn  syntax.FuncID
	idx int16
}

// block is the state of a block that is being walked.
type block struct {
	parent      *block
	span        source.Span
	firstActive int // length of active outside
	locals      int // function.locals outside
	firstGoto   int // length of pending outside
	firstLabel  int // length of visible outside
	firstGlobal int // length of globals outside
	isLoop      bool
}

// enterBlock begins a block; it can be looked at until the next one begins after
// its end.
func (r *resolver) enterBlock(span source.Span, isLoop bool) *block {
	b := r.freeBlock
	if b == nil {
		b = new(block)
	} else {
		r.freeBlock = b.parent
	}
	*b = block{
		parent: r.fn.block, span: span, isLoop: isLoop,
		firstActive: len(r.active), locals: r.fn.locals,
		firstGoto: len(r.pending), firstLabel: len(r.visible), firstGlobal: len(r.globals),
	}
	r.fn.block = b
	return b
}

func (r *resolver) leaveBlock() {
	b := r.fn.block
	r.fn.block = b.parent
	for i := len(r.active) - 1; i >= b.firstActive; i-- {
		if len(r.globals) > b.firstGlobal {
			r.leaveDeclared(b, i)
		}
		id := r.active[i]
		r.current[r.info.Bindings[id].Sym] = r.hidden[id]
	}
	r.leaveDeclared(b, -1)
	r.active = r.active[:b.firstActive]
	r.exposed = min(r.exposed, b.firstActive)
	r.fn.locals = b.locals
	r.hideLabels(b.firstLabel)
	if b.parent != nil {
		r.moveGotosOut(b)
	}
	b.parent, r.freeBlock = r.freeBlock, b
}

// reserve counts n more local variables, as new_localvar does when it has read
// their name, which ends at end.
func (r *resolver) reserve(n int, end source.Pos) {
	r.fn.locals += n
	if r.fn.locals > MaxLocals && r.fn.locals-n <= MaxLocals {
		r.limitError("local variables", MaxLocals, r.fn, r.tree.After(end))
	}
}

// declare makes a binding visible from scopeStart to the end of the block.
func (r *resolver) declare(kind Kind, sym syntax.Sym, decl *syntax.Name, stat syntax.StatID, scopeStart source.Pos) {
	id := BindingID(len(r.info.Bindings))
	if len(r.info.Bindings) == cap(r.info.Bindings) {
		r.growBindings(scopeStart)
	}
	r.info.Bindings = append(r.info.Bindings, Binding{
		Kind: kind, Sym: sym, Func: r.fn.fn.ID, Stat: stat, Decl: decl,
		Scope:   source.Span{Start: scopeStart, End: r.fn.block.span.End},
		Exposed: r.fn.fn.Tainted,
	})
	r.hidden = append(r.hidden, r.current[sym])
	r.cached = append(r.cached, upvalueAt{})
	r.current[sym] = id
	r.active = append(r.active, id)
	if decl != nil {
		if len(r.tree.Attribs) > 0 {
			r.declareAttrib(id, decl)
		}
		r.info.Refs[decl.ID] = Ref{Kind: Declaration, Upvalue: -1, Binding: id}
	}
}

// growBindings makes room for more bindings, at being how far the text was read.
func (r *resolver) growBindings(at source.Pos) {
	more := slab.More(len(r.info.Bindings), max(int(at), 256), r.tree.File.Len()-int(at))
	r.info.Bindings = slices.Grow(r.info.Bindings, more)
	r.hidden = slices.Grow(r.hidden, more)
	r.cached = slices.Grow(r.cached, more)
}

// use resolves one read or write of a name.
func (r *resolver) use(n *syntax.Name, write bool) {
	id := r.current[n.Sym]
	ref := Ref{Upvalue: -1, Binding: id, Write: write}
	switch {
	case id != 0:
		b := &r.info.Bindings[id]
		if write {
			b.Writes++
		} else {
			b.Reads++
		}
		ref.Kind = ToLocal
		if b.Func != r.fn.fn.ID {
			b.Captured = true
			ref.Kind, ref.Upvalue = ToUpvalue, r.upvalue(r.fn, id, n)
		}
	case n.Sym == syntax.SymEnv && r.rules.env:
		ref.Kind, ref.Upvalue = ToUpvalue, r.chunkEnv(r.fn, n)
	default:
		ref.Kind = ToGlobal
		r.useEnv(&ref, n)
		if len(r.globals) > 0 {
			r.checkDeclared(n)
		}
	}
	r.info.Refs[n.ID] = ref
}

// countCall counts the call of what a name stands for.
func (r *resolver) countCall(n *syntax.Name) {
	if ref := &r.info.Refs[n.ID]; ref.Kind == ToLocal || ref.Kind == ToUpvalue {
		r.info.Bindings[ref.Binding].Calls++
	}
}

// useEnv fills in how a global access reaches _ENV, which it reads.
func (r *resolver) useEnv(ref *Ref, n *syntax.Name) {
	id := r.current[syntax.SymEnv]
	if !r.rules.env {
		id = 0
	}
	ref.Binding = id
	if id == 0 {
		ref.Upvalue = r.chunkEnv(r.fn, n)
		return
	}
	b := &r.info.Bindings[id]
	b.Reads++
	if b.Func != r.fn.fn.ID {
		b.Captured = true
		ref.Upvalue = r.upvalue(r.fn, id, n)
	}
}

// upvalue returns the index of binding id in f's upvalues; f and the functions between
// it and the binding's get one if they have none (singlevaraux).
func (r *resolver) upvalue(f *function, id BindingID, n *syntax.Name) int16 {
	if at := r.cached[id]; at.fn == f.fn.ID && at.fn != 0 {
		return at.idx
	}
	idx := int16(-1)
	for i := range f.upvalues {
		if f.upvalues[i].Binding == id {
			idx = int16(i)
			break
		}
	}
	if idx < 0 {
		up := Upvalue{Sym: r.info.Bindings[id].Sym, Binding: id}
		if r.info.Bindings[id].Func == f.parent.fn.ID {
			up.InStack = true
		} else {
			up.Index = r.upvalue(f.parent, id, n)
		}
		idx = r.addUpvalue(f, up, n)
	}
	r.cached[id] = upvalueAt{fn: f.fn.ID, idx: idx}
	return idx
}

// chunkEnv returns the index of the chunk's own _ENV in f's upvalues.
func (r *resolver) chunkEnv(f *function, n *syntax.Name) int16 {
	if f.env < 0 {
		index := r.chunkEnv(f.parent, n)
		f.env = r.addUpvalue(f, Upvalue{Sym: syntax.SymEnv, Index: index}, n)
	}
	return f.env
}

func (r *resolver) addUpvalue(f *function, up Upvalue, n *syntax.Name) int16 {
	room := r.rules.upvalues
	if !r.rules.env && (f.env >= 0 || up.Binding == 0) {
		room++ // for the chunk's _ENV, which the dialect does not count
	}
	if len(f.upvalues) >= room {
		if !f.overfull {
			r.limitError("upvalues", r.rules.upvalues, f, r.tree.After(n.End))
		}
		f.overfull, r.info.Overfull = true, true
		if len(f.upvalues) == maxUpvalues {
			return maxUpvalues - 1 // any index in range will do
		}
	}
	f.upvalues = append(f.upvalues, up)
	return int16(len(f.upvalues) - 1)
}

// expose marks every binding that can be seen here: text that is not understood
// may use it.
func (r *resolver) expose() {
	for ; r.exposed < len(r.active); r.exposed++ {
		r.info.Bindings[r.active[r.exposed]].Exposed = true
	}
}
