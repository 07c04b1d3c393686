package codegen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"luaflow/compile/external"
	"luaflow/compile/syntax"
)

var operatorText = [...]string{
	syntax.Add: "+", syntax.Sub: "-", syntax.Mul: "*", syntax.Mod: "%", syntax.Pow: "^",
	syntax.Div: "/", syntax.IDiv: "//", syntax.BAnd: "&", syntax.BOr: "|", syntax.BXor: "~",
	syntax.Shl: "<<", syntax.Shr: ">>",
}

// TestFold folds operations on random and on awkward numbers and lets lua5.3 do
// them at run time.
func TestFold(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	rnd := rand.New(rand.NewPCG(5, 3))
	var program strings.Builder
	program.WriteString("local function p(v) print(math.type(v) == 'integer' and ('%d'):format(v) or ('%a'):format(v)) end\n")
	var want []string
	var text []string
	for len(want) < 20_000 {
		op := syntax.BinaryOp(rnd.IntN(len(operatorText)))
		x, y := operand(rnd), operand(rnd)
		folded := x
		if !fold(op, &folded, &y) {
			continue
		}
		expr := fmt.Sprintf("%s %s %s", literal(x), operatorText[op], literal(y))
		// In a function of its own: there is a limit to the locals of one.
		fmt.Fprintf(&program, ";(function(x, y) p(x %[3]s y) end)(%[1]s, %[2]s)\n", literal(x), literal(y), operatorText[op])
		text = append(text, expr)
		want = append(want, literal(folded))
	}
	cmd := exec.Command(lua, "-")
	cmd.Stdin = strings.NewReader(program.String())
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	wrong := 0
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if normal(line) != normal(want[i]) && !(strings.Contains(text[i], "^") && nearly(line, want[i])) {
			if wrong++; wrong <= 10 {
				t.Errorf("%s is %s in Lua, folded to %s", text[i], line, want[i])
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d differ", wrong, len(want))
	}
}

// nearly allows the C library's pow its error in the last place: it is not rounded
// correctly for about one fractional exponent in some thousand, and that the folded
// power is.
func nearly(a, b string) bool {
	var x, y float64
	if _, err := fmt.Sscan(a, &x); err != nil {
		return false
	}
	if _, err := fmt.Sscan(b, &y); err != nil {
		return false
	}
	return math.Nextafter(x, y) == y
}

// operand returns a number that a program may contain, or an extreme one.
func operand(rnd *rand.Rand) desc {
	ints := []int64{0, 1, -1, 2, 3, -3, 7, 63, 64, 65, -64, 1 << 53, math.MaxInt64, math.MinInt64}
	floats := []float64{0.5, -0.5, 1, 2, 3.75, -7.25, 1e15, 1e16, 1e308, 5e-324, 0x1p63, -0x1p63, math.Inf(1)}
	v := desc{t: noJump, f: noJump}
	switch rnd.IntN(4) {
	case 0:
		v.setInt(ints[rnd.IntN(len(ints))])
	case 1:
		v.setInt(rnd.Int64N(2000) - 1000)
	case 2:
		v.kind, v.num = vFloat, math.Float64bits(floats[rnd.IntN(len(floats))])
	default:
		v.kind, v.num = vFloat, math.Float64bits(math.Round(rnd.Float64()*20000-10000)/64)
	}
	return v
}

// literal returns v as Lua can read it.
func literal(v desc) string {
	if v.kind == vInt {
		if int64(v.num) == math.MinInt64 {
			return "math.mininteger"
		}
		return fmt.Sprint(int64(v.num))
	}
	f := math.Float64frombits(v.num)
	if math.IsInf(f, 0) {
		return fmt.Sprintf("%d * 1e999", int(math.Copysign(1, f)))
	}
	return fmt.Sprintf("%x", f)
}

// normal makes one text of the ways in which C and this test print a float.
func normal(s string) string {
	s = strings.NewReplacer("1 * 1e999", "inf", "math.mininteger", "-9223372036854775808").Replace(s)
	var f float64
	if _, err := fmt.Sscan(s, &f); err != nil || !strings.Contains(s, "p") {
		return s
	}
	return fmt.Sprintf("%x", f)
}
