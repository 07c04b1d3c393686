package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/lsp/session"
)

// inlineValue answers with the variables that are live where a debugger has stopped.
func (s *server) inlineValue(params *protocol.InlineValueParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		stop := protocol.Position{Line: params.Context.StoppedLocation.End.Line}
		return session.Ask(ctx, snap, func(p *waste.Parts) any {
			out := []*protocol.InlineValueVariableLookup{}
			for _, at := range nav.ValuesAt(p, m.span(params.Range), m.pos(stop)) {
				out = append(out, &protocol.InlineValueVariableLookup{
					Range: m.rangeOf(at), VariableName: new(snap.File.Slice(at)), CaseSensitiveLookup: true,
				})
			}
			return out
		})
	}, nil
}
