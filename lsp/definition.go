package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/source"
)

// definition answers with the stores that reach a use; with the name itself where it is a store or
// a declaration.
func (s *server) definition(params *protocol.DefinitionParams) (work, error) {
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
		if !info.IsUse {
			return s.locations(m, snap.URI, info.Span, info.Span), nil
		}
		var at []source.Span
		for _, def := range info.Defs {
			if def.Span.Valid() { // not the implicit nil
				at = append(at, def.Span)
			}
		}
		return s.locations(m, snap.URI, info.Span, at...), nil
	}, nil
}

// locations returns places in a document, with the name from which they were asked for if the client
// shows it; nil if there are none.
func (s *server) locations(m mapper, document string, from source.Span, at ...source.Span) any {
	if len(at) == 0 {
		return nil
	}
	doc := uri.URI(document)
	if !s.client.links {
		out := make([]protocol.Location, len(at))
		for i, span := range at {
			out[i] = protocol.Location{URI: doc, Range: m.rangeOf(span)}
		}
		return out
	}
	out := make([]protocol.LocationLink, len(at))
	for i, span := range at {
		r := m.rangeOf(span)
		out[i] = protocol.LocationLink{OriginSelectionRange: new(m.rangeOf(from)), TargetURI: doc, TargetRange: r, TargetSelectionRange: r}
	}
	return out
}
