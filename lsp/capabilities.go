package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"luaflow/compile/source"
)

// capabilities is what the client said it can do, as far as it matters here.
type capabilities struct {
	encoding        source.Encoding
	markdown        bool // in a hover
	unnecessary     bool // the tag that fades text
	deprecated      bool // the tag that strikes it through
	related         bool // related locations of a diagnostic
	data            bool // hands a diagnostic's data back
	literals        bool // code actions that are no commands
	links           bool // definitions with the name from which they were asked for
	nestedSymbols   bool // symbols as a tree
	foldsLines      bool // folds whole lines only
	mostFolds       int  // how many folds of a document it wants; 0 for all
	preferred       bool // marks the code action that a key press applies
	disabled        bool // shows code actions that cannot be done, with the reason
	saves           bool // says when it has saved a document
	resolves        bool // asks for the edits of a code action when the user has chosen it
	documentChanges bool // edits that name the version they are for

	creates          bool // makes files by edits, and so knows changes of documents, even if it does not say so
	shows            bool // shows a document when it is told to
	declarationLinks bool // declarations likewise
	prepareRename    bool // asks what can be renamed before it asks for the new name
	progress         bool // shows how far work has come
	relativePatterns bool // watches files outside of the workspace
	pulls            bool // asks for diagnostics, and again when it is told to
	refreshesTokens  bool // asks for semantic tokens again when it is told to
	refreshesHints   bool // asks for inlay hints again when it is told to
}

func capabilitiesOf(c *protocol.ClientCapabilities) capabilities {
	out := capabilities{encoding: source.UTF16}
	if c.General != nil {
		out.encoding = negotiate(c.General.PositionEncodings)
	}
	if c.Workspace != nil && c.Workspace.WorkspaceEdit != nil {
		out.documentChanges = is(c.Workspace.WorkspaceEdit.DocumentChanges)
		out.creates = slices.Contains(c.Workspace.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
	}
	if t := c.TextDocument; t != nil {
		out.textDocument(t)
	}
	out.shows = c.Window != nil && c.Window.ShowDocument != nil && c.Window.ShowDocument.Support
	out.progress = c.Window != nil && is(c.Window.WorkDoneProgress)
	if w := c.Workspace; w != nil {
		out.refreshesTokens = w.SemanticTokens != nil && is(w.SemanticTokens.RefreshSupport)
		out.refreshesHints = w.InlayHint != nil && is(w.InlayHint.RefreshSupport)
	}
	if w := c.Workspace; w != nil && w.DidChangeWatchedFiles != nil {
		out.relativePatterns = is(w.DidChangeWatchedFiles.RelativePatternSupport)
	}
	if w := c.Workspace; w != nil && w.Diagnostics != nil {
		out.pulls = out.pulls && is(w.Diagnostics.RefreshSupport)
	} else {
		out.pulls = false
	}
	return out
}

func (c *capabilities) textDocument(t *protocol.TextDocumentClientCapabilities) {
	c.saves = t.Synchronization != nil && is(t.Synchronization.DidSave)
	if t.Hover != nil {
		c.markdown = prefersMarkdown(t.Hover.ContentFormat)
	}
	if d := t.PublishDiagnostics; d != nil {
		c.unnecessary = slices.Contains(d.TagSupport.ValueSet, protocol.DiagnosticTagUnnecessary)
		c.deprecated = slices.Contains(d.TagSupport.ValueSet, protocol.DiagnosticTagDeprecated)
		c.related = is(d.RelatedInformation)
		c.data = is(d.DataSupport)
	}
	if d := t.Diagnostic; d != nil {
		c.pulls = true
		c.unnecessary = c.unnecessary || slices.Contains(d.TagSupport.ValueSet, protocol.DiagnosticTagUnnecessary)
		c.deprecated = c.deprecated || slices.Contains(d.TagSupport.ValueSet, protocol.DiagnosticTagDeprecated)
		c.related = c.related || is(d.RelatedInformation)
		c.data = c.data || is(d.DataSupport)
	}
	if d := t.Definition; d != nil {
		c.links = is(d.LinkSupport)
	}
	if d := t.Declaration; d != nil {
		c.declarationLinks = is(d.LinkSupport)
	}
	if r := t.Rename; r != nil {
		c.prepareRename = is(r.PrepareSupport)
	}
	if d := t.DocumentSymbol; d != nil {
		c.nestedSymbols = is(d.HierarchicalDocumentSymbolSupport)
	}
	if f := t.FoldingRange; f != nil {
		c.foldsLines = is(f.LineFoldingOnly)
		if f.RangeLimit != nil {
			c.mostFolds = int(*f.RangeLimit)
		}
	}
	if a := t.CodeAction; a != nil {
		c.literals = a.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
		c.preferred = is(a.IsPreferredSupport)
		c.disabled = is(a.DisabledSupport)
		c.resolves = c.literals && is(a.DataSupport) && slices.Contains(a.ResolveSupport.Properties, "edit")
	}
}

// negotiate takes the first encoding that the client names and this server has,
// which is the one the client likes best. Every client can do UTF-16.
func negotiate(offered []protocol.PositionEncodingKind) source.Encoding {
	for _, kind := range offered {
		if enc, ok := encodings[kind]; ok {
			return enc
		}
	}
	return source.UTF16
}

// prefersMarkdown reports whether markdown comes before plain text, in a list that
// has the best first.
func prefersMarkdown(formats []protocol.MarkupKind) bool {
	for _, f := range formats {
		switch f {
		case protocol.MarkupKindMarkdown:
			return true
		case protocol.MarkupKindPlainText:
			return false
		}
	}
	return false
}

func is(b *bool) bool { return b != nil && *b }

// serverCapabilities returns what the server can do for this client, of the features those that are
// wanted.
func (c *capabilities) serverCapabilities(own *serverOptions) protocol.ServerCapabilities {
	out := protocol.ServerCapabilities{
		PositionEncoding: kindOf(c.encoding),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      protocol.Boolean(true),
		},
		HoverProvider: protocol.Boolean(true),

		CallHierarchyProvider: protocol.Boolean(true),
		InlineValueProvider:   protocol.Boolean(true),

		Experimental: ownRequests,
		Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: new(true), ChangeNotifications: protocol.Boolean(true),
		}},
	}
	if c.literals {
		out.CodeActionProvider = &protocol.CodeActionOptions{
			CodeActionKinds: codeActionKinds,
			ResolveProvider: &c.resolves,
		}
	}
	if c.shows {
		out.ExecuteCommandProvider = protocol.ExecuteCommandOptions{Commands: []string{showCommand}}
	}
	if c.pulls {
		out.DiagnosticProvider = &protocol.DiagnosticOptions{
			Identifier:            new(diagnosticSource),
			InterFileDependencies: true,
			// Else clients would ask in vain, and Neovim 0.12 about nothing else when it is told to.
			WorkspaceDiagnostics: own.workspaceMode() != workspaceOff,
		}
	}
	for _, f := range features {
		if own.Features.has(f.name) {
			f.announce(c, &out)
		}
	}
	return out
}
