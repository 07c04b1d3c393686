package resolve

import (
	"slices"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// walk.go visits the tree in the order in which the reference compiles it.

// Resolve resolves every name, label and goto of a tree, with the tables of the answer in m.
func (m *Memory) Resolve(t *syntax.Tree) *Info {
	r := m.begin(t)
	r.chunk(t.Main)
	m.bindings, m.labels = r.info.Bindings, r.info.Labels
	m.latest = r.info
	return r.info
}

func (r *resolver) chunk(main *syntax.Function) {
	f := &function{fn: main, env: 0, upvalues: []Upvalue{{Sym: syntax.SymEnv, InStack: true}}}
	r.fn = f
	r.info.FirstBinding[0] = 1
	r.enterBlock(main.Body.Span(), false)
	r.stats(main.Body)
	r.leaveBlock()
	r.undefinedGotos(main, 0)
	r.info.Upvalues[0] = f.upvalues
}

func (r *resolver) function(fn *syntax.Function) {
	if fn.Tainted {
		r.expose()
	}
	f := r.free
	if f == nil {
		f = new(function)
	} else {
		r.free = f.parent
	}
	*f = function{parent: r.fn, fn: fn, env: -1, upvalues: f.upvalues[:0]}
	r.fn = f
	r.info.FirstBinding[fn.ID] = BindingID(len(r.info.Bindings))
	b := r.enterBlock(fn.Body.Span(), false)
	if fn.HasSelf {
		r.reserve(1, fn.Body.Start)
		r.declare(Self, syntax.SymSelf, nil, syntax.NoStat, fn.Body.Start)
	}
	r.checkNames(fn.Params)
	for _, p := range fn.Params {
		r.reserve(1, p.End)
		r.declare(Param, p.Sym, p, syntax.NoStat, fn.Body.Start)
	}
	r.vararg(fn)
	r.stats(fn.Body)
	r.leaveBlock()
	r.undefinedGotos(fn, b.firstGoto)
	if len(f.upvalues) > 0 {
		list := r.upvalues.TakeUncleared(len(f.upvalues))
		copy(list, f.upvalues)
		r.info.Upvalues[fn.ID] = list
	}
	r.fn = f.parent
	f.parent, r.free = r.free, f
}

func (r *resolver) block(b *syntax.Block, isLoop bool) {
	r.enterBlock(b.Span(), isLoop)
	r.stats(b)
	r.leaveBlock()
}

func (r *resolver) stats(b *syntax.Block) {
	for i := 0; i < len(b.Stats); {
		if _, ok := b.Stats[i].(*syntax.Label); ok {
			i += r.labels(b.Stats[i:])
			continue
		}
		r.stat(b.Stats[i])
		i++
	}
}

func (r *resolver) stat(s syntax.Stat) {
	r.meter.Step()
	switch s := s.(type) {
	case *syntax.Local:
		r.local(s)
	case *syntax.LocalFunction:
		r.checkDeclarable(s.Name.Sym, s.Name.Span(), s.Name.End)
		r.reserve(1, s.Name.End)
		r.declare(LocalFunction, s.Name.Sym, s.Name, s.ID(), s.Name.End)
		r.function(s.Func)
	case *syntax.Assign:
		r.assign(s)
	case *syntax.FunctionStat:
		r.functionStat(s)
	case *syntax.Do:
		r.block(s.Body, false)
	case *syntax.While:
		r.expr(s.Cond)
		r.block(s.Body, true)
	case *syntax.Repeat:
		r.repeat(s)
	case *syntax.If:
		r.ifStat(s)
	case *syntax.NumericFor:
		r.numericFor(s)
	case *syntax.GenericFor:
		r.genericFor(s)
	case *syntax.Return:
		r.exprs(s.Exprs())
	case *syntax.Break:
		r.breakStat(s)
	case *syntax.Goto:
		r.jump(pendingGoto{stat: s, sym: s.Label})
	case *syntax.Global:
		r.globalStat(s)
	case *syntax.Compound:
		r.compound(s)
	case *syntax.Continue:
		r.continueStat(s)
	case *syntax.BadStat:
		r.exprs(s.Parts)
		r.expose()
	default:
		if call := syntax.CallIn(s); call != nil {
			r.expr(call)
		}
	}
}

func (r *resolver) local(s *syntax.Local) {
	r.checkNames(s.Names)
	for _, n := range s.Names {
		r.reserve(1, n.End)
	}
	r.exprs(s.Exprs())
	for _, n := range s.Names {
		r.declare(Local, n.Sym, n, s.ID(), s.End)
	}
}

func (r *resolver) assign(s *syntax.Assign) {
	for _, t := range s.Targets() {
		r.target(t)
		r.checkWrite(t, t.Span().End)
	}
	r.exprs(s.Values())
}

// target visits what is assigned to: a name is written, the parts of an index are
// read.
func (r *resolver) target(e syntax.Expr) {
	if n, ok := e.(*syntax.Name); ok {
		r.use(n, true)
		return
	}
	r.expr(e)
}

func (r *resolver) repeat(s *syntax.Repeat) {
	span := source.Span{Start: s.Body.Start, End: s.End}
	r.enterBlock(span, true)
	r.enterBlock(span, false)
	r.stats(s.Body)
	r.checkContinues(s)
	r.expr(s.Cond)
	r.leaveBlock()
	r.leaveBlock()
}

func (r *resolver) ifStat(s *syntax.If) {
	clauses := s.Clauses()
	for i := range clauses {
		r.expr(clauses[i].Cond)
		r.block(&clauses[i].Body, false)
	}
	if final := s.Else(); final != nil {
		r.block(final, false)
	}
}

// hiddenLoopVars is how many unnamed locals a for loop has.
const hiddenLoopVars = 3 // of 5.1 to 5.3

func (r *resolver) numericFor(s *syntax.NumericFor) {
	r.enterBlock(s.Body.Span(), true)
	r.checkDeclarable(s.Var.Sym, s.Var.Span(), s.Var.End)
	r.reserve(hiddenLoopVars, s.Var.End)
	r.reserve(1, s.Var.End)
	r.expr(s.From)
	r.expr(s.To)
	if s.Step != nil {
		r.expr(s.Step)
	}
	r.enterBlock(s.Body.Span(), false)
	r.declare(LoopIndex, s.Var.Sym, s.Var, s.ID(), s.Body.Start)
	r.block(s.Body, false)
	r.leaveBlock()
	r.leaveBlock()
}

func (r *resolver) genericFor(s *syntax.GenericFor) {
	r.enterBlock(s.Body.Span(), true)
	r.checkNames(s.Vars)
	for i, n := range s.Vars {
		if i == 0 {
			r.reserve(hiddenLoopVars, n.End)
		}
		r.reserve(1, n.End)
	}
	r.exprs(s.Exprs())
	r.enterBlock(s.Body.Span(), false)
	for _, n := range s.Vars {
		r.declare(LoopVar, n.Sym, n, s.ID(), s.Body.Start)
	}
	r.block(s.Body, false)
	r.leaveBlock()
	r.leaveBlock()
}

func (r *resolver) exprs(list []syntax.Expr) {
	for _, e := range list {
		r.expr(e)
	}
}

// expr visits an expression. What it begins with it reaches without recursion: generated files have
// chains of many thousand operators and suffixes.
func (r *resolver) expr(e syntax.Expr) {
	bottom := len(r.spine)
	for {
		r.meter.Step()
		switch x := e.(type) {
		case *syntax.Field:
			e = x.Obj
			continue
		case *syntax.Guard:
			e = x.X
			continue
		case *syntax.Call:
			if name, ok := x.Fn.(*syntax.Name); ok {
				r.callOf(name, x)
				break
			}
			r.spine = append(r.spine, x)
			e = x.Fn
			continue
		case *syntax.MethodCall:
			r.spine = append(r.spine, x)
			e = x.Obj
			continue
		case *syntax.Binary:
			r.spine = append(r.spine, x)
			e = x.X
			continue
		case *syntax.Index:
			r.spine = append(r.spine, x)
			e = x.Obj
			continue
		case *syntax.Name:
			r.use(x, false)
		case *syntax.String, *syntax.Number, *syntax.Literal:
		default:
			r.operand(x)
		}
		break
	}
	if len(r.spine) > bottom {
		r.links(bottom)
	}
}

// links visits what follows the first operand of a chain: the expressions on the spine from bottom on, the
// innermost first.
func (r *resolver) links(bottom int) {
	for last := len(r.spine) - 1; last >= bottom; last-- {
		e := r.spine[last]
		r.spine = r.spine[:last]
		switch e := e.(type) {
		case *syntax.Call:
			r.exprs(e.Args())
		case *syntax.MethodCall:
			r.exprs(e.Args())
		case *syntax.Binary:
			r.expr(e.Y)
		case *syntax.Index:
			r.expr(e.Key)
		}
	}
}

// callOf visits a call of what has a name.
func (r *resolver) callOf(name *syntax.Name, call *syntax.Call) {
	r.meter.Step()
	r.use(name, false)
	r.countCall(name)
	r.exprs(call.Args())
}

// operand visits an expression that does not begin with another one.
func (r *resolver) operand(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Function:
		r.function(e)
	case *syntax.Table:
		for i := range e.Items {
			if key := e.Items[i].Key(); key != nil {
				r.expr(key)
			}
			r.expr(e.Items[i].Value())
		}
	case *syntax.Unary:
		r.expr(e.X)
	case *syntax.Paren:
		r.expr(e.X)
	case *syntax.Conditional:
		r.expr(e.Cond)
		r.expr(e.Then)
		r.expr(e.Else)
	case *syntax.BadExpr:
		r.exprs(e.Parts)
		r.expose()
	case *syntax.Vararg:
		r.dots(e)
	}
}

func (r *resolver) dots(e *syntax.Vararg) {

	if !r.fn.fn.IsVararg() && !r.isRefused(e.Start) {
		r.errorf(e.Start, e.Span(), "cannot use '...' outside a vararg function near '...'")
	}
}

// isRefused reports whether the parser found that the token at p does not fit there.
// Lua then never gets to ask what it means.
func (r *resolver) isRefused(p source.Pos) bool {
	return slices.ContainsFunc(r.tree.Errors, func(e *syntax.Error) bool { return e.Detect == p })
}
