package textmap

import (
	"strings"
	"unicode/utf8"

	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Text in which it is in doubt what belongs to what.
//
// A name may not be where its variable can be seen, though it was meant to be: it is that
// of a global, because a block ended too early or too late; or it stands in a long string
// or comment, because that was not closed where it should be.
//
// Blocks may end too early. Where a word closes a block that is not
// open, the beginning of some block in front of it is missing, and what closes that
// closed another: a function, say, which seems to end in the middle. Which one that
// is only the indentation can tell: not one that ends before the statement which
// begins as far to the left as the line of that word.

// closers is the words that close a block or bracket.
var closers = [...]string{"end", "else", "elseif", "until", ")", "}", "]"}

// maxDoubts bounds the search: a text with more such words is no program.
const maxDoubts = 100

// doubts is what is in doubt in the text of a unit. Without syntax errors that is nothing. It is
// immutable.
type doubts struct {
	tree  *syntax.Tree
	spans []source.Span // where the ends of blocks cannot be relied upon
	// The rest is nil, or false, without syntax errors.
	swallowed map[string]bool // the words in long brackets of several lines
	// Of names: unbound, one stands for no variable in the tree, outside of the spans, so that it may be
	// meant for one (what it may be meant for inside of a span ends there too); bound, one declares a
	// variable.
	unbound, bound []bool // by Sym
	hasEnv         bool   // the text speaks of _ENV
}

func newDoubts(u *compile.Unit) doubts {
	d := doubts{tree: u.Tree, spans: misclosed(u.Tree)}
	if len(u.Tree.Errors) == 0 {
		return d
	}
	d.swallowed = make(map[string]bool)
	swallowed(u.File.Text(), d.swallowed)
	d.unbound, d.bound = make([]bool, u.Tree.NumSyms()), make([]bool, u.Tree.NumSyms())
	for id := range u.Res.Refs {
		n := u.Tree.Names.At(syntax.NameID(id))
		if u.Res.Refs[id].Kind == resolve.ToGlobal && !isWithin(d.spans, n.Start) {
			d.unbound[n.Sym] = true
		}
	}
	for id := 1; id < len(u.Res.Bindings); id++ {
		d.bound[u.Res.Bindings[id].Sym] = true
	}
	d.hasEnv = strings.Contains(u.File.Text(), "_ENV")
	return d
}

// isLost reports whether some name may be meant for a variable of this name, in a text with syntax
// errors, and stands for none in its tree.
func (d *doubts) isLost(name syntax.Sym) bool {
	return d.unbound != nil && (d.unbound[name] || d.swallowed[d.tree.Str(name)])
}

// isMisplaced reports whether a name that is that of a global may be meant for a local
// variable, or stands where it cannot be read as well, in a text with syntax errors; or
// for a field of an _ENV that is declared or assigned in it.
func (d *doubts) isMisplaced(name syntax.Sym) bool {
	return d.hasEnv || d.bound != nil && (d.bound[name] || d.swallowed[d.tree.Str(name)])
}

// misclosed returns where the ends of blocks cannot be relied upon.
func misclosed(t *syntax.Tree) []source.Span {
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

// swallowed adds the words in long brackets of several lines to a set.
func swallowed(text string, words map[string]bool) {
	for {
		var inside string
		if inside, text = nextLong(text); inside == "" {
			return
		}
		if strings.ContainsAny(inside, "\n\r") {
			for _, word := range strings.FieldsFunc(inside, func(c rune) bool { return c < utf8.RuneSelf && !syntax.IsNameByte(byte(c)) }) {
				words[word] = true
			}
		}
	}
}

// nextLong returns what is in the first long bracket of a text, up to its end or that of the
// text, and what follows; both are empty without a long bracket.
func nextLong(text string) (inside, after string) {
	for {
		start := strings.IndexByte(text, '[')
		if start < 0 {
			return "", ""
		}
		text = text[start:]
		level := len(text[1:]) - len(strings.TrimLeft(text[1:], "="))
		if !strings.HasPrefix(text[1+level:], "[") {
			text = text[1+level:]
			continue
		}
		if end := strings.Index(text, "]"+text[1:1+level]+"]"); end >= 0 {
			return text[:end], text[end:]
		}
		return text, ""
	}
}

// isCloser reports whether a text begins with a word that closes something.
func isCloser(text string) bool {
	for _, c := range closers {
		rest, ok := strings.CutPrefix(text, c)
		if ok && (rest == "" || !syntax.IsNameByte(c[0]) || !syntax.IsNameByte(rest[0])) {
			return true
		}
	}
	return false
}

// openedBy returns where the nearest statement in front of bad begins that has several
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

// indentation returns the number of bytes of white space at the beginning of the line of
// pos.
func indentation(f *source.File, pos source.Pos) int {
	start := f.LuaLines()[f.Line(pos)-1]
	line := f.Text()[start:pos]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// isWithin reports whether a position is in one of some spans, or at the end of one.
func isWithin(spans []source.Span, pos source.Pos) bool {
	for _, at := range spans {
		if at.Start <= pos && pos <= at.End {
			return true
		}
	}
	return false
}
