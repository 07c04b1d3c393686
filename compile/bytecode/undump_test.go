package bytecode_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"luaflow/compile/testkit"

	"luaflow/compile/bytecode"
)

const header = bytecode.Header

// exercise does with a Proto what may be done with any.
func exercise(p *bytecode.Proto) {
	bytecode.Dump(p, true)
	_ = bytecode.Verify(p)
	_ = bytecode.List(io.Discard, p, bytecode.ListOptions{})
	eachFunction(p, func(p *bytecode.Proto) {
		bytecode.LocalRegisters(p)
		for pc := range p.Code {
			bytecode.Format(p, pc)
			bytecode.ActiveLocal(p, pc%4, pc)
		}
	})
}

func TestEveryPrefixIsRefused(t *testing.T) {
	for _, s := range samples(t) {
		for n := range s.chunk {
			if _, err := bytecode.Undump(s.chunk[:n]); err == nil {
				t.Errorf("%s: the first %d of %d bytes are accepted", s.name, n, len(s.chunk))
			}
		}
	}
}

// TestFlippedBytes changes each byte. What is still accepted must be a function
// that everything can handle, and that Dump writes as it was read.
func TestFlippedBytes(t *testing.T) {
	for _, s := range samples(t) {
		for i := range s.chunk {
			for _, flip := range []byte{0x01, 0x80, 0xff, s.chunk[i]} {
				if flip == 0 {
					continue
				}
				chunk := bytes.Clone(s.chunk)
				chunk[i] ^= flip
				p, err := bytecode.Undump(chunk)
				if err != nil {
					continue
				}
				if i < len(header) {
					t.Errorf("%s: accepted with byte %d of the header changed", s.name, i)
				}
				exercise(p)
			}
		}
	}
}

// TestRefusals has one malformed chunk for each reason to refuse one.
func TestRefusals(t *testing.T) {
	const (
		body  = "\x00" + "\x00\x00\x00\x00\x00\x00\x00\x00" + "\x00\x01\x02" // source, lines, sizes
		none  = "\x00\x00\x00\x00"
		one   = "\x01\x00\x00\x00"
		huge  = "\xff\xff\xff\x7f"
		minus = "\xff\xff\xff\xff"
		start = header + "\x00" + body
	)
	at := func(i int, b string) string { return header[:i] + b + header[i+len(b):] }
	for _, c := range []struct{ name, chunk, want string }{
		{"nothing", "", "not a binary chunk"},
		{"text", "print(1)", "not a binary chunk"},
		{"a header alone", header, "truncated"},
		{"version", at(4, "\x54"), "byte 4 of the chunk: made for Lua 5.4, not 5.3"},
		{"format", at(5, "\x01"), "format 1"},
		{"line ends", at(8, "\n\n"), "conversion"},
		{"size of int", at(12, "\x08"), "whose int has 8 bytes, not 4"},
		{"size of size_t", at(13, "\x04"), "whose size_t has 4 bytes, not 8"},
		{"size of integer", at(15, "\x04"), "whose integer has 4 bytes, not 8"},
		{"byte order", at(17, "\x00\x00"), "byte order"},
		{"floats", at(31, "\x01"), "format of floats"},
		{"source", header + "\x00" + "\x05@x", "a string of 4 bytes"},
		{"long source", header + "\x00" + "\xff\xff\xff\xff\xff\xff\xff\xff\xff", "a string of 1844674407370955161"},
		{"negative line", header + "\x00\x00" + minus, "negative first line"},
		{"many instructions", start + huge, "2147483647 instructions do not fit"},
		{"negative instructions", start + minus, "negative number of instructions"},
		{"many constants", start + none + huge, "2147483647 constants"},
		{"constant type", start + none + one + "\x05" + strings.Repeat(none, 6), "no constant has type 5"},
		{"truth value", start + none + one + "\x01\x02" + strings.Repeat(none, 6), "2 is no truth value"},
		{"constant without string", start + none + one + "\x04\x00" + none, "without a string"},
		{"string type", start + none + one + "\x14\x02a" + none, "wrong type"},
		{"many upvalues", start + none + none + "\x00\x01\x00\x00" + strings.Repeat("\x00", 512), "256 upvalues"},
		{"many functions", start + none + none + none + huge, "2147483647 functions"},
		{"lines", start + strings.Repeat(none, 4) + one + one + none + none, "1 lines for 0 instructions"},
		{"nameless local", start + strings.Repeat(none, 5) + one + "\x00" + none + none + none, "without a name"},
		{"negative pc", start + strings.Repeat(none, 5) + one + "\x01" + minus + none + none, "negative pc"},
		{"upvalue names", start + strings.Repeat(none, 6) + one + "\x00", "1 names for 0 upvalues"},
		{"upvalues of the closure", header + "\x01" + body + strings.Repeat(none, 7), "the closure has 1 upvalues"},
		{"more", start + strings.Repeat(none, 7) + "x", "1 bytes follow"},
		{"nesting", header + "\x00" + strings.Repeat(body+none+none+none+one, 1000), "nested deeper"},
	} {
		_, err := bytecode.Undump([]byte(c.chunk))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, err := bytecode.Undump([]byte(start + strings.Repeat(none, 7))); err != nil {
		t.Errorf("the smallest chunk: %v", err)
	}
}

// TestDumpUndump holds that what Dump writes is what Undump reads, for functions
// that no compiler would make.
func TestDumpUndump(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := testkit.RandomProto(rng, "", 3)
		got, err := bytecode.Undump(bytecode.Dump(p, false))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, p) {
			t.Fatalf("read %+v\nwrote %+v", got, p)
		}
		stripped := bytecode.Dump(p, true)
		got, err = bytecode.Undump(stripped)
		if err != nil {
			t.Fatal(err)
		}
		eachFunction(got, func(p *bytecode.Proto) {
			if p.Source != "" || p.Lines.Len() > 0 || p.Locals != nil {
				t.Errorf("stripping left %+v", p)
			}
		})
		if !bytes.Equal(bytecode.Dump(got, true), stripped) {
			t.Error("stripping twice is not stripping once")
		}
	}
}

