package constantcondition

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// plans returns what was most likely meant, where a message names it; that is another program, so that it is only offered. Else it
// takes out what never runs.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	if meant := meant(b, f); meant != nil {
		return []plan.Choice{meant}
	}
	if dead := withoutDead(b, f); dead != nil {
		return []plan.Choice{dead}
	}
	return nil
}

// meant returns what was most likely meant; nil if nobody knows.
func meant(b *plan.Original, f *analysis.Finding) plan.Choice {
	if f.Subject.Stat == syntax.NoStat {
		return nil
	}
	var edits []source.Edit
	syntax.Inspect(b.Unit.Tree.Stats[f.Subject.Stat], func(n syntax.Node) bool {
		if edits != nil || !n.Span().Overlaps(f.Span) {
			return false
		}
		edits = meantEdits(b, f, n)
		return edits == nil
	})
	if edits == nil {
		return nil
	}
	return plan.Choice{{Title: "write what is likely meant", Edits: edits, Lossy: true, Mends: true}}
}

// meantEdits returns the edits that make what was meant of a node, if a finding is about that; else nil.
func meantEdits(b *plan.Original, f *analysis.Finding, n syntax.Node) []source.Edit {
	switch n := n.(type) {
	case *syntax.Binary:
		if n.Op == syntax.Or && n.X.Span() == f.Span {
			return replaceOr(b, n)
		}
		if textmap.IsComparison(n.Op) && f.Span.Covers(n.Span()) {
			return compareRight(b.Unit, n)
		}
	case *syntax.Call:
		if c := comparedInType(b.Unit, n); c != nil && n.Span() == f.Span {
			end := c.X.Span().End
			return []source.Edit{plan.Insertion(end, ")"), {Span: source.Span{Start: c.End, End: n.End}}}
		}
	}
	return nil
}

// replaceOr puts an `or` where it was meant.
func replaceOr(b *plan.Original, or *syntax.Binary) []source.Edit {
	last := instead(b.Unit, or)
	if last == nil {
		return nil
	}
	at := last.Span()
	if call, ok := or.X.(*syntax.Call); ok {
		back := source.Span{Start: at.End, End: call.End}
		return []source.Edit{{Span: back}, plan.Insertion(or.End, b.Unit.File.Slice(back))}
	}
	return []source.Edit{plan.Insertion(at.Start, "("), plan.Insertion(or.End, ")")}
}

// compareRight returns the edits that correct a word which a function never gives, and which it is compared with; nil where nobody
// knows which is meant.
func compareRight(u *compile.Unit, c *syntax.Binary) []source.Edit {
	asked, with := c.X, c.Y
	if isLiteral(asked) {
		asked, with = with, asked
	}
	call, isCall := asked.(*syntax.Call)
	word, isWord := with.(*syntax.String)
	if !isCall || !isWord {
		return nil
	}
	slip := witness.SlipOf((value.Library{}).Lookup(u.File.Slice(call.Fn.Span())), u.Tree.Str(word.Sym))
	if slip == nil {
		return nil
	}
	quote := u.File.Slice(word.Span())[:1]
	if quote == "[" {
		quote = `"`
	}
	return []source.Edit{{Span: word.Span(), New: quote + slip.Meant + quote}}
}
