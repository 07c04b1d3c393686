package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/fix"
	"luaflow/analysis/printable"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// This file defines how the edits of a code action are found when the user has chosen it. What its title promises
// is proved only then. The text may have changed since the menu was made: the action is for the same finding,
// or the same selection, where it stands now. If that was edited the request fails as the protocol says
// for modified content, and the editor asks for a new menu; if the proof fails, with the reason, for the user.

// actionData is what an action carries whose edits are still to be found.
type actionData struct {
	URI          string `json:"uri"` // of the document, as the client spells it
	session.Mark        // the place of the finding, or the selection
	// Code is that of the finding that a fix mends, or that is to be hidden; "" if the action is about none.
	Code string `json:"code,omitempty"`
	// Kind is the protocol's of a refactoring, or of "fix all", or says where a finding is to be hidden: see
	// inLine. It is "" for a fix.
	Kind string `json:"kind,omitempty"`
	// Title is that of the change, without what the menu says of its proof.
	Title string `json:"title"`
}

// resolveAction answers with an action and its edits.
func (s *server) resolveAction(params *protocol.CodeAction) (work, error) {
	if len(params.Data) == 0 { // it is whole, as one that is a command
		return func(context.Context) (any, error) { return params, nil }, nil
	}
	var data actionData
	if err := json.Unmarshal(params.Data, &data); err != nil || data.URI == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is no action that is to be resolved", params.Title)
	}
	doc, err := uri.Parse(data.URI)
	if err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%v", err)
	}
	return func(ctx context.Context) (any, error) {
		for {
			snap, ok := s.session.Snapshot(key(doc))
			if !ok {
				return nil, session.ErrNotOpen // any more
			}
			newest, done := snap.WhileNewest(ctx)
			edit, err := s.editOf(newest, snap, &data)
			isNewest := newest.Err() == nil
			done()
			switch {
			case errors.Is(err, session.ErrChanged) || !isNewest && ctx.Err() == nil:
				continue
			case err != nil:
				return nil, err
			}
			params.Edit = edit
			return params, nil
		}
	}, nil
}

// editOf returns the edit of an action in a version of its document.
func (s *server) editOf(ctx context.Context, snap *session.Snapshot, data *actionData) (*protocol.WorkspaceEdit, error) {
	if data.Kind == inConfiguration {
		return s.switchOff(snap, data.Code)
	}
	edits, err := s.editsOf(ctx, snap, data)
	if err != nil {
		return nil, err
	}
	m := mapper{snap.File, s.client.encoding}
	return s.workspaceEdit(snap, m.textEdits(edits)), nil
}

// editsOf returns the edits of an action in the text that it is about.
func (s *server) editsOf(ctx context.Context, snap *session.Snapshot, data *actionData) ([]source.Edit, error) {
	at, ok := snap.Find(data.Mark)
	switch {
	case data.Kind == string(fixAllKind):
		return s.allEdits(ctx, snap)
	case !ok:
		return nil, modified("the text that %q is about was edited", data.Title)
	case data.Code == "":
		return refactoringEdits(ctx, snap, at, data)
	}
	return fixEdits(ctx, snap, at, data)
}

// modified returns the error for an action whose text is another one now.
func modified(format string, about ...any) error {
	return jsonrpc2.NewError(protocol.CodeContentModified, printable.Text(fmt.Sprintf(format, about...)))
}

// unverified returns the error for an action that cannot be verified.
func unverified(title, why string) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), printable.Text(fmt.Sprintf("cannot %s: %s", title, why)))
}

// fixEdits returns the edits of a fix.
func fixEdits(ctx context.Context, snap *session.Snapshot, at source.Span, data *actionData) ([]source.Edit, error) {
	findings, err := snap.Findings(ctx)
	if err != nil {
		return nil, err
	}
	for i := range findings {
		if findings[i].Code != data.Code || findings[i].Span != at {
			continue
		}
		if data.Kind == inLine || data.Kind == inFile {
			return suppressEdits(ctx, snap, i, data)
		}
		m, err := snap.Fixes(ctx, i)
		if err != nil {
			return nil, err
		}
		return chosen(&m, data.Title)
	}
	return nil, modified("what %q is about is not found any more", data.Title)
}

// chosen returns the edits of the fix with a title.
func chosen(m *session.Mending, title string) ([]source.Edit, error) {
	for _, f := range m.Fixes {
		if f.Title == title {
			return f.Edits, nil
		}
	}
	for _, r := range m.Refused {
		if r.Title == title {
			return nil, unverified(title, r.Why)
		}
	}
	if m.IsPartial {
		return nil, unverified(title, fix.NotTried)
	}
	return nil, modified("%q is not among the fixes any more", title)
}

// refactoringEdits returns the edits of a refactoring of a selection.
func refactoringEdits(ctx context.Context, snap *session.Snapshot, at source.Span, data *actionData) ([]source.Edit, error) {
	changes, err := snap.Refactorings(ctx, at,
		func(kind string) bool { return kind == data.Kind },
		func(c *session.Refactoring) bool { return c.Title == data.Title },
	)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		switch {
		case c.Title != data.Title:
		case c.Refusal != "":
			return nil, unverified(c.Title, c.Refusal)
		default:
			return c.Edits, nil
		}
	}
	return nil, modified("%q is not possible at the selection any more", data.Title)
}

// allEdits returns the edits of all verified fixes.
func (s *server) allEdits(ctx context.Context, snap *session.Snapshot) ([]source.Edit, error) {
	edits, omitted, err := snap.FixAll(ctx)
	if err != nil {
		return nil, err
	}
	s.admitAll(snap, omitted)
	if len(edits) == 0 {
		return nil, unverified(fixAllTitle, "none can be verified")
	}
	return edits, nil
}
