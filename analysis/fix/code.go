package fix

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/compile"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file defines the form in which the code of two functions is compared: a list
// of operations that name variables, constants and functions themselves instead of
// registers and numbers.
//
//   - What an operation reads from a temporary register is named by the operation
//     that put it there.
//   - A variable gets its value by an operation of its own (isSet), where the map
//     says that the value is in place; what computes the value does not tell where
//     to. So `x = v` and `local x = v` are the same.
//   - Jumps are no operations: each operation knows what may follow it, and which
//     variables are closed on the way. So it does not matter which way round a
//     condition is tested, and which jumps were merged.
//   - LOADNIL is no operation, unless it gives one of several values: the generator
//     merges those that happen to meet.
//   - A constant that had to be loaded because its number was too big for an operand
//     is an operand.

// op is one operation.
type op struct {
	pc      int32 // of a set: where the value is in place
	stat    syntax.StatID
	code    bc.Op
	isSet   bool // args[0] gets args[1]
	folded  bool // it became an operand of another one
	joined  bool // its value is one of several that may be in the register behind it
	imm     [2]int32
	results int32   // how many values a CALL or VARARG is asked for, as encoded
	next    [2]edge // what may follow, on true first
	args    []arg
}

// edge leads to an operation.
type edge struct {
	to     int32
	closed []int32 // captured variables that end on the way, by BindingID, in order
}

// What may follow instead of an operation.
const (
	nothing int32 = -1 // the function is left, or there is no such edge
	forever int32 = -2 // an endless loop without operations
)

// argKind says what an arg is.
type argKind uint8

const (
	argUnknown  argKind = iota // a register that nothing was put into
	argValue                   // value nth of operation id
	argVariable                // of the function or of one around it: BindingID; 0 for the chunk's _ENV
	argHidden                  // an unnamed variable of a loop: its rank among those in scope
	argConstant
	argFunction // FuncID
)

// arg is what an operation works on.
type arg struct {
	kind argKind
	nth  int32
	id   int32
	k    *bc.Constant
}

var nilConstant = new(bc.Constant)

// code is the operations of one function.
type code struct {
	unit  *compile.Unit
	fn    syntax.FuncID
	proto *bc.Proto
	m     *srcmap.Func
	ops   []op
	at    []int32           // by pc: the operation that the instruction became, or -1
	ends  map[int32][]int32 // by pc of a jump: the captured variables that it closes
}

// reader makes the operations of one function.
type reader struct {
	code
	children []syntax.FuncID // by number of the prototype
	captured func(resolve.BindingID) bool
	owner    []syntax.StatID // by pc
	joined   []bool          // by pc, see joins
	locals   int             // how many records have begun
	stores   int             // how many stores are done
	active   []activeLocal   // by register
	values   [bc.MaxA + 1]arg
	under    [bc.MaxA + 1]arg // what a register held before it was set to nil
	arena    []arg
}

type activeLocal struct {
	id  arg
	end int32
}

// readCode makes the operations of a function. captured tells the variables of
// which it matters when they are closed.
func readCode(u *compile.Unit, fn syntax.FuncID, owner []syntax.StatID, captured func(resolve.BindingID) bool) *code {
	r := &reader{
		code:     code{unit: u, fn: fn, proto: u.Funcs[fn].Proto, m: u.Funcs[fn].Map},
		children: childrenOf(u.Tree, fn),
		captured: captured,
		owner:    owner,
	}
	r.at = make([]int32, len(r.proto.Code))
	r.joins()
	r.ops = make([]op, 0, len(r.proto.Code)+len(r.m.Stores))
	for pc, i := range r.proto.Code {
		r.arrive(pc)
		r.at[pc] = -1
		r.instruction(pc, i)
	}
	for i := range r.ops {
		r.follow(&r.ops[i])
	}
	return &r.code
}

