package bytecode

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"luaflow/compile/external"
)

// TestParseNumber lets lua5.3 convert the same strings.
func TestParseNumber(t *testing.T) {
	texts := numerals()
	var program strings.Builder
	program.WriteString("local function p(s) local v = tonumber(s)\n" +
		"print(math.type(v) == 'integer' and ('%d'):format(v) or v and ('%a'):format(v) or 'no') end\n")
	for _, s := range texts {
		fmt.Fprintf(&program, "p(%s)\n", appendQuoted(nil, s))
	}
	lines := strings.Split(strings.TrimSpace(runLua(t, program.String())), "\n")
	if len(lines) != len(texts) {
		t.Fatalf("%d answers to %d questions", len(lines), len(texts))
	}
	for i, s := range texts {
		got := "no"
		if k, ok := ParseNumber(s); ok && k.Kind == KInt {
			got = fmt.Sprint(k.Int())
		} else if ok {
			got = hexFloat(k.Float())
		}
		if want := normalFloat(lines[i]); got != want {
			t.Errorf("%q is %s, in Lua %s", s, got, want)
		}
	}
}

// numerals returns strings that are numbers, or nearly.
func numerals() []string {
	texts := []string{
		"", " ", "0", "-0", "+0", "--1", "+-1", "- 1", " 10 ", "\t\n\v\f\r7", "10a", "1_000", "0x1_0", "0x", "0X", "-0x", "0xg",
		"0x10", "-0x10", "0xffffffffffffffff", "0x1ffffffffffffffff", "-0x8000000000000000", "0x.8", "0x8.", "0x.", "0xp1",
		"0x1p4", "0x1p", "0x1p-2", "0x1p+2", "0x1P2", "0x1e5", "1p5", "1e1", "1E1", "1e", "1e+", "1e-5", ".5", "5.", ".", ".e1",
		"1e400", "-1e400", "1e-400", "5e-324", "2e-324", "inf", "nan", "Infinity", "0xinf", "1n", "infinity",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "00000000000000000001",
		"18446744073709551616", "1\x00", "\x001", "0b1", "0o7", "1.5.2", "0x1.8.1", "1e5.0", "٣", "1\u00a0", "\u00a01",
		"0x1.00000000000008p0", "0x1.000000000000081p0", "0x123456789abcdef01.8", "0x1p1024", "0x1p-1080", "1e99999999999",
	}
	const alphabet = "0123456789aefxpXP.+- nN_"
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		if rnd.IntN(2) == 0 {
			b.WriteString([]string{"", "-", " ", "0x", "-0x", "1", "0x."}[rnd.IntN(7)])
		}
		for range rnd.IntN(8) {
			b.WriteByte(alphabet[rnd.IntN(len(alphabet))])
		}
		texts = append(texts, b.String())
	}
	return texts
}

func hexFloat(f float64) string { return strconv.FormatFloat(f, 'x', -1, 64) }

// normalFloat returns what C's %a gives in Go's way.
func normalFloat(s string) string {
	if f, err := strconv.ParseFloat(s, 64); err == nil && strings.ContainsAny(s, "pn") {
		return hexFloat(f)
	}
	return s
}

// runLua returns what lua5.3 prints.
func runLua(t *testing.T, program string) string {
	t.Helper()
	cmd := exec.Command(external.Program(t, "lua5.3"), "-")
	cmd.Stdin = strings.NewReader(program)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err, stderr.String())
	}
	return string(out)
}
