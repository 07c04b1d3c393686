package report

import (
	"fmt"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"luaflow/analysis/printable"
)

// UnifiedDiff returns a patch for patch -p1 and git apply.
func UnifiedDiff(name, before, after string) string {
	name = strings.TrimPrefix(name, "/")
	d, err := udiff.ToUnified(quotedPath("a/"+name), quotedPath("b/"+name), before, udiff.Lines(before, after), udiff.DefaultContextLines)
	if err != nil {
		panic(err) // edits that do not fit the text they were made from
	}
	return d
}

// quotedPath returns a file's name as git and patch read it in a diff: in quotes, with the escapes
// of C, if there is something to escape.
func quotedPath(name string) string {
	if printable.Text(name) == name && !strings.ContainsAny(name, "\"\\") {
		return name
	}
	quoted := []byte{'"'}
	for _, c := range []byte(name) {
		switch {
		case c == '"' || c == '\\':
			quoted = append(quoted, '\\', c)
		case c < ' ' || c >= 0x7f:
			quoted = fmt.Appendf(quoted, `\%03o`, c)
		default:
			quoted = append(quoted, c)
		}
	}
	return string(append(quoted, '"'))
}
