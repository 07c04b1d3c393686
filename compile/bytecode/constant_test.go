package bytecode

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"luaflow/compile/external"
)

// TestFloatsAreThoseOfC compares floats of every size with what C's printf makes
// of them, by way of Lua.
func TestFloatsAreThoseOfC(t *testing.T) {
	external.Program(t, "lua5.3")
	rng := rand.New(rand.NewPCG(5, 6))
	values := []float64{0, math.Copysign(0, -1), math.NaN(), math.Copysign(math.NaN(), -1), math.MaxFloat64, math.SmallestNonzeroFloat64}
	for range 20000 {
		values = append(values, math.Float64frombits(rng.Uint64()), float64(rng.Int64N(1e16))/100, float64(rng.IntN(1e6)))
	}
	var in bytes.Buffer
	for _, v := range values {
		fmt.Fprintf(&in, "%d\n", int64(math.Float64bits(v)))
	}
	cmd := exec.Command("lua5.3", "-e", `
		for bits in io.lines() do
			local s = string.format("%.14g", (string.unpack("<d", string.pack("<i8", math.tointeger(bits)))))
			print(s:find("^-?%d+$") and s .. ".0" or s)
		end`)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range strings.Fields(string(out)) {
		if got := Float(values[i]).String(); got != want {
			t.Errorf("%x is %s, want %s", math.Float64bits(values[i]), got, want)
		}
		again, err := parseConstant(want)
		if err != nil || again.Kind != KFloat || again.String() != want {
			t.Errorf("%s reads back as %s: %v", want, again, err)
		}
	}
}

// TestConstantsReadBack holds for all constants but floats, whose digits a
// listing shortens.
func TestConstantsReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		k := randomConstant(rng)
		got, err := parseConstant(k.String())
		if err != nil || !sameAsPrinted(got, k) {
			t.Fatalf("%s reads back as %s: %v", k, got, err)
		}
		rest := " ; \"rest\""
		if word, left := cutConstant(k.String() + rest); word != k.String() || left != rest && " "+left != rest {
			t.Fatalf("%s is cut off as %s", k, word)
		}
	}
}
