package bytecode

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// The reader of binary chunks; their form is described in dump.go. The reference
// reader (lundump.c) trusts its input. This one believes nothing: it checks every
// length against the bytes that are left before it allocates.

// maxNesting is how deep functions may stand in one another. The parser of Lua
// gives up at this depth (LUAI_MAXCCALLS), so that no compiler makes more.
const maxNesting = 200

// Undump reads a chunk as luac5.3 writes it on x86-64 Linux, with debug
// information or stripped. Any other input is an error that says where the chunk
// stops making sense; the memory in use is bounded by a multiple of len(data).
//
// The answer is well formed as data: lines are as many as instructions or none,
// and every count is true. Whether the code makes sense is for Verify to say.
// Dump gives the same bytes back for every chunk that luac5.3 wrote.
func Undump(data []byte) (p *Proto, err error) {
	u := &undumper{data: data}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(chunkError)
			if !ok {
				panic(r)
			}
			p, err = nil, fmt.Errorf("byte %d of the chunk: %s", u.pos, string(e))
		}
	}()
	u.header()
	upvalues := u.byte()
	p = u.function("", 0)
	if len(p.Upvalues) != int(upvalues) {
		u.fail("the closure has %d upvalues, its function %d", upvalues, len(p.Upvalues))
	}
	if rest := len(u.data) - u.pos; rest > 0 {
		u.fail("%d bytes follow the main function", rest)
	}
	return p, nil
}

// chunkError is the panic that leaves the reader; it never leaves Undump.
type chunkError string

type undumper struct {
	data []byte
	pos  int
}

func (u *undumper) fail(format string, args ...any) {
	panic(chunkError(fmt.Sprintf(format, args...)))
}

// header reads what comes before the number of upvalues, and tells apart the ways
// in which a file is not for this machine.
func (u *undumper) header() {
	const sizes = len("\x1bLua\x53\x00\x19\x93\r\n\x1a\n")
	prefix := string(u.data[:min(len(u.data), len(header))])
	if !strings.HasPrefix(prefix, header[:min(4, len(prefix))]) || prefix == "" {
		u.fail("not a binary chunk: it does not start with ESC Lua")
	}
	if len(prefix) < len(header) {
		u.pos = len(prefix)
		u.fail("truncated in the header")
	}
	for u.pos < len(header) && prefix[u.pos] == header[u.pos] {
		u.pos++
	}
	switch at := u.pos; {
	case at == len(header):
	case at == 4:
		u.fail("made for Lua %d.%d, not 5.3", prefix[at]>>4, prefix[at]&0xf)
	case at == 5:
		u.fail("format %d is not the official one", prefix[at])
	case at < sizes:
		u.fail("corrupted by a conversion of line ends or of characters")
	case at < sizes+5:
		what := [...]string{"int", "size_t", "instruction", "integer", "float"}[at-sizes]
		u.fail("made for a machine whose %s has %d bytes, not %d", what, prefix[at], header[at])
	case at < sizes+5+8:
		u.fail("made for a machine of another byte order")
	default:
		u.fail("made for a machine with another format of floats")
	}
}

// function reads a function that stands depth deep in others. A function without
// a source has its parent's.
func (u *undumper) function(parentSource string, depth int) *Proto {
	if depth == maxNesting {
		u.fail("functions nested deeper than %d", maxNesting)
	}
	p := &Proto{Source: parentSource}
	if source, some := u.string(); some {
		p.Source = source
	}
	p.LineDefined = u.natural("first line")
	p.LastLineDefined = u.natural("last line")
	p.NumParams = u.byte()
	p.IsVararg = u.byte() != 0 // 5.3.0 to 5.3.3 write 2 for some
	p.MaxStack = u.byte()
	p.Code = words[Instruction](u, "instructions")
	p.Constants = u.constants()
	p.Upvalues = u.upvalues()
	p.Protos = u.protos(p.Source, depth)
	u.debug(p)
	return p
}

func (u *undumper) constants() []Constant {
	n := u.count("constants", 1)
	if n == 0 {
		return nil
	}
	constants := make([]Constant, n)
	for i := range constants {
		constants[i] = u.constant()
	}
	return constants
}

