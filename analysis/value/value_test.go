package value

import (
	"math"
	"testing"
	"unsafe"

	bc "luaflow/compile/bytecode"
)

func TestValueIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(Value{}); size != 16 {
		t.Errorf("a Value has %d bytes", size)
	}
}

// samples returns values of every kind.
func samples(p *Pool) []Value {
	list := []Value{Bottom, Unknown, Of(Table), Of(Function), Of(Number), Of(Nil | Table), Of(Boolean), OfFunction(2), p.OfName(Global("print")), p.OfName(Global("math"))}
	for _, o := range operands(p) {
		list = append(list, o.v)
	}
	return list
}

// TestLattice holds the laws of a semilattice, and that every step up is a long one:
// from a value to its type, from there to more types.
func TestLattice(t *testing.T) {
	var p Pool
	list := samples(&p)
	for _, a := range list {
		if Join(a, a) != a || Join(a, Bottom) != a || Join(Unknown, a) != Unknown {
			t.Errorf("%v is not joined with itself, nothing and everything", a)
		}
		for _, b := range list {
			j := Join(a, b)
			if j != Join(b, a) || !a.Within(j) || !b.Within(j) || a.Within(b) != (j == b) {
				t.Errorf("%v and %v give %v", a, b, j)
			}
			for _, c := range list {
				if Join(j, c) != Join(a, Join(b, c)) {
					t.Errorf("%v, %v, %v: the order matters", a, b, c)
				}
			}
		}
	}
}

// TestMonotone: of more operands no operator says less.
func TestMonotone(t *testing.T) {
	var p Pool
	list := samples(&p)
	for _, o := range binary {
		for _, a := range list {
			for _, b := range list {
				low, _ := p.compute(o.op, a, b)
				for _, up := range weaker(b) {
					if high, _ := p.compute(o.op, a, up); b.types != 0 && !low.Within(high) {
						t.Errorf("%v %s %v is %v, with %v it is %v", a, o.text, b, low, up, high)
					}
				}
			}
		}
	}
}

func TestTruth(t *testing.T) {
	var p Pool
	for _, c := range []struct {
		v             Value
		truth         Truth
		truthy, falsy Value
		not           Value
	}{
		{Bottom, 0, Bottom, Bottom, Bottom},
		{Of(Nil), Never, Bottom, Of(Nil), OfBool(true)},
		{OfInt(0), Always, OfInt(0), Bottom, OfBool(false)},
		{Of(Nil | String), Sometimes, Of(String), Of(Nil), Of(Boolean)},
		{Of(Boolean), Sometimes, OfBool(true), OfBool(false), Of(Boolean)},
		{Unknown, Sometimes, Of(Any &^ Nil &^ False), Of(Nil | False), Of(Boolean)},
		{p.OfName(Lookup("table.unpack")), Sometimes, Of(Function), Of(Nil), Of(Boolean)},
	} {
		if c.v.Truth() != c.truth || c.v.Truthy() != c.truthy || c.v.Falsy() != c.falsy || c.v.Not() != c.not {
			t.Errorf("%v: %v, %v, %v, %v", c.v, c.v.Truth(), c.v.Truthy(), c.v.Falsy(), c.v.Not())
		}
	}
}

func TestPool(t *testing.T) {
	var p Pool
	for range 2 {
		for i := range 1000 {
			s := string(rune('a'+i%26)) + bc.Int(int64(i)).String()
			v := p.OfString(s)
			if text, ok := p.Text(v); !ok || text != s || p.OfString(s) != v {
				t.Fatalf("%q comes back as %q", s, text)
			}
			if k, ok := p.Constant(v); !ok || k != bc.String(s) || p.OfConstant(k) != v {
				t.Fatalf("%q comes back as %v", s, k)
			}
		}
		p.Reset()
	}
	for _, k := range []bc.Constant{{}, bc.Bool(true), bc.Bool(false), bc.Int(-1), bc.Float(-0.5), bc.String("")} {
		if back, ok := p.Constant(p.OfConstant(k)); !ok || back != k {
			t.Errorf("%v comes back as %v", k, back)
		}
	}
	for _, v := range []Value{Bottom, Unknown, Of(Boolean), OfTable(1), OfFunction(1), Of(Integer)} {
		if k, ok := p.Constant(v); ok || v.IsConstant() {
			t.Errorf("%v is taken for the constant %v", v, k)
		}
	}
}

