package bytecode

import (
	"math"
	"math/big"
)

// This file computes `^`. The C library's pow errs by very little more than half a unit
// in the last place, math.Pow by several, and a folded constant shows the difference.
// So the power is computed to 200 bits and rounded once. What remains is that glibc
// rounds about one fractional power in some thousand the wrong way.

const powPrec = 200

// maxPower bounds the exponents, in bits, of results that are computed exactly; any
// beyond it are infinite or zero.
const maxPower = 1 << 20

// pow returns x to the power of y, correctly rounded.
func pow(x, y float64) float64 {
	r := math.Pow(x, y)
	switch {
	case x == 0, math.IsInf(x, 0), math.IsInf(y, 0), math.Abs(y*math.Log2(math.Abs(x))) > maxPower:
		return r
	case y == math.Trunc(y) && math.Abs(y) <= maxPower:
		r, _ = powInt(x, int(y)).Float64()
	case x > 0:
		t := bigFloat(y)
		r, _ = exp(t.Mul(t, ln(x))).Float64()
	}
	return r
}

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(powPrec).SetFloat64(x) }

// powInt multiplies by squaring.
func powInt(x float64, n int) *big.Float {
	r, b := bigFloat(1), bigFloat(x)
	for m := max(n, -n); m > 0; m >>= 1 {
		if m&1 != 0 {
			r.Mul(r, b)
		}
		b.Mul(b, b)
	}
	if n < 0 {
		r.Quo(bigFloat(1), r)
	}
	return r
}

// ln returns the natural logarithm of x > 0: ln(m·2^e) = 2 artanh((m-1)/(m+1)) + e ln 2.
func ln(x float64) *big.Float {
	m, e := math.Frexp(x)
	r := logSeries(bigFloat(m))
	return r.Add(r, new(big.Float).SetPrec(powPrec).Mul(bigFloat(float64(e)), ln2()))
}

func ln2() *big.Float { return logSeries(bigFloat(2)) }

// logSeries sums 2 (z + z³/3 + z⁵/5 + …) for z = (m-1)/(m+1), m in [½, 2].
func logSeries(m *big.Float) *big.Float {
	one := bigFloat(1)
	z := new(big.Float).Quo(new(big.Float).Sub(m, one), new(big.Float).Add(m, one))
	square := new(big.Float).Mul(z, z)
	sum, power := bigFloat(0), new(big.Float).Copy(z)
	for n := 1.0; power.Sign() != 0 && power.MantExp(nil) > -powPrec-8; n += 2 {
		sum.Add(sum, new(big.Float).Quo(power, bigFloat(n)))
		power.Mul(power, square)
	}
	return sum.Mul(sum, bigFloat(2))
}

// exp sums the Taylor series of t - k ln 2, for the k that makes it small.
func exp(t *big.Float) *big.Float {
	q, _ := new(big.Float).Quo(t, ln2()).Float64()
	k := math.Round(q)
	r := new(big.Float).Sub(t, new(big.Float).Mul(bigFloat(k), ln2()))
	sum, term := bigFloat(1), bigFloat(1)
	for n := 1.0; term.Sign() != 0 && term.MantExp(nil) > -powPrec-8; n++ {
		term.Mul(term, r)
		term.Quo(term, bigFloat(n))
		sum.Add(sum, term)
	}
	return sum.SetMantExp(sum, int(k))
}
