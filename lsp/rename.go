package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
)

// prepareRename answers with the name that can be renamed at a place; with null where there is none, and
// with an error that says why it cannot.
func (s *server) prepareRename(params *protocol.PrepareRenameParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		return answerOf(ctx, snap, func(p *waste.Parts) (any, error) {
			at, err := nav.Renamable(p, m.pos(params.Position))
			switch {
			case err != nil:
				return nil, nothing(err, m)
			case !at.Valid():
				return nil, nil
			}
			return m.rangeOf(at), nil
		})
	}, nil
}

// rename answers with the edits that give a variable or a label another name; with an error that says what
// would mean something else.
func (s *server) rename(params *protocol.RenameParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		return answerOf(ctx, snap, func(p *waste.Parts) (any, error) {
			edits, err := nav.Rename(p, m.pos(params.Position), params.NewName)
			switch {
			case err != nil:
				return nil, nothing(err, m)
			case len(edits) == 0:
				return nil, nil
			}
			return s.workspaceEdit(snap, m.textEdits(edits)), nil
		})
	}, nil
}