// TestPack packs Values and gets them back.
func TestPack(t *testing.T) {
	var p Pool
	for range 2 {
		values := []Value{
			Bottom, Unknown, Of(Boolean), Of(Table | Nil), OfBool(true), OfInt(0), OfInt(7), OfInt(-1), OfInt(1<<28 - 1),
			OfInt(1 << 28), OfInt(math.MinInt64), OfFloat(0), OfFloat(5e-324), OfFloat(-0.5), p.OfString(""), p.OfString("a"),
			OfFunction(0), OfFunction(3), OfTable(0), OfTable(9), p.OfName(Global("print")), p.OfName(Global("string")),
		}
		var packed []Packed
		for _, v := range values {
			packed = append(packed, p.Pack(v))
		}
		for i, v := range values {
			if back := p.Unpack(packed[i]); back != v {
				t.Errorf("%v comes back as %v", v, back)
			}
			if (packed[i] == PackedUnknown) != (v == Unknown) || (packed[i] == 0) != (v == Bottom) {
				t.Errorf("%v is packed as %#x", v, packed[i])
			}
		}
		p.Reset()
	}
}

// TestConcat: more than two operands, and long results.
func TestConcat(t *testing.T) {
	var p Pool
	s := p.OfString
	long := s(string(make([]byte, maxText)))
	for _, c := range []struct {
		values []Value
		want   Value
		impact Impact
	}{
		{[]Value{s("a"), OfInt(-1), s("b")}, s("a-1b"), None},
		{[]Value{s("a"), OfFloat(1), s("b")}, Of(String), None},
		{[]Value{s(""), long}, long, None},
		{[]Value{s("a"), long}, Of(String), None},
		{[]Value{long, OfInt(1)}, Of(String), None},
		{[]Value{s("a"), Of(Number), s("b")}, Of(String), None},
		{[]Value{s("a"), Of(Nil), s("b")}, Unknown, Effects},
		{[]Value{s("a"), Of(Nil), Of(Table)}, Unknown, Operators},
		{[]Value{s("a"), Of(Nil), OfTable(1)}, Unknown, Effects},
		{[]Value{s("a"), Of(Nil | String), s("b")}, Unknown, Operators},
		{[]Value{s("a"), Bottom, Unknown}, Bottom, None},
	} {
		if got, impact := p.Concat(c.values...); got != c.want || impact != c.impact {
			t.Errorf("%v: %v with impact %s", c.values, got, impact)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	var p Pool
	numbers := []Value{OfInt(7), OfFloat(2.5), Of(Integer), Of(Number), Unknown}
	allocated := testing.AllocsPerRun(10, func() {
		for _, a := range numbers {
			for _, b := range numbers {
				Join(a, b)
				p.For(a, b, a)
				for _, o := range binary {
					if o.op != bc.CONCAT {
						p.compute(o.op, a, b)
					}
				}
			}
		}
	})
	if allocated != 0 {
		t.Errorf("%v allocations", allocated)
	}
}

func BenchmarkJoin(b *testing.B) {
	v, list := Bottom, []Value{OfInt(1), OfInt(2), Of(String), OfInt(1)}
	for i := 0; b.Loop(); i++ {
		v = Join(v, list[i&3])
	}
}

func BenchmarkArith(b *testing.B) {
	var p Pool
	list := []Value{OfInt(7), OfFloat(2.5), Of(Integer), Unknown}
	for i := 0; b.Loop(); i++ {
		p.Arith(bc.ADD, list[i&3], list[i>>2&3])
	}
}

func BenchmarkString(b *testing.B) {
	var p Pool
	texts := []string{"print", "insert", "a rather long constant of a string", "x"}
	for i := 0; b.Loop(); i++ {
		p.OfString(texts[i&3])
	}
}
