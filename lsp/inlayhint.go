package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"luaflow/analysis/annotate"
	"luaflow/analysis/waste"
	"luaflow/lsp/session"
)

// hintNames are the kinds of hints as the option hints names them.
var hintNames = map[annotate.HintKind]string{
	annotate.ConstantHint: "constant",
	annotate.CapturedHint: "captured",
	annotate.NilHint:      "nil",
}

// inlayHint answers with the hints in a part of a document, of the kinds that are wanted.
func (s *server) inlayHint(params *protocol.InlayHintParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		within := m.span(params.Range)
		return session.Ask(ctx, snap, func(p *waste.Parts) []protocol.InlayHint {
			out := []protocol.InlayHint{}
			for _, hint := range annotate.Hints(p, within) {
				p.Text.Step()
				if s.own.Hints == nil || s.own.Hints.has(hintNames[hint.Kind]) {
					out = append(out, protocol.InlayHint{
						Position: m.position(hint.At), Label: protocol.String(hint.Text), PaddingLeft: new(true),
					})
				}
			}
			return out
		})
	}, nil
}
