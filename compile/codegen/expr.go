package codegen

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// expr.go generates expressions. Each function leaves the scanner after the last
// token of its expression.

// expr generates e and describes its value in v. What e begins with it reaches without recursion:
// chains of thousands of operators and suffixes are common in generated files.
func (g *generator) expr(e syntax.Expr, v *desc) {
	bottom := len(g.spine)
	line := int32(0) // that on which all calls in the chain begin, once there is one
	for {
		g.Meter.Step()
		switch x := e.(type) {
		case *syntax.Field:
			if g.isName(x.Obj, v) {
				g.field(x, v)
				break
			}
			g.spine = append(g.spine, x)
			e = x.Obj
			continue
		case *syntax.Call:
			if line == 0 {
				line = g.startLine(x.Start)
			}
			if g.isName(x.Fn, v) {
				g.call(x, v, line)
				break
			}
			g.spine = append(g.spine, x)
			e = x.Fn
			continue
		case *syntax.MethodCall:
			if line == 0 {
				line = g.startLine(x.Start)
			}
			g.spine = append(g.spine, x)
			e = x.Obj
			continue
		case *syntax.Binary:
			g.spine = append(g.spine, x)
			e = x.X
			continue
		case *syntax.Index:
			g.spine = append(g.spine, x)
			e = x.Obj
			continue
		case *syntax.Guard:
			g.spine = append(g.spine, x)
			e = x.X
			continue
		case *syntax.Name:
			g.name(x, v)
		case *syntax.String:
			g.consume(x.End)
			v.init(vConst, g.stringConst(x.Sym))
			g.cur = x.Span()
		default:
			g.operand(x, v)
		}
		break
	}
	if len(g.spine) > bottom {
		g.links(bottom, v, line)
	}
}

// isName reports whether an expression is a name, and generates it if so.
func (g *generator) isName(e syntax.Expr, v *desc) bool {
	n, ok := e.(*syntax.Name)
	if ok {
		g.Meter.Step()
		g.name(n, v)
	}
	return ok
}

// operand generates an expression that does not begin with another one.
func (g *generator) operand(e syntax.Expr, v *desc) {
	switch e := e.(type) {
	case *syntax.Number:
		g.number(e, v)
	case *syntax.Literal:
		g.consume(e.End)
		v.init([...]kind{syntax.Nil: vNil, syntax.False: vFalse, syntax.True: vTrue}[e.Kind], 0)
	case *syntax.Unary:
		g.unary(e, v)
	case *syntax.Function:
		if !e.IsShort() {
			g.consume(e.Start + source.Pos(len("function")))
		}
		g.function(e, v)
	case *syntax.Table:
		g.table(e, v)
	case *syntax.Paren:
		g.consume(e.Start + 1)
		g.expr(e.X, v)
		g.consume(e.End)
		g.cur = e.Span()
		g.discharge(v)
	case *syntax.Vararg:
		g.cur = e.Span()
		v.init(vVararg, g.emitABC(bc.VARARG, 0, 1, 0))
		g.consume(e.End)
	case *syntax.Conditional:
		g.conditional(e, v)
	case *syntax.BadExpr:
		g.badExpr(e, v)
	}
	g.cur = e.Span()
}

// links generates what follows the first operand of a chain, which is in v and began on a line: the
// expressions on the spine from bottom on, the innermost first. Each leaves its span in cur.
func (g *generator) links(bottom int, v *desc, line int32) {
	var outer chain
	guards := g.tree.HasGuards
	if guards {
		outer = g.chain
		g.beginChain(g.spine[bottom])
	}
	for last := len(g.spine) - 1; last >= bottom; last-- {
		e := g.spine[last]
		g.spine = g.spine[:last]
		switch e := e.(type) {
		case *syntax.Guard:
			g.guardLink(e, v)
			continue
		case *syntax.Field:
			g.field(e, v)
		case *syntax.Call:
			g.call(e, v, line)
		case *syntax.MethodCall:
			g.methodCall(e, v, line)
		case *syntax.Binary:
			if guards {
				g.endChain(v)
			}
			g.binary(e, v)
		case *syntax.Index:
			g.indexExpr(e, v)
		}
		if guards && g.chain.guarded {
			g.afterGuard(v)
		}
	}
	if guards {
		g.endChain(v)
		g.chain = outer
	}
}

// badExpr generates what could be understood, for the functions in it, and is nil.
func (g *generator) badExpr(e *syntax.BadExpr, v *desc) {
	g.discard(e.Parts)
	g.consume(max(e.End, 1))
	v.init(vNil, 0)
}

// discard generates expressions and drops their values.
func (g *generator) discard(parts []syntax.Expr) {
	free := g.fs.freeReg
	for _, p := range parts {
		var v desc
		g.expr(p, &v)
		g.toNextReg(&v)
		g.fs.freeReg = free
	}
}

