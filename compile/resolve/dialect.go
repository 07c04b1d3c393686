package resolve

import (
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// dialect.go holds what names and jumps mean in some dialects only: what may not be
// assigned to (5.4), declared globals (5.5), the table of the extra arguments (5.1 and
// 5.5), and what the interpreters complain about elsewhere than 5.3 does.

// rules is what the dialects of a tree agree on. What only some of them forbid is
// allowed.
type rules struct {
	env              bool // some dialect has _ENV
	upvalues         int  // that a function may have
	labelsOfFunction bool // labels must differ where they can be seen, not in a block only (5.4)
	breakAtOnce      bool // a `break` outside of loops is found where it stands (5.1)
	ownLine          bool // errors of gotos name their line (LuaJIT)
	emptyEndsRun     bool // an empty statement is no part of the labels in front of it (LuaJITPlain)
	implicitArg      bool // a vararg function has a local `arg` (5.1)
	loopConst        bool // nobody may assign to the first variable of a loop (5.5)
	nameFirst        bool // `function name` is checked before its body (5.5, LuaJIT)
	constOnce        bool // what is constant may not be declared again while it can be seen (LuaJIT)
	jumpingContinue  bool // `continue` is a jump over the rest of its block (LuaJIT)
}

func rulesOf(d syntax.Dialect) rules {
	upvalues := maxUpvalues
	if d&syntax.WithEnv == 0 {
		upvalues = maxUpvalues51
	}
	return rules{
		env:              d&syntax.WithEnv != 0,
		upvalues:         upvalues,
		labelsOfFunction: d&^(syntax.Lua54|syntax.Lua55) == 0,
		breakAtOnce:      d == syntax.Lua51,
		ownLine:          d&^syntax.LuaJIT == 0,
		emptyEndsRun:     d&^syntax.LuaJITPlain == 0,
		implicitArg:      d == syntax.Lua51,
		loopConst:        d == syntax.Lua55,
		nameFirst:        d == syntax.Lua55 || d&^syntax.LuaJIT == 0,
		constOnce:        d&^syntax.LuaJIT == 0,
		jumpingContinue:  d&^syntax.LuaJIT == 0,
	}
}

// vararg declares the table of a function's extra arguments, if it has a name.
func (r *resolver) vararg(fn *syntax.Function) {
	switch {
	case fn.VarargName != nil:
		r.reserve(1, fn.VarargName.End)
		r.declare(Param, fn.VarargName.Sym, fn.VarargName, syntax.NoStat, fn.Body.Start)
	case r.rules.implicitArg && fn.IsVararg():
		r.reserve(1, fn.Body.Start)
		r.declare(Self, syntax.SymArg, nil, syntax.NoStat, fn.Body.Start)
	}
}

// breakStat meets a break.
func (r *resolver) breakStat(s *syntax.Break) {
	if r.rules.breakAtOnce && !r.insideLoop() {
		r.errorf(r.tree.After(s.End), s.Span(), "no loop to break")
	}
	r.jump(pendingGoto{stat: s, brk: true})
}

// continueStat meets a continue. It leads to the end of its loop's body, past whatever
// is declared there, if that cannot be seen in a condition.
func (r *resolver) continueStat(s *syntax.Continue) {
	if r.rules.jumpingContinue {
		r.jump(pendingGoto{stat: s, brk: true})
		return
	}
	if !r.insideLoop() {
		r.errorf(r.tree.After(s.End), s.Span(), "continue outside a loop")
	}
}

// checkContinues reports what `continue` skips of the declarations in the body of a `repeat`: the condition, in
// front of which it stops, sees them.
func (r *resolver) checkContinues(s *syntax.Repeat) {
	if !r.rules.jumpingContinue {
		return
	}
	for _, g := range r.pending[r.fn.block.firstGoto:] {
		if _, ok := g.stat.(*syntax.Continue); !ok || g.active >= int32(r.activeVars()) {
			continue
		}
		hidden := r.info.Bindings[r.active[g.active]]
		next := r.tree.After(s.Body.End + source.Pos(len("until")))
		r.jumpError(next, g, "<continue> jumps into the scope of local '%s'", r.tree.Str(hidden.Sym))
	}
}

// checkDeclarable reports the declaration of a variable, at a place, whose name a constant has that can be seen. The token
// at next is the lookahead at which LuaJIT finds that.
func (r *resolver) checkDeclarable(sym syntax.Sym, at source.Span, next source.Pos) {
	if !r.rules.constOnce || len(r.tree.Attribs) == 0 {
		return
	}
	if id := r.current[sym]; id != 0 && r.info.Bindings[id].Attrib == syntax.Const {
		r.errorf(r.tree.After(next), at, "attempt to re-declare const variable '%s'", r.tree.Str(sym))
	}
}

// checkNames does what checkDeclarable does for names that are declared together: of constants none may have the name of
// another.
func (r *resolver) checkNames(names []*syntax.Name) {
	if !r.rules.constOnce || len(r.tree.Attribs) == 0 {
		return
	}
	for i, n := range names {
		r.checkDeclarable(n.Sym, n.Span(), n.End)
		for _, other := range names[:i] {
			if other.Sym == n.Sym && r.tree.Attrib(n.ID) == syntax.Const {
				r.errorf(r.tree.After(n.End), n.Span(), "attempt to re-declare const variable '%s'", r.tree.Str(n.Sym))
				break
			}
		}
	}
}

// checkSelf does what checkDeclarable does for the parameter of a method that is not written, which LuaJIT declares after
// the parenthesis.
func (r *resolver) checkSelf(s *syntax.FunctionStat) {
	target := s.Target.Span()
	if paren := r.tree.Paren(target.End); s.Func.HasSelf && paren.Valid() {
		r.checkDeclarable(syntax.SymSelf, target, paren+1)
	}
}

func (r *resolver) insideLoop() bool {
	for b := r.fn.block; b != nil; b = b.parent {
		if b.isLoop {
			return true
		}
	}
	return false
}

// compound resolves `target op= value`, which reads its target and writes it.
func (r *resolver) compound(s *syntax.Compound) {
	r.target(s.Target)
	r.checkWrite(s.Target, s.OpPos)
	if n, ok := s.Target.(*syntax.Name); ok {
		if id := r.info.Refs[n.ID].Binding; r.info.Refs[n.ID].Kind != ToGlobal && id != 0 {
			r.info.Bindings[id].Reads++
		}
	}
	r.expr(s.Value)
}

func (r *resolver) functionStat(s *syntax.FunctionStat) {
	if n, ok := s.Target.(*syntax.Name); ok && s.Global {
		r.declareGlobal(n, s.ID(), r.tree.Attrib(n.ID) == syntax.Const)
		r.global(n)
		r.function(s.Func)
		return
	}
	r.target(s.Target)
	if end := s.Target.Span().End; r.rules.nameFirst && r.tree.Paren(end).Valid() { // else the name goes on, and is broken
		r.checkWrite(s.Target, end)
	}
	r.checkSelf(s)
	r.function(s.Func)
	if !r.rules.nameFirst {
		r.checkWrite(s.Target, s.Func.End)
	}
}

// checkWrite reports an assignment to a variable that may not be assigned to; the token
// after at is the lookahead at which Lua finds that.
func (r *resolver) checkWrite(target syntax.Expr, at source.Pos) {
	n, ok := target.(*syntax.Name)
	if !ok || !r.isConst(n) {
		return
	}
	r.errorf(r.tree.After(at), n.Span(), "attempt to assign to const variable '%s'", r.tree.Str(n.Sym))
}

func (r *resolver) isConst(n *syntax.Name) bool {
	ref := &r.info.Refs[n.ID]
	if ref.Kind == ToGlobal {
		g := r.globalOf(n.Sym)
		return g >= 0 && r.info.Globals[g].Const
	}
	b := &r.info.Bindings[ref.Binding]
	switch b.Kind {
	case LoopIndex:
		return r.rules.loopConst
	case LoopVar:
		return r.rules.loopConst && r.isFirstVar(b)
	case Param:
		return r.tree.Funcs[b.Func].VarargName == b.Decl
	}
	return b.Attrib != syntax.NoAttrib
}

// isFirstVar reports whether a variable is the first of its loop, which controls it.
func (r *resolver) isFirstVar(b *Binding) bool {
	loop, ok := r.tree.Stats[b.Stat].(*syntax.GenericFor)
	return ok && loop.Vars[0] == b.Decl
}

// declaredGlobal is a declaration that is in force.
type declaredGlobal struct {
	index  int       // in Info.Globals
	hidden BindingID // the local that the name meant before
	active int       // visible locals at the declaration
}

// What globalOf says of a global that no declaration names.
const (
	implicit   = -1 // none is needed
	undeclared = -2 // one is needed
)

// globalOf returns the declaration of a global that is in force, as a number in
// Info.Globals. A declaration of any variable makes those of all others necessary.
func (r *resolver) globalOf(sym syntax.Sym) int {
	found := implicit
	for i := len(r.globals) - 1; i >= 0; i-- {
		at := r.globals[i].index
		switch g := &r.info.Globals[at]; {
		case g.Decl == nil:
			if found < 0 {
				found = at
			}
		case g.Sym == sym:
			return at
		case found == implicit:
			found = undeclared
		}
	}
	return found
}

// globalStat meets `global`. The names are in force after it.
func (r *resolver) globalStat(s *syntax.Global) {
	for _, n := range s.Names {
		r.global(n)
	}
	r.exprs(s.Exprs())
	if s.Names == nil {
		r.declareGlobal(nil, s.ID(), s.Attrib == syntax.Const)
	}
	for _, n := range s.Names {
		r.declareGlobal(n, s.ID(), r.tree.Attrib(n.ID) == syntax.Const)
	}
}

// global resolves the name of a declaration, which is a global whatever local has it
// too, and counts as a write: it says that the global is there.
func (r *resolver) global(n *syntax.Name) {
	ref := Ref{Kind: ToGlobal, Upvalue: -1, Write: true}
	r.useEnv(&ref, n)
	r.info.Refs[n.ID] = ref
}

// declareGlobal puts a declaration in force; that of all variables if n is nil.
func (r *resolver) declareGlobal(n *syntax.Name, stat syntax.StatID, isConst bool) {
	d := declaredGlobal{index: len(r.info.Globals), active: len(r.active)}
	g := Global{Decl: n, Stat: stat, Const: isConst}
	g.Scope = source.Span{Start: r.tree.Stats[stat].Span().End, End: r.fn.block.span.End}
	if n != nil {
		g.Sym = n.Sym
		d.hidden, r.current[n.Sym] = r.current[n.Sym], 0
	}
	r.info.Globals = append(r.info.Globals, g)
	r.globals = append(r.globals, d)
}

// checkDeclared reports the use of a global that is not declared where that is needed,
// unless declarations are an error themselves.
func (r *resolver) checkDeclared(n *syntax.Name) {
	if r.tree.Dialects == syntax.Lua55 && r.globalOf(n.Sym) == undeclared {
		r.errorf(r.tree.After(n.End), n.Span(), "variable '%s' not declared", r.tree.Str(n.Sym))
	}
}

// leaveDeclared ends the declarations of a block that were made when there were more
// than so many visible locals.
func (r *resolver) leaveDeclared(b *block, locals int) {
	for i := len(r.globals) - 1; i >= b.firstGlobal && r.globals[i].active > locals; i-- {
		if g := r.info.Globals[r.globals[i].index]; g.Decl != nil {
			r.current[g.Sym] = r.globals[i].hidden
		}
		r.globals = r.globals[:i]
	}
}

// declareAttrib gives a binding its attribute. One that is to be closed is read then.
func (r *resolver) declareAttrib(id BindingID, decl *syntax.Name) {
	a := r.tree.Attrib(decl.ID)
	r.info.Bindings[id].Attrib = a
	if a == syntax.Close {
		r.info.Bindings[id].Reads++
	}
}

// globalName returns how a message writes a declaration that is in force, by its number.
func (r *resolver) globalName(i int) string {
	if g := &r.info.Globals[r.globals[i].index]; g.Decl != nil {
		return r.tree.Str(g.Sym)
	}
	return "*"
}
