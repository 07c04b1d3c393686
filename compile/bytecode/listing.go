package bytecode

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// The listing: the lines of `luac5.3 -l -l -p`, where in the place of each
// address stands the path of the function from main: 0 is main, 0/1 its second
// child. After the printing half of luac.c. What is printed here is read again by the
// assembler of compile/testkit.

// ListOptions says what List leaves out.
type ListOptions struct {
	// CodeOnly leaves out constants, locals and upvalues, as a single -l does.
	CodeOnly bool
}

// List prints p as the main function, and its children after it in order of
// their numbers. It prints any Proto, one that Verify refuses too: a number that
// names nothing is commented with a question mark. The only errors are w's.
func List(w io.Writer, p *Proto, opts ListOptions) error {
	l := lister{w: w, opts: opts}
	l.function(p, "0")
	return l.err
}

// Part is some instructions of a function that follow one another.
type Part struct {
	From, To int // pcs; To is exclusive
}

// PartAround returns at most so many instructions around the one at pc, as many in front of it as after it where there are
// enough.
func PartAround(p *Proto, pc, most int) Part {
	n := len(p.Code)
	from := max(0, min(pc-most/2, n-most))
	if from > 0 && hasExtraLength(p, from-1) {
		from-- // beside its SETLIST
	}
	return Part{from, min(n, from+most)}
}

// ListFunction returns what List prints of part of the one function at a path, without the empty
// line in front, and the number of the line, from 0, that each instruction of the part is on. Where instructions are left
// out a line says how many; then constants and the other records are at most as many as the part has instructions. It calls step for
// each 32 lines, so that the work on a large function can be stopped.
func ListFunction(p *Proto, path string, part Part, step func()) (text string, lines []int) {
	b := appendHeader(nil, p, path)
	records := math.MaxInt
	if part.To-part.From < len(p.Code) {
		records = part.To - part.From
	}
	b = appendOmitted(b, part.From, "instruction")
	line := bytes.Count(b, []byte("\n")) - 1
	for pc := part.From; pc < part.To; pc++ {
		if pc > part.From && hasExtraLength(p, pc-1) {
			line-- // beside its SETLIST
		}
		lines = append(lines, line)
		line++
	}
	b = appendCode(b, p, part, path, step)
	b = appendOmitted(b, len(p.Code)-part.To, "instruction")
	return string(appendRecords(b, p, path, records, step)[1:]), lines
}

// appendOmitted writes a line that says how much is left out of a listing; none if nothing is.
func appendOmitted(b []byte, n int, noun string) []byte {
	if n <= 0 {
		return b
	}
	return append(appendCounted(append(b, '\t'), n, noun), " left out\n"...)
}

// stride is how many lines of a listing are a step.
const stride = 32

type lister struct {
	w    io.Writer
	opts ListOptions
	buf  []byte // one function, reused for the next
	err  error
}

func (l *lister) function(p *Proto, path string) {
	l.buf = appendHeader(l.buf[:0], p, path)
	step := func() {}
	l.buf = appendCode(l.buf, p, Part{0, len(p.Code)}, path, step)
	if !l.opts.CodeOnly {
		l.buf = appendRecords(l.buf, p, path, math.MaxInt, step)
	}
	if _, l.err = l.w.Write(l.buf); l.err != nil {
		return
	}
	for i, child := range p.Protos {
		if l.function(child, childPath(path, i)); l.err != nil {
			return
		}
	}
}

// childPath returns the path of child number i of the function at path.
func childPath(path string, i int) string { return path + "/" + strconv.Itoa(i) }

func appendHeader(b []byte, p *Proto, path string) []byte {
	b = append(b, "\nfunction <"...)
	if p.LineDefined == 0 {
		b = append(b[:len(b)-len("function <")], "main <"...)
	}
	b = append(b, SourceName(p.Source)...)
	b = strconv.AppendInt(append(b, ':'), int64(p.LineDefined), 10)
	b = strconv.AppendInt(append(b, ','), int64(p.LastLineDefined), 10)
	b = appendCounted(append(b, "> ("...), len(p.Code), "instruction")
	b = append(append(append(b, " at "...), path...), ")\n"...)

	b = strconv.AppendUint(b, uint64(p.NumParams), 10)
	if p.IsVararg {
		b = append(b, '+')
	}
	b = append(b, " param"...)
	if p.NumParams != 1 {
		b = append(b, 's')
	}
	b = appendCounted(append(b, ", "...), int(p.MaxStack), "slot")
	b = appendCounted(append(b, ", "...), len(p.Upvalues), "upvalue")
	b = appendCounted(append(b, ", "...), len(p.Locals), "local")
	b = appendCounted(append(b, ", "...), len(p.Constants), "constant")
	b = appendCounted(append(b, ", "...), len(p.Protos), "function")
	return append(b, '\n')
}

