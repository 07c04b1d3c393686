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
// A text that Lua accepts may be unfinished too: `local mods` may become `local mods = ...`, and in front
// of `print(y)` the line `local x =` takes that for its value. While somebody types at such a place
// nothing that was not found before is found either. When nobody does any more, what is found in a text
// that Lua accepts is what anybody would find who has seen no other.
//
// So little of what a check finds in the middle of a statement is said that in a large text nobody need check: Meanwhile
// says what Next would, but for what a check confirms of what a name may refute, and finds in lines above.
package unfinished

import (
	"cmp"
	"slices"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Base is a text whose statements are finished, and what was found in it. It never changes.
type Base struct {
	file   *source.File
	starts []source.Pos       // of the statements, ascending
	found  []analysis.Finding // ordered by position
	isOpen bool               // the ends of blocks are missing at the end of the text
	// isCommented: comments in the text may hide some of found.
	isCommented bool
	// isUnchecked: nobody has looked for anything in the text. found is what was found in those before it.
	isUnchecked bool
	// open is the last text after it whose statements are finished but for blocks that are open at the end; nil if
	// there is none. It is the base of texts that are not closed either.
	open *Base
	// typed is the last text after it that has no fault but that somebody types at cursor; nil if there is
	// none. It is the base of texts that are edited elsewhere.
	typed  *Base
	cursor source.Pos
}

// Next returns what is to be said of a unit, and the base for the texts after it: the unit, if its
// statements are finished; else b, and what was found in b and is not refuted by what was typed since is
// said too. cursor is where the last edit ended; NoPos if nobody is typing. A nil b stands for no text.
func (b *Base) Next(u *compile.Unit, found []analysis.Finding, cursor source.Pos) (next *Base, said Said) {
	b = b.leave(u.File)
	isWrong, isOpen := faultsOf(u)
	switch {
	case b == nil && isWrong:
		return nil, Said{Findings: found}
	case isWrong:
		// Where in it somebody types makes no difference.
		return b, b.last().sayAt(source.NoPos, u, found)
	}
	now := newBase(u, found)
	if b != nil && b.isTyping(u, cursor) {
		said = b.last().sayAt(cursor, u, found)
		said.IsHeld = len(said.Findings) != len(found) || said.Kept != nil
		return b.with(now, cursor), said
	}
	if b != nil && isOpen && !b.isOpen {
		opened := *b
		opened.open = now
		now = &opened
	}
	return now, Said{Findings: found}
}

// with returns b, in which somebody types a text at cursor.
func (b *Base) with(typed *Base, cursor source.Pos) *Base {
	typed.cursor = cursor
	held := *b
	held.typed = typed
	return &held
}

// screenful bounds how many bytes may differ from a base in one place: more may be several places, and what stands
// between them would be taken for edited.
const screenful = 4 << 10

// Meanwhile returns what is to be said of a unit in the middle of a statement before anybody has looked for
// anything in it, and the base for the texts after it: its faults, which are all errors, and what was found in b and
// is not refuted by what was typed since. Next may find more of b in it, and something else; so the answer is held. ok
// is false if all that is found in the unit has to be known: then nothing is said, and next is to be had from Next.
func (b *Base) Meanwhile(u *compile.Unit, faults []analysis.Finding, cursor source.Pos) (next *Base, said Said, ok bool) {
	b = b.leave(u.File)
	isWrong, _ := faultsOf(u)
	if b == nil || cursor == source.NoPos || !isWrong && !b.isTyping(u, cursor) {
		return b, Said{}, false
	}
	at := cursor
	if isWrong {
		at = source.NoPos // as in Next
	}
	typed := newEdit(b.last().file, u.File, at)
	if typed.Was.Len() > screenful || typed.Now.Len() > screenful {
		return b, Said{}, false
	}
	said = b.last().say(&typed, u, faults)
	said.IsHeld = true
	if isWrong {
		return b, said, true
	}
	now := newBase(u, said.Findings)
	now.isCommented, now.isUnchecked = said.IsCommented, true
	return b.with(now, cursor), said, true
}

// Unchecked returns the text of which Next says for a unit what was found in it, if nobody has looked for anything in that:
// Meanwhile has made it a base, and it was edited elsewhere since. It returns nil if there is no such text.
func (b *Base) Unchecked(u *compile.Unit, cursor source.Pos) *source.File {
	b = b.leave(u.File)
	if b == nil || !b.isUnchecked {
		return nil
	}
	if isWrong, _ := faultsOf(u); !isWrong && !b.isTyping(u, cursor) {
		return nil
	}
	return b.file
}

// Checked returns the base for a unit that b is, after what was found in the text that Unchecked returns for it.
func (b *Base) Checked(u *compile.Unit, found []analysis.Finding) *Base {
	checked := *b.leave(u.File)
	checked.found, checked.isUnchecked, checked.isCommented = found, false, false
	return &checked
}

// sayAt returns what is to be said of a unit whose statements are not finished, where somebody types at cursor.
func (b *Base) sayAt(cursor source.Pos, u *compile.Unit, found []analysis.Finding) Said {
	typed := newEdit(b.file, u.File, cursor)
	return b.say(&typed, u, found)
}

// say returns what is to be said of a unit whose statements are not finished, after what was typed.
func (b *Base) say(typed *edit, u *compile.Unit, found []analysis.Finding) (s Said) {
	s.IsCommented = b.isCommented || typed.hasComments()
	words := typed.words()
	var stays map[place]bool
	again := make(map[place]*analysis.Finding) // of a text without a fault, where findings can be mended
	if len(u.Errors) == 0 {
		stays = typed.staying(b.found)
		for i := range found {
			again[place{found[i].Span, found[i].Code, found[i].Message}] = &found[i]
		}
	}
	s.Findings, s.Kept = make([]analysis.Finding, 0, len(b.found)), make([]bool, 0, len(b.found))
	keeps := make(map[place]bool) // by where what is found in b stands now, and its code, unless nothing is found now
	for _, f := range b.found {
		isKept := !words.shifts && f.Severity != analysis.Error && !words.refute(&f)
		if !typed.move(&f) {
			continue
		}
		if len(found) > 0 {
			keeps[place{at: f.Span, code: f.Code}] = isKept
		}
		if !isKept {
			continue
		}
		if same := again[place{f.Span, f.Code, f.Message}]; same != nil {
			s.add(same, false)
		} else {
			s.add(&f, true)
		}
	}
	for i := range found {
		f := &found[i]
		here := place{at: f.Span, code: f.Code}
		isKept, wasFound := keeps[here]
		if f.Severity == analysis.Error || wasFound && !isKept ||
			!wasFound && (typed.isAbove(f.Span) || stays[here]) {
			s.add(f, false)
		}
	}
	s.sort()
	return s
}

// last returns the last text whose statements are finished, though blocks may be open at its end.
func (b *Base) last() *Base { return cmp.Or(b.open, b) }

// newBase returns a unit as the base of others.
func newBase(u *compile.Unit, found []analysis.Finding) *Base {
	return &Base{file: u.File, starts: starts(u.Tree), found: found, isOpen: len(u.Errors) > 0}
}

// leave returns the base of a text: the last one that somebody typed in, if the text was edited in another
// line since.
func (b *Base) leave(f *source.File) *Base {
	if b == nil || b.typed == nil || b.typed.file.Text() == f.Text() {
		return b
	}
	was := b.typed.file
	if line := lineStart(was.Text(), b.typed.cursor); f.DifferentLines(was).Was.Contains(line) {
		return b
	}
	return b.typed
}

// faultsOf reports whether something is wrong in a unit, and whether the ends of blocks are missing at its end.
func faultsOf(u *compile.Unit) (isWrong, isOpen bool) {
	end := u.File.Len()
	for _, err := range u.Errors {
		if int(err.Span.Start) < end {
			return true, false
		}
		isOpen = true
	}
	return false, isOpen
}

// isTyping reports whether somebody types a statement of a unit in which nothing is wrong: something stands in front of
// the cursor in its line, or what was typed took a statement for a part of it that
// was one of its own in the base.
func (b *Base) isTyping(u *compile.Unit, cursor source.Pos) bool {
	if cursor == source.NoPos {
		return false
	}
	if inFront(u.File.Text(), cursor) != "" {
		return true
	}
	if len(u.Errors) > 0 {
		return false
	}
	e := newEdit(b.file, u.File, cursor)
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
