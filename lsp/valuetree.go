package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
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
// a function, which other servers have calls for, there is none, unless the user wants calls from luaflow. The tree goes on in other files
// of the program: see crossing.

// functionCalls is the feature that calls are shown on the name of a function.
const functionCalls = "functionCalls"

// itemPlace is where an item stands, so that it can be found again.
type itemPlace struct {
	session.Mark
	// Text is a hash of the text of a file that was not open when it was looked at, of which the Mark says At alone; "" for a document.
	Text string `json:"text,omitempty"`
	// Document is the URI of the file, of an item above another one; "" if it is that of the other one.
	Document string `json:"document,omitempty"`
}

// itemData is what an item carries, to be asked for more of it.
type itemData struct {
	itemPlace
	// IsFunction: the item is a function of a call hierarchy; else a site of a value.
	IsFunction bool `json:"isFunction,omitempty"`
	// Path is the places of the items above this one, from the root on; those in its own document are of the Version.
	Path []itemPlace `json:"path,omitempty"`
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

// items makes the items of a file.
type items struct {
	foundPlace
	name string // of the file, in front of the line if the root of the tree is in another one; else ""
}

// mark returns a place in the file.
func (i items) mark(at source.Span) itemPlace {
	if i.snap != nil {
		return itemPlace{Mark: i.snap.Mark(at)}
	}
	return itemPlace{Mark: session.Mark{At: at}, Text: hashOf(i.file)}
}

// find returns where a place stands in the file by now. ok is false if it is not there any more.
func (i items) find(p *itemPlace) (at source.Span, ok bool) {
	switch {
	case p.Text != "":
		return p.At, p.Text == hashOf(i.file) && p.At.Start <= p.At.End && int(p.At.End) <= i.file.Len()
	case i.snap != nil:
		return i.snap.Find(p.Mark)
	}
	return source.NoSpan, false
}

// hashOf returns a name for the text of a file.
func hashOf(file *source.File) string {
	sum := sha256.Sum256([]byte(file.Text()))
	return hex.EncodeToString(sum[:16])
}

// item returns a place as an item.
func (i items) item(name string, kind protocol.SymbolKind, words string, at source.Span, data itemData) protocol.CallHierarchyItem {
	line := i.file.Point(at.Start, source.UTF8).Line
	if i.name != "" {
		words += i.name + ", "
	}
	detail := fmt.Sprintf("%sline %d: %s", words, line+1, place.Shorten(i.file.LineText(line)))
	data.itemPlace = i.mark(at)
	text, _ := json.Marshal(data) // of numbers and texts alone
	r := i.rangeOf(at)
	return protocol.CallHierarchyItem{
		Name: printable.Text(name), Kind: kind, Detail: new(printable.Text(detail)), URI: i.document,
		Range: r, SelectionRange: r, Data: protocol.LSPAny(text),
	}
}

// below returns the data of an item at a place, below others.
func (i items) below(path []itemPlace, at source.Span) itemData {
	document := string(i.document)
	data := itemData{Path: slices.Clone(path)}
	for k := range data.Path {
		above := &data.Path[k]
		data.IsKnown = data.IsKnown || above.At == at && above.Document == document
		if above.Document == document {
			above.Document = ""
		}
	}
	return data
}

// site returns a site as an item below others.
func (i items) site(s nav.Site, path []itemPlace) protocol.CallHierarchyItem {
	return i.item(s.Name, siteKinds[s.Kind], siteWords[s.Kind], s.At, i.below(path, s.At))
}

// function returns a function as an item below others.
func (i items) function(f nav.FunctionSite, path []itemPlace) protocol.CallHierarchyItem {
	kind := protocol.SymbolKindFunction
	if f.IsChunk {
		kind = protocol.SymbolKindModule
	}
	data := i.below(path, f.At)
	data.IsFunction = true
	return i.item(f.Name, kind, "", f.At, data)
}

func (i items) ranges(spans []source.Span) []protocol.Range {
	out := make([]protocol.Range, len(spans))
	for k, s := range spans {
		out[k] = i.rangeOf(s)
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
		i := items{foundPlace: s.placeIn(snap)}
		return session.Ask(ctx, snap, func(p *waste.Parts) any {
			pos := i.pos(params.Position)
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
	return s.below(&params.Item, (*nav.ValueTree).Sources, func(p *waste.Parts, i items, at source.Span, path []itemPlace) any {
		out := []protocol.CallHierarchyIncomingCall{}
		for _, c := range nav.CallersOf(p, at) {
			out = append(out, protocol.CallHierarchyIncomingCall{From: i.function(c.Function, path), FromRanges: i.ranges(c.Calls)})
		}
		return out
	}, func(_ items, found []itemFlow) any {
		out := make([]protocol.CallHierarchyIncomingCall, len(found))
		for k, f := range found {
			out[k] = protocol.CallHierarchyIncomingCall{From: f.item, FromRanges: f.in.ranges(f.where)}
		}
		return out
	})
}

// outgoingCalls answers with the sites that the value of an item goes to, or with the functions that one calls.
func (s *server) outgoingCalls(params *protocol.CallHierarchyOutgoingCallsParams) (work, error) {
	return s.below(&params.Item, (*nav.ValueTree).Targets, func(p *waste.Parts, i items, at source.Span, path []itemPlace) any {
		out := []protocol.CallHierarchyOutgoingCall{}
		for _, c := range nav.CalleesOf(p, at) {
			out = append(out, protocol.CallHierarchyOutgoingCall{To: i.function(c.Function, path), FromRanges: i.ranges(c.Calls)})
		}
		return out
	}, func(asked items, found []itemFlow) any {
		out := make([]protocol.CallHierarchyOutgoingCall, len(found))
		for k, f := range found {
			out[k] = protocol.CallHierarchyOutgoingCall{To: f.item, FromRanges: asked.ranges(f.where)}
		}
		return out
	})
}

// itemFlow is an item that a value comes from, or goes to, and where.
type itemFlow struct {
	item  protocol.CallHierarchyItem
	in    items // of the file that it is in
	where []source.Span
}

// placeIn returns the text of a document as a place without a field.
func (s *server) placeIn(snap *session.Snapshot) foundPlace {
	return foundPlace{path: snap.File.Name(), document: uri.URI(snap.URI), snap: snap, mapper: mapper{snap.File, s.client.encoding}}
}

// below answers with what is below an item where it stands now: for a function with what functions returns, and else with what show makes of
// the sites to which flows lead, in its own file and in others; with null if the item is nowhere any more, or nothing is known of
// the text, and with none for an item whose children are shown above.
func (s *server) below(
	item *protocol.CallHierarchyItem, flows func(*nav.ValueTree, source.Span) ([]nav.Flow, []nav.Exit),
	functions func(p *waste.Parts, i items, at source.Span, path []itemPlace) any, show func(asked items, found []itemFlow) any,
) (work, error) {
	snap, isOpen := s.session.Snapshot(key(item.URI))
	return func(ctx context.Context) (any, error) {
		var data itemData
		if json.Unmarshal(item.Data, &data) != nil {
			return nil, nil
		}
		i := items{}
		if isOpen {
			i.foundPlace = s.placeIn(snap)
		} else if path := fileName(item.URI); data.Text != "" && s.links.isInProgram(path) {
			in, err := s.textIn(ctx, path)
			if err != nil {
				return nil, err
			}
			i.foundPlace = in
		}
		if i.file == nil {
			return nil, nil
		}
		return s.belowIn(ctx, i, &data, flows, functions, show)
	}, nil
}

// belowIn does what below does, for an item in a file.
func (s *server) belowIn(
	ctx context.Context, i items, data *itemData, flows func(*nav.ValueTree, source.Span) ([]nav.Flow, []nav.Exit),
	functions func(p *waste.Parts, i items, at source.Span, path []itemPlace) any, show func(asked items, found []itemFlow) any,
) (any, error) {
	at, ok := i.find(&data.itemPlace)
	if !ok {
		return nil, nil
	}
	path := i.pathTo(at, data)
	c := crossing{seen: map[goal]bool{}, found: map[int]*flowsIn{}}
	var exports nav.Exports // stays nil without a program
	own := 0
	if c.linkedProgram, own = s.links.programAt(i.path); c.linkedProgram != nil {
		exports = exportsOf{c.linkedProgram, own}
	}
	type answer struct {
		isThere bool
		whole   any // for a function
		flows   []nav.Flow
		exits   []nav.Exit
	}
	a, err := askText(ctx, s, i.foundPlace, func(p *waste.Parts) (a answer) {
		switch {
		case data.IsFunction:
			if a.isThere = nav.IsFunctionSite(p, at); a.isThere && !data.IsKnown {
				a.whole = functions(p, i, at, path)
			}
		default:
			if a.isThere = nav.IsSite(p, at); a.isThere && !data.IsKnown {
				a.flows, a.exits = flows(nav.ValuesIn(p, exports), at)
			}
		}
		return a
	})
	switch {
	case err != nil:
		return nil, err
	case !a.isThere:
		return nil, nil
	case a.whole != nil:
		return a.whole, nil
	}
	found := []*flowsIn{{i.foundPlace, a.flows}}
	if c.linkedProgram != nil && len(a.exits) > 0 {
		c.found[own] = found[0]
		c.leave(own, a.exits)
		if found, err = c.walk(ctx, s, i.foundPlace); err != nil {
			return nil, err
		}
	}
	root := path[0].Document
	out := []itemFlow{}
	for _, f := range found {
		in := items{foundPlace: f.foundPlace}
		if string(in.document) != root {
			in.name = filepath.Base(in.path)
		}
		for _, x := range f.flows {
			out = append(out, itemFlow{in.site(x.Site, path), in, x.Where})
		}
	}
	return show(i, out), nil
}

// pathTo returns the places of the items above those below an item at a place, which is the last one: in its own file as they stand now,
// without those that are gone. Each has its Document.
func (i items) pathTo(at source.Span, data *itemData) []itemPlace {
	path := make([]itemPlace, 0, len(data.Path)+1)
	for _, above := range data.Path {
		if above.Document == "" || above.Document == string(i.document) {
			now, ok := i.find(&above)
			if !ok {
				continue
			}
			above = i.mark(now)
			above.Document = string(i.document)
		}
		path = append(path, above)
	}
	last := i.mark(at)
	last.Document = string(i.document)
	return append(path, last)
}
