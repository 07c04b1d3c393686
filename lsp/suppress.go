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
// configuration. They are offered at a place, not for a part of a text, where they would be many; and to clients
// that ask for edits later. That a comment hides the finding and changes nothing else is proved then.

// Where a finding is hidden, as actionData.Kind says it.
const (
	inLine          = "line"
	inFile          = "file"
	inConfiguration = "configuration"
)

// suppress adds the actions that hide some findings, each of which the client shows as a diagnostic. Nothing hides
// an error.
func (a *actions) suppress(findings []analysis.Finding, asked []int, shown []protocol.Diagnostic) {
	isKnown := make(map[string]bool) // codes
	for k, i := range asked {
		f := &findings[i]
		if f.Severity == analysis.Error || isKnown[f.Code] {
			continue
		}
		isKnown[f.Code] = true
		add := func(where, title string) *protocol.CodeAction {
			action := a.later(title, protocol.CodeActionKindQuickFix, actionData{
				Mark: a.snap.Mark(f.Span), Code: f.Code, Kind: where, Title: title,
			})
			action.Diagnostics = shown[k : k+1]
			a.list = append(a.list, action)
			return action
		}
		add(inLine, "suppress "+f.Code+" in this line")
		add(inFile, "suppress "+f.Code+" in this file")
		if path, isThere := a.server.configuration.ownFile(a.snap); path != "" && (isThere || a.server.client.creates) {
			action := add(inConfiguration, "switch "+f.Code+" off in "+config.FileName)
			if a.server.client.shows {
				action.Command = show("show "+config.FileName, uri.File(path))
			}
		}
		if page := a.server.pages.href(f.Code); page != "" && a.server.client.shows {
			title := "show the page about " + f.Code
			a.list = append(a.list, &protocol.CodeAction{
				Title: title, Kind: new(protocol.CodeActionKindQuickFix), Diagnostics: shown[k : k+1], Command: show(title, uri.URI(page)),
			})
		}
	}
}

// suppressEdits returns the edits that hide a finding by a comment.
func suppressEdits(ctx context.Context, snap *session.Snapshot, finding int, data *actionData) ([]source.Edit, error) {
	edits, err := snap.Suppress(ctx, finding, data.Kind == inFile)
	if err != nil && ctx.Err() == nil {
		return nil, unverified(data.Title, err.Error())
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