func (g *generator) number(e *syntax.Number, v *desc) {
	g.consume(e.Span().End)
	if e.IsBoxed() {
		g.cur = e.Span()
		v.init(vRelocatable, g.unknown(0))
		return
	}
	if e.IsFloat() {
		v.init(vFloat, 0)
		v.num = math.Float64bits(g.tree.Float(e))
		return
	}
	v.init(vInt, 0)
	v.num = uint64(g.tree.Int(e))
	if e.Span().Len() > maxAlike && g.tree.Dialects&^syntax.WithIntegers != 0 {
		g.wrapped(e, v)
	}
}

// maxAlike is the length up to which integers do not wrap: fifteen hexadecimal digits.
const maxAlike = len("0x") + 15

// wrapped makes of v, the integer that a hexadecimal numeral is where integers wrap, what
// it is in every dialect of the text: a float in those that have no integers.
func (g *generator) wrapped(e *syntax.Number, v *desc) {
	f := g.tree.Float(e)
	switch {
	case f == float64(int64(v.num)):
	case f != float64(v.num): // it has more than 64 bits
		g.cur = e.Span()
		v.init(vRelocatable, g.unknown(0))
	default: // the upper half times 2^32 and the lower half, which only integers wrap
		g.cur = e.Span()
		var scale, low desc
		scale.init(vInt, 0)
		low.init(vInt, 0)
		scale.num, low.num, v.num = 1<<32, v.num&math.MaxUint32, v.num>>32
		line := g.line(e.Span().Start)
		g.arith(bc.MUL, v, &scale, line)
		g.arith(bc.ADD, v, &low, line)
	}
}

// name describes a variable.
func (g *generator) name(n *syntax.Name, v *desc) {
	g.consume(n.End)
	if n.Start == g.peeked.name {
		g.last = g.peeked.last
		g.peeked.name = source.NoPos
	}
	g.cur = n.Span()
	ref := &g.res.Refs[n.ID]
	g.variable(ref, v)
	if ref.Kind != resolve.ToGlobal {
		g.maps.SetRead(g.m, n.ID, int32(g.pc()))
		return
	}
	var key desc
	key.init(vConst, g.stringConst(n.Sym))
	g.index(v, &key)
}

// variable describes the local or upvalue of a reference: for a global, _ENV.
func (g *generator) variable(ref *resolve.Ref, v *desc) {
	if ref.Upvalue < 0 {
		v.init(vLocal, int(g.m.Regs[ref.Binding]))
		return
	}
	if int(ref.Upvalue) >= g.fs.upvalsNeeded {
		g.needUpvalue(g.fs, int(ref.Upvalue))
	}
	v.init(vUpvalue, int(ref.Upvalue))
}

// needUpvalue marks the blocks whose variables fs captures up to upvalue n: they
// have something to close (markupval). Upvalues are numbered in the order of their
// first use, so all up to n are in use by now.
func (g *generator) needUpvalue(fs *funcState, n int) {
	ups := g.res.Upvalues[fs.id]
	for ; fs.upvalsNeeded <= n; fs.upvalsNeeded++ {
		u := ups[fs.upvalsNeeded]
		switch {
		case fs.parent == nil:
		case u.InStack:
			markCaptured(fs.parent, int(g.m.Regs[u.Binding]))
		default:
			g.needUpvalue(fs.parent, int(u.Index))
		}
	}
}

func (g *generator) field(e *syntax.Field, v *desc) {
	g.toAnyRegOrUpvalue(v)
	g.consume(e.Key.End)
	var key desc
	key.init(vConst, g.stringConst(e.Key.Sym))
	g.cur = e.Span()
	g.index(v, &key)
}

func (g *generator) indexExpr(e *syntax.Index, v *desc) {
	g.toAnyRegOrUpvalue(v)
	g.consumeAt(e.Obj.Span().End)
	var key desc
	g.expr(e.Key, &key)
	g.toValue(&key)
	g.consume(e.End)
	g.index(v, &key)
	g.cur = e.Span()
}

func (g *generator) call(e *syntax.Call, v *desc, line int32) {
	g.toNextReg(v)
	g.args(v, e.Args(), e.Fn.Span().End, e, line)
}

func (g *generator) methodCall(e *syntax.MethodCall, v *desc, line int32) {
	g.consume(e.Name.End)
	g.self(v, e.Name.Sym)
	if e.Guarded {
		g.skipIfNil(int(v.info), source.Span{Start: e.Start, End: e.Name.End})
	}
	g.args(v, e.Args(), e.Name.End, e, line)
}

// startLine returns the line that the scanner is on when it looks at the token at p.
func (g *generator) startLine(p source.Pos) int32 {
	if p == g.peeked.name {
		return g.line(g.peeked.last)
	}
	return g.line(p)
}

