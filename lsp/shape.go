package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"luaflow/analysis/outline"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// This file answers what an editor folds, and what it grows a selection to.

// foldKinds are the protocol's kinds of folds.
var foldKinds = map[outline.FoldKind]protocol.FoldingRangeKind{
	outline.CommentFold: protocol.FoldingRangeKindComment,
	outline.RegionFold:  protocol.FoldingRangeKindRegion,
}

// foldingRange answers with what can be folded in a document; with the outermost folds if there are
// more than the client wants.
func (s *server) foldingRange(params *protocol.FoldingRangeParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		folds, err := session.AskUnit(ctx, snap, func(u *compile.Unit) []outline.Fold { return outline.Folds(u.Tree) })
		if err != nil {
			return nil, err
		}
		m := mapper{snap.File, s.client.encoding}
		if s.client.foldsLines {
			folds = m.foldsOfLines(folds)
		}
		if s.client.mostFolds > 0 {
			folds = outline.Outermost(folds, s.client.mostFolds)
		}
		out := make([]protocol.FoldingRange, len(folds))
		for i, fold := range folds {
			at := m.rangeOf(fold.Span)
			out[i] = protocol.FoldingRange{StartLine: at.Start.Line, EndLine: at.End.Line, Kind: foldKinds[fold.Kind]}
			if !s.client.foldsLines {
				out[i].StartCharacter, out[i].EndCharacter = &at.Start.Character, &at.End.Character
			}
		}
		return out, nil
	}, nil
}

// foldsOfLines returns the folds for a client that hides whole lines. The line with what ends a fold
// stays, and of the folds that begin in one line there is the largest.
func (m mapper) foldsOfLines(folds []outline.Fold) (out []outline.Fold) {
	last := -1
	for _, fold := range folds {
		start, end := m.file.Point(fold.Span.Start, m.enc).Line, m.file.Point(fold.Span.End, m.enc).Line
		if fold.Closes {
			end--
		}
		if start < end && start != last {
			fold.Span = source.Span{Start: fold.Span.Start, End: m.file.LineSpan(end).End}
			out, last = append(out, fold), start
		}
	}
	return out
}

// maxGrowth bounds in how many steps a selection grows to the whole text: operators and calls can be
// chained without end.
const maxGrowth = 200

// selectionRange answers with what is around each of some positions.
func (s *server) selectionRange(params *protocol.SelectionRangeParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		at := make([]source.Pos, len(params.Positions))
		for i, p := range params.Positions {
			at[i] = m.pos(p)
		}
		selections, err := session.AskUnit(ctx, snap, func(u *compile.Unit) []*outline.Selection { return outline.Selections(u.Tree, at) })
		if err != nil {
			return nil, err
		}
		out := make([]protocol.SelectionRange, len(at))
		for i, selection := range selections {
			m.grow(&out[i], selection)
		}
		return out, nil
	}, nil
}

// grow writes a selection and what is around it, the innermost maxGrowth pieces and the whole text.
func (m mapper) grow(out *protocol.SelectionRange, from *outline.Selection) {
	for steps := 0; ; steps++ {
		out.Range = m.rangeOf(from.Span)
		if from = from.Around; from == nil {
			return
		}
		for steps >= maxGrowth && from.Around != nil {
			from = from.Around
		}
		out.Parent = new(protocol.SelectionRange)
		out = out.Parent
	}
}
