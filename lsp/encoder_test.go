package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile/meter"
	"luaflow/compile/testkit/must"
)

// longResults returns results of each kind that may be long, with n elements in their lists.
func longResults(n int) map[string]any {
	at := func(i int) protocol.Range {
		return protocol.Range{Start: protocol.Position{Line: uint32(i)}, End: protocol.Position{Line: uint32(i), Character: 7}}
	}
	var ranges []protocol.Range
	var numbers []uint32
	var edits []protocol.TextEdit
	var symbols []protocol.DocumentSymbol
	var findings []protocol.Diagnostic
	var links []protocol.DocumentLink
	var calls []protocol.CallHierarchyIncomingCall
	own := Bytecode{Version: 7, Path: "0/1", Text: "a \"line\"\n"}
	for i := range n {
		ranges, numbers = append(ranges, at(i)), append(numbers, uint32(i))
		edits = append(edits, protocol.TextEdit{Range: at(i), NewText: "\"<é>\x00"})
		symbols = append(symbols, protocol.DocumentSymbol{Name: "f", Kind: protocol.SymbolKindFunction, Range: at(i), SelectionRange: at(i)})
		findings = append(findings, protocol.Diagnostic{
			Range: at(i), Message: protocol.String("unused"), Code: protocol.String("dead-store"), Data: protocol.LSPAny(`{"a":[1,null]}`), Tags: protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary),
			RelatedInformation: []protocol.DiagnosticRelatedInformation{{Location: protocol.Location{URI: "file:///a.lua", Range: at(i)}}},
		})
		links = append(links, protocol.DocumentLink{Range: at(i), Target: new(uri.URI("file:///b.lua"))})
		calls = append(calls, protocol.CallHierarchyIncomingCall{From: protocol.CallHierarchyItem{Name: "f", Range: at(i)}, FromRanges: []protocol.Range{at(i)}})
		line := Instruction{Line: uint32(i), Fate: "live", Targets: ranges[:i%2]}
		if i%3 == 0 {
			line.Range = &ranges[i]
		}
		own.Instructions, own.Functions = append(own.Instructions, line), append(own.Functions, InnerFunction{"0/1/2", at(i)})
	}
	nested := []protocol.DocumentSymbol{{Name: "M", Detail: new(""), Range: at(1), Children: append(symbols[:n:n], protocol.DocumentSymbol{Name: "g", Children: symbols})}}
	full := &protocol.RelatedFullDocumentDiagnosticReport{}
	full.Kind, full.ResultID, full.Items = "full", new("1"), findings
	file := &protocol.WorkspaceFullDocumentDiagnosticReport{URI: "file:///a.lua", Version: new(int32(3))}
	file.Kind, file.Items = "full", findings
	edit := &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{"file:///a.lua": edits, "file:///b.lua": edits[:1]}}
	changes := &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{}}
	change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: "file:///a.lua"}}}
	for i := range edits {
		change.Edits = append(change.Edits, &edits[i])
	}
	changes.DocumentChanges = append(changes.DocumentChanges, change)
	return map[string]any{
		"ranges": ranges, "edits": edits, "symbols": symbols, "nested": nested, "links": links, "calls": calls,
		"tokens": &protocol.SemanticTokens{ResultID: new("2"), Data: numbers}, "delta": &protocol.SemanticTokensDelta{Edits: []protocol.SemanticTokensEdit{{Start: 1, Data: numbers}}},
		"report": full, "workspace": &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{file}}, "edit": edit, "changes": changes,
		"action": []any{&protocol.CodeAction{Title: "mend", Kind: new(protocol.CodeActionKind("quickfix")), Edit: edit, Diagnostics: findings}}, "bytecode": &own, "graph": &Graph{Bytecode: own, Blocks: []Block{{Ranges: ranges, Fate: "live", Dominator: new(0)}}},
		"slice": &Slice{Version: 1, Lines: numbers, Ranges: ranges}, "why": &Why{1, []Reason{{Message: "m", Steps: []Step{{Message: "s"}}}}},
	}
}

// TestEncodedInPieces: a long result is encoded as it is in one piece, however small the pieces.
func TestEncodedInPieces(t *testing.T) {
	for name, result := range longResults(20) {
		whole, err := codec{}.Marshal(result)
		must.Do(t, err)
		for most := range 50 {
			e := encoder{most: 1 + most}
			must.Do(t, e.value(reflect.ValueOf(result)))
			var got, want any
			must.Do(t, json.Unmarshal(e.out, &got))
			must.Do(t, json.Unmarshal(whole, &want))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s in pieces of %d values:\n%s\nin one piece:\n%s", name, e.most, e.out, whole)
				break
			}
		}
	}
}

// TestEncodingStops: the more there is to encode the more steps are taken, and the work ends at each of them.
func TestEncodingStops(t *testing.T) {
	const n = 5 * piece
	for name, result := range longResults(n) {
		if name == "why" {
			continue
		}
		var steps *meter.Meter
		watch := func(m *meter.Meter) func() { steps = m; return func() {} }
		_, err := encoded(t.Context(), result, watch)
		must.Do(t, err)
		if steps.Steps() < n/piece {
			t.Errorf("%s: %d steps for %d elements", name, steps.Steps(), n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		_, err = encoded(ctx, result, func(m *meter.Meter) func() {
			steps = m
			m.Watch(func(int) {
				cancel()
				for m.Run(func() {}) { // until it is to stop
				}
			})
			return func() {}
		})
		if !errors.Is(err, context.Canceled) || steps.Steps() != 1 {
			t.Errorf("%s: stopped after %d steps: %v", name, steps.Steps(), err)
		}
	}
	if got, err := encoded(t.Context(), jsonrpc2.RawMessage(strings.Repeat("1", 2*piece)), nil); err != nil || len(got) != 2*piece {
		t.Errorf("what is encoded already: %.100s, %v", got, err)
	}
	if got, err := encoded(t.Context(), nil, nil); err != nil || string(got) != "null" {
		t.Errorf("nothing: %s, %v", got, err)
	}
}
