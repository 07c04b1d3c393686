package luacheck

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"unicode/utf8"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/analysis/textmap"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file looks for what luacheck alone reports: blanks, long lines, parameters whose
// names say that they are not used, operators that are not configured.

// lines looks at all lines.
func (o *owner) lines() {
	o.isUTF8 = isUTF8(o.Pass)
	o.findTokens()
	for i := range o.Unit.File.NumLines() {
		if at := o.Unit.File.LineSpan(i); o.Part.Touches(at) {
			o.line(i, at)
		}
	}
}

// findTokens finds the tokens that lines may end in, in the order of the text.
func (o *owner) findTokens() {
	for i := range o.Unit.Tree.Comments {
		c := &o.Unit.Tree.Comments[i]
		o.tokens = append(o.tokens, token{c.Span, inComment, !c.Long})
	}
	if mayHaveLongString(o.Unit.File.Text()) {
		syntax.Inspect(o.Unit.Tree.Main, o.string)
	}
	sort.Slice(o.tokens, func(i, k int) bool { return o.tokens[i].Start < o.tokens[k].Start })
}

// mayHaveLongString reports whether a string of a text may go over the end of a line: one in
// long brackets, or in quotes with an escape. Long comments alone do not.
func mayHaveLongString(text string) bool {
	for at := strings.IndexByte(text, '['); at >= 0; {
		if next := text[at+1:]; next != "" && (next[0] == '[' || next[0] == '=') && !strings.HasSuffix(text[:at], "--") {
			return true
		}
		next := strings.IndexByte(text[at+1:], '[')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	for _, escape := range []string{"\\\n", "\\\r", "\\z"} {
		if strings.Contains(text, escape) {
			return true
		}
	}
	return false
}

// string notes a node that is a string of several lines.
func (o *owner) string(n syntax.Node) bool {
	if s, ok := n.(*syntax.String); ok && !s.Bare && strings.ContainsAny(o.Unit.File.Slice(s.Span()), "\r\n") {
		o.tokens = append(o.tokens, token{s.Span(), inString, false})
	}
	return true
}

// endingAt returns what the line ends in that ends at a position.
func (o *owner) endingAt(at source.Pos) ending {
	i := sort.Search(len(o.tokens), func(i int) bool { return o.tokens[i].End >= at })
	if i == len(o.tokens) || o.tokens[i].Start >= at {
		return inCode
	}
	if t := &o.tokens[i]; t.End > at || t.isShort {
		return t.kind
	}
	return inCode
}

// line looks at a line, counted from 0.
func (o *owner) line(i int, at source.Span) {
	text := o.Unit.File.Slice(at)
	if text == "" {
		return
	}
	const blanks = " \t\f\v"
	trimmed := text
	if strings.IndexByte(blanks, text[len(text)-1]) >= 0 {
		trimmed = strings.TrimRight(text, blanks)
		o.report(blankCode(trimmed, o.endingAt(at.End)), source.Span{Start: at.Start + source.Pos(len(trimmed)), End: at.End}, "")
	}
	if trimmed != "" && strings.IndexByte(blanks, text[0]) >= 0 {
		indent := text[:len(text)-len(strings.TrimLeft(text, blanks))]
		if strings.Contains(indent, " \t") {
			o.report("621", source.Span{Start: at.Start, End: at.Start + source.Pos(len(indent))}, "")
		}
	}
	o.length(i, at, text)
}

func blankCode(trimmed string, end ending) string {
	switch {
	case trimmed == "":
		return "611"
	case end == inString:
		return "613"
	case end == inComment:
		return "614"
	}
	return "612"
}

// length looks at the length of a line.
func (o *owner) length(i int, at source.Span, text string) {
	limits := o.limitsOf(i)
	if len(text) <= limits.least {
		return
	}
	most := limits.most[o.endingAt(at.End)]
	width := len(text)
	if o.isUTF8 {
		width = utf8.RuneCountInString(text)
	}
	if most == config.NoLimit || width <= most {
		return
	}
	start := o.Unit.File.Pos(source.Point{Line: i, Col: most}, encodingOf(o.isUTF8))
	o.report("631", source.Span{Start: start, End: at.End}, fmt.Sprintf("line is too long (%d > %d)", width, most))
}

// limitsOf returns how long a line, counted from 0, may be. Most lines have the same rules as
// the one before.
func (o *owner) limitsOf(i int) *lineLimits {
	rules := o.rules(i + 1)
	if o.limits.by == rules {
		return &o.limits
	}
	o.limits = lineLimits{by: rules, least: math.MaxInt}
	for ending, limit := range [...]config.Limit{config.MaxCodeLineLength, config.MaxStringLineLength, config.MaxCommentLineLength} {
		most := rules.Limit(limit).Value
		o.limits.most[ending] = most
		if most != config.NoLimit {
			o.limits.least = min(o.limits.least, most)
		}
	}
	return &o.limits
}

// hints looks for parameters that are used and whose names say that they are not, and for
// a `local _` that takes nothing.
func (o *owner) hints() {
	bindings := o.Unit.Res.Bindings
	for i := range bindings {
		b, code := &bindings[i], ""
		switch {
		case b.Exposed || b.Writes > 0 || b.Decl == nil || !o.Part.Touches(b.Decl.Span()):
		case b.Kind == resolve.Param && textmap.IsHint(o.Text.Name(b)) && o.Text.Name(b) != "_ENV":
			if o.isUsed(resolve.BindingID(i)) {
				code = "214"
			}
		case b.Kind == resolve.Local && b.Reads == 0 && o.Text.Name(b) == "_" && o.isEmpty(resolve.BindingID(i), b):
			code = "211"
		}
		if code != "" {
			o.report(code, b.Decl.Span(), "")
			o.found[len(o.found)-1].Subject.Binding = resolve.BindingID(i)
		}
	}
}

// isUsed reports whether a variable is read for more than to assign to what it holds.
func (o *owner) isUsed(id resolve.BindingID) (used bool) {
	o.Text.EachRead(id, func(n *syntax.Name, _ *resolve.Ref) bool {
		used = o.Text.StatOf(n) == syntax.NoStat || !isBase(o.Unit.Tree.Stats[o.Text.StatOf(n)], n)
		return !used
	})
	return used
}

// isBase reports whether a statement assigns to what a name leads to.
func isBase(s syntax.Stat, n *syntax.Name) bool {
	var targets []syntax.Expr
	switch s := s.(type) {
	case *syntax.Assign:
		targets = s.Targets()
	case *syntax.FunctionStat:
		targets = []syntax.Expr{s.Target}
	}
	for _, t := range targets {
		for t != nil && t != syntax.Expr(n) {
			switch e := t.(type) {
			case *syntax.Field:
				t = e.Obj
			case *syntax.Index:
				t = e.Obj
			default:
				t = nil
			}
		}
		if t != nil {
			return true
		}
	}
	return false
}

// isEmpty reports whether the declaration of a variable gives it no value.
func (o *owner) isEmpty(id resolve.BindingID, b *resolve.Binding) bool {
	return o.Text.ValueOf(&srcmap.StoreRec{Kind: srcmap.Init, Binding: id, Name: b.Decl.ID, Stat: b.Stat}).Expr == nil
}

// operators looks for compound assignments by operators that are not configured.
func (o *owner) operators() {
	for _, s := range o.Unit.Tree.Stats {
		c, ok := s.(*syntax.Compound)
		if !ok || !o.Part.Touches(c.Span()) {
			continue
		}
		text := o.Unit.File.Text()[c.OpPos:]
		operator := text[:strings.IndexByte(text, '=')+1]
		if !o.rules(o.Unit.File.Line(c.OpPos)).HasSymbol(operator) {
			o.report("033", c.Span(), "assignment uses compound operator "+operator)
			o.found[len(o.found)-1].Severity = analysis.Error
		}
	}
}
