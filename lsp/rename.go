package lsp

import (
	"go.lsp.dev/protocol"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// prepareRename answers with the name that can be renamed at a place; with null where there is none, and
// with an error that says why it cannot.
func (s *server) prepareRename(params *protocol.PrepareRenameParams) (work, error) {
	at := Place{params.TextDocument, params.Position}
	return s.ask(&at, func(_ *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		name, err := nav.Renamable(p, pos)
		switch {
		case err != nil:
			return nil, nothing(err, m)
		case !name.Valid():
			return nil, nil
		}
		return m.rangeOf(name), nil
	})
}

// rename answers with the edits that give a variable or a label another name; with an error that says what
// would mean something else.
func (s *server) rename(params *protocol.RenameParams) (work, error) {
	at := Place{params.TextDocument, params.Position}
	return s.ask(&at, func(snap *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		edits, err := nav.Rename(p, pos, params.NewName)
		switch {
		case err != nil:
			return nil, nothing(err, m)
		case len(edits) == 0:
			return nil, nil
		}
		return s.workspaceEdit(snap, m.textEdits(edits)), nil
	})
}
