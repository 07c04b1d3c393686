package definitions

import (
	"math"
	"strings"
	"unicode/utf8"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file reads the annotations of one function.

// description is a definition that is being read, line by line.
type description struct {
	tree *syntax.Tree
	fn   *syntax.Function // nil if the value is no function
	*aliases
	Definition
	results int // how many results have been described
	// asks: the line before was a @deprecated without more, so that a text in this one belongs to it.
	asks bool
	// isType: the lines describe a type as well, so that it is not known what a tag without a name is about.
	isType bool
	others []signature
}

// describe returns what comments in front of a function say, or of another value, nil, but for where that is.
func describe(tree *syntax.Tree, known *aliases, comments []syntax.Comment, fn *syntax.Function) Definition {
	d := description{tree: tree, aliases: known, fn: fn}
	d.Most = Unlimited
	if fn != nil && fn.Vararg == source.NoPos && fn.VarargName == nil {
		d.Most = len(fn.Params)
		if fn.HasSelf {
			d.Most++
		}
	}
	for _, c := range comments {
		d.line(tagOf(tree.File, c))
	}
	for _, o := range d.others {
		d.Definition = d.with(Definition{Most: o.most, Nils: o.nils, Deprecated: d.Deprecated, NoDiscard: d.NoDiscard})
	}
	if d.isType {
		d.Deprecated, d.Instead, d.NoDiscard = false, "", false
	}
	return d.Definition
}

// line reads one annotation.
func (d *description) line(tag, rest string) {
	asks := d.asks
	d.asks = false
	switch tag {
	case "":
		if asks {
			d.Instead = excerpt(rest)
		}
	case "@deprecated":
		d.Deprecated, d.Instead, d.asks = true, excerpt(rest), rest == ""
	case "@nodiscard":
		d.NoDiscard = true
	case "@param":
		d.parameter(rest)
	case "@vararg":
		d.Most = Unlimited
	case "@return":
		d.returns(rest)
	case "@overload":
		d.overload(rest)
	case "@type":
		d.typed(rest)
	case "@class", "@field", "@alias", "@enum":
		d.isType = true
	}
}

// parameter reads a @param. One that the function does not have says that more is taken than its list tells.
func (d *description) parameter(rest string) {
	name, _, _ := strings.Cut(rest, " ")
	name = strings.TrimSuffix(name, "?")
	if d.fn == nil || d.Most == Unlimited {
		return
	}
	if d.fn.HasSelf && name == "self" {
		return
	}
	for _, p := range d.fn.Params {
		if d.tree.Str(p.Sym) == name {
			return
		}
	}
	d.Most = Unlimited
}

// returns reads a @return: one result, or several with commas between.
func (d *description) returns(rest string) {
	s := scanner{text: rest, optional: d.nils}
	for {
		mayBeNil, ok := s.union()
		if !ok {
			d.results = math.MaxInt // of what comes it is not known which it is
			return
		}
		if d.results < 64 && mayBeNil {
			d.Nils |= 1 << d.results
		}
		d.results = min(d.results, math.MaxInt-1) + 1
		s.space()
		s.word()
		s.take('?')
		if s.space(); !s.take(',') {
			return
		}
	}
}

// overload reads an @overload.
func (d *description) overload(rest string) {
	s := scanner{text: rest, optional: d.nils}
	sig, hasSelf, ok := s.function()
	if !ok {
		sig = signature{most: Unlimited}
	}
	if d.fn != nil && d.fn.HasSelf && !hasSelf && sig.most != Unlimited {
		sig.most++
	}
	d.others = append(d.others, sig)
}

// typed reads a @type in front of something else than a function.
func (d *description) typed(rest string) {
	if d.fn != nil {
		return
	}
	s := scanner{text: d.resolved(rest), optional: d.nils}
	if sig, _, ok := s.function(); ok && s.isAtEnd() {
		d.Most, d.Nils = sig.most, sig.nils
	}
}

// mostInstead is how many bytes are kept of what is said with a @deprecated.
const mostInstead = 100

// excerpt returns a text in one line, cut where it is long. It is no part of the text.
func excerpt(text string) string {
	text = strings.Join(strings.Fields(text[:min(len(text), 4*mostInstead)]), " ")
	if len(text) > mostInstead {
		end := mostInstead
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end] + "…"
	}
	return strings.ToValidUTF8(strings.TrimRight(text, ".,;: "), "?")
}
