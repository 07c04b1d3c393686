package bytecode_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"luaflow/compile/bytecode"
	"luaflow/compile/external"
	"luaflow/compile/testkit"
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
	wants := strings.Fields(string(out))
	again := testkit.Assemble(t, ".constant "+strings.Join(wants, "\n.constant ")).Constants
	for i, want := range wants {
		if got := bytecode.Float(values[i]).String(); got != want {
			t.Errorf("%x is %s, want %s", math.Float64bits(values[i]), got, want)
		}
		if again[i].Kind != bytecode.KFloat || again[i].String() != want {
			t.Errorf("%s reads back as %s", want, again[i])
		}
	}
}
