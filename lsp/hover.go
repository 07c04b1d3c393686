package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"luaflow/analysis/hover"
	"luaflow/analysis/printable"
)

// hover answers with the definitions that reach a use, or with what becomes of a
// definition.
func (s *server) hover(params *protocol.HoverParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		info, ok, err := snap.Describe(ctx, m.pos(params.Position))
		if err != nil || !ok {
			return nil, err
		}
		w := hoverWriter{hover.Writer{URI: snap.URI, File: snap.File, Markdown: s.client.markdown, Kind: info.Kind}}
		if hover.WorthTelling(&info) {
			w.Describe(&info)
		}
		s.writeKeepers(&w, snap, &info.Export)
		if w.Len() == 0 {
			return nil, nil
		}
		kind := protocol.MarkupKindPlainText
		if w.Markdown {
			kind = protocol.MarkupKindMarkdown
		}
		return &protocol.Hover{
			Contents: &protocol.MarkupContent{Kind: kind, Value: printable.Lines(strings.TrimSpace(w.String()))},
			Range:    new(m.rangeOf(info.Span)),
		}, nil
	}, nil
}

// hoverWriter writes a hover, and what the project has to do with the place.
type hoverWriter struct{ hover.Writer }