// joins finds the instructions behind which another part of the same statement goes
// on: the last one of what gives `a and b` its value, or a comparison.
func (r *reader) joins() {
	r.joined = make([]bool, len(r.proto.Code))
	for pc := range r.proto.Code {
		first, second := effect.Successors(r.proto, pc)
		for _, to := range [...]int{first, second} {
			if to > pc+1 && r.owner[pc] == r.owner[to-1] {
				r.joined[to-1] = true
			}
		}
	}
}

// childrenOf is the functions right inside fn, in the order of their prototypes.
func childrenOf(t *syntax.Tree, fn syntax.FuncID) []syntax.FuncID {
	var out []syntax.FuncID
	last := t.Funcs[fn].End
	for _, f := range t.Funcs[fn+1:] {
		if f.Start >= last {
			break
		}
		if f.Parent == t.Funcs[fn] {
			out = append(out, f.ID)
		}
	}
	return out
}

// arrive ends and begins the lives of variables at pc, and emits the sets whose
// values are in place there.
func (r *reader) arrive(pc int) {
	for n := len(r.active); n > 0 && int(r.active[n-1].end) <= pc; n-- {
		r.active = r.active[:n-1]
	}
	for ; r.locals < len(r.proto.Locals) && int(r.proto.Locals[r.locals].StartPC) == pc; r.locals++ {
		r.begin(pc, r.locals)
	}
	for ; r.stores < len(r.m.Stores) && int(r.m.Stores[r.stores].PCs.End) <= pc; r.stores++ {
		r.store(pc, &r.m.Stores[r.stores])
	}
}

func (r *reader) begin(pc, local int) {
	id, reg := r.m.Locals[local], 0
	if id != 0 {
		reg = int(r.unit.Map.Regs[id])
	} else { // the loop's own variables follow its hidden ones
		for k := local + 1; ; k++ {
			if id := r.m.Locals[k]; id != 0 {
				reg = int(r.unit.Map.Regs[id]) - (k - local)
				break
			}
		}
	}
	a := arg{kind: argVariable, id: int32(id)}
	r.active = r.active[:reg]
	if id == 0 {
		rank := 0
		for _, l := range r.active {
			if l.id.kind == argHidden {
				rank++
			}
		}
		a = arg{kind: argHidden, id: int32(rank)}
		r.set(pc, r.owner[pc], a, r.values[reg])
	}
	r.active = append(r.active, activeLocal{id: a, end: r.proto.Locals[local].EndPC})
}

// store emits the set of a store to a variable of this function.
func (r *reader) store(pc int, s *srcmap.StoreRec) {
	value := r.values[s.Reg]
	switch {
	case s.Kind == srcmap.ParamInit || s.Kind == srcmap.LoopInit || s.Upvalue >= 0:
		return
	case s.Elided && !r.storesNil(s):
		return // x = x
	case s.Elided:
		value = arg{kind: argConstant, k: nilConstant}
	case value.kind == argConstant && r.isUnderNil(s):
		value = r.under[s.Reg]
	}
	r.set(pc, s.Stat, arg{kind: argVariable, id: int32(s.Binding)}, value)
}

// isUnderNil reports whether a nil is not what a store puts in place, but belongs to
// the next variable in the register: the one stored to ends at once, and a LOADNIL
// of its statement was merged with that of the next.
func (r *reader) isUnderNil(s *srcmap.StoreRec) bool {
	u := &r.under[s.Reg]
	return u.kind == argValue && r.ops[u.id].pc >= s.PCs.Start && !r.storesNil(s)
}

// storesNil reports whether the text of a store gives nil.
func (r *reader) storesNil(s *srcmap.StoreRec) bool {
	a, ok := asAssignment(r.unit.Tree.Stats[s.Stat])
	if !ok {
		return false
	}
	value := givenTo(a.values, a.targetOf(s.Name), len(a.targets)).expr
	for {
		paren, ok := value.(*syntax.Paren)
		if !ok {
			break
		}
		value = paren.X
	}
	l, ok := value.(*syntax.Literal)
	return value == nil || ok && l.Kind == syntax.Nil
}

