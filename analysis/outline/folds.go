package outline

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// FoldKind says what a fold is made of.
type FoldKind uint8

// The kinds of folds.
const (
	CodeFold    FoldKind = iota // a block, a table or a string
	CommentFold                 // a long comment, or short ones on lines one after the other
	RegionFold                  // what stands between `-- region` and `-- endregion`
)

// Fold is text of several lines that an editor may hide.
type Fold struct {
	Kind FoldKind // what the text is
	// Span is what is hidden: it begins in the line that stays.
	Span source.Span
	// Closes: what ends the text stands after Span (`end`, `}`), and stays where whole lines are folded.
	Closes bool
	// Depth is how many folds stand around this one.
	Depth int
}

// Folds returns what can be folded in a text, in the order of the starts, the longer first. It counts its steps.
func Folds(t *syntax.Tree, steps *meter.Meter) []Fold {
	f := folder{tree: t, steps: steps}
	for _, s := range t.Main.Body.Stats {
		syntax.Inspect(s, f.node)
	}
	f.comments()
	slices.SortStableFunc(f.found, func(a, b Fold) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	var around []source.Pos // where the folds end that the next may stand in
	for i := range f.found {
		f.steps.Step()
		for len(around) > 0 && around[len(around)-1] <= f.found[i].Span.Start {
			around = around[:len(around)-1]
		}
		f.found[i].Depth = len(around)
		around = append(around, f.found[i].Span.End)
	}
	return f.found
}

// Outermost returns the folds, at most so many: of more those with the least depth, in the same order.
func Outermost(folds []Fold, most int) []Fold {
	if len(folds) <= most {
		return folds
	}
	byDepth := slices.Clone(folds)
	slices.SortStableFunc(byDepth, func(a, b Fold) int { return cmp.Compare(a.Depth, b.Depth) })
	kept := byDepth[:most]
	slices.SortStableFunc(kept, func(a, b Fold) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	return kept
}

// folder collects the folds of a text.
type folder struct {
	tree  *syntax.Tree
	steps *meter.Meter
	found []Fold
}

// node adds the folds in a node.
func (f *folder) node(n syntax.Node) bool {
	f.steps.Step()
	switch n := n.(type) {
	case *syntax.Block:
		f.add(Fold{Span: n.Span(), Closes: true})
	case *syntax.Table:
		at := n.Span()
		text := f.tree.File.Slice(at)
		at.Start++
		isClosed := len(text) > 1 && text[len(text)-1] == '}'
		if items := n.Items; isClosed && len(items) > 0 { // in broken text the } may be that of an item
			isClosed = items[len(items)-1].Value().Span().End < at.End
		}
		if isClosed {
			at.End--
		}
		f.add(Fold{Span: at, Closes: isClosed})
	case *syntax.String:
		if !n.Bare {
			f.add(Fold{Span: f.afterLine(n.Span())})
		}
	}
	return true
}

// add adds a fold that has several lines.
func (f *folder) add(fold Fold) {
	if fold.Span.Start < fold.Span.End && f.line(fold.Span.Start) < f.line(fold.Span.End) {
		f.found = append(f.found, fold)
	}
}

// line returns the editor's line that a place is in.
func (f *folder) line(p source.Pos) int { return f.tree.File.Point(p, source.UTF8).Line }

// afterLine returns a span without its first line.
func (f *folder) afterLine(s source.Span) source.Span {
	s.Start = min(s.End, f.tree.File.LineSpan(f.line(s.Start)).End)
	return s
}

// comments adds the folds of comments, and the regions that they mark.
func (f *folder) comments() {
	var run source.Span // of short comments on lines one after the other
	last := -1          // the line of its last one
	var regions []source.Pos
	for _, c := range f.tree.Comments {
		f.steps.Step()
		if c.Long {
			f.add(Fold{Kind: CommentFold, Span: f.afterLine(c.Span)})
			continue
		}
		line := f.line(c.Span.Start)
		lineStart := f.tree.File.LineSpan(line).Start
		isAlone := strings.TrimSpace(f.tree.File.Slice(source.Span{Start: lineStart, End: c.Span.Start})) == ""
		begins, ends := marks(f.tree.File.Slice(c.Span))
		switch {
		case !isAlone:
			continue
		case begins:
			regions = append(regions, c.Span.Start)
		case ends && len(regions) > 0:
			open := regions[len(regions)-1]
			regions = regions[:len(regions)-1]
			f.add(Fold{Kind: RegionFold, Span: f.afterLine(source.Span{Start: open, End: c.Span.End})})
		}
		if begins || ends || line != last+1 {
			f.add(Fold{Kind: CommentFold, Span: f.afterLine(run)})
			run = c.Span
		}
		run.End, last = c.Span.End, line
		if begins || ends {
			run, last = source.Span{}, -1
		}
	}
	f.add(Fold{Kind: CommentFold, Span: f.afterLine(run)})
}

// marks reports whether a comment begins or ends a region: `-- region`, `--#region`, with a title after
// it, and the like with `endregion`.
func marks(comment string) (begins, ends bool) {
	text := strings.TrimPrefix(strings.TrimLeft(strings.TrimLeft(comment, "-"), " \t"), "#")
	word := text
	if end := strings.IndexAny(text, " \t:"); end >= 0 {
		word = text[:end]
	}
	return word == "region", word == "endregion"
}
