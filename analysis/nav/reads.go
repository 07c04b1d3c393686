package nav

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"luaflow/analysis/effect"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how instructions that read a variable become occurrences of its
// name, and how places in the text are shown.

var noSpan = source.NoSpan

// readAt is the pc of the instruction that looks at the variable where a name reads
// it: the first behind the point at which the generator met the name that uses the
// register. It is -1 if the name stands where nothing is read.
func (q *query) readAt(n *syntax.Name) int {
	pc := int(q.unit.Map.Names[n.ID])
	if pc < 0 {
		return -1
	}
	proto := q.flow().Proto
	end := len(proto.Code)
	if stat := q.statOf(n); stat != syntax.NoStat {
		end = int(q.unit.Map.Stats[stat].End)
	}
	for at := pc; at < end; at++ {
		if effect.Uses(proto, at).Has(q.reg()) {
			return at
		}
	}
	return pc // `x = x` needs no instruction
}

// statOf is the innermost statement around a name.
func (q *query) statOf(n *syntax.Name) syntax.StatID {
	stats := q.unit.Tree.Stats // in the order in which they begin
	i := sort.Search(len(stats), func(i int) bool { return stats[i].Span().Start > n.Start }) - 1
	for ; i >= 0; i-- {
		if stats[i].Span().Covers(n.Span()) {
			return syntax.StatID(i)
		}
	}
	return syntax.NoStat
}

// eachRead visits the occurrences that read the variable.
func (q *query) eachRead(visit func(*syntax.Name, *resolve.Ref)) {
	var first syntax.NameID
	if decl := q.binding.Decl; decl != nil {
		first = decl.ID
	}
	for n := range q.unit.Tree.Names.From(first) {
		if n.Start >= q.binding.Scope.End {
			break
		}
		if ref := &q.unit.Res.Refs[n.ID]; ref.Binding == q.ref.Binding && !ref.Write && isVariable(ref) {
			visit(n, ref)
		}
	}
}

// isVariable reports whether a reference is one to a local variable, not to a field
// of one that is called _ENV, nor a declaration.
func isVariable(ref *resolve.Ref) bool {
	return ref.Kind == resolve.ToLocal || ref.Kind == resolve.ToUpvalue
}

// readsAt is the occurrences that the instructions at some pcs read for.
func (q *query) readsAt(pcs []int) []Place {
	if len(pcs) == 0 {
		return nil
	}
	slices.Sort(pcs)
	var out []Place
	q.eachRead(func(n *syntax.Name, ref *resolve.Ref) {
		if ref.Kind == resolve.ToLocal {
			if _, ok := slices.BinarySearch(pcs, q.readAt(n)); ok {
				out = append(out, q.linePlace(n))
			}
		}
	})
	return out
}

// innerReads is the reads of the variable in functions inside its own.
func (q *query) innerReads() []Place {
	var out []Place
	q.eachRead(func(n *syntax.Name, ref *resolve.Ref) {
		if ref.Kind == resolve.ToUpvalue {
			out = append(out, q.may(q.linePlace(n)))
		}
	})
	return out
}

// allReads is every read of the variable, each of which may see the value.
func (q *query) allReads() []Place {
	var out []Place
	q.eachRead(func(n *syntax.Name, _ *resolve.Ref) { out = append(out, q.may(q.linePlace(n))) })
	return out
}

// linePlace is an occurrence with the line that it stands on.
func (q *query) linePlace(n *syntax.Name) Place {
	line := q.Line(n.Start)
	lines := q.unit.File.LuaLines()
	end := source.Pos(q.unit.File.Len())
	if line < len(lines) {
		end = lines[line]
	}
	text := q.unit.File.Slice(source.Span{Start: max(lines[line-1], q.unit.File.Body()), End: end})
	return Place{Span: n.Span(), Line: line, Text: shorten(text)}
}

// storePlace is a store with the first line of its statement; if that does not show
// the name, with the name's line.
func (q *query) storePlace(n *syntax.Name) Place {
	stat := q.statOf(n)
	if stat == syntax.NoStat {
		return q.linePlace(n)
	}
	span := q.unit.Tree.Stats[stat].Span()
	text, _, _ := strings.Cut(strings.ReplaceAll(q.unit.File.Slice(span), "\r", "\n"), "\n")
	if int(n.End-span.Start) > len(text) {
		return q.linePlace(n)
	}
	return Place{Span: n.Span(), Line: q.Line(n.Start), Text: shorten(text)}
}

// maxText is how many bytes of a line are shown.
const maxText = 120

// shorten trims text, and cuts it at a rune.
func shorten(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxText {
		return text
	}
	cut := maxText
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strings.TrimSpace(text[:cut])
}

func atLine(line int) string { return fmt.Sprintf("at line %d", line) }
