package source_test

import (
	"strings"
	"testing"

	"luaflow/compile/source"
)

// TestByteLines: each byte of a text lies where splitting it at line feeds puts it.
func TestByteLines(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "\n\n", "a\r\nb\rc\n", "\ufefflocal é\n\tx", "\n"} {
		l := source.ByteLinesOf(text)
		at := 0
		for i, line := range strings.Split(text, "\n") {
			for column := 0; column <= len(line); column++ {
				if gotLine, gotColumn := l.At(source.Pos(at + column)); gotLine != i || gotColumn != column {
					t.Errorf("%q at %d: line %d column %d", text, at+column, gotLine, gotColumn)
				}
			}
			at += len(line) + 1
		}
	}
}
