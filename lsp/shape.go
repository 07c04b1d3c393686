package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"luaflow/analysis/outline"
	"luaflow/compile"
	"luaflow/compile/meter"
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
		return session.AskUnit(ctx, snap, func(u *compile.Unit) []protocol.FoldingRange { return s.folds(snap, u) })
	}, nil
}

// folds returns what the client folds in a text.
func (s *server) folds(snap *session.Snapshot, u *compile.Unit) []protocol.FoldingRange {
	folds := outline.Folds(u.Tree, u.Meter)
	m := mapper{snap.File, s.client.encoding}
	if s.client.foldsLines {
		folds = m.foldsOfLines(folds, u.Meter)
	}
	if s.client.mostFolds > 0 {
		folds = outline.Outermost(folds, s.client.mostFolds)
	}
	out := make([]protocol.FoldingRange, len(folds))
	for i, fold := range folds {
		u.Meter.Step()
		at := m.rangeOf(fold.Span)
		out[i] = protocol.FoldingRange{StartLine: at.Start.Line, EndLine: at.End.Line, Kind: foldKinds[fold.Kind]}
		if !s.client.foldsLines {
			out[i].StartCharacter, out[i].EndCharacter = &at.Start.Character, &at.End.Character
		}
	}
	return out
}

// foldsOfLines returns the folds for a client that hides whole lines. The line with what ends a fold
// stays, and of the folds that begin in one line there is the largest.
func (m mapper) foldsOfLines(folds []outline.Fold, steps *meter.Meter) (out []outline.Fold) {
	last := -1
	for _, fold := range folds {
		steps.Step()
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