// args generates the arguments, which stand after a place, and the call of the function
// in v.
func (g *generator) args(v *desc, args []syntax.Expr, end source.Pos, call syntax.Expr, line int32) {
	base := int(v.info)
	last := desc{kind: vVoid}
	paren := g.tree.Paren(end)
	if paren.Valid() {
		g.consume(paren + 1)
	}
	if len(args) > 0 {
		g.exprList(args, &last)
	}
	if paren.Valid() {
		g.setReturns(&last, multi)
		g.consume(call.Span().End)
	}
	n := multi
	if !last.isMulti() {
		if last.kind != vVoid {
			g.toNextReg(&last)
		}
		n = g.fs.freeReg - (base + 1)
	}
	g.cur = call.Span()
	v.init(vCall, g.emitABC(bc.CALL, base, n+1, 2))
	g.fixLine(line)
	g.fs.freeReg = base + 1
}

// exprList generates a list; all values but the last go to the stack.
func (g *generator) exprList(list []syntax.Expr, v *desc) {
	for i, e := range list {
		if i > 0 {
			g.consumeAt(list[i-1].Span().End)
			g.toNextReg(v)
		}
		g.expr(e, v)
	}
}

func (g *generator) table(e *syntax.Table, v *desc) {
	g.cur = e.Span()
	pc := g.emitABC(bc.NEWTABLE, 0, 0, 0)
	v.init(vRelocatable, pc)
	g.toNextReg(v)
	g.consume(e.Start + 1)
	items := tableItems{base: int(v.info)}
	for i := range e.Items {
		if i > 0 {
			g.consumeAt(e.Items[i-1].Value().Span().End)
		}
		g.flushItem(&items)
		g.item(&items, e.Items[i])
	}
	if n := len(e.Items); n > 0 {
		g.consumeAt(e.Items[n-1].Value().Span().End) // a separator or the bracket
	}
	g.consume(e.End)
	g.cur = e.Span()
	g.lastItems(&items)
	code := &g.fs.code[pc]
	*code = code.WithB(bc.FloatByte(items.listed)).WithC(bc.FloatByte(items.keyed))
}

// tableItems is the state of a table constructor.
type tableItems struct {
	base    int  // register of the table
	value   desc // the last list item, if it is not on the stack yet
	listed  int
	keyed   int
	pending int // list items on the stack or in value
}

func (g *generator) item(t *tableItems, it syntax.Item) {
	keyExpr, valueExpr := it.Key(), it.Value()
	if keyExpr == nil {
		g.peekName(valueExpr)
		g.expr(valueExpr, &t.value)
		g.peeked.name = source.NoPos
		t.listed++
		t.pending++
		return
	}
	free := g.fs.freeReg
	var key, value desc
	if s, ok := keyExpr.(*syntax.String); ok && s.Bare {
		g.consume(s.End)
		key.init(vConst, g.stringConst(s.Sym))
	} else {
		g.consumeAt(g.last + 1) // the bracket
		g.expr(keyExpr, &key)
		g.toValue(&key)
		g.consumeAt(keyExpr.Span().End)
	}
	t.keyed++
	g.consumeAt(g.last + 1) // the equals sign
	rk := g.toRK(&key)
	g.expr(valueExpr, &value)
	g.emitABC(bc.SETTABLE, t.base, rk, g.toRK(&value))
	g.setRole(srcmap.Store)
	g.fs.freeReg = free
}

// flushItem puts the last list item onto the stack, and stores them if enough are
// there.
func (g *generator) flushItem(t *tableItems) {
	if t.value.kind == vVoid {
		return
	}
	g.toNextReg(&t.value)
	t.value.kind = vVoid
	if t.pending == bc.FieldsPerFlush {
		g.setList(t.base, t.listed, t.pending)
		t.pending = 0
	}
}

// lastItems stores the list items that are left.
func (g *generator) lastItems(t *tableItems) {
	if t.pending == 0 {
		return
	}
	if t.value.isMulti() {
		g.setReturns(&t.value, multi)
		g.setList(t.base, t.listed, multi)
		t.listed--
		return
	}
	if t.value.kind != vVoid {
		g.toNextReg(&t.value)
	}
	g.setList(t.base, t.listed, t.pending)
}

// peekName notes the second lookahead token if an item begins with a name and that
// token ends on another line.
func (g *generator) peekName(e syntax.Expr) {
	n := leadingName(e)
	if n == nil || int(n.End) >= len(g.text) {
		return
	}
	switch g.text[n.End] {
	case ',', '}', '.', '(', ')', ';':
		return // on the same line
	}
	next := g.tree.TokenAt(g.tree.After(n.End))
	if !next.Empty() {
		g.peeked = peek{name: n.Start, last: next.End - 1}
	}
}

// leadingName returns the name with which an expression begins, if it does.
func leadingName(e syntax.Expr) *syntax.Name {
	for {
		switch x := e.(type) {
		case *syntax.Name:
			return x
		case *syntax.Field:
			e = x.Obj
		case *syntax.Index:
			e = x.Obj
		case *syntax.Call:
			e = x.Fn
		case *syntax.MethodCall:
			e = x.Obj
		case *syntax.Guard:
			e = x.X
		case *syntax.Binary:
			e = x.X
		default:
			return nil
		}
	}
}
