package testkit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"luaflow/compile/bytecode"
)

// The parts of a listing that stand inside one function; readlisting.go has the
// grammar and reads the rest.

// assembler collects a function.
type assembler struct {
	p              *bytecode.Proto
	start          int                       // the line of the listing where it starts
	slotsGiven     bool                      // else MaxStack is computed
	constantsGiven bool                      // else the comments tell the constants
	upvaluesGiven  bool                      // else there are those of p from the start
	fromComments   map[int]bytecode.Constant // the first value that a comment gives to each
	comments       []comment
	hasLines       bool // a line other than - was given
}

// comment is what stood after an instruction.
type comment struct {
	pc   int
	line int // of the listing
	text string
}

// directive obeys a line that starts with a dot, or an item of a section, which
// says the same.
func (a *assembler) directive(word, text string) error {
	p := a.p
	var n numbers
	switch word {
	case ".source":
		p.Source = text
	case ".params":
		text, p.IsVararg = strings.CutSuffix(text, "+")
		p.NumParams = uint8(n.parse(text, 0, math.MaxUint8))
	case ".slots":
		a.slotsGiven = true
		p.MaxStack = uint8(n.parse(text, 0, math.MaxUint8))
	case ".constant":
		a.constantsGiven = true
		k, err := parseConstant(text)
		if err != nil {
			return err
		}
		p.Constants = append(p.Constants, k)
	case ".local":
		name, start, end := nameAndPair(text)
		p.Locals = append(p.Locals, bytecode.LocalVar{
			Name:    name,
			StartPC: int32(n.parse(start, 1, math.MaxInt32) - 1),
			EndPC:   int32(n.parse(end, 1, math.MaxInt32) - 1),
		})
	case ".upvalue":
		return a.upvalue(text)
	default:
		return fmt.Errorf("unknown directive %s", word)
	}
	return n.err
}

func (a *assembler) upvalue(text string) error {
	if !a.upvaluesGiven {
		a.p.Upvalues, a.upvaluesGiven = nil, true
	}
	if len(a.p.Upvalues) == math.MaxUint8 {
		return fmt.Errorf("more than %d upvalues", math.MaxUint8)
	}
	var n numbers
	name, inStack, index := nameAndPair(text)
	if name == "-" {
		name = ""
	}
	a.p.Upvalues = append(a.p.Upvalues, bytecode.Upvalue{
		Name:    name,
		InStack: n.parse(inStack, 0, 1) == 1,
		Index:   uint8(n.parse(index, 0, math.MaxUint8)),
	})
	return n.err
}

// nameAndPair cuts a text of a name, which may hold spaces, and two words.
func nameAndPair(text string) (name, first, second string) {
	text, second = cutLastWord(text)
	name, first = cutLastWord(text)
	return name, first, second
}

func cutLastWord(text string) (rest, word string) {
	i := strings.LastIndexAny(text, " \t")
	return strings.TrimRight(text[:max(i, 0)], " \t"), text[i+1:]
}

// instruction reads one, which stands on the given line of the listing.
func (a *assembler) instruction(text string, line int) error {
	code, text, hasComment := strings.Cut(text, ";")
	words := strings.Fields(code)
	if len(words) > 0 && words[0][0] >= '0' && words[0][0] <= '9' {
		if words[0] != strconv.Itoa(len(a.p.Code)+1) {
			return fmt.Errorf("instruction %d is numbered %s", len(a.p.Code)+1, words[0])
		}
		words = words[1:]
	}
	words, err := a.sourceLine(words)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return fmt.Errorf("expected an instruction")
	}
	op, known := opByName[words[0]]
	if !known {
		return fmt.Errorf("unknown opcode %s", words[0])
	}
	i, err := encode(op, words[1:])
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	a.p.Code = append(a.p.Code, i)
	if hasComment {
		return a.comment(strings.TrimSpace(text), line)
	}
	return nil
}

// sourceLine takes the line in brackets from the front of words, if there is one,
// and notes the line of the next instruction.
func (a *assembler) sourceLine(words []string) ([]string, error) {
	line := int32(0)
	if n := a.p.Lines.Len(); n > 0 {
		line = a.p.Lines.At(n - 1)
	}
	if len(words) > 0 && words[0][0] == '[' {
		text, closed := strings.CutSuffix(words[0][1:], "]")
		if !closed {
			return nil, fmt.Errorf("expected ] after the line")
		}
		line = 0
		if text != "-" {
			var n numbers
			if line = int32(n.parse(text, 1, math.MaxInt32)); n.err != nil {
				return nil, n.err
			}
			a.hasLines = true
		}
		words = words[1:]
	}
	a.p.Lines.Append(line)
	return words, nil
}

// opByName is the inverse of Op.String.
var opByName = func() map[string]bytecode.Op {
	ops := make(map[string]bytecode.Op, bytecode.NumOps)
	for op := range bytecode.Op(bytecode.NumOps) {
		ops[op.String()] = op
	}
	return ops
}()

// encode makes an instruction of its operands as printed; it is the inverse of
// appendOperands.
func encode(op bytecode.Op, words []string) (bytecode.Instruction, error) {
	m := op.Mode()
	var n numbers
	var operands [3]int
	used := 0
	for i, kind := range [...]bytecode.Operand{m.A, m.B, m.C} {
		if kind == bytecode.None {
			continue
		}
		if used < len(words) {
			operands[i] = n.operand(m, i, words[used])
		}
		used++
	}
	if used != len(words) {
		return 0, fmt.Errorf("expected %d operands, found %d", used, len(words))
	}
	a, b, c := operands[0], operands[1], operands[2]
	switch m.Layout {
	case bytecode.LayoutABx:
		return bytecode.ABx(op, a, b), n.err
	case bytecode.LayoutAsBx:
		return bytecode.AsBx(op, a, b), n.err
	case bytecode.LayoutAx:
		return bytecode.Ax(op, b), n.err
	default:
		return bytecode.ABC(op, a, b, c), n.err
	}
}

