package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// highlightKinds are the protocol's names for what an occurrence does.
var highlightKinds = [...]protocol.DocumentHighlightKind{
	nav.Mention: protocol.DocumentHighlightKindText,
	nav.Read:    protocol.DocumentHighlightKindRead,
	nav.Write:   protocol.DocumentHighlightKindWrite,
}

// highlight answers with a store and the uses that it reaches, or with a use and the stores that reach it.
func (s *server) highlight(params *protocol.DocumentHighlightParams) (work, error) {
	return s.occurrences(params.TextDocumentPositionParams, nav.FlowOf, func(m mapper, p *waste.Parts, _ uri.URI, found []nav.Occurrence) any {
		out := make([]protocol.DocumentHighlight, len(found))
		for i, o := range found {
			p.Text.Step()
			out[i] = protocol.DocumentHighlight{Range: m.rangeOf(o.Span), Kind: highlightKinds[o.Kind]}
		}
		return out
	})
}

// byFlow is the option references for those between which a value goes.
const byFlow = "flow"

// references answers with all occurrences of a variable or a label, or of a field of a module in all files; if the user has chosen
// byFlow, with those that highlight shows.
func (s *server) references(params *protocol.ReferenceParams) (work, error) {
	find := nav.OccurrencesOf
	if s.own.References == byFlow {
		find = nav.FlowOf
	}
	inFile, err := s.occurrences(params.TextDocumentPositionParams, find, func(m mapper, p *waste.Parts, doc uri.URI, found []nav.Occurrence) any {
		if !params.Context.IncludeDeclaration {
			found = slices.DeleteFunc(found, func(o nav.Occurrence) bool { return o.IsDeclaration })
		}
		out := make([]protocol.Location, len(found))
		for i, o := range found {
			p.Text.Step()
			out[i] = protocol.Location{URI: doc, Range: m.rangeOf(o.Span)}
		}
		return out
	})
	if err != nil || s.own.References == byFlow {
		return inFile, err
	}
	snap, _ := s.session.Snapshot(key(params.TextDocument.URI))
	return func(ctx context.Context) (any, error) {
		if out, ok, err := s.fieldReferences(ctx, snap, params); ok || err != nil {
			return out, err
		}
		return inFile(ctx)
	}, nil
}

// occurrences answers with what show makes of the occurrences that find returns for a place; with null where
// there is no name.
func (s *server) occurrences(params protocol.TextDocumentPositionParams, find func(*waste.Parts, source.Pos) []nav.Occurrence, show func(mapper, *waste.Parts, uri.URI, []nav.Occurrence) any) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		pos := m.pos(params.Position)
		return session.AskAt(ctx, snap, pos, func(p *waste.Parts) any {
			found := find(p, pos)
			if found == nil {
				return nil
			}
			return show(m, p, uri.URI(snap.URI), found)
		})
	}, nil
}
