package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// definition answers with the stores that reach a use; with the name itself where it is a store or
// a declaration; for a field of a module that another file gives a value, with the place there.
func (s *server) definition(params *protocol.DefinitionParams) (work, error) {
	inFile, err := s.places(params.TextDocumentPositionParams, s.client.links, nav.DefinitionsOf)
	if err != nil {
		return nil, err
	}
	snap, _ := s.session.Snapshot(key(params.TextDocument.URI))
	return func(ctx context.Context) (any, error) {
		if found, err := inFile(ctx); err != nil || found != nil {
			return found, err
		}
		return s.fieldDefinition(ctx, snap, mapper{snap.File, s.client.encoding}.pos(params.Position))
	}, nil
}

// declaration answers with the declaration of a variable or a label.
func (s *server) declaration(params *protocol.DeclarationParams) (work, error) {
	return s.places(params.TextDocumentPositionParams, s.client.declarationLinks, func(p *waste.Parts, pos source.Pos) (at source.Span, found []source.Span) {
		at, decl := nav.DeclarationOf(p, pos)
		if decl.Valid() {
			found = append(found, decl)
		}
		return at, found
	})
}

// places answers with the places that find returns for a place, and for the name there, with links if the
// client shows them.
func (s *server) places(params protocol.TextDocumentPositionParams, links bool, find func(*waste.Parts, source.Pos) (at source.Span, found []source.Span)) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		pos := m.pos(params.Position)
		return session.AskAt(ctx, snap, pos, func(p *waste.Parts) any {
			at, found := find(p, pos)
			return locations(m, snap.URI, links, at, found)
		})
	}, nil
}

// locations returns places in a document, as links from the name for which they were asked if the client
// shows it; nil if there are none.
func locations(m mapper, document string, links bool, from source.Span, at []source.Span) any {
	if len(at) == 0 {
		return nil
	}
	doc := uri.URI(document)
	if !links {
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
