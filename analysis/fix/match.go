package fix

import (
	"fmt"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// This file defines when the code of a function after a fix does what it did
// before: its operations are the same in the same order, with the same that may
// follow each, but for operations of the statements that the fix touches. Of these,
// some may be missing: those that have no effect, those that control never gets to,
// and stores to variables whose value nobody reads. Some may be new: stores to new
// variables, and nil in the place of a store that is gone.

// matcher compares one function.
type matcher struct {
	*pairing
	lossy    bool // effects of statements that are touched may be missing
	old, new *code
	newOf    []int32 // by old operation: the new one, -1 if it is missing
	oldOf    []int32
}

// compare compares all functions that are left.
func (p *pairing) compare(lossy bool) error {
	was := newOwners(p.was.unit, p.was.places)
	now := newOwners(p.now, p.nowPlaces)
	touched := make([]bool, len(p.funcs))
	for id, t := range p.touched {
		if t {
			touched[p.was.places[id].fn] = true
		}
	}
	for i, fn := range p.funcs {
		if fn == noFunc {
			continue
		}
		old := syntax.FuncID(i)
		if !p.sameHeader(old, fn) {
			return fmt.Errorf("the parameters of the function at line %d would change", p.was.unit.File.Line(p.was.unit.Tree.Funcs[i].Start))
		}
		if !touched[i] && sameProto(p.was.unit.Funcs[i].Proto, p.now.Funcs[fn].Proto) {
			continue
		}
		m := matcher{pairing: p, lossy: lossy}
		m.old = readCode(p.was.unit, old, was.of(old), p.staysCaptured)
		m.new = readCode(p.now, fn, now.of(fn), func(id resolve.BindingID) bool {
			return p.now.Res.Bindings[id].Captured
		})
		if err := m.run(); err != nil {
			return err
		}
	}
	return nil
}

// staysCaptured reports whether a variable is captured after the fix too.
func (p *pairing) staysCaptured(id resolve.BindingID) bool {
	now := p.bindings[id]
	return now != 0 && p.now.Res.Bindings[now].Captured
}

func (p *pairing) sameHeader(old, new syntax.FuncID) bool {
	a, b := p.was.unit.Funcs[old].Proto, p.now.Funcs[new].Proto
	return a.NumParams == b.NumParams && a.IsVararg == b.IsVararg
}

// sameProto reports whether two functions have the same instructions, number for
// number, and the same constants. If their names mean the same variables, they are
// the same.
func sameProto(a, b *bc.Proto) bool {
	if len(a.Code) != len(b.Code) || len(a.Constants) != len(b.Constants) || len(a.Protos) != len(b.Protos) {
		return false
	}
	for i, ins := range a.Code {
		if ins != b.Code[i] {
			return false
		}
	}
	for i := range a.Constants {
		if a.Constants[i] != b.Constants[i] {
			return false
		}
	}
	return true
}

// owners finds the innermost statement of each instruction.
type owners struct {
	unit  *compile.Unit
	stats [][]syntax.StatID // by FuncID
}

func newOwners(u *compile.Unit, places []place) *owners {
	o := &owners{unit: u, stats: make([][]syntax.StatID, len(u.Tree.Funcs))}
	for id := range places {
		fn := places[id].fn
		o.stats[fn] = append(o.stats[fn], syntax.StatID(id))
	}
	return o
}

// of is by pc the innermost statement; NoStat for what belongs to the function
// itself.
func (o *owners) of(fn syntax.FuncID) []syntax.StatID {
	out := make([]syntax.StatID, len(o.unit.Funcs[fn].Proto.Code))
	for i := range out {
		out[i] = syntax.NoStat
	}
	for _, id := range o.stats[fn] { // outer statements first
		for pc := o.unit.Map.Stats[id].Start; pc < o.unit.Map.Stats[id].End; pc++ {
			out[pc] = id
		}
	}
	return out
}

// run matches all operations.
func (m *matcher) run() error {
	m.newOf, m.oldOf = unmatched(len(m.old.ops)), unmatched(len(m.new.ops))
	// An operation that may be missing may look like a later one that is not: then it
	// was matched too early, and is passed over in another try.
	type choice struct{ i, k int }
	var doubts []choice
	i, k, retries := 0, 0, 0
	for {
		i, k = m.old.skipFolded(i), m.new.skipFolded(k)
		isOld, isNew := i < len(m.old.ops), k < len(m.new.ops)
		switch {
		case !isOld && !isNew:
			return m.flow()
		case isOld && isNew && m.same(&m.old.ops[i], &m.new.ops[k]):
			if m.mayGo(&m.old.ops[i]) {
				doubts = append(doubts, choice{i, k})
			}
			m.newOf[i], m.oldOf[k] = int32(k), int32(i)
			i++
			k++
		case isNew && m.mayCome(k):
			k++
		case isOld && m.mayGo(&m.old.ops[i]):
			i++
		case len(doubts) > 0 && retries < maxRetries:
			retries++
			last := doubts[len(doubts)-1]
			doubts = doubts[:len(doubts)-1]
			copy(m.newOf[last.i:], unmatched(i-last.i))
			copy(m.oldOf[last.k:], unmatched(k-last.k))
			i, k = last.i+1, last.k
		default:
			return fmt.Errorf("the code of the function at line %d would change", m.was.unit.File.Line(m.was.unit.Tree.Funcs[m.old.fn].Start))
		}
	}
}

// maxRetries bounds how often run goes back.
const maxRetries = 100

// unmatched is a row of n operations without partners.
func unmatched(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// skipFolded is the first operation from i on that was not folded into another.
func (c *code) skipFolded(i int) int {
	for i < len(c.ops) && c.ops[i].folded {
		i++
	}
	return i
}

func (m *matcher) isTouched(stat syntax.StatID) bool {
	return stat != syntax.NoStat && m.touched[stat]
}

func (m *matcher) isNowTouched(stat syntax.StatID) bool {
	return stat != syntax.NoStat && m.nowTouched[stat]
}

// same reports whether an operation is still the same one.
func (m *matcher) same(a, b *op) bool {
	touched := m.isTouched(a.stat)
	if touched != m.isNowTouched(b.stat) || a.results != b.results && !touched {
		return false
	}
	return m.sameOp(a, b)
}

func (m *matcher) sameOp(a, b *op) bool {
	if a.code != b.code || a.isSet != b.isSet || a.imm != b.imm || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if !m.sameArg(&a.args[i], &b.args[i]) {
			return false
		}
	}
	return true
}

func (m *matcher) sameArg(a, b *arg) bool {
	if a.kind != b.kind || a.nth != b.nth {
		return false
	}
	switch a.kind {
	case argVariable:
		if a.id == 0 || b.id == 0 {
			return a.id == b.id
		}
		return m.bindings[a.id] == resolve.BindingID(b.id)
	case argHidden:
		return a.id == b.id
	case argConstant:
		return *a.k == *b.k
	case argFunction:
		return m.funcs[a.id] == syntax.FuncID(b.id)
	case argValue:
		return m.newOf[a.id] == b.id || m.sameValue(&m.old.ops[a.id], &m.new.ops[b.id])
	}
	return true
}

// sameValue reports whether two operations that were not matched give the same
// value because they do nothing but read something.
func (m *matcher) sameValue(a, b *op) bool {
	if a.isSet || a.joined || b.joined {
		return false
	}
	switch a.code {
	case bc.MOVE, bc.LOADK, bc.LOADKX, bc.LOADBOOL, bc.GETUPVAL, bc.GETTABUP:
		return m.sameOp(a, b)
	}
	return false
}

// mayCome reports whether a new operation changes nothing: it gives a value to a new
// variable, or to one that nobody reads with that value.
func (m *matcher) mayCome(k int) bool {
	o := &m.new.ops[k]
	if !o.isSet || !m.isNowTouched(o.stat) || o.args[0].kind != argVariable {
		return false
	}
	id := resolve.BindingID(o.args[0].id)
	return m.bindingsOf[id] == 0 || m.new.isSuperseded(k) ||
		m.now.Res.Bindings[id].Func == m.new.fn && !m.nowCode().Funcs[m.new.fn].LiveAt(int(o.pc), int(m.now.Map.Regs[id]))
}

// isSuperseded reports whether set i is followed, with nothing in between, by one to
// the same variable.
func (c *code) isSuperseded(i int) bool {
	for k := i + 1; k < len(c.ops) && c.ops[k].isSet && c.ops[k].pc == c.ops[i].pc; k++ {
		if c.ops[k].args[0] == c.ops[i].args[0] {
			return true
		}
	}
	return false
}

// flow compares what may follow the operations that were matched, and makes sure
// that those that are missing decided nothing. What follows an operation that control
// never gets to may be missing with it.
func (m *matcher) flow() error {
	for i := range m.old.ops {
		a := &m.old.ops[i]
		if a.isSet || a.folded || !m.reachable(a) {
			continue
		}
		same := true
		if m.newOf[i] < 0 {
			same = a.next[1].to == nothing || m.passes(a.next[0]).to == m.passes(a.next[1]).to
		} else {
			b := &m.new.ops[m.newOf[i]]
			same = m.sameEdge(a.next[0], b.next[0]) && m.sameEdge(a.next[1], b.next[1])
		}
		if !same {
			return fmt.Errorf("line %d would lead elsewhere", m.was.unit.File.Line(m.old.m.Origins[a.pc].Span().Start))
		}
	}
	if !m.sameEdge(m.old.land(0), m.new.land(0)) {
		return fmt.Errorf("the function at line %d would begin elsewhere", m.was.unit.File.Line(m.was.unit.Tree.Funcs[m.old.fn].Start))
	}
	return nil
}

// sameEdge reports whether two ways lead to the same operation and close the same
// variables, if operations that are missing are passed over.
func (m *matcher) sameEdge(old, new edge) bool {
	old, new = m.passes(old), pass(m.new, m.oldOf, new)
	if len(old.closed) != len(new.closed) {
		return false
	}
	for _, id := range old.closed {
		if _, found := slices.BinarySearch(new.closed, int32(m.bindings[id])); !found {
			return false
		}
	}
	if old.to < 0 || new.to < 0 {
		return old.to == new.to
	}
	return m.newOf[old.to] == new.to
}

// passes goes on from an old operation to the first that is still there.
func (m *matcher) passes(e edge) edge { return pass(m.old, m.newOf, e) }

// pass goes on from an operation to the first that was matched.
func pass(c *code, other []int32, e edge) edge {
	for range c.ops {
		if e.to < 0 || other[e.to] >= 0 {
			return e
		}
		next := c.ops[e.to].next[0]
		e = edge{next.to, union(e.closed, next.closed)}
	}
	return edge{to: forever}
}

// mayGo reports whether an old operation may be missing.
func (m *matcher) mayGo(o *op) bool {
	switch {
	case !m.isTouched(o.stat):
		return false
	case !m.reachable(o):
		return true
	case o.isSet:
		return m.isDeadSet(o) || m.keepsValue(o)
	}
	return m.lossy || m.hasNoEffect(o)
}

// reachable reports whether control gets to an operation; to a set, from the
// instruction in front that puts the value in place.
func (m *matcher) reachable(o *op) bool {
	pc := int(o.pc)
	if o.isSet && pc > 0 {
		pc--
	}
	return m.was.code().Funcs[m.old.fn].Graph.Reachable(pc)
}

// isDeadSet reports whether nobody reads what a set stores: by the names, if no
// name of the variable is left or none that reads it; else by liveness.
func (m *matcher) isDeadSet(o *op) bool {
	if o.args[0].kind != argVariable {
		return false
	}
	id := resolve.BindingID(o.args[0].id)
	now := m.bindings[id]
	if now == 0 || m.now.Res.Bindings[now].Reads == 0 {
		return true
	}
	if m.was.binding(id).Func != m.old.fn {
		return false
	}
	return !m.was.code().Funcs[m.old.fn].LiveAt(int(o.pc), int(m.was.unit.Map.Regs[id]))
}

// keepsValue reports whether a set gives a variable the value that it has: one that
// was read from it, nothing else having been stored to it since, nor anything done
// in which a closure might.
func (m *matcher) keepsValue(o *op) bool {
	target, read := &o.args[0], m.source(&o.args[1])
	if target.kind != argVariable || read == nil ||
		read.code != bc.MOVE && read.code != bc.GETUPVAL || read.args[0] != *target {
		return false
	}
	captured := m.was.binding(resolve.BindingID(target.id)).Captured
	for i := o.args[1].id + 1; &m.old.ops[i] != o; i++ {
		between := &m.old.ops[i]
		if between.isSet && between.args[0] == *target {
			return false
		}
		if captured && !between.isSet && effect.Actions(m.old.proto.Code[between.pc])&^effect.Raises != 0 {
			return false
		}
	}
	return true
}

// hasNoEffect reports whether an operation does nothing that others can see.
func (m *matcher) hasNoEffect(o *op) bool {
	switch o.code {
	case bc.FORLOOP, bc.TFORLOOP:
		return false
	case bc.SETLIST:
		return m.isMissing(&o.args[0], bc.NEWTABLE)
	case bc.SETTABLE:
		return m.isMissing(&o.args[0], bc.NEWTABLE) && isKey(m.constant(&o.args[1]))
	case bc.GETTABUP, bc.GETTABLE:
		return m.was.names().untouched(m.path(o))
	}
	if effect.Actions(m.old.proto.Code[o.pc])&^effect.Allocates == 0 {
		return true
	}
	return m.isArithmetic(o)
}

// isMissing reports whether a value comes from an operation of a kind that is
// missing after the fix.
func (m *matcher) isMissing(a *arg, code bc.Op) bool {
	from := m.source(a)
	return from != nil && from.code == code && m.newOf[a.id] < 0
}

// source is the operation that alone gives a value, nil if there is none.
func (m *matcher) source(a *arg) *op {
	if a.kind != argValue || m.old.ops[a.id].joined {
		return nil
	}
	return &m.old.ops[a.id]
}

// isKey reports whether a constant can be the key of a field.
func isKey(k *bc.Constant) bool {
	return k != nil && k.Kind != bc.KNil && !(k.Kind == bc.KFloat && k.Float() != k.Float())
}

// constant is the constant that a value is, nil if it is none.
func (m *matcher) constant(a *arg) *bc.Constant {
	if a.kind == argConstant {
		return a.k
	}
	if from := m.source(a); from != nil && (from.code == bc.LOADK || from.code == bc.LOADKX) {
		return from.args[0].k
	}
	return nil
}

// path is the standard name that an operation reads, as globalPath writes it: a
// global, or a field of one. It is "" for other operations.
func (m *matcher) path(o *op) string {
	key := m.constant(&o.args[1])
	if key == nil || key.Kind != bc.KString {
		return ""
	}
	if o.code == bc.GETTABUP && o.args[0].kind == argVariable && o.args[0].id == 0 {
		return key.Str()
	}
	if from := m.source(&o.args[0]); o.code == bc.GETTABLE && from != nil && from.code == bc.GETTABUP {
		return m.path(from) + "." + key.Str()
	}
	return ""
}

// isArithmetic reports whether an operation computes with constants of the right
// type and cannot fail.
func (m *matcher) isArithmetic(o *op) bool {
	switch o.code {
	case bc.ADD, bc.SUB, bc.MUL, bc.DIV, bc.POW:
		return m.isNumber(&o.args[0]) && m.isNumber(&o.args[1])
	case bc.UNM:
		return m.isNumber(&o.args[0])
	case bc.IDIV, bc.MOD:
		k := m.constant(&o.args[1])
		return m.isNumber(&o.args[0]) && m.isNumber(&o.args[1]) && k != nil && *k != bc.Int(0)
	case bc.BAND, bc.BOR, bc.BXOR, bc.SHL, bc.SHR, bc.BNOT:
		return m.all(o, func(a *arg) bool { k := m.constant(a); return k != nil && k.Kind == bc.KInt })
	case bc.LT, bc.LE:
		return m.all(o, m.isNumber) || m.all(o, m.isString)
	case bc.CONCAT:
		return m.all(o, func(a *arg) bool { return m.isString(a) || m.isNumber(a) })
	case bc.LEN:
		return m.isString(&o.args[0])
	}
	return false
}

func (m *matcher) all(o *op, holds func(*arg) bool) bool {
	for i := range o.args {
		if !holds(&o.args[i]) {
			return false
		}
	}
	return true
}

// isNumber reports whether a value is a number for certain.
func (m *matcher) isNumber(a *arg) bool {
	if k := m.constant(a); k != nil {
		return k.Kind == bc.KInt || k.Kind == bc.KFloat
	}
	from := m.source(a)
	if from == nil {
		return false
	}
	switch from.code {
	case bc.ADD, bc.SUB, bc.MUL, bc.DIV, bc.POW, bc.UNM, bc.IDIV, bc.MOD:
		return m.isArithmetic(from)
	}
	return false
}

// isString reports whether a value is a string for certain.
func (m *matcher) isString(a *arg) bool {
	if k := m.constant(a); k != nil {
		return k.Kind == bc.KString
	}
	from := m.source(a)
	return from != nil && from.code == bc.CONCAT && m.isArithmetic(from)
}