func (u *undumper) constant() Constant {
	switch tag := u.byte(); tag {
	case tagNil:
		return Constant{}
	case tagBool:
		return Bool(u.flag())
	case tagFloat:
		return Float(math.Float64frombits(u.uint64()))
	case tagInt:
		return Int(int64(u.uint64()))
	case tagShortString, tagLongString:
		s, some := u.string()
		if !some {
			u.fail("a string constant without a string")
		}
		if (len(s) > maxShortString) != (tag == tagLongString) {
			u.fail("a string of %d bytes has the wrong type", len(s))
		}
		return String(s)
	default:
		u.pos--
		u.fail("no constant has type %d", tag)
		return Constant{}
	}
}

func (u *undumper) upvalues() []Upvalue {
	n := u.count("upvalues", 2)
	if n > math.MaxUint8 {
		u.fail("%d upvalues; a function has %d at most", n, math.MaxUint8)
	}
	if n == 0 {
		return nil
	}
	upvalues := make([]Upvalue, n)
	for i := range upvalues {
		upvalues[i].InStack = u.flag()
		upvalues[i].Index = u.byte()
	}
	return upvalues
}

func (u *undumper) protos(source string, depth int) []*Proto {
	const leastSize = 1 + 2*4 + 3 + 7*4 // a function without anything
	n := u.count("functions", leastSize)
	if n == 0 {
		return nil
	}
	protos := make([]*Proto, n)
	for i := range protos {
		protos[i] = u.function(source, depth+1)
	}
	return protos
}

// debug reads what a stripped chunk leaves out.
func (u *undumper) debug(p *Proto) {
	p.Lines = LinesOf(words[int32](u, "lines")...)
	if n := p.Lines.Len(); n != 0 && n != len(p.Code) {
		u.fail("%d lines for %d instructions", n, len(p.Code))
	}
	if n := u.count("local variables", 1+4+4); n > 0 {
		p.Locals = make([]LocalVar, n)
	}
	for i := range p.Locals {
		name, some := u.string()
		if !some {
			u.fail("a local variable without a name")
		}
		p.Locals[i] = LocalVar{name, u.natural("pc"), u.natural("pc")}
	}
	names := u.count("upvalue names", 1)
	if names != 0 && names != len(p.Upvalues) {
		u.fail("%d names for %d upvalues", names, len(p.Upvalues))
	}
	for i := range names {
		p.Upvalues[i].Name, _ = u.string()
	}
}

// take returns the next n bytes.
func (u *undumper) take(n int) []byte {
	if n > len(u.data)-u.pos {
		u.fail("truncated: %d bytes expected, %d left", n, len(u.data)-u.pos)
	}
	b := u.data[u.pos : u.pos+n]
	u.pos += n
	return b
}

func (u *undumper) byte() byte { return u.take(1)[0] }

func (u *undumper) flag() bool {
	b := u.byte()
	if b > 1 {
		u.fail("%d is no truth value", b)
	}
	return b == 1
}

func (u *undumper) uint64() uint64 { return binary.LittleEndian.Uint64(u.take(8)) }

// natural reads an int that may not be negative.
func (u *undumper) natural(what string) int32 {
	n := int32(binary.LittleEndian.Uint32(u.take(4)))
	if n < 0 {
		u.fail("negative %s", what)
	}
	return n
}

// count reads the length of a list whose items take itemSize bytes at least.
func (u *undumper) count(what string, itemSize int) int {
	n := int(u.natural("number of " + what))
	if left := len(u.data) - u.pos; n > left/itemSize {
		u.fail("%d %s do not fit into the %d bytes left", n, what, left)
	}
	return n
}

// words reads a list of 32-bit words.
func words[T Instruction | int32](u *undumper, what string) []T {
	n := u.count(what, 4)
	if n == 0 {
		return nil
	}
	list := make([]T, n)
	b := u.take(4 * n)
	for i := range list {
		list[i] = T(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return list
}

// string reads a string, or none.
func (u *undumper) string() (s string, some bool) {
	size := uint64(u.byte())
	if size == 0xff {
		size = u.uint64()
	}
	if size == 0 {
		return "", false
	}
	if left := len(u.data) - u.pos; size-1 > uint64(left) {
		u.fail("a string of %d bytes does not fit into the %d left", size-1, left)
	}
	return string(u.take(int(size - 1))), true
}
