package analysis

import (
	"strings"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Text in which blocks may end too early. Where a word closes a block that is not
// open, the beginning of some block in front of it is missing, and what closes that
// closed another: a function, say, which seems to end in the middle. Which one that
// is only the indentation can tell: not one that ends before the statement which
// begins as far to the left as the line of that word.

// closers is the words that close a block or bracket.
var closers = [...]string{"end", "else", "elseif", "until", ")", "}", "]"}

// maxDoubts bounds the search: a text with more such words is no program.
const maxDoubts = 100

// findDoubts is where the ends of blocks cannot be relied upon.
func findDoubts(t *syntax.Tree) []source.Span {
	if len(t.Errors) == 0 {
		return nil
	}
	var out []source.Span
	for _, s := range t.Stats {
		bad, ok := s.(*syntax.BadStat)
		if !ok || !isCloser(t.File.Slice(bad.Span())) {
			continue
		}
		if len(out) == maxDoubts {
			return []source.Span{{Start: 0, End: source.Pos(t.File.Len())}}
		}
		out = append(out, source.Span{Start: openedBy(t, bad), End: bad.End})
	}
	return out
}

// isCloser reports whether a text begins with a word that closes something.
func isCloser(text string) bool {
	for _, c := range closers {
		rest, ok := strings.CutPrefix(text, c)
		if ok && (rest == "" || !isLetter(c[0]) || !isLetter(rest[0])) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// openedBy is where the nearest statement in front of bad begins that has several
// lines and is indented no deeper than the line of bad; the start of the file if
// there is none.
func openedBy(t *syntax.Tree, bad *syntax.BadStat) source.Pos {
	width := indentation(t.File, bad.Start)
	for i := int(bad.ID()) - 1; i >= 0; i-- {
		at := t.Stats[i].Span()
		if strings.IndexByte(t.File.Slice(at), '\n') >= 0 && indentation(t.File, at.Start) <= width {
			return at.Start
		}
	}
	return 0
}

// indentation is the number of bytes of white space at the beginning of the line of
// pos.
func indentation(f *source.File, pos source.Pos) int {
	start := f.LuaLines()[f.Line(pos)-1]
	line := f.Text()[start:pos]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// isDoubtful reports whether a block that ends at pos may have been meant to go on.
func (p *Pass) isDoubtful(pos source.Pos) bool {
	for _, at := range p.doubts {
		if at.Start <= pos && pos <= at.End {
			return true
		}
	}
	return false
}

// IsWhole reports whether all of a function's text is understood, and in it.
func (p *Pass) IsWhole(fn *syntax.Function) bool { return !fn.Tainted && !p.isDoubtful(fn.End) }