// operand reads A, B or C, which is number 0, 1 or 2, and undoes printedOperand.
// Plain numbers may also be written as such where luac takes them for constants.
func (n *numbers) operand(m bytecode.Mode, number int, s string) int {
	switch {
	case number == 0:
		return n.parse(s, 0, bytecode.MaxA)
	case m.Layout == bytecode.LayoutAx:
		return -1 - n.parse(s, -1-bytecode.MaxAx, -1)
	case m.Layout == bytecode.LayoutAsBx:
		return n.parse(s, -bytecode.MaxSBx, bytecode.MaxBx-bytecode.MaxSBx)
	case m.B == bytecode.ConstantIndex:
		return -1 - n.parse(s, -1-bytecode.MaxBx, -1)
	case m.B == bytecode.ProtoIndex:
		return n.parse(s, 0, bytecode.MaxBx)
	}
	most := bytecode.MaxIndexRK
	if [...]bytecode.Operand{m.A, m.B, m.C}[number] == bytecode.Number {
		most = bytecode.MaxB
	}
	v := n.parse(s, -1-bytecode.MaxIndexRK, most)
	if v < 0 {
		v = bytecode.RK(-1 - v)
	}
	return v
}

// comment takes from the comment of the last instruction what only it tells, and
// keeps it for finish to compare.
func (a *assembler) comment(text string, line int) error {
	pc := len(a.p.Code) - 1
	a.comments = append(a.comments, comment{pc, line, text})
	if i := a.p.Code[pc]; i.Op() == bytecode.SETLIST && i.C() == 0 {
		var n numbers
		word := n.parse(text, math.MinInt32, math.MaxInt32)
		a.p.Code = append(a.p.Code, bytecode.Instruction(uint32(int32(word))))
		a.p.Lines.Append(a.p.Lines.At(pc))
		return n.err
	}
	if !a.constantsGiven {
		a.constantsOf(pc, text)
	}
	return nil
}

// constantsOf notes the constants that the comment of an instruction tells. What
// cannot be understood is left to finish, which finds it wrong.
func (a *assembler) constantsOf(pc int, text string) {
	i := a.p.Code[pc]
	m := i.Op().Mode()
	if m.A == bytecode.UpvalueIndex || m.B == bytecode.UpvalueIndex {
		_, text, _ = strings.Cut(text, " ") // the upvalue's name
	}
	isPair := m.B == bytecode.RegisterOrK && m.A != bytecode.UpvalueIndex // then a register is a dash
	for _, k := range constantOperands(i) {
		if k < 0 && !isPair {
			continue
		}
		var word string
		word, text = cutConstant(text)
		value, err := parseConstant(word)
		if k < 0 || err != nil {
			continue
		}
		if a.fromComments == nil {
			a.fromComments = map[int]bytecode.Constant{}
		}
		if _, known := a.fromComments[k]; !known {
			a.fromComments[k] = value
		}
	}
}

// constantOperands gives the numbers of the constants that i names, in order of
// its operands, and -1 for an operand that might be a constant but is a register.
func constantOperands(i bytecode.Instruction) []int {
	m := i.Op().Mode()
	if m.Layout != bytecode.LayoutABC {
		_, b, _ := i.Operands()
		if m.B == bytecode.ConstantIndex || i.Op() == bytecode.EXTRAARG {
			return []int{b}
		}
		return nil
	}
	var ks []int
	for _, o := range [...]struct {
		kind bytecode.Operand
		n    int
	}{{m.B, i.B()}, {m.C, i.C()}} {
		switch {
		case o.kind != bytecode.RegisterOrK:
		case bytecode.IsK(o.n):
			ks = append(ks, bytecode.KIndex(o.n))
		default:
			ks = append(ks, -1)
		}
	}
	return ks
}

// finish completes the function once all of its lines are read.
func (a *assembler) finish() (*bytecode.Proto, error) {
	p := a.p
	if !a.hasLines {
		p.Lines = bytecode.Lines{}
	}
	if !a.constantsGiven {
		for len(p.Constants) < len(a.fromComments) {
			k, known := a.fromComments[len(p.Constants)]
			if !known {
				return nil, lineError(a.start, fmt.Errorf("no comment tells constant %d", len(p.Constants)+1))
			}
			p.Constants = append(p.Constants, k)
		}
	}
	for _, c := range a.comments {
		_, want, _ := strings.Cut(bytecode.Format(p, c.pc), " ; ")
		if want != "" && want != c.text && p.Code[c.pc].Op() != bytecode.CLOSURE {
			return nil, lineError(c.line, fmt.Errorf("the comment should be %q", want))
		}
	}
	if !a.slotsGiven {
		return p, a.computeSlots()
	}
	return p, nil
}

// computeSlots sets MaxStack to the least that the code and the locals allow.
func (a *assembler) computeSlots() error {
	slots := max(2, int(a.p.NumParams))
	for _, i := range a.p.Code {
		slots = max(slots, bytecode.HighestRegister(i)+1)
	}
	if registers := bytecode.LocalRegisters(a.p); len(registers) > 0 {
		slots = max(slots, slices.Max(registers)+1)
	}
	if slots > math.MaxUint8 {
		return lineError(a.start, fmt.Errorf("the code needs %d slots, there are %d at most", slots, math.MaxUint8))
	}
	a.p.MaxStack = uint8(slots)
	return nil
}
