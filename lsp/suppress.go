package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis"
	"luaflow/analysis/config"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// This file defines the actions that hide a finding: by a comment in its line or in its file, and in luaflow's
// configuration. They are offered at a place, not for a part of a text, where they would be many. That a comment hides
// the finding and changes nothing else is proved when its edits are found.

// Where a finding is hidden, as actionData.Kind says it.
const (
	inLine          = "line"
	inFile          = "file"
	inConfiguration = "configuration"
)

// suppress adds the actions that hide some findings, each of which the client shows as a diagnostic. Nothing hides
// an error. The edits are found at once for a client that does not ask for them later, and where a statement is not
// finished, in which many a comment cannot be shown to hide a finding.
func (a *actions) suppress(ctx context.Context, findings []analysis.Finding, asked []int, shown []protocol.Diagnostic) error {
	isWhole, err := a.snap.IsWhole(ctx)
	if err != nil {
		return err
	}
	isKnown := make(map[string]bool) // codes
	for k, i := range asked {
		f := &findings[i]
		if f.Severity == analysis.Error || isKnown[f.Code] {
			continue
		}
		isKnown[f.Code] = true
		h := hiding{actions: a, finding: i, f: f, shown: shown[k : k+1], isProved: !isWhole || !a.server.client.resolves}
		for _, where := range []string{inLine, inFile} {
			if err := h.byComment(ctx, where); err != nil {
				return err
			}
		}
		h.byConfiguration()
		h.page()
	}
	return nil
}

// hiding is a finding for which actions are added that hide it.
type hiding struct {
	*actions
	finding  int // index of f
	f        *analysis.Finding
	shown    []protocol.Diagnostic // what the client shows for it
	isProved bool                  // edits are found at once
}

// add adds an action, whose edits the client asks for if edit is nil.
func (h *hiding) add(where, title string, edit *protocol.WorkspaceEdit) *protocol.CodeAction {
	action := h.later(title, protocol.CodeActionKindQuickFix, actionData{Mark: h.snap.Mark(h.f.Span), Code: h.f.Code, Kind: where, Title: title})
	if edit != nil {
		action.Edit, action.Data = edit, nil
	}
	action.Diagnostics = h.shown
	h.list = append(h.list, action)
	return action
}

// refuse adds an action that cannot be done, for a client that shows such actions.
func (h *hiding) refuse(title, why string) {
	if h.server.client.disabled {
		action := h.refused(title, protocol.CodeActionKindQuickFix, why)
		action.Diagnostics = h.shown
		h.list = append(h.list, action)
	}
}

// byComment adds the action that hides the finding by a comment.
func (h *hiding) byComment(ctx context.Context, where string) error {
	title := "suppress " + h.f.Code + " in this " + where
	if !h.isProved {
		h.add(where, title, nil)
		return nil
	}
	if !h.affords() {
		return nil
	}
	edits, refusal, err := h.snap.Suppress(ctx, h.finding, where == inFile)
	switch {
	case err != nil:
		return err
	case refusal != "":
		h.refuse(title, refusal)
	default:
		h.add(where, title, h.server.workspaceEdit(h.snap, h.m.textEdits(edits)))
	}
	return nil
}

// byConfiguration adds the action that switches the finding's code off.
func (h *hiding) byConfiguration() {
	path, isThere := h.server.configuration.ownFile(h.snap)
	if path == "" || !isThere && !h.server.client.creates {
		return
	}
	title := "switch " + h.f.Code + " off in " + config.FileName
	var edit *protocol.WorkspaceEdit
	if !h.server.client.resolves {
		var err error
		if edit, err = h.server.switchOff(h.snap, h.f.Code); err != nil {
			h.refuse(title, err.Error())
			return
		}
	}
	if action := h.add(inConfiguration, title, edit); h.server.client.shows {
		action.Command = show("show "+config.FileName, uri.File(path))
	}
}

// page adds the action that shows the page about the finding's check.
func (h *hiding) page() {
	if page := h.server.pages.href(h.f.Code); page != "" && h.server.client.shows {
		title := "show the page about " + h.f.Code
		h.list = append(h.list, &protocol.CodeAction{
			Title: title, Kind: new(protocol.CodeActionKindQuickFix), Diagnostics: h.shown, Command: show(title, uri.URI(page)),
		})
	}
}

// suppressEdits returns the edits that hide a finding by a comment.
func suppressEdits(ctx context.Context, snap *session.Snapshot, finding int, data *actionData) ([]source.Edit, error) {
	edits, refusal, err := snap.Suppress(ctx, finding, data.Kind == inFile)
	if refusal != "" {
		return nil, unverified(data.Title, refusal)
	}
	return edits, err
}

// ownFile returns luaflow's configuration file for a document: the one that counts, or the one that would in the
// folder of its project; "" for a document that is in no file.
func (c *configuration) ownFile(snap *session.Snapshot) (path string, isThere bool) {
	name := snap.File.Name()
	if !filepath.IsAbs(name) {
		return "", false
	}
	name = filepath.Clean(name)
	loader := c.loaderOf(name)
	files := loader.For(name).Files
	isOwn := func(path string) bool { return filepath.Base(path) == config.FileName }
	if i := slices.IndexFunc(files, isOwn); i >= 0 {
		return files[i], true
	}
	return filepath.Join(loader.Root(name), config.FileName), false
}

// switchOff returns the edit of the configuration that switches off the findings of a code.
func (s *server) switchOff(snap *session.Snapshot, code string) (*protocol.WorkspaceEdit, error) {
	title := "switch " + code + " off"
	path, isThere := s.configuration.ownFile(snap)
	if path == "" || !isThere && !s.client.creates {
		return nil, unverified(title, "there is no "+config.FileName)
	}
	var text []byte
	if isThere {
		var err error
		if text, err = os.ReadFile(path); err != nil {
			return nil, unverified(title, err.Error())
		}
	}
	edit, err := config.SwitchOff(string(text), code)
	if err != nil {
		return nil, unverified(title, path+": "+err.Error())
	}
	doc := uri.File(path)
	edits := mapper{source.NewFile(path, string(text)), s.client.encoding}.textEdits([]source.Edit{edit})
	if !s.client.documentChanges && !s.client.creates {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{doc: edits}}, nil
	}
	out := new(protocol.WorkspaceEdit)
	if !isThere {
		out.DocumentChanges = append(out.DocumentChanges, &protocol.CreateFile{
			Kind: "create", URI: doc, Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)},
		})
	}
	change := new(protocol.TextDocumentEdit)
	change.TextDocument.URI = doc
	change.Edits = append(change.Edits, &edits[0])
	out.DocumentChanges = append(out.DocumentChanges, change)
	return out, nil
}