func (r *reader) set(pc int, stat syntax.StatID, target, value arg) {
	r.ops = append(r.ops, op{
		pc: int32(pc), stat: stat, isSet: true, args: r.list(target, value),
		next: [2]edge{{to: nothing}, {to: nothing}},
	})
}

// list keeps args in the arena.
func (r *reader) list(args ...arg) []arg {
	if len(r.arena) < len(args) {
		r.arena = make([]arg, max(256, len(args)))
	}
	out := r.arena[:len(args):len(args)]
	r.arena = r.arena[len(args):]
	copy(out, args)
	return out
}

// instruction makes the operation of one instruction, if it has one.
func (r *reader) instruction(pc int, i bc.Instruction) {
	switch i.Op() {
	case bc.EXTRAARG:
		return
	case bc.LOADNIL:
		if r.joined[pc] {
			break
		}
		for reg := range effect.Defs(r.proto, pc).All() {
			r.under[reg] = r.values[reg]
			r.values[reg] = arg{kind: argConstant, k: nilConstant}
		}
		return
	case bc.MOVE:
		if i.B() >= len(r.active) {
			r.values[i.A()] = r.values[i.B()]
			return
		}
	case bc.JMP:
		r.jump(pc, i)
		return
	case bc.SETUPVAL:
		if id := r.unit.Res.Upvalues[r.fn][i.B()].Binding; id != 0 {
			value := r.register(i.A())
			if value.kind == argVariable { // as if it were copied first
				r.add(pc, op{code: bc.MOVE, args: r.list(value)})
				value = arg{kind: argValue, id: r.at[pc]}
			}
			r.set(pc, r.owner[pc], arg{kind: argVariable, id: int32(id)}, value)
			return
		}
	}
	r.operation(pc, i)
}

// jump notes which variables a jump closes.
func (r *reader) jump(pc int, i bc.Instruction) {
	from := effect.Closes(i)
	if from < 0 || from >= len(r.active) {
		return
	}
	var closed []int32
	for _, l := range r.active[from:] {
		if l.id.kind == argVariable && r.captured(resolve.BindingID(l.id.id)) {
			closed = append(closed, l.id.id)
		}
	}
	if len(closed) > 0 {
		if r.ends == nil {
			r.ends = make(map[int32][]int32)
		}
		r.ends[int32(pc)] = closed
	}
}

func (r *reader) add(pc int, o op) {
	o.pc, o.stat, o.joined = int32(pc), r.owner[pc], r.joined[pc]
	r.at[pc] = int32(len(r.ops))
	r.ops = append(r.ops, o)
}

// operation translates the operands, then notes which registers are written.
func (r *reader) operation(pc int, i bc.Instruction) {
	o := op{code: i.Op()}
	if o.code == bc.TESTSET {
		o.code = bc.TEST // it is one if the value is in place already
	}
	var buf [16]arg
	o.args = r.list(r.operands(pc, i, &o, buf[:0])...)
	n := int32(len(r.ops))
	nth := int32(0)
	for _, defs := range [...]effect.Regs{effect.Defs(r.proto, pc), effect.MayDefs(r.proto, pc), effect.EdgeDefs(r.proto, pc)} {
		for reg := range defs.All() {
			r.values[reg] = arg{kind: argValue, id: n, nth: nth}
			nth++
		}
	}
	r.add(pc, o)
}

