package lsp

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// codeActions takes a range, and after it "only KIND", "automatic" and
// "about CODE RANGE MESSAGE", the last for a diagnostic that the client hands in.
func (s *scenario) codeActions(ctx context.Context, args []string) (string, error) {
	r, err := parseRange(args[1])
	if err != nil {
		return "", err
	}
	params := protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: docURI(s.docPath(args[0]))},
		Range:        r,
		Context:      protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}},
	}
	for rest := args[2:]; len(rest) > 0; {
		switch rest[0] {
		case "automatic":
			params.Context.TriggerKind = protocol.CodeActionTriggerKindAutomatic
			rest = rest[1:]
		case "only":
			params.Context.Only = append(params.Context.Only, protocol.CodeActionKind(rest[1]))
			rest = rest[2:]
		case "about":
			about, err := parseRange(rest[2])
			if err != nil {
				return "", err
			}
			d := protocol.Diagnostic{Range: about, Code: protocol.String(rest[1]), Message: protocol.String(rest[3])}
			params.Context.Diagnostics = append(params.Context.Diagnostics, d)
			rest = rest[4:]
		default:
			return "", fmt.Errorf("unknown word %q", rest[0])
		}
	}
	var result []protocol.CommandOrCodeAction
	if err := protocol.Call(ctx, s.client.conn, protocol.MethodTextDocumentCodeAction, &params, &result); err != nil {
		return "", err
	}
	s.actions = nil
	var out strings.Builder
	for i, a := range result {
		action := a.(*protocol.CodeAction)
		s.actions = append(s.actions, action)
		fmt.Fprintf(&out, "%d: %s", i, showAction(action))
	}
	if len(result) == 0 {
		return "nothing\n", nil
	}
	return s.withoutFolders(out.String()), nil
}

func showAction(a *protocol.CodeAction) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %q", *a.Kind, a.Title)
	if a.IsPreferred != nil {
		fmt.Fprintf(&out, " preferred %v", *a.IsPreferred)
	}
	for _, d := range a.Diagnostics {
		fmt.Fprintf(&out, " for %v", d.Code)
	}
	if a.Disabled.Reason != "" {
		fmt.Fprintf(&out, " disabled: %s\n", a.Disabled.Reason)
		return out.String()
	}
	if a.Command.Command != "" {
		fmt.Fprintf(&out, " then %s %s", a.Command.Command, a.Command.Arguments)
	}
	out.WriteString("\n")
	if a.Edit == nil {
		return out.String()
	}
	for doc, edits := range a.Edit.Changes {
		for _, e := range edits {
			fmt.Fprintf(&out, "  %s %s %q\n", doc, showRange(e.Range), e.NewText)
		}
	}
	for _, change := range a.Edit.DocumentChanges {
		c, ok := change.(*protocol.TextDocumentEdit)
		if !ok {
			fmt.Fprintf(&out, "  make %s\n", change.(*protocol.CreateFile).URI)
			continue
		}
		version := "on disk"
		if c.TextDocument.Version != nil {
			version = fmt.Sprintf("version %d", *c.TextDocument.Version)
		}
		for _, e := range c.Edits {
			edit := e.(*protocol.TextEdit)
			fmt.Fprintf(&out, "  %s %s %s %q\n", c.TextDocument.URI, version, showRange(edit.Range), edit.NewText)
		}
	}
	return out.String()
}

// resolve asks for the edits of one of the last "actions", which has them then, and shows it.
func (s *scenario) resolve(ctx context.Context, args []string) (string, error) {
	i, err := strconv.Atoi(args[0])
	if err != nil || i >= len(s.actions) {
		return "", fmt.Errorf("no action %q: %v", args[0], err)
	}
	var action protocol.CodeAction
	if err := protocol.Call(ctx, s.client.conn, protocol.MethodCodeActionResolve, s.actions[i], &action); err != nil {
		return "", err
	}
	s.actions[i] = &action
	return s.withoutFolders(showAction(&action)), nil
}

// withoutFolders returns text without the names of this machine.
func (s *scenario) withoutFolders(text string) string {
	if s.folder != "" {
		text = strings.ReplaceAll(text, docURI(s.folder).String(), "FOLDER")
	}
	return strings.ReplaceAll(text, docURI(os.Getenv("XDG_CACHE_HOME")).String(), "CACHE")
}

// apply makes the edits of one of the last "actions" and shows the text.
func (s *scenario) apply(ctx context.Context, args []string) (string, error) {
	i, err := strconv.Atoi(args[1])
	if err != nil || i >= len(s.actions) || s.actions[i].Edit == nil {
		return "", fmt.Errorf("no action %q with edits: %v", args[1], err)
	}
	file, err := s.client.File(s.docPath(args[0]))
	if err != nil {
		return "", err
	}
	m := mapper{file, s.client.enc}
	doc := docURI(s.docPath(args[0]))
	if err := s.client.Edit(ctx, s.docPath(args[0]), m.edits(editsOf(s.actions[i], doc))); err != nil {
		return "", err
	}
	return s.text(ctx, args[:1])
}

func editsOf(a *protocol.CodeAction, doc uri.URI) []protocol.TextEdit {
	edits := slices.Clone(a.Edit.Changes[doc])
	for _, change := range a.Edit.DocumentChanges {
		for _, e := range change.(*protocol.TextDocumentEdit).Edits {
			edits = append(edits, *e.(*protocol.TextEdit))
		}
	}
	return edits
}
