package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// The value tree: a call hierarchy whose items are places that a value comes from or goes to. On the name of
// a function, which other servers have calls for, there is none, unless the user wants calls from luaflow.

// functionCalls is the feature that calls are shown on the name of a function.
const functionCalls = "functionCalls"

// itemData is what an item carries, to be asked for more of it.
type itemData struct {
	session.Mark
	// IsFunction: the item is a function of a call hierarchy; else a site of a value.
	IsFunction bool `json:"isFunction,omitempty"`
	// Path is the places of the items above this one, as Mark.At is, of the Version.
	Path []session.Mark `json:"path,omitempty"`
	// IsKnown: the item is above itself too, so that its children are shown there.
	IsKnown bool `json:"isKnown,omitempty"`
}

// siteKinds are the protocol's kinds for what a site is.
var siteKinds = [...]protocol.SymbolKind{
	nav.VariableSite:  protocol.SymbolKindVariable,
	nav.FieldSite:     protocol.SymbolKindField,
	nav.CallSite:      protocol.SymbolKindFunction,
	nav.ArgumentSite:  protocol.SymbolKindVariable,
	nav.ReturnSite:    protocol.SymbolKindVariable,
	nav.ConditionSite: protocol.SymbolKindBoolean,
	nav.ConstantSite:  protocol.SymbolKindConstant,
}

// siteWords say what a site is, if that is not plain from its line.
var siteWords = [...]string{
	nav.ArgumentSite:  "argument, ",
	nav.ReturnSite:    "returned, ",
	nav.ConditionSite: "tested, ",
	nav.ConstantSite:  "",
}

// items makes the items of a document.
type items struct {
	snap *session.Snapshot
	m    mapper
}

// item returns a place as an item.
func (i items) item(name string, kind protocol.SymbolKind, words string, at source.Span, data itemData) protocol.CallHierarchyItem {
	line := i.m.file.Point(at.Start, source.UTF8).Line
	detail := fmt.Sprintf("%sline %d: %s", words, line+1, place.Shorten(i.m.file.LineText(line)))
	data.Mark = i.snap.Mark(at)
	text, _ := json.Marshal(data) // of numbers alone
	r := i.m.rangeOf(at)
	return protocol.CallHierarchyItem{
		Name: printable.Text(name), Kind: kind, Detail: new(printable.Text(detail)), URI: uri.URI(i.snap.URI),
		Range: r, SelectionRange: r, Data: protocol.LSPAny(text),
	}
}

// below returns the data of an item at a place, below others.
func below(path []session.Mark, at source.Span) itemData {
	return itemData{Path: path, IsKnown: slices.ContainsFunc(path, func(above session.Mark) bool { return above.At == at })}
}

// site returns a site as an item below others.
func (i items) site(s nav.Site, path []session.Mark) protocol.CallHierarchyItem {
	return i.item(s.Name, siteKinds[s.Kind], siteWords[s.Kind], s.At, below(path, s.At))
}

// function returns a function as an item below others.
func (i items) function(f nav.FunctionSite, path []session.Mark) protocol.CallHierarchyItem {
	kind := protocol.SymbolKindFunction
	if f.IsChunk {
		kind = protocol.SymbolKindModule
	}
	data := below(path, f.At)
	data.IsFunction = true
	return i.item(f.Name, kind, "", f.At, data)
}

func (i items) ranges(spans []source.Span) []protocol.Range {
	out := make([]protocol.Range, len(spans))
	for k, s := range spans {
		out[k] = i.m.rangeOf(s)
	}
	return out
}

// prepareCallHierarchy answers with the variable at a place; with its function if it is the name of one and
// the user wants calls.
func (s *server) prepareCallHierarchy(params *protocol.CallHierarchyPrepareParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		i := items{snap, mapper{snap.File, s.client.encoding}}
		return session.Ask(ctx, snap, func(p *waste.Parts) any {
			pos := i.m.pos(params.Position)
			if f, isName := nav.FunctionAt(p, pos); isName {
				if f.At.Valid() && s.own.Features.has(functionCalls) {
					return []protocol.CallHierarchyItem{i.function(f, nil)}
				}
				return nil
			}
			if site, ok := nav.ValueAt(p, pos); ok {
				return []protocol.CallHierarchyItem{i.site(site, nil)}
			}
			return nil
		})
	}, nil
}

// incomingCalls answers with the sites that the value of an item comes from, or with the functions that call one.
func (s *server) incomingCalls(params *protocol.CallHierarchyIncomingCallsParams) (work, error) {
	return s.below(&params.Item, func(p *waste.Parts, i items, at source.Span, data *itemData, path []session.Mark) any {
		out := []protocol.CallHierarchyIncomingCall{}
		if data.IsFunction {
			for _, c := range nav.CallersOf(p, at) {
				out = append(out, protocol.CallHierarchyIncomingCall{From: i.function(c.Function, path), FromRanges: i.ranges(c.Calls)})
			}
			return out
		}
		for _, f := range nav.SourcesOf(p, at) {
			out = append(out, protocol.CallHierarchyIncomingCall{From: i.site(f.Site, path), FromRanges: i.ranges(f.Where)})
		}
		return out
	}, []protocol.CallHierarchyIncomingCall{})
}

// outgoingCalls answers with the sites that the value of an item goes to, or with the functions that one calls.
func (s *server) outgoingCalls(params *protocol.CallHierarchyOutgoingCallsParams) (work, error) {
	return s.below(&params.Item, func(p *waste.Parts, i items, at source.Span, data *itemData, path []session.Mark) any {
		out := []protocol.CallHierarchyOutgoingCall{}
		if data.IsFunction {
			for _, c := range nav.CalleesOf(p, at) {
				out = append(out, protocol.CallHierarchyOutgoingCall{To: i.function(c.Function, path), FromRanges: i.ranges(c.Calls)})
			}
			return out
		}
		for _, f := range nav.TargetsOf(p, at) {
			out = append(out, protocol.CallHierarchyOutgoingCall{To: i.site(f.Site, path), FromRanges: i.ranges(f.Where)})
		}
		return out
	}, []protocol.CallHierarchyOutgoingCall{})
}

// below answers with what list returns for an item where it stands now; with null if it is nowhere any more, or nothing
// is known of the text, and with none for an item whose children are shown above.
func (s *server) below(item *protocol.CallHierarchyItem, list func(p *waste.Parts, i items, at source.Span, data *itemData, path []session.Mark) any, none any) (work, error) {
	snap, ok := s.session.Snapshot(key(item.URI))
	return func(ctx context.Context) (any, error) {
		var data itemData
		if !ok || json.Unmarshal(item.Data, &data) != nil {
			return nil, nil
		}
		at, ok := snap.Find(data.Mark)
		if !ok {
			return nil, nil
		}
		path := make([]session.Mark, 0, len(data.Path)+1)
		for _, above := range data.Path {
			if now, ok := snap.Find(above); ok {
				path = append(path, snap.Mark(now))
			}
		}
		path = append(path, snap.Mark(at))
		i := items{snap, mapper{snap.File, s.client.encoding}}
		return session.Ask(ctx, snap, func(p *waste.Parts) any {
			isThere := nav.IsSite
			if data.IsFunction {
				isThere = nav.IsFunctionSite
			}
			switch {
			case !isThere(p, at):
				return nil
			case data.IsKnown:
				return none
			}
			return list(p, i, at, &data, path)
		})
	}, nil
}
