package since

import (
	"math"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"luaflow/compile/source"
)

// Lines is some lines of a text, in order.
type Lines []lineRange

// lineRange is lines from 1, the last one included.
type lineRange struct{ first, last int }

// allLines is all lines of any text.
var allLines = Lines{{1, math.MaxInt}}

// Meet reports whether one of the lines is among those from first to last, counted from 1, the last one
// included.
func (l Lines) Meet(first, last int) bool {
	return slices.ContainsFunc(l, func(r lineRange) bool { return first <= r.last && last >= r.first })
}

// newLines returns the lines of a text that are not in the text before, in order. How lines end
// does not count: git may have changed that on the way.
//
// The lines that are there once before and once now, as far as they kept their order, part
// the texts (patience diff); what is between two of them is compared by lcs, which gives up
// on parts with many changes and then finds less in common than there is.
func newLines(before, now string) Lines {
	d := lineDiff{before: linesOf(before), now: linesOf(now)}
	same := 0
	for same < min(len(d.before), len(d.now)) && d.before[same] == d.now[same] {
		same++
	}
	from := [2]int{same, same}
	for _, at := range d.anchors(same) {
		d.between(from[0], at[0], from[1], at[1])
		from = [2]int{at[0] + 1, at[1] + 1}
	}
	d.between(from[0], len(d.before), from[1], len(d.now))
	return d.changed
}

// linesOf returns the lines of a text as Lua counts them.
func linesOf(text string) (lines []string) {
	f := source.NewFile("", text)
	starts := f.LuaLines()
	for i, start := range starts {
		end := source.Pos(f.Len())
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		lines = append(lines, strings.TrimRight(f.Slice(source.Span{Start: start, End: end}), "\r\n"))
	}
	return lines
}

type lineDiff struct {
	before, now []string
	changed     Lines
}

// between compares parts of both texts.
func (d *lineDiff) between(beforeFrom, beforeTo, from, to int) {
	for _, x := range lcs.DiffLines(d.before[beforeFrom:beforeTo], d.now[from:to]) {
		if x.ReplStart < x.ReplEnd {
			d.changed = append(d.changed, lineRange{from + x.ReplStart + 1, from + x.ReplEnd})
		}
	}
}

// anchors returns pairs of indices of lines that are equal and in neither text again, from an
// index on, in the order of both.
func (d *lineDiff) anchors(from int) (anchors [][2]int) {
	type place struct{ before, now, times int }
	places := map[string]*place{}
	for i, line := range d.before[from:] {
		if places[line] == nil {
			places[line] = &place{before: from + i, now: -1}
		}
		places[line].times++
	}
	for i, line := range d.now[from:] {
		if p := places[line]; p != nil {
			if p.now >= 0 {
				p.times++
			}
			p.now = from + i
		}
	}
	var pairs [][2]int // in the order of now
	for i, line := range d.now[from:] {
		if p := places[line]; p != nil && p.times == 1 {
			pairs = append(pairs, [2]int{p.before, from + i})
		}
	}
	return longestRising(pairs)
}

// longestRising returns a longest part of some pairs whose first numbers rise (patience
// sorting).
func longestRising(pairs [][2]int) (rising [][2]int) {
	var piles, below []int // the index of the pair on each pile; for each pair of the one on the pile before
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(piles, p[0], func(top, first int) int { return pairs[top][0] - first })
		below = append(below, -1)
		if at > 0 {
			below[i] = piles[at-1]
		}
		piles = append(piles[:at], append([]int{i}, piles[min(at+1, len(piles)):]...)...)
	}
	if len(piles) == 0 {
		return nil
	}
	for i := piles[len(piles)-1]; i >= 0; i = below[i] {
		rising = append(rising, pairs[i])
	}
	slices.Reverse(rising)
	return rising
}
