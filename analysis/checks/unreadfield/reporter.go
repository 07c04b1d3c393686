package unreadfield

import (
	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// secondary is what is said of a value without which the call would stay.
const secondary = "; another value of the call is used"

// reporter reports one finding of each place.
type reporter struct {
	places map[source.Pos]bool // where findings begin
}

// keyText returns a key as it is written, in quotes.
func keyText(p *analysis.Pass, key syntax.Expr) string {
	return "`" + p.Unit.File.Slice(key.Span()) + "`"
}

// fade returns the assignment if it assigns nothing else and holds no body of a function;
// else the field.
func fade(p *analysis.Pass, s *textmap.FieldStore) source.Span {
	if st, ok := s.Stat.(*syntax.Assign); ok && len(st.Targets()) == 1 && !p.Text.HasFunction(st.Span()) {
		return st.Span()
	}
	if s.Table != nil && !p.Text.HasFunction(s.Value.Span()) {
		return source.Span{Start: s.Key.Span().Start, End: s.Value.Span().End}
	}
	return s.At()
}
