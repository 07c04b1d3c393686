// Package testkit is what tests write bytecode with: the reader of listings, which is an
// assembler too, and functions drawn at random. No program uses it.
package testkit

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"luaflow/compile/bytecode"
)

// Assemble returns the function that a listing tells, in the form that ReadListing takes.
// The test ends if there is an error.
func Assemble(t testing.TB, listing string) *bytecode.Proto {
	t.Helper()
	p, err := ReadListing(strings.NewReader(listing))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// AssembleValid returns what Assemble does. The test fails if bytecode.Verify does not accept it.
func AssembleValid(t testing.TB, listing string) *bytecode.Proto {
	t.Helper()
	p := Assemble(t, listing)
	if err := bytecode.Verify(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// Cases returns the texts of a file, each after a line "=== " and what is expected of it,
// and what is expected.
func Cases(t testing.TB, file string) (texts, wants []string) {
	t.Helper()
	for _, c := range strings.Split("\n"+readFile(t, file), "\n=== ")[1:] {
		want, text, _ := strings.Cut(c, "\n")
		wants, texts = append(wants, want), append(texts, text)
	}
	return texts, wants
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Listing returns all that bytecode.List prints of p.
func Listing(p *bytecode.Proto) string {
	var b strings.Builder
	if err := bytecode.List(&b, p, bytecode.ListOptions{}); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return b.String()
}

// RandomProto returns a function that no compiler would make, with up to depth levels
// below it. parentSource is the source of the function around it, or empty.
func RandomProto(rng *rand.Rand, parentSource string, depth int) *bytecode.Proto {
	p := &bytecode.Proto{
		Source:          parentSource,
		LineDefined:     rng.Int32(),
		LastLineDefined: rng.Int32(),
		NumParams:       uint8(rng.Uint32()),
		IsVararg:        rng.IntN(2) == 0,
		MaxStack:        uint8(rng.Uint32()),
	}
	if parentSource == "" || rng.IntN(4) == 0 {
		p.Source = "@" + randomString(rng)
	}
	for range rng.IntN(20) {
		p.Code = append(p.Code, bytecode.Instruction(rng.Uint32()))
		p.Lines.Append(rng.Int32())
	}
	for range rng.IntN(10) {
		p.Constants = append(p.Constants, RandomConstant(rng))
		p.Locals = append(p.Locals, bytecode.LocalVar{Name: randomString(rng), StartPC: rng.Int32(), EndPC: rng.Int32()})
		p.Upvalues = append(p.Upvalues, bytecode.Upvalue{Name: randomString(rng) + "x", InStack: rng.IntN(2) == 0, Index: uint8(rng.Uint32())})
	}
	if depth > 0 {
		for range rng.IntN(3) {
			p.Protos = append(p.Protos, RandomProto(rng, p.Source, depth-1))
		}
	}
	return p
}

// RandomConstant returns a constant of any kind.
func RandomConstant(rng *rand.Rand) bytecode.Constant {
	return [...]bytecode.Constant{
		{}, bytecode.Bool(true), bytecode.Bool(false), bytecode.Int(int64(rng.Uint64())),
		bytecode.Float(rng.NormFloat64()), bytecode.Float(math.Inf(1)), bytecode.String(randomString(rng)),
	}[rng.IntN(7)]
}

// randomString returns any bytes, often about as many as make a string long.
func randomString(rng *rand.Rand) string {
	n := [...]int{rng.IntN(8), 38 + rng.IntN(5), 252 + rng.IntN(5), rng.IntN(1000)}[rng.IntN(4)]
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return string(b)
}
