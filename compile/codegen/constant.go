package codegen

import (
	"math"

	bc "luaflow/compile/bytecode"
	"luaflow/compile/slab"
	"luaflow/compile/syntax"
)

// constant.go numbers constants. The reference remembers, per value and for the
// whole chunk, the number that the value got last, and uses it again if the
// function at hand has that value under that number. So a function may list a value
// twice, if one inside it used the value in between.

// constID identifies the value of a constant within its kind, for a fast
// comparison: a Sym, the bits of a number, or 0.
type constID struct {
	kind bc.ConstantKind
	id   uint64
}

// smallInts is how many integers from 0 on are cached in an array.
const smallInts = 256

type constants struct {
	strings []int32 // by Sym: last number + 1
	small   [smallInts]int32
	ints    numbers
	floats  numbers  // by the bits
	words   [3]int32 // nil, false, true
}

func (k *constants) init(syms int) {
	slab.Zero(&k.strings, syms)
	k.small, k.words = [smallInts]int32{}, [3]int32{}
	k.ints.reset()
	k.floats.reset()
}

// slot uses the number that the cache has, or a new one, which it returns with
// fresh true.
func (g *generator) slot(cached int32, id constID) (k int32, fresh bool) {
	fs := g.fs
	if c := int(cached) - 1; c >= 0 && c < len(fs.constID) && fs.constID[c] == id {
		return int32(c), false
	}
	if len(fs.consts) >= bc.MaxAx {
		g.failFull("constants", bc.MaxAx)
	}
	push(g, &fs.constID, id)
	return int32(len(fs.constID) - 1), true
}

func (g *generator) stringConst(s syntax.Sym) int {
	at := &g.k.strings[s]
	k, fresh := g.slot(*at, constID{bc.KString, uint64(s)})
	if fresh {
		push(g, &g.fs.consts, bc.String(g.tree.Str(s)))
		*at = k + 1
	}
	return int(k)
}

func (g *generator) intConst(v int64) int {
	id := constID{bc.KInt, uint64(v)}
	if uint64(v) < smallInts {
		at := &g.k.small[v]
		k, fresh := g.slot(*at, id)
		if fresh {
			push(g, &g.fs.consts, bc.Int(v))
			*at = k + 1
		}
		return int(k)
	}
	at := g.k.ints.at(uint64(v), g.Meter)
	k, fresh := g.slot(*at, id)
	if fresh {
		push(g, &g.fs.consts, bc.Int(v))
		*at = k + 1
	}
	return int(k)
}

func (g *generator) floatConst(v float64) int {
	bits := math.Float64bits(v)
	at := g.k.floats.at(bits, g.Meter)
	k, fresh := g.slot(*at, constID{bc.KFloat, bits})
	if fresh {
		push(g, &g.fs.consts, bc.Float(v))
		*at = k + 1
	}
	return int(k)
}

func (g *generator) wordConst(kind bc.ConstantKind) int {
	at := &g.k.words[kind]
	k, fresh := g.slot(*at, constID{kind, 0})
	if fresh {
		push(g, &g.fs.consts, bc.Constant{Kind: kind})
		*at = k + 1
	}
	return int(k)
}
