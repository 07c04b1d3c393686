package place

import (
	"slices"
	"strings"
	"unicode/utf8"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Which occurrences of a name are reads of a value, and how places in the text are shown.

// ReadsAt returns the occurrences that the instructions at some pcs read for.
func (q *Query) ReadsAt(pcs []int) []Place { return q.readsAt(pcs, nil) }

// readsAt returns what ReadsAt does, without the operands of a store, if that is not nil.
func (q *Query) readsAt(pcs []int, without *srcmap.StoreRec) []Place {
	if len(pcs) == 0 {
		return nil
	}
	slices.Sort(pcs)
	var out []Place
	q.Text.EachRead(q.Ref.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		if ref.Kind == resolve.ToLocal {
			if _, ok := slices.BinarySearch(pcs, q.Text.ReadAt(n)); ok && (without == nil || !q.isOperand(n, without)) {
				out = append(out, q.linePlace(n))
			}
		}
		return true
	})
	return out
}

// InnerReads returns the reads of the variable in functions inside its own.
func (q *Query) InnerReads() []Place {
	var out []Place
	q.Text.EachRead(q.Ref.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		if ref.Kind == resolve.ToUpvalue {
			out = append(out, q.may(q.linePlace(n)))
		}
		return true
	})
	return out
}

// allReads returns every read of the variable, as one that may see the value.
func (q *Query) allReads() []Place {
	var out []Place
	q.Text.EachRead(q.Ref.Binding, func(n *syntax.Name, _ *resolve.Ref) bool {
		out = append(out, q.may(q.linePlace(n)))
		return true
	})
	return out
}

// linePlace returns an occurrence with the line that it stands on.
func (q *Query) linePlace(n *syntax.Name) Place {
	line := q.Text.Line(n.Start)
	lines := q.Unit.File.LuaLines()
	end := source.Pos(q.Unit.File.Len())
	if line < len(lines) {
		end = lines[line]
	}
	text := q.Unit.File.Slice(source.Span{Start: max(lines[line-1], q.Unit.File.Body()), End: end})
	return Place{Span: n.Span(), Site: n.Span(), Line: line, Text: Shorten(text), IsSource: true}
}

// storePlace returns a store with the first line of its statement; if that does not show
// the name, with the name's line.
func (q *Query) storePlace(n *syntax.Name) Place {
	stat := q.Text.StatOf(n)
	if stat == syntax.NoStat {
		return q.linePlace(n)
	}
	span := q.Unit.Tree.Stats[stat].Span()
	text, _, _ := strings.Cut(strings.ReplaceAll(q.Unit.File.Slice(span), "\r", "\n"), "\n")
	if int(n.End-span.Start) > len(text) {
		return q.linePlace(n)
	}
	return Place{Span: n.Span(), Site: n.Span(), Line: q.Text.Line(n.Start), Text: Shorten(text), IsSource: true}
}

// Shorten trims text, and cuts it at a rune; anywhere if it is no UTF-8.
func Shorten(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxText {
		return text
	}
	cut := maxText
	for cut > maxText-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strings.TrimSpace(text[:cut])
}

// Quote returns a text of the program, of one line, as markdown quotes code, however many
// backticks are in it.
func Quote(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		text = " " + text + " "
	}
	return fence + text + fence
}

func (q *Query) may(p Place) Place {
	p.May = true
	return p
}
