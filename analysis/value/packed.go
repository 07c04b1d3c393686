package value

// Packed stands for a Value in 4 bytes instead of 16, in tables of very many. It holds a set
// of types, or an identity and a small number, or packedWide and an index into its Pool. Equal
// Values may have different ones. The zero Packed stands for Bottom.
type Packed uint32

const (
	packedWide   Packed = 1 << 31
	packedNumber        = 28 // the bits of a small number
)

// These stand for Bottom and Unknown, in every Pool, and nothing else does.
const (
	PackedBottom  = Packed(0)
	PackedUnknown = Packed(Any)
)

// packedTypes is by identity the type of Values that are packed with their number.
var packedTypes = [8]Types{theInt: Integer, theText: String, theFunc: Function, theTable: Table}

// Pack returns a Packed that stands for v in p.
func (p *Pool) Pack(v Value) Packed {
	switch {
	case v.is == anyOf:
		return Packed(v.types)
	case v.n>>packedNumber == 0 && v.types == packedTypes[v.is]:
		return Packed(v.is)<<packedNumber | Packed(v.n)
	}
	if n := len(p.wide); n == 0 || p.wide[n-1] != v {
		p.wide = append(p.wide, v)
	}
	return packedWide | Packed(len(p.wide)-1)
}

// Unpack returns the Value that v stands for in p.
func (p *Pool) Unpack(v Packed) Value {
	switch {
	case v>>packedNumber == 0:
		return Value{types: Types(v)}
	case v&packedWide != 0:
		return p.wide[v&^packedWide]
	}
	is := identity(v >> packedNumber)
	return Value{packedTypes[is], is, uint64(v & (1<<packedNumber - 1))}
}
