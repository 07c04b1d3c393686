package plan

import (
	"slices"
	"strings"

	"luaflow/analysis/textmap"
	"luaflow/compile/syntax"
)

// This file defines how the changes that makers make become plans, and what people can choose
// from where a value that is no call may have an effect, if only an error or that of a
// metamethod: to delete it, which cannot be proved, or to keep it in `local _ = …`, which would
// hide from then on that nobody needs it. Neither is done without being asked for.

// Attempt runs change on a new script; the plan is what it made of it, if it
// reports true.
func (b *Original) Attempt(c Choice, change func(*Script) (title string, ok bool)) Choice {
	s := b.NewScript()
	title, ok := change(s)
	if !ok {
		return c
	}
	p := Plan{Edits: s.Finish(), Extent: s.extent, Locals: s.locals, ByHand: s.LeavesEmpty}
	p.Title = s.caveat(title)
	return append(c, p)
}

// CutOnly returns the plan that deletes a statement.
func (b *Original) CutOnly(stat syntax.Stat, title string) Choice {
	return b.Attempt(nil, func(s *Script) (string, bool) {
		s.Cut(stat)
		return title, true
	})
}

// TitleByHand returns what caveat begins the title with of what is done by hand about a single
// statement.
func (s *Script) TitleByHand(what Kept) (title string, ok bool) {
	switch {
	case what == KeptValues:
		return "", true
	case len(s.lost) > 0 && what == KeptCalls:
		return "keep the call", true
	}
	return "delete", len(s.lost) > 0
}

// DropTargets drops targets of an assignment. name and what is kept make the title.
func (b *Original) DropTargets(a *Assignment, gone []bool, name string, title func(s *Script, name string, what Kept) string) []Choice {
	return b.AttemptForms(func(s *Script) (string, Kept, bool) {
		what, ok := s.drop(a, gone)
		return title(s, name, what), what, ok
	})
}

// Change makes a change, and says what it keeps of values; the title is "" if it keeps
// some that are no calls, and that is all there is to say. ok is false if there is no
// exact way.
type Change func(*Script) (title string, what Kept, ok bool)

// formed is what a change made.
type formed struct {
	Plan
	kept Kept
	ok   bool
}

// AttemptForms returns the choices for a change: to make it so that nothing is lost and no
// value but calls is kept, by what the marking says first; or else by hand.
func (b *Original) AttemptForms(c Change) []Choice {
	plain := b.form(c, plainLocal, false)
	if plain.ok && plain.kept == KeptNothing && !plain.ByHand {
		return []Choice{{plain.Plan}}
	}
	forms := []formed{b.form(c, plainLocal, true), plain}
	if forms[0].ok && plain.ok && slices.Equal(forms[0].Edits, plain.Edits) {
		forms = forms[1:]
	}
	var exact, keep Choice
	for _, f := range forms {
		switch {
		case !f.ok:
		case f.kept == KeptValues:
			keep = append(keep, f.Plan, b.form(c, scopedLocal, f.Interprocedural).Plan)
		case f.ByHand:
			keep = append(keep, f.Plan)
		default:
			exact = append(exact, f.Plan)
		}
	}
	if len(keep) == 0 && plain.ok {
		return []Choice{exact}
	}
	return []Choice{exact, b.losing(c), keep}
}

// losing returns the plans that leave out what may have an effect and is no call.
func (b *Original) losing(c Change) (lossy Choice) {
	for _, interprocedural := range []bool{true, false} {
		f := b.form(c, noLocal, interprocedural)
		if !f.ok || !f.Lossy {
			continue
		}
		if n := len(lossy); n > 0 && slices.Equal(lossy[n-1].Edits, f.Edits) {
			lossy[n-1].Interprocedural = false // the text alone says enough
			continue
		}
		lossy = append(lossy, f.Plan)
	}
	return lossy
}

// form returns what a change makes of a new script in which values become what form says.
func (b *Original) form(c Change, form localForm, interprocedural bool) (f formed) {
	s := b.NewScript()
	s.form, s.interprocedural = form, interprocedural
	f.Title, f.kept, f.ok = c(s)
	if f.ok = f.ok && !s.isStuck; f.ok {
		f.Edits, f.Extent, f.Moves, f.Interprocedural = s.Finish(), s.extent, s.moves, interprocedural
		f.ByHand, f.Lossy = s.isByHand()
		f.Locals = s.locals
		f.Title = s.caveat(f.Title)
	}
	return f
}

// isByHand reports whether values that are no calls are kept or lost, or a block is left
// that holds nothing.
func (s *Script) isByHand() (byHand, lossy bool) {
	return len(s.lost)+len(s.spared) > 0 || s.LeavesEmpty, len(s.lost) > 0
}

// caveat returns a title that also says which values are kept or lost, and what is left with
// nothing in it.
func (s *Script) caveat(title string) string {
	switch {
	case s.LeavesEmpty && len(s.lost)+len(s.spared) == 0:
		return title + "; an empty branch is left"
	case len(s.lost) > 0:
		return title + "; " + s.lostNames() + " may have done something"
	case len(s.spared) == 0:
		return title
	case title != "":
		title += ", "
	}
	return title + "keep " + s.Excerpts(s.spared)
}

// lostNames quotes what is lost: of one expression that begins with a call, what comes
// after that.
func (s *Script) lostNames() string {
	var list []syntax.Expr
	for _, l := range s.lost {
		list = append(list, l.Expr)
	}
	if l := s.lost[0]; len(s.lost) == 1 && len(l.calls) == 1 && l.calls[0].Span().Start == l.Span().Start {
		return Quote(Excerpt(s.text()[l.calls[0].Span().End:l.Span().End]))
	}
	return s.Excerpts(list)
}

// maxNamed is how many variables a title names.
const maxNamed = 3

// Excerpts quotes expressions in a title.
func (s *Script) Excerpts(list []syntax.Expr) string {
	var texts []string
	for _, e := range list {
		if text := Quote(Excerpt(s.Unit.File.Slice(e.Span()))); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if n := len(texts); n > maxNamed {
		texts = append(texts[:maxNamed], "others")
	}
	return textmap.Join(texts, "and")
}

// maxExcerpt is how many bytes of an expression a title shows.
const maxExcerpt = 40

// Excerpt returns text in one line, cut if it is long.
func Excerpt(text string) string {
	text = OneLine(text)
	if len(text) <= maxExcerpt {
		return text
	}
	return strings.ToValidUTF8(text[:maxExcerpt], "") + "…"
}