func FuzzUndump(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.chunk)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := bytecode.Undump(data)
		if err != nil {
			return
		}
		exercise(p)
		again, err := bytecode.Undump(bytecode.Dump(p, false))
		if err != nil {
			t.Fatalf("cannot read the chunk written of one that was read: %v", err)
		}
		if !bytes.Equal(bytecode.Dump(again, false), bytecode.Dump(p, false)) {
			t.Fatal("the second round trip changes the chunk")
		}
		if bytecode.Verify(p) != nil || !plainNames(p) {
			return
		}
		listing := testkit.Listing(p)
		q, err := testkit.ReadListing(strings.NewReader(listing))
		if err != nil {
			t.Fatalf("cannot read the listing of a verified function: %v\n%s", err, listing)
		}
		if got := testkit.Listing(q); got != listing {
			t.Fatalf("listing after reading: %s", diff(got, listing))
		}
	})
}

var (
	plainSource = regexp.MustCompile(`^[ -~]*$`)
	plainName   = regexp.MustCompile(`^([A-Za-z_]\w*|\(for [a-z]+\))$`)
)

// plainNames reports whether all names are such as Lua source can have; others
// may look like something else in a listing.
func plainNames(p *bytecode.Proto) bool {
	plain := true
	eachFunction(p, func(p *bytecode.Proto) {
		plain = plain && plainSource.MatchString(p.Source)
		for _, v := range p.Locals {
			plain = plain && plainName.MatchString(v.Name)
		}
		for _, u := range p.Upvalues {
			plain = plain && (u.Name == "" || plainName.MatchString(u.Name))
		}
	})
	return plain
}

// benchmarkProto returns a function of about 1 MB, and its chunk.
func benchmarkProto(b *testing.B) (*bytecode.Proto, []byte) {
	b.Helper()
	p := &bytecode.Proto{Source: "@bench.lua", IsVararg: true, MaxStack: 2, Upvalues: []bytecode.Upvalue{{"_ENV", true, 0}}}
	p.Code = []bytecode.Instruction{bytecode.ABC(bytecode.RETURN, 0, 1, 0)}
	p.Lines = bytecode.LinesOf(1)
	size := 0
	for size < 1<<20 {
		for _, s := range samples(b) {
			child, err := bytecode.Undump(s.chunk)
			if err != nil {
				b.Fatal(err)
			}
			p.Protos = append(p.Protos, child)
			size += len(s.chunk)
		}
	}
	chunk := bytecode.Dump(p, false)
	b.SetBytes(int64(len(chunk)))
	b.ReportAllocs()
	return p, chunk
}

func BenchmarkDump(b *testing.B) {
	p, buf := benchmarkProto(b)
	for b.Loop() {
		buf = bytecode.AppendDump(buf[:0], p, false)
	}
}

func BenchmarkUndump(b *testing.B) {
	_, chunk := benchmarkProto(b)
	for b.Loop() {
		if _, err := bytecode.Undump(chunk); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkList(b *testing.B) {
	p, _ := benchmarkProto(b)
	for b.Loop() {
		if err := bytecode.List(io.Discard, p, bytecode.ListOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	p, _ := benchmarkProto(b)
	for b.Loop() {
		if err := bytecode.Verify(p); err != nil {
			b.Fatal(err)
		}
	}
}

// TestHeader spells the header out number by number.
func TestHeader(t *testing.T) {
	b := []byte("\x1bLua")
	b = append(b, 5*16+3, 0)
	b = append(b, "\x19\x93\r\n\x1a\n"...)
	b = append(b, 4, 8, 4, 8, 8)
	b = binary.LittleEndian.AppendUint64(b, 0x5678)
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(370.5))
	if string(b) != header {
		t.Errorf("header is %q, want %q", header, b)
	}
}
