package tables_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyFields holds that all fields of a constructor are followed however many there
// are, and that there is a bound to it where others are read in between.
func TestManyFields(t *testing.T) {
	for _, c := range []struct{ fields, reads, overwritten int }{ // 0: not all of them
		{1, 1, 1}, {20, 1, 20}, {40, 0, 40}, {5000, 0, 5000}, {40, 100, 40}, {5000, 5000, 0},
	} {
		var text strings.Builder
		text.WriteString("local t = {")
		for i := range c.fields {
			fmt.Fprintf(&text, "f%d = ..., ", i)
		}
		text.WriteString("}\n")
		for range c.reads {
			text.WriteString("print(t.read)\n")
		}
		for i := range c.fields {
			fmt.Fprintf(&text, "t.f%d = 2\n", i)
		}
		text.WriteString("return t\n")
		p := program(t, text.String())
		f := &p.Funcs[0]
		n := 0
		for _, w := range p.OverwrittenFields(f) {
			if len(w.By) == 1 && !w.Dropped {
				n++
			}
		}
		if c.overwritten == 0 && n == c.fields || c.overwritten > 0 && n != c.overwritten {
			t.Errorf("%d of %d fields are overwritten, want %d", n, c.fields, c.overwritten)
		}
	}
}