// operands appends what an instruction works on: upvalues, constants and functions
// that it names by number; then the registers that it reads; then those operands
// that may be either register or constant. Numbers go to o.
func (r *reader) operands(pc int, i bc.Instruction, o *op, args []arg) []arg {
	mode := i.Op().Mode()
	a, b, c := i.Operands()
	numbers, either := 0, 0
	for k, operand := range [...]struct {
		kind bc.Operand
		n    int
	}{{mode.A, a}, {mode.B, b}, {mode.C, c}} {
		switch operand.kind {
		case bc.RegisterOrK:
			if !bc.IsK(operand.n) {
				either++
			}
		case bc.ConstantIndex:
			args = append(args, arg{kind: argConstant, k: &r.proto.Constants[operand.n]})
		case bc.UpvalueIndex:
			id := r.unit.Res.Upvalues[r.fn][operand.n].Binding
			args = append(args, arg{kind: argVariable, id: int32(id)})
		case bc.ProtoIndex:
			args = append(args, arg{kind: argFunction, id: int32(r.children[operand.n])})
		case bc.Number, bc.Flag:
			if isResults(i.Op(), k) {
				o.results = int32(operand.n)
			} else if !mode.IsTest {
				o.imm[numbers&1] = int32(operand.n)
				numbers++
			}
		}
	}
	if i.Op() == bc.LOADKX {
		args = append(args, arg{kind: argConstant, k: &r.proto.Constants[r.proto.Code[pc+1].Ax()]})
	}
	args = r.reads(pc, either, args)
	if mode.B == bc.RegisterOrK {
		args = append(args, r.registerOrConstant(b))
	}
	if mode.C == bc.RegisterOrK {
		args = append(args, r.registerOrConstant(c))
	}
	return args
}

// isResults reports whether operand k of an opcode is the number of values that it
// is asked for.
func isResults(code bc.Op, k int) bool {
	return code == bc.CALL && k == 2 || code == bc.VARARG && k == 1
}

// reads appends the registers that an instruction reads but for the last few, which
// are operands that might be constants.
func (r *reader) reads(pc, butLast int, args []arg) []arg {
	uses := effect.Uses(r.proto, pc)
	n := -butLast
	for range uses.All() {
		n++
	}
	for reg := range uses.All() {
		if n--; n < 0 {
			break
		}
		args = append(args, r.register(reg))
	}
	return args
}

// register is what a register holds.
func (r *reader) register(reg int) arg {
	if reg < len(r.active) {
		return r.active[reg].id
	}
	return r.values[reg]
}

// registerOrConstant is an operand; a constant that was loaded for it alone takes
// its place.
func (r *reader) registerOrConstant(rk int) arg {
	if bc.IsK(rk) {
		return arg{kind: argConstant, k: &r.proto.Constants[bc.KIndex(rk)]}
	}
	v := r.register(rk)
	if v.kind != argValue || r.ops[v.id].joined {
		return v
	}
	switch from := &r.ops[v.id]; from.code {
	case bc.LOADK, bc.LOADKX:
		from.folded = true
		return from.args[0]
	case bc.LOADBOOL:
		from.folded = true
		k := bc.Bool(from.imm[0] != 0)
		return arg{kind: argConstant, k: &k}
	}
	return v
}

// follow finds what may follow an operation.
func (c *code) follow(o *op) {
	if o.isSet {
		return
	}
	first, second := effect.Successors(c.proto, int(o.pc))
	i := c.proto.Code[o.pc]
	switch i.Op() {
	case bc.EQ, bc.LT, bc.LE:
		if i.A() == 0 {
			first, second = second, first
		}
	case bc.TEST, bc.TESTSET:
		if i.C() == 0 {
			first, second = second, first
		}
	}
	o.next = [2]edge{c.land(first), c.land(second)}
}

// land is the way from pc to the first operation.
func (c *code) land(pc int) edge {
	if pc < 0 {
		return edge{to: nothing}
	}
	var closed []int32
	for range c.proto.Code {
		if i := c.at[pc]; i >= 0 && !c.ops[i].folded {
			return edge{i, closed}
		}
		closed = union(closed, c.ends[int32(pc)])
		pc, _ = effect.Successors(c.proto, pc)
	}
	return edge{to: forever}
}

// union merges two ascending lists, neither of which it changes.
func union(a, b []int32) []int32 {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
