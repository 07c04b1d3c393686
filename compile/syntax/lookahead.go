package syntax

import "luaflow/compile/source"

// LineAt returns what Lua's line counter says while the token that begins at p is the
// lookahead: the line on which that token ends.
func (t *Tree) LineAt(p source.Pos) int {
	if s := t.TokenAt(p); !s.Empty() {
		return t.File.Line(s.End - 1)
	}
	return t.File.Line(p)
}
