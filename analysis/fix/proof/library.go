package proof

import (
	"math"
	"strings"

	"luaflow/analysis/effect"
	bc "luaflow/compile/bytecode"
)

// This file is the part of the table that is about calls of the standard library. It
// holds functions of which the types of the arguments tell that they raise no error,
// and that change nothing but tables of their own.
//
//	local a = ("x"):rep(3)       -- may be missing: a string and a count that is not large
//	local b = ("x"):rep(n)       -- may not: `n` may be no number, or too large for memory
//	local c = string.upper(s)    -- may not: `s` may be a table, which is an error

// parameter is what an argument must be.
type parameter byte

// The parameters. A small letter is one that may be missing.
const (
	anyValue  parameter = 'V'
	aNumber   parameter = 'N'
	anInteger parameter = 'I'
	aText     parameter = 'S' // or a number, which is converted
	aCount    parameter = 'C' // an integer in the code that is not large
	aByte     parameter = 'B' // an integer in the code from 0 to 255
	aSimple   parameter = 'P' // no table: it has no metamethods
)

const maxCount = 1 << 20

// signature is the parameters of a function that only computes, and the kind of its
// first result. The last parameter stands for all that follow if there is a star
// after it.
type signature struct {
	parameters string
	gives      kind
}

// functions is the functions that only compute.
var functions = map[string]signature{
	"rawequal": {"VV", boolean}, "tonumber": {"V", unknown}, "tostring": {"P", text}, "type": {"V", text},
	"math.abs": {"N", number}, "math.acos": {"N", number}, "math.asin": {"N", number},
	"math.atan": {"Nn", number}, "math.ceil": {"N", number}, "math.cos": {"N", number},
	"math.deg": {"N", number}, "math.exp": {"N", number}, "math.floor": {"N", number},
	"math.log": {"Nn", number}, "math.max": {"N*", number}, "math.min": {"N*", number},
	"math.modf": {"N", number}, "math.rad": {"N", number}, "math.sin": {"N", number},
	"math.sqrt": {"N", number}, "math.tan": {"N", number}, "math.tointeger": {"V", unknown},
	"math.type": {"V", unknown}, "math.ult": {"II", boolean},
	"os.clock": {"", number}, "os.time": {"", unknown}, "os.getenv": {"S", unknown},
	"string.byte": {"Si", unknown}, "string.char": {"b*", text}, "string.len": {"S", integer}, "string.lower": {"S", text},
	"string.rep": {"SCs", text}, "string.reverse": {"S", text}, "string.sub": {"SIi", text},
	"string.upper": {"S", text},
}

// MayLack reports whether there are calls of a function of the standard library that
// one of the two programs may lack. No call of another function may be missing.
func MayLack(name string) bool {
	_, ok := functions[name]
	return ok || name == tableInsert
}

// tableInsert fills a table that is missing too.
const tableInsert = "table.insert"

// neverReturning is the functions that raise an error or end the program.
var neverReturning = map[string]bool{"error": true, "os.exit": true}

// neverReturns reports whether the instruction at pc calls a function that the
// standard says never returns.
func (b *body) neverReturns(s *state, pc int) bool {
	i := b.proto.Code[pc]
	if licenseOf(i) != onCall || s.facts[i.A()].kind != standard {
		return false
	}
	name := b.pool.texts[s.facts[i.A()].n]
	return neverReturning[name] || name == "assert" && i.B() >= 2 && b.pool.truth(s.facts[i.A()+1]) == no
}

// judgeCall judges a call of a standard function with a fixed number of arguments.
func (b *body) judgeCall(s *state, i bc.Instruction) verdict {
	f := b.operand(s, 0)
	switch {
	case f.kind == bottom:
		return verdict{class: stays}
	case f.kind != standard || effect.TakesOpen(i):
		return effectful
	}
	name := b.pool.texts[f.n]
	if name == tableInsert && len(b.operands) == 3 {
		if t := b.operand(s, 1); t.kind == fresh {
			return verdict{own, t.n, fact{kind: unknown}}
		}
	}
	known, ok := functions[name]
	switch {
	case !ok || !b.areArguments(s, known.parameters):
		return effectful
	case i.C() != 2:
		return pure(unknown) // as results after the first are
	}
	v := pure(known.gives)
	if reg := b.argument(s, i); name == "type" && reg >= 0 {
		v.gives.from = typeOfRegister(reg)
		s.sources.add(reg)
	}
	return v
}

// argument returns the register below those of a call in which the first argument is too, as long as nothing else is stored there;
// negative if there is none, or if closures share it.
func (b *body) argument(s *state, i bc.Instruction) (reg int) {
	reg = registerOf(s.origin(i.A() + 1))
	if reg >= i.A() || reg >= 0 && (s.captured.has(reg) || s.origin(i.A()+1) >= typeOfRegister(0)) {
		return -1
	}
	return reg
}

// asserted returns what is known after an instruction that calls `assert`; the place 0 for another one.
func (b *body) asserted(s *state, i bc.Instruction) outcome {
	if licenseOf(i) != onCall || s.facts[i.A()].kind != standard || b.pool.texts[s.facts[i.A()].n] != "assert" || i.B() < 2 {
		return outcome{}
	}
	reg := b.argument(s, i)
	return outcome{place: copyOfRegister(reg), holds: true, against: truth}
}

// areArguments reports whether the operands after the first are what a function
// wants, and no more than it wants.
func (b *body) areArguments(s *state, want string) bool {
	want, rest := strings.CutSuffix(want, "*")
	n := len(b.operands) - 1
	if want == "" {
		return n == 0
	}
	for k := range max(n, len(want)) {
		w := want[min(k, len(want)-1)]
		switch {
		case k >= n && 'a' <= w && w <= 'z':
			continue
		case k >= n, k >= len(want) && !rest, !b.isArgument(b.operand(s, k+1), parameter(w&^0x20)):
			return false
		}
	}
	return true
}

// isArgument reports whether a value is what a parameter wants, for certain.
func (b *body) isArgument(f fact, want parameter) bool {
	k := b.pool.widened(f)
	switch want {
	case aNumber:
		return isNumber(k)
	case anInteger:
		return k == integer
	case aCount:
		return f.kind == constant && k == integer && b.pool.values[f.n].Int() <= maxCount
	case aByte:
		return f.kind == constant && k == integer && 0 <= b.pool.values[f.n].Int() && b.pool.values[f.n].Int() <= math.MaxUint8
	case aText:
		return k == text || isNumber(k)
	case aSimple:
		t := b.pool.typeOf(f)
		return t != 0 && t != typeTable && (t != typeString || b.stringsAreStandard())
	}
	return want == anyValue
}

// judgeMethod judges a look-up of a method: of a string, whose methods are those of
// the standard.
func (b *body) judgeMethod(s *state, i bc.Instruction) verdict {
	x := b.operand(s, 0)
	key, named := b.pool.textOf(b.operand(s, 1))
	switch {
	case x.kind == bottom:
		return verdict{class: stays}
	case !named || b.pool.widened(x) != text || !b.standard("string."+key) || !b.stringsAreStandard():
		return effectful
	}
	return verdict{class: plain, gives: b.pool.name("string." + key)}
}
