package nav

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines which occurrences of a name are reads of a value, and how places
// in the text are shown.

var noSpan = source.NoSpan

// readsAt returns the occurrences that the instructions at some pcs read for.
func (q *query) readsAt(pcs []int) []Place {
	if len(pcs) == 0 {
		return nil
	}
	slices.Sort(pcs)
	var out []Place
	q.Text.EachRead(q.ref.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		if ref.Kind == resolve.ToLocal {
			if _, ok := slices.BinarySearch(pcs, q.Text.ReadAt(n)); ok {
				out = append(out, q.linePlace(n))
			}
		}
		return true
	})
	return out
}

// innerReads returns the reads of the variable in functions inside its own.
func (q *query) innerReads() []Place {
	var out []Place
	q.Text.EachRead(q.ref.Binding, func(n *syntax.Name, ref *resolve.Ref) bool {
		if ref.Kind == resolve.ToUpvalue {
			out = append(out, q.may(q.linePlace(n)))
		}
		return true
	})
	return out
}

// allReads is every read of the variable, each of which may see the value.
func (q *query) allReads() []Place {
	var out []Place
	q.Text.EachRead(q.ref.Binding, func(n *syntax.Name, _ *resolve.Ref) bool {
		out = append(out, q.may(q.linePlace(n)))
		return true
	})
	return out
}

// linePlace returns an occurrence with the line that it stands on.
func (q *query) linePlace(n *syntax.Name) Place {
	line := q.Text.Line(n.Start)
	lines := q.unit.File.LuaLines()
	end := source.Pos(q.unit.File.Len())
	if line < len(lines) {
		end = lines[line]
	}
	text := q.unit.File.Slice(source.Span{Start: max(lines[line-1], q.unit.File.Body()), End: end})
	return Place{Span: n.Span(), Line: line, Text: shorten(text), IsSource: true}
}

// storePlace returns a store with the first line of its statement; if that does not show
// the name, with the name's line.
func (q *query) storePlace(n *syntax.Name) Place {
	stat := q.Text.StatOf(n)
	if stat == syntax.NoStat {
		return q.linePlace(n)
	}
	span := q.unit.Tree.Stats[stat].Span()
	text, _, _ := strings.Cut(strings.ReplaceAll(q.unit.File.Slice(span), "\r", "\n"), "\n")
	if int(n.End-span.Start) > len(text) {
		return q.linePlace(n)
	}
	return Place{Span: n.Span(), Line: q.Text.Line(n.Start), Text: shorten(text), IsSource: true}
}

// maxText is how many bytes of a line are shown.
const maxText = 120

// shorten trims text, and cuts it at a rune; anywhere if it is no UTF-8.
func shorten(text string) string {
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

func atLine(line int) string { return fmt.Sprintf("at line %d", line) }
