// Package codegen turns a resolved tree into prototypes of Lua 5.3, instruction by
// instruction those of the reference compiler (lparser.c and lcode.c of 5.3.6),
// and into the map from them back to the text.
//
// The reference parses and generates in one pass, so what it emits depends on where
// its scanner stands: an instruction's line is that of the last token consumed.
// This generator walks the finished tree in the same order and keeps that position
// in generator.last; every step that stands for consuming a token moves it.
//
// What 5.3 lacks is expressed in its instructions: see lower.go.
//
// Two caches of the reference show in its output and are kept: the scanner's table
// of constants is one for all functions of a chunk (see constants), and the
// lookahead in table constructors makes the line of a leading name that of the
// token after it (see generator.peeked).
package codegen

import (
	"sync/atomic"

	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Result is the code of a file.
type Result struct {
	Funcs  []Func          // by FuncID
	Map    *srcmap.Map     // that of all Funcs
	Errors []*syntax.Error // limits of the machine, in order of detection
}

// Func is the code of one function. Broken: a limit was hit or the text is not
// understood, so that the code does not stand for the text.
type Func struct {
	Proto  *bytecode.Proto // never nil: of a broken function it is what was made so far
	Map    *srcmap.Func    // of the instructions in Proto
	Broken bool
	// Made identifies the code: two functions of the process have the same number only if they are one function in two
	// versions of a text, whose Protos are equal but for their lines, and for the functions in them. It is never 0.
	Made   uint64
	needed uint8 // upvalues that its code needs, by which those around it close their blocks
	outer  int32 // constants that the function around it had when it began; -1 if it has no code
}

// generator is the state of one run.
type generator struct {
	tree   *syntax.Tree
	res    *resolve.Info
	source string
	text   string
	lines  source.LineCursor
	last   source.Pos // last byte of the last token consumed
	peeked peek
	fs     *funcState
	m      *srcmap.Map
	errors []*syntax.Error
	*Memory

	keeps bool   // functions that have code keep it; see revise.go
	made  uint64 // Func.Made of the chunk, from which those of the others count

	cur  source.Span // what the next instruction is emitted for
	role srcmap.Role

	chain chain       // the innermost
	open  syntax.Expr // the outermost link of the chain that unended is about to generate; nil if it has begun
	left  int         // the jumps that leave the chain that unended has generated
}

// peek is the state of the second lookahead token, which the reference reads when
// an item of a table constructor begins with a name: as long as that name is not
// consumed, the scanner's line is that of the token after it.
type peek struct {
	name source.Pos // first byte of the name; NoPos if there is none
	last source.Pos // last byte of the token after it
}

// funcState is the state of one function that is being generated.
type funcState struct {
	parent *funcState
	fn     *syntax.Function
	id     syntax.FuncID

	code    []bytecode.Instruction
	lines   bytecode.Lines
	origins srcmap.Origins
	stores  []srcmap.StoreRec
	consts  []bytecode.Constant
	constID []constID
	protos  []*bytecode.Proto
	locals  []bytecode.LocalVar
	localOf []resolve.BindingID // by index in locals

	active       []int32 // active local variables: their indices in locals; index = register
	inactive     int     // variables at the end of locals that are declared but not active
	block        *block
	gotos        []pendingGoto // pending, and some that are done
	waiting      int           // pending gotos
	labels       []labelAt
	lastTarget   int // pc of the last jump target, against wrong merging
	pendingJmp   int // list of jumps to the next instruction (the reference's jpc)
	freeReg      int
	maxStack     int
	closings     []toClose
	upvalsNeeded int // upvalues that some reference generated so far needs
	broken       bool

	touched touched
}

// Generate compiles a resolved tree, with the code and the map in m. sourceName is what the
// prototypes carry as their source: "@file" or "=stdin". It never fails: functions that go
// beyond a limit get a body that returns, are marked as Broken, and leave an error.
func (m *Memory) Generate(t *syntax.Tree, res *resolve.Info, sourceName string) Result {
	m.begin(t, res)
	g := m.generator(t, res, sourceName)
	g.m = m.maps.NewMap(len(t.Stats), t.Names.Len(), len(res.Bindings))
	g.chunk(t.Main)
	g.placeholders()
	g.leave()
	result := Result{Funcs: g.funcs, Map: g.m, Errors: g.errors}
	m.latest = &result
	return result
}

// generator returns a generator that has a text before it.
func (m *Memory) generator(t *syntax.Tree, res *resolve.Info, sourceName string) *generator {
	return &generator{
		Memory: m,
		tree:   t, res: res, source: sourceName, text: t.File.Text(),
		lines:  t.File.Cursor(),
		last:   t.File.Body(),
		peeked: peek{name: source.NoPos},
		made:   made.Add(uint64(len(t.Funcs))) - uint64(len(t.Funcs)) + 1,
	}
}

// made counts the functions of the process.
var made atomic.Uint64

func (g *generator) chunk(main *syntax.Function) {
	fs := g.openFunction(main)
	g.guard(fs, func() {
		g.enterBlock(false)
		g.stats(main.Body.Stats)
		g.finish()
	})
	g.closeFunction(fs)
}

// madeOf returns Func.Made of a function that is generated.
func (g *generator) madeOf(fn syntax.FuncID) uint64 { return g.made + uint64(fn) }

// function generates a nested function and leaves the closure in v.
func (g *generator) function(fn *syntax.Function, v *desc) {
	p := g.kept(fn)
	if p == nil {
		p = g.inner(fn)
	}
	g.addChild(p)
	g.cur = fn.Span()
	v.init(vRelocatable, g.emitABx(bytecode.CLOSURE, 0, len(g.fs.protos)-1))
	g.toNextReg(v) // the last register, so that a collector knows which are in use
}

// inner generates a nested function.
func (g *generator) inner(fn *syntax.Function) *bytecode.Proto {
	fs := g.openFunction(fn)
	g.guard(fs, func() {
		g.enterBlock(false)
		g.params(fn)
		g.last = fn.Body.Start - 1
		g.stats(fn.Body.Stats)
		g.consume(fn.End)
		g.finish()
	})
	g.consume(fn.End)
	return g.closeFunction(fs)
}

func (g *generator) params(fn *syntax.Function) {
	n := 0
	if fn.HasSelf {
		g.newLocal("self", g.res.FirstBinding[fn.ID])
		n++
	}
	for _, p := range fn.Params {
		g.newNamed(p)
		n++
	}
	if b := g.argsTable(fn); b != 0 {
		g.newLocal(g.tree.Str(g.res.Bindings[b].Sym), b)
		n++
	}
	g.activate(n)
	g.reserve(n)
	for reg := range n {
		g.addStore(srcmap.ParamInit, g.fs.localOf[reg], syntax.NoStat, srcmap.PCRange{})
	}
}

// argsTable returns the binding of the table of a function's extra arguments: of `...name`,
// or the `arg` of 5.1; 0 if there is none. It is a parameter of the code, after the
// others: whatever fills it, nothing is known of it.
func (g *generator) argsTable(fn *syntax.Function) resolve.BindingID {
	if fn.VarargName != nil {
		return g.bindingOf(fn.VarargName)
	}
	if fn.Parent == nil || !fn.IsVararg() || g.tree.Dialects != syntax.Lua51 {
		return 0
	}
	return g.res.FirstBinding[fn.ID] + resolve.BindingID(len(fn.Params)+b2i(fn.HasSelf))
}

// finish ends a function's code: the final RETURN and the end of its block.
func (g *generator) finish() {
	g.abandonGotos()
	g.closeFrom(0)
	end := g.fs.fn.Body.End
	g.cur, g.role = source.Span{Start: end, End: end}, srcmap.ImplicitReturn
	g.ret(0, 0)
	g.role = srcmap.Eval
	g.leaveBlock()
}

func (g *generator) openFunction(fn *syntax.Function) *funcState {
	fs := g.free
	if fs == nil {
		fs = new(funcState)
	} else {
		g.free = fs.parent
	}
	*fs = funcState{
		parent: g.fs, fn: fn, id: fn.ID,
		code: fs.code[:0], lines: fs.lines, origins: fs.origins, stores: fs.stores[:0],
		consts: fs.consts[:0], constID: fs.constID[:0], protos: fs.protos[:0],
		locals: fs.locals[:0], localOf: fs.localOf[:0],
		active: fs.active[:0], closings: fs.closings[:0], gotos: fs.gotos[:0], labels: fs.labels[:0],
		pendingJmp: noJump, maxStack: 2, broken: fn.Tainted,
		touched: fs.touched,
	}
	fs.lines.Reset()
	fs.origins.Reset()
	g.fs = fs
	return fs
}

// outer returns how many constants the function around one has.
func (fs *funcState) outer() int32 {
	if fs.parent == nil {
		return 0
	}
	return int32(len(fs.parent.consts))
}

// closeFunction makes the prototype and the map of what was generated.
func (g *generator) closeFunction(fs *funcState) *bytecode.Proto {
	fs.noteFilled()
	p, m := g.place(fs.id)
	*p = bytecode.Proto{
		Source:    g.source,
		NumParams: uint8(min(len(fs.fn.Params)+b2i(fs.fn.HasSelf)+b2i(g.argsTable(fs.fn) != 0), bytecode.MaxA)),
		IsVararg:  fs.fn.IsVararg(),
		MaxStack:  uint8(min(fs.maxStack, bytecode.MaxA)),
		Code:      slab.Keep(&g.code, &fs.code),
		Lines:     g.lineTables.Keep(&fs.lines),
		Constants: slab.Keep(&g.consts, &fs.consts),
		Protos:    slab.Keep(&g.children, &fs.protos),
		Locals:    slab.Keep(&g.locals, &fs.locals),
		Upvalues:  g.upvalues(fs),
	}
	if fs.parent != nil {
		p.LineDefined = g.line(fs.fn.LinePos)
		p.LastLineDefined = g.line(fs.fn.End - 1)
	}
	*m = srcmap.Func{
		Func:    fs.fn,
		Origins: g.maps.Keep(&fs.origins),
		Stores:  slab.Keep(&g.stores, &fs.stores),
		Locals:  slab.Keep(&g.bindings, &fs.localOf),
	}
	g.funcs[fs.id] = Func{Proto: p, Map: m, Broken: fs.broken, Made: g.madeOf(fs.id), needed: uint8(fs.upvalsNeeded), outer: fs.outer()}
	g.fs = fs.parent
	fs.parent, g.free = g.free, fs
	return p
}

// upvalues makes the prototype's records of what resolve found.
func (g *generator) upvalues(fs *funcState) []bytecode.Upvalue {
	ups := g.res.Upvalues[fs.id]
	if len(ups) == 0 {
		return nil
	}
	out := g.upvalRecs.TakeUncleared(len(ups))
	for i, u := range ups {
		out[i] = bytecode.Upvalue{Name: g.tree.Str(u.Sym), InStack: u.InStack, Index: uint8(u.Index)}
		if u.InStack && u.Binding != 0 {
			out[i].Index = g.m.Regs[u.Binding]
		}
	}
	return out
}

func (g *generator) addChild(p *bytecode.Proto) {
	if len(g.fs.protos) == bytecode.MaxBx {
		g.failFull("functions", bytecode.MaxBx)
	}
	g.fs.protos = append(g.fs.protos, p)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// place returns where the prototype and the map of a function lie.
func (g *generator) place(fn syntax.FuncID) (*bytecode.Proto, *srcmap.Func) {
	f := &g.funcs[fn]
	return f.Proto, f.Map
}
