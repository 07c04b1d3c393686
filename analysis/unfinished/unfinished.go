// Package unfinished keeps findings alive while a statement is being typed.
//
// In the middle of a statement most texts are none that Lua accepts, and of such a text little
// can be claimed: what is missing may use whatever is in sight. But who types knows which text
// there was before, and what was typed since is short:
//
//	local count = 0        -- never used, and still so
//	local sum = 1 + |      -- what is being typed does not name count
//	return 2
//
// So what was found in the last text whose statements were finished (the Base) is still found as long
// as nothing is typed that could refute it: one of the names that a finding is about, or a word
// that opens, closes or leaves a block, so that other text may belong elsewhere. Where that happens
// the rule for broken text holds, and only what is found in the text as it stands is left.
//
// A text that Lua accepts may be unfinished too: in front of `print(y)` the line `local x =` takes
// that for its value. Nothing that was not found before is found in it.
package unfinished

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Base is a text whose statements are finished, and what was found in it.
type Base struct {
	file   *source.File
	starts []source.Pos       // of the statements, ascending
	found  []analysis.Finding // ordered by position
	isOpen bool               // the ends of blocks are missing at the end of the text
}

// Next returns what is to be said of a unit, ordered by position, and the base for the texts after
// it: the unit, if its statements are finished; else b, and what was found in b and is not refuted by
// what was typed since is said too. kept reports of each whether it was found in b, so that its Subject
// is about that and no fix can rest on it; it is nil if none was. A nil b stands for no text.
func (b *Base) Next(u *compile.Unit, found []analysis.Finding) (next *Base, all []analysis.Finding, kept []bool) {
	if !b.isUnfinished(u) {
		return &Base{u.File, starts(u.Tree), found, len(u.Errors) > 0}, found, nil
	}
	if b == nil {
		return nil, found, nil
	}
	typed := newEdit(b.file, u.File)
	words := typed.words()
	keeps := make(map[source.Span]bool, len(b.found)) // by where what is found in b stands now
	for _, f := range b.found {
		isKept := !words.shifts && f.Severity != analysis.Error && !words.refute(&f)
		if typed.move(&f) {
			keeps[f.Span] = isKept
			if isKept {
				all = append(all, f)
			}
		}
	}
	n := len(all)
	for i := range found {
		f := &found[i]
		isKept, wasFound := keeps[f.Span]
		if f.Severity == analysis.Error || wasFound && !isKept || !wasFound && typed.isAbove(f.Span) {
			all = append(all, *f)
		}
	}
	return b, all, sortBoth(all, n)
}

// sortBoth sorts findings by position, of which the first n are kept, and returns of each
// whether it is kept; nil if n is 0.
func sortBoth(all []analysis.Finding, n int) (kept []bool) {
	if n == 0 {
		return nil
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	was := slices.Clone(all)
	slices.SortStableFunc(order, func(i, k int) int {
		a, b := &was[i], &was[k]
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code))
	})
	kept = make([]bool, len(all))
	for i, k := range order {
		all[i], kept[i] = was[k], k < n
	}
	return kept
}

// isUnfinished reports whether the statements of a unit are not finished: Lua refuses it, or the
// statement that was typed took one for a part of it that was a statement in the base. That the ends of
// blocks are missing at the end of the text is no reason where they were missing before.
func (b *Base) isUnfinished(u *compile.Unit) bool {
	end := u.File.Len()
	for _, err := range u.Errors {
		if int(err.Span.Start) < end {
			return true
		}
	}
	if b == nil {
		return false
	}
	e := newEdit(b.file, u.File)
	if last := e.lastWord(); last == "else" || len(u.Errors) > 0 && (!b.isOpen || blockWords[last]) {
		return true // `else` may become `elseif`
	}
	if len(u.Errors) > 0 {
		return false
	}
	next := u.Tree.After(e.Now.End)
	_, began := slices.BinarySearch(b.starts, next-e.Now.End+e.Was.End)
	return began && !beginsStatement(u.Tree, next)
}

// starts returns where the statements begin. A base outlives its tree.
func starts(t *syntax.Tree) []source.Pos {
	at := make([]source.Pos, len(t.Stats))
	for i, s := range t.Stats {
		at[i] = s.Span().Start
	}
	return at
}

// beginsStatement reports whether a statement begins at pos.
func beginsStatement(t *syntax.Tree, pos source.Pos) bool {
	_, ok := slices.BinarySearchFunc(t.Stats, pos, func(s syntax.Stat, pos source.Pos) int {
		return cmp.Compare(s.Span().Start, pos)
	})
	return ok
}
