package lsp

import (
	"context"

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
	inFile, err := s.ask(&at, func(_ *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		name, err := nav.Renamable(p, pos)
		switch {
		case err != nil:
			return nil, nothing(err, m)
		case !name.Valid():
			return noName, nil
		}
		return m.rangeOf(name), nil
	})
	return s.orField(&at, inFile, err, s.prepareFieldRename)
}

// noName is what a request about the names of a file answers where no variable or label stands.
var noName any = new(struct{ _ byte })

// orField returns the work of a request about a name: that of inFile or, where that answers noName, that of ofField.
func (s *server) orField(at *Place, inFile work, err error, ofField func(context.Context, *session.Snapshot, mapper, source.Pos) (any, error)) (work, error) {
	if err != nil {
		return nil, err
	}
	snap, _ := s.session.Snapshot(key(at.TextDocument.URI))
	return func(ctx context.Context) (any, error) {
		if found, err := inFile(ctx); err != nil || found != noName {
			return found, err
		}
		m := mapper{snap.File, s.client.encoding}
		return ofField(ctx, snap, m, m.pos(at.Position))
	}, nil
}

// rename answers with the edits that give a variable or a label another name; with an error that says what
// would mean something else.
func (s *server) rename(params *protocol.RenameParams) (work, error) {
	at := Place{params.TextDocument, params.Position}
	inFile, err := s.ask(&at, func(snap *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		if name, err := nav.Renamable(p, pos); err == nil && !name.Valid() {
			return noName, nil
		}
		edits, err := nav.Rename(p, pos, params.NewName)
		switch {
		case err != nil:
			return nil, nothing(err, m)
		case len(edits) == 0:
			return nil, nil
		}
		return s.workspaceEdit(snap, m.textEdits(edits)), nil
	})
	return s.orField(&at, inFile, err, func(ctx context.Context, snap *session.Snapshot, _ mapper, pos source.Pos) (any, error) {
		edit, err := s.renameField(ctx, snap, pos, params.NewName)
		if edit == nil && err == nil {
			err = refusal("there is no name here")
		}
		return edit, err
	})
}