// appendCounted writes a number and its noun, in the plural unless it is one.
func appendCounted(b []byte, n int, noun string) []byte {
	b = append(append(strconv.AppendInt(b, int64(n), 10), ' '), noun...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
}

// SourceName returns how a listing names a Proto.Source: a file's name without the @,
// "?" for a stripped function, and a word in brackets for text that was loaded
// from memory.
func SourceName(source string) string {
	switch {
	case source == "":
		return "?"
	case source[0] == '@' || source[0] == '=':
		return cString(source[1:])
	case source[0] == header[0]:
		return "(bstring)"
	default:
		return "(string)"
	}
}

// cString returns s as C prints it, up to the first zero byte, but with controls written as in
// constants: a name can begin no line of a listing.
func cString(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	isControl := func(r rune) bool { return r < ' ' || r == 0x7f }
	if !strings.ContainsFunc(s, isControl) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if isControl(rune(s[i])) {
			fmt.Fprintf(&b, "\\%03d", s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func appendCode(b []byte, p *Proto, part Part, path string, step func()) []byte {
	for pc := part.From; pc < part.To; pc++ {
		if pc%stride == 0 {
			step()
		}
		b = strconv.AppendInt(append(b, '\t'), int64(pc+1), 10)
		b = append(b, "\t["...)
		if pc < p.Lines.Len() && p.Lines.At(pc) > 0 {
			b = strconv.AppendInt(b, int64(p.Lines.At(pc)), 10)
		} else {
			b = append(b, '-')
		}
		b = append(b, "]\t"...)
		name := p.Code[pc].Op().String()
		b = append(append(b, name...), "         "[min(9, len(name)):]...)
		b = appendOperands(append(b, '\t'), p.Code[pc])
		mark := len(b)
		b = append(b, "\t; "...)
		start := len(b)
		if b = appendComment(b, p, pc, path); len(b) == start {
			b = b[:mark]
		}
		b = append(b, '\n')
		if hasExtraLength(p, pc) {
			pc++ // luac shows the next word as the comment alone
		}
	}
	return b
}

// hasExtraLength reports whether the instruction is a SETLIST whose C is in the
// word after it.
func hasExtraLength(p *Proto, pc int) bool {
	i := p.Code[pc]
	return i.Op() == SETLIST && i.C() == 0 && pc+1 < len(p.Code)
}

// Format returns one instruction on one line: its name, its operands as a listing has
// them, and the comment, without the pc and the source line. A CLOSURE names its
// function relative to p. The line is an instruction of the assembler too.
func Format(p *Proto, pc int) string {
	parts := []string{p.Code[pc].Op().String()}
	if operands := appendOperands(nil, p.Code[pc]); len(operands) > 0 {
		parts = append(parts, string(operands))
	}
	if comment := appendComment(nil, p, pc, "."); len(comment) > 0 {
		parts = append(parts, ";", string(comment))
	}
	return strings.Join(parts, " ")
}

// appendOperands writes the operands that have a meaning.
func appendOperands(buf []byte, i Instruction) []byte {
	m := i.Op().Mode()
	a, b, c := i.Operands()
	start := len(buf)
	for n, kind := range [...]Operand{m.A, m.B, m.C} {
		if kind == None {
			continue
		}
		if len(buf) > start {
			buf = append(buf, ' ')
		}
		buf = strconv.AppendInt(buf, int64(printedOperand(m, kind, [...]int{a, b, c}[n])), 10)
	}
	return buf
}

// printedOperand returns n as luac prints it: -1 for the first constant, -2 for the second, and
// other operands as they are. luac takes the bit that marks constants in B and C for what it is
// even where they are plain numbers, and every Ax for a constant.
func printedOperand(m Mode, kind Operand, n int) int {
	switch {
	case kind == ConstantIndex || m.Layout == LayoutAx:
		return -1 - n
	case m.Layout == LayoutABC && IsK(n):
		return -1 - KIndex(n)
	}
	return n
}

// appendComment writes what the operands of an instruction stand for, or nothing.
func appendComment(b []byte, p *Proto, pc int, path string) []byte {
	i := p.Code[pc]
	switch m := i.Op().Mode(); {
	case i.Op() == LOADK:
		return appendConstantOf(b, p, i.Bx())
	case m.B == JumpDistance:
		return strconv.AppendInt(append(b, "to "...), int64(pc+2+i.SBx()), 10)
	case m.B == UpvalueIndex:
		b = append(b, upvalueName(p, i.B())...)
		return appendKey(b, p, i.C(), m.C)
	case m.A == UpvalueIndex:
		b = append(b, upvalueName(p, i.A())...)
		b = appendKey(b, p, i.B(), m.B)
		return appendKey(b, p, i.C(), m.C)
	case m.B == RegisterOrK:
		return appendPair(b, p, i)
	case m.C == RegisterOrK && IsK(i.C()):
		return appendConstantOf(b, p, KIndex(i.C()))
	case m.B == ProtoIndex:
		return append(b, childPath(path, i.Bx())...)
	case i.Op() == SETLIST:
		return appendBatch(b, p, pc)
	case i.Op() == EXTRAARG && (pc == 0 || !hasExtraLength(p, pc-1)):
		return appendConstantOf(b, p, i.Ax())
	}
	return b
}

// appendKey writes a constant operand after the name of an upvalue.
func appendKey(b []byte, p *Proto, n int, kind Operand) []byte {
	if kind == RegisterOrK && IsK(n) {
		b = appendConstantOf(append(b, ' '), p, KIndex(n))
	}
	return b
}

// appendPair writes two operands of which one at least is a constant; a register
// is a dash.
func appendPair(b []byte, p *Proto, i Instruction) []byte {
	if !IsK(i.B()) && !IsK(i.C()) {
		return b
	}
	for n, rk := range [2]int{i.B(), i.C()} {
		if n > 0 {
			b = append(b, ' ')
		}
		if IsK(rk) {
			b = appendConstantOf(b, p, KIndex(rk))
		} else {
			b = append(b, '-')
		}
	}
	return b
}

// appendBatch writes which batch of items a SETLIST stores. Where the number is
// in an EXTRAARG, luac prints the whole word of that as a signed int.
func appendBatch(b []byte, p *Proto, pc int) []byte {
	switch {
	case hasExtraLength(p, pc):
		return strconv.AppendInt(b, int64(int32(p.Code[pc+1])), 10)
	case p.Code[pc].C() == 0:
		return append(b, '?')
	default:
		return strconv.AppendInt(b, int64(p.Code[pc].C()), 10)
	}
}

func upvalueName(p *Proto, i int) string {
	switch {
	case i >= len(p.Upvalues):
		return "?"
	case p.Upvalues[i].Name == "":
		return "-"
	default:
		return cString(p.Upvalues[i].Name)
	}
}

// appendRecords writes constants, locals and upvalues, at most so many of each.
func appendRecords(b []byte, p *Proto, path string, most int, step func()) []byte {
	section := func(name string, n int) {
		b = strconv.AppendInt(append(append(b, name...), " ("...), int64(n), 10)
		b = append(append(append(b, ") for "...), path...), ":\n"...)
	}
	number := func(n int) { b = strconv.AppendInt(append(b, '\t'), int64(n), 10) }

	section("constants", len(p.Constants))
	for i, k := range p.Constants[:min(most, len(p.Constants))] {
		if i%stride == 0 {
			step()
		}
		number(i + 1)
		b = append(k.Append(append(b, '\t')), '\n')
	}
	b = appendOmitted(b, len(p.Constants)-most, "constant")
	section("locals", len(p.Locals))
	for i, v := range p.Locals[:min(most, len(p.Locals))] {
		if i%stride == 0 {
			step()
		}
		number(i)
		b = append(append(b, '\t'), cString(v.Name)...)
		number(int(v.StartPC) + 1)
		number(int(v.EndPC) + 1)
		b = append(b, '\n')
	}
	b = appendOmitted(b, len(p.Locals)-most, "local")
	section("upvalues", len(p.Upvalues))
	for i, u := range p.Upvalues {
		number(i)
		b = append(append(b, '\t'), upvalueName(p, i)...)
		number(int(boolByte(u.InStack)))
		number(int(u.Index))
		b = append(b, '\n')
	}
	return b
}

func appendConstantOf(b []byte, p *Proto, i int) []byte {
	if i >= len(p.Constants) {
		return append(b, '?')
	}
	return p.Constants[i].Append(b)
}
