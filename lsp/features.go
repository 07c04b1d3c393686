package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"

	"luaflow/analysis/config"
)

// Many run luaflow beside another Lua server, and an editor that asks both shows two outlines, asks
// which of two renames is meant, and colours names twice. So what another server answers too is
// announced only if the user asks for it; every request is answered in any case.

// feature is a request that is announced if the user asks for it.
type feature struct {
	name     string // in the option features: the capability's, without Provider
	announce func(*capabilities, *protocol.ServerCapabilities)
}

// features are all of them, in the order of the protocol.
var features = []feature{
	{"declaration", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.DeclarationProvider = protocol.Boolean(true)
	}},
	{"definition", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.DefinitionProvider = protocol.Boolean(true)
	}},
	{"references", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.ReferencesProvider = protocol.Boolean(true)
	}},
	{"documentHighlight", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.DocumentHighlightProvider = protocol.Boolean(true)
	}},
	{"rename", func(c *capabilities, out *protocol.ServerCapabilities) {
		out.RenameProvider = protocol.Boolean(true)
		if c.prepareRename {
			out.RenameProvider = &protocol.RenameOptions{PrepareProvider: new(true)}
		}
	}},
	{functionCalls, func(*capabilities, *protocol.ServerCapabilities) {}}, // the request is announced in any case
	{"documentSymbol", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.DocumentSymbolProvider = protocol.Boolean(true)
	}},
	{"foldingRange", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.FoldingRangeProvider = protocol.Boolean(true)
	}},
	{"selectionRange", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.SelectionRangeProvider = protocol.Boolean(true)
	}},
	{"documentLink", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.DocumentLinkProvider = &protocol.DocumentLinkOptions{ResolveProvider: new(true)}
	}},
	{"workspaceSymbol", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.WorkspaceSymbolProvider = protocol.Boolean(true)
	}},
	{"semanticTokens", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.SemanticTokensProvider = &protocol.SemanticTokensOptions{
			Legend: tokenLegend, Range: protocol.Boolean(true), Full: &protocol.SemanticTokensFullDelta{Delta: new(true)},
		}
	}},
	{"inlayHint", func(_ *capabilities, out *protocol.ServerCapabilities) {
		out.InlayHintProvider = protocol.Boolean(true)
	}},
}

// serverOptions are the initialization options that are about the server, not about checks. They hold
// until the server ends.
type serverOptions struct {
	// Trusted is false if the editor's user does not trust the workspace.
	Trusted *bool `json:"trusted"`
	// Features names the features that are wanted.
	Features featureNames `json:"features"`
	// Hints names the kinds of inlay hints that are wanted; all if it is missing.
	Hints featureNames `json:"hints"`
	// References says which references are listed: byFlow for those between which a value goes, "all" or
	// "" for all.
	References optionWord `json:"references"`
	// Workspace says which files are reported on that are not open: see workspaceOff.
	Workspace optionWord `json:"workspace"`
}

// serverOptionNames are the names of serverOptions in JSON.
var serverOptionNames = []string{"trusted", "features", "references", "hints", "workspace"}

// read takes the options out of what the client says when it begins, from the top of that and from what is for this
// program. What cannot be read is logged.
func (o *serverOptions) read(said []byte, log func(format string, args ...any)) {
	for _, text := range [][]byte{said, ownSection(said)} {
		if err := json.Unmarshal(text, o); err != nil && len(text) > 0 {
			log("initialization options: %v", err)
			return
		}
	}
}

// problems returns what is wrong with the options.
func (o *serverOptions) problems() []*config.Problem {
	found := o.Features.problems()
	for _, kind := range o.Hints {
		if !slices.Contains(slices.Collect(maps.Values(hintNames)), kind) && kind != "all" {
			found = append(found, &config.Problem{File: theEditor, Message: fmt.Sprintf("hints: there is no %q", kind)})
		}
	}
	if o.References != "" && o.References != byFlow && o.References != "all" {
		found = append(found, &config.Problem{File: theEditor, Message: fmt.Sprintf("references: %q is neither \"all\" nor %q", o.References, byFlow)})
	}
	if mode := o.workspaceMode(); mode != workspaceOff && mode != workspaceChanged && mode != workspaceAll {
		found = append(found, &config.Problem{File: theEditor, Message: fmt.Sprintf("workspace: there is no %q", mode)})
	}
	return found
}

// optionWord is an option that is one word.
type optionWord string

// UnmarshalJSON reads a word. It never fails, as featureNames do; what is no word is one that there is not.
func (w *optionWord) UnmarshalJSON(text []byte) error {
	var word string
	if json.Unmarshal(text, &word) != nil {
		word = string(text)
	}
	*w = optionWord(word)
	return nil
}

// featureNames is a list of names, or "all" of them.
type featureNames []string

// UnmarshalJSON reads a list of names, or one alone. It never fails, as the options beside it must be
// read; what is no name is a feature that there is not.
func (f *featureNames) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, (*[]string)(f)) == nil {
		return nil
	}
	if json.Unmarshal(text, &one) != nil {
		one = string(text)
	}
	*f = featureNames{one}
	return nil
}

// has reports whether a feature is wanted.
func (f featureNames) has(name string) bool {
	return slices.Contains(f, name) || slices.Contains(f, "all")
}

// problems returns what is wrong with the names.
func (f featureNames) problems() (found []*config.Problem) {
	for _, name := range f {
		isKnown := name == "all" || slices.ContainsFunc(features, func(known feature) bool { return known.name == name })
		if !isKnown {
			found = append(found, &config.Problem{File: theEditor, Message: fmt.Sprintf("features: there is no %q", name)})
		}
	}
	return found
}
