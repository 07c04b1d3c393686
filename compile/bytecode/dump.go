package bytecode

import (
	"encoding/binary"
	"slices"
)

// The binary chunk of Lua 5.3 as written on x86-64 Linux: little endian, 32-bit
// int, 64-bit size_t. After ldump.c and lundump.h.
//
//	chunk    = header, number of upvalues (byte), function
//	function = source (string), first and last line (int), parameters, vararg,
//	           stack size (bytes), code, constants, upvalues, functions, debug
//	debug    = lines, local variables, names of upvalues
//	list     = length (int), items
//	string   = 0 for none; else length+1 as a byte, or 255 and length+1 as a
//	           size_t; then the bytes

// header is what stands before the first byte that depends on the function:
// signature, version and format, a text that line-end conversions would spoil,
// the sizes of int, size_t, instruction, integer and float, and one number of
// either type.
const header = "\x1bLua" + "\x53\x00" + "\x19\x93\r\n\x1a\n" + "\x04\x08\x04\x08\x08" +
	"\x78\x56\x00\x00\x00\x00\x00\x00" + "\x00\x00\x00\x00\x00\x28\x77\x40"

// The types of constants in a chunk. Lua tells strings of up to maxShortString
// bytes, which it interns, from longer ones.
const (
	tagNil         = 0
	tagBool        = 1
	tagFloat       = 3
	tagInt         = 3 | 1<<4
	tagShortString = 4
	tagLongString  = 4 | 1<<4

	maxShortString = 40
)

// Dump returns the binary chunk whose main function is p: what
// `luac5.3 -o` writes, or with strip `luac5.3 -s -o`. The chunk of a Proto that
// was itself read from a stripped chunk is that of luac for such an input, so it
// takes strip to get back the same bytes.
func Dump(p *Proto, strip bool) []byte { return AppendDump(nil, p, strip) }

// AppendDump appends the chunk that Dump returns to b, and returns the extended buffer.
func AppendDump(b []byte, p *Proto, strip bool) []byte {
	d := dumper{strip: strip}
	b = append(b, header...)
	b = append(b, byte(len(p.Upvalues)))
	return d.function(b, p, "")
}

type dumper struct{ strip bool }

// function writes p, which stands in a function of the given source. A source
// equal to the parent's is not written again.
func (d dumper) function(b []byte, p *Proto, parentSource string) []byte {
	if d.strip || p.Source == parentSource {
		b = append(b, 0)
	} else {
		b = appendString(b, p.Source)
	}
	b = appendInt(b, int(p.LineDefined))
	b = appendInt(b, int(p.LastLineDefined))
	b = append(b, p.NumParams, boolByte(p.IsVararg), p.MaxStack)
	b = appendWords(b, p.Code)
	b = appendConstants(b, p.Constants)
	b = appendInt(b, len(p.Upvalues))
	for _, u := range p.Upvalues {
		b = append(b, boolByte(u.InStack), u.Index)
	}
	b = appendInt(b, len(p.Protos))
	for _, child := range p.Protos {
		b = d.function(b, child, p.Source)
	}
	return d.debug(b, p)
}

func (d dumper) debug(b []byte, p *Proto) []byte {
	if d.strip {
		return append(b, make([]byte, 3*4)...) // three empty lists
	}
	b = appendInt(b, p.Lines.Len())
	for _, line := range p.Lines.All() {
		b = appendInt(b, int(line))
	}
	b = appendInt(b, len(p.Locals))
	for i := range p.Locals {
		v := &p.Locals[i]
		b = appendString(b, v.Name)
		b = appendInt(b, int(v.StartPC))
		b = appendInt(b, int(v.EndPC))
	}
	b = appendInt(b, len(p.Upvalues))
	for _, u := range p.Upvalues {
		if u.Name == "" {
			b = append(b, 0)
		} else {
			b = appendString(b, u.Name)
		}
	}
	return b
}

func appendConstants(b []byte, constants []Constant) []byte {
	b = appendInt(b, len(constants))
	for i := range constants {
		k := &constants[i]
		switch k.Kind {
		case KNil:
			b = append(b, tagNil)
		case KFalse, KTrue:
			b = append(b, tagBool, boolByte(k.Kind == KTrue))
		case KInt:
			b = binary.LittleEndian.AppendUint64(append(b, tagInt), k.bits)
		case KFloat:
			b = binary.LittleEndian.AppendUint64(append(b, tagFloat), k.bits)
		case KString:
			tag := byte(tagShortString)
			if len(k.str) > maxShortString {
				tag = tagLongString
			}
			b = appendString(append(b, tag), k.str)
		}
	}
	return b
}

// appendWords writes a list of 32-bit words.
func appendWords[T Instruction | int32](b []byte, words []T) []byte {
	b = appendInt(b, len(words))
	b = slices.Grow(b, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, uint32(w))
	}
	return b
}

func appendInt(b []byte, n int) []byte { return binary.LittleEndian.AppendUint32(b, uint32(n)) }

func appendString(b []byte, s string) []byte {
	if n := len(s) + 1; n < 0xff {
		b = append(b, byte(n))
	} else {
		b = binary.LittleEndian.AppendUint64(append(b, 0xff), uint64(n))
	}
	return append(b, s...)
}

func boolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}
