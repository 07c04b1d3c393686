package tables

import (
	"cmp"
	"encoding/binary"
	"math"
	"strings"

	"luaflow/compile/bytecode"
)

// Keys of fields that constants name: which are the same, and an order of them.

// fieldKey is a key as an order of keys needs it: integers and floats with integer
// values are the same, and come first. Two keys name the same field if they are equal: as the
// machine sees it, 1 and 1.0 do, and 1 and "1" do not.
type fieldKey struct {
	kind bytecode.ConstantKind
	bits uint64 // the number, or the first bytes of str
	str  string
}

// anyKey is that of the first slot of an object.
var anyKey = fieldKey{}

// keyOf returns the field that a constant names; anyKey for nil and NaN, which name none.
func keyOf(k bytecode.Constant) fieldKey {
	switch k.Kind {
	case bytecode.KInt:
		return fieldKey{kind: bytecode.KInt, bits: uint64(k.Int())}
	case bytecode.KFloat:
		f := k.Float()
		if i := math.Floor(f); i == f && i >= -1<<63 && i < 1<<63 {
			return fieldKey{kind: bytecode.KInt, bits: uint64(int64(i))}
		}
		if f == f {
			return fieldKey{kind: bytecode.KFloat, bits: math.Float64bits(f)}
		}
	case bytecode.KString:
		return fieldKey{kind: bytecode.KString, bits: firstBytes(k.Str()), str: k.Str()}
	case bytecode.KFalse, bytecode.KTrue:
		return fieldKey{kind: k.Kind}
	}
	return anyKey
}

// firstBytes returns the first bytes of a string as a number, so that most strings are told
// apart without a look at them.
func firstBytes(s string) uint64 {
	if len(s) >= 8 {
		return binary.BigEndian.Uint64([]byte(s[:8]))
	}
	n := uint64(0)
	for i := range len(s) {
		n |= uint64(s[i]) << (56 - 8*i)
	}
	return n
}

// compare orders keys: by rank, then by kind, then numbers by their bits and strings by their bytes.
// The order means nothing but that equal keys are neighbours, and integers come first.
func (k *fieldKey) compare(l *fieldKey) int {
	switch {
	case k.kind != l.kind:
		return cmp.Or(cmp.Compare(k.rank(), l.rank()), cmp.Compare(k.kind, l.kind))
	case k.bits != l.bits:
		return cmp.Compare(k.bits, l.bits)
	}
	return strings.Compare(k.str, l.str)
}

// rank puts anyKey first, then integers.
func (k *fieldKey) rank() int {
	switch k.kind {
	case bytecode.KNil:
		return 0
	case bytecode.KInt:
		return 1
	}
	return 2
}
