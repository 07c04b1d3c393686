package codegen

import (
	"fmt"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// limit.go handles what the machine cannot express. A limit ends the generation of
// the innermost function; those around it go on, so that one monstrous function
// does not hide the rest of a file.

// Limits of the reference.
const (
	maxRegs   = 255
	maxRecord = 1<<15 - 1 // records of locals of a function; visible labels, or pending gotos
	multi     = -1        // "as many values as there are"
)

// limitError carries an error up to the function that it breaks.
type limitError struct{ err *syntax.Error }

// failNear stops at a limit that the reference reports with the lookahead token.
func (g *generator) failNear(msg string) {
	next := g.tree.After(g.last + 1)
	g.fail(msg+" near "+g.tree.NearText(next), g.tree.LineAt(next))
}

func (g *generator) fail(msg string, line int) {
	next := g.tree.After(g.last + 1)
	panic(limitError{&syntax.Error{Span: g.tree.TokenAt(next), Detect: next, Line: line, Msg: msg}})
}

// failFull stops where an array of the reference is full. It reports that without a
// line.
func (g *generator) failFull(what string, limit int) {
	g.fail(fmt.Sprintf("too many %s (limit is %d)", what, limit), 0)
}

// guard runs the generation of a function and turns it into a placeholder if it
// hits a limit. What the functions around it have on the generator's stacks stays.
func (g *generator) guard(fs *funcState, generate func()) {
	spine, lhs := len(g.spine), len(g.lhs)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case limitError:
			g.errors = append(g.errors, r.err)
			g.spine, g.lhs = g.spine[:spine], g.lhs[:lhs]
			g.abandon(fs)
		default:
			panic(r)
		}
	}()
	generate()
}

// abandon makes fs a function that returns.
func (g *generator) abandon(fs *funcState) {
	g.fs, g.role = fs, srcmap.ImplicitReturn
	g.peeked.name = source.NoPos
	fs.noteFilled()
	fs.code = fs.code[:0]
	fs.lines.Reset()
	fs.origins.Reset()
	fs.consts, fs.constID, fs.protos = fs.consts[:0], fs.constID[:0], fs.protos[:0]
	fs.locals, fs.localOf, fs.stores = fs.locals[:0], fs.localOf[:0], fs.stores[:0]
	fs.pendingJmp, fs.maxStack, fs.broken = noJump, 2, true
	g.ret(0, 0)
	g.role = srcmap.Eval
}

// abandonGotos makes gotos and breaks without a target, which resolve has reported, lead to the
// end of the function.
func (g *generator) abandonGotos() {
	for _, p := range g.fs.gotos {
		if g.isDone(p) {
			continue
		}
		g.patchHere(int(p.pc))
		g.fs.broken = true
	}
	g.fs.gotos, g.fs.waiting = g.fs.gotos[:0], 0
}

// placeholders stands for the functions that were inside one that hit a limit. There
// may be hundreds of thousands, which share what they can.
func (g *generator) placeholders() {
	code := []bc.Instruction{bc.ABC(bc.RETURN, 0, 1, 0)}
	var lines bc.Lines
	var origins srcmap.Origins
	for i := range g.funcs {
		if g.funcs[i].Proto.Code != nil {
			continue
		}
		fn := g.tree.Funcs[i]
		p, m := g.place(syntax.FuncID(i))
		*p = bc.Proto{Source: g.source, MaxStack: 2, IsVararg: fn.IsVararg(), Code: code}
		lines.Reset()
		lines.Append(g.line(fn.LinePos))
		p.Lines = g.lineTables.Keep(&lines)
		origins.Reset()
		origins.Append(srcmap.OriginOf(fn.Span(), srcmap.ImplicitReturn))
		*m = srcmap.Func{Func: fn, Origins: g.maps.Keep(&origins)}
		g.funcs[i] = Func{Proto: p, Map: m, Broken: true, Made: g.madeOf(fn.ID), outer: -1}
	}
}
