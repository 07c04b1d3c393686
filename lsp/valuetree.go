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
// of the program: see walk.

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
		pos := i.pos(params.Position)
		if s.own.Features.has(functionCalls) {
			if item, ok, err := s.functionElsewhere(ctx, snap, pos); ok || err != nil {
				return []protocol.CallHierarchyItem{item}, err
			}
		}
		return session.Ask(ctx, snap, func(p *waste.Parts) any {
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

// functionElsewhere returns the item of the function that the field of another file's table holds whose name stands at a place. ok is false
// if something else stands there, or another value may be in the field.
func (s *server) functionElsewhere(ctx context.Context, snap *session.Snapshot, pos source.Pos) (item protocol.CallHierarchyItem, ok bool, err error) {
	field, ok, err := s.moduleFieldAt(ctx, snap, pos)
	if err != nil || !ok || field.program.paths[field.file] == snap.File.Name() || !field.program.IsFixed(field.file, field.name) {
		return item, false, err
	}
	w := s.walkIn(ctx, field.program, foundPlace{})
	f, ok, err := w.Function(field.file, field.name)
	if err == nil && ok {
		item = items{foundPlace: w.found[field.file]}.function(f, nil)
	}
	return item, ok, err
}

// incomingCalls answers with the sites that the value of an item comes from, or with the functions that call one.
func (s *server) incomingCalls(params *protocol.CallHierarchyIncomingCallsParams) (work, error) {
	d := direction{(*nav.ValueTree).Sources, (*nav.CallHierarchy).Callers}
	return s.below(&params.Item, d, func(_ items, found []itemBelow) any {
		out := make([]protocol.CallHierarchyIncomingCall, len(found))
		for k, f := range found {
			out[k] = protocol.CallHierarchyIncomingCall{From: f.item, FromRanges: f.in.ranges(f.where)}
		}
		return out
	})
}

// outgoingCalls answers with the sites that the value of an item goes to, or with the functions that one calls.
func (s *server) outgoingCalls(params *protocol.CallHierarchyOutgoingCallsParams) (work, error) {
	d := direction{(*nav.ValueTree).Targets, (*nav.CallHierarchy).Callees}
	return s.below(&params.Item, d, func(asked items, found []itemBelow) any {
		out := make([]protocol.CallHierarchyOutgoingCall, len(found))
		for k, f := range found {
			out[k] = protocol.CallHierarchyOutgoingCall{To: f.item, FromRanges: asked.ranges(f.where)}
		}
		return out
	})
}

// direction is a direction in which an item is followed.
type direction struct {
	flows func(*nav.ValueTree, source.Span) ([]nav.Flow, []nav.Exit)      // of a value
	calls func(*nav.CallHierarchy, source.Span) ([]nav.Calls, []nav.Exit) // of a function
}

// itemBelow is an item that a value comes from, or goes to, or of a function that calls one, or that one calls, and where.
type itemBelow struct {
	item  protocol.CallHierarchyItem
	in    items // of the file that it is in
	where []source.Span
}

// placeIn returns the text of a document as a place without a field.
func (s *server) placeIn(snap *session.Snapshot) foundPlace {
	return foundPlace{path: snap.File.Name(), document: uri.URI(snap.URI), snap: snap, mapper: mapper{snap.File, s.client.encoding}}
}

// below answers with what show makes of what is below an item where it stands now, in its own file and in others: with null if the item is
// nowhere any more, or nothing is known of the text, and with none for an item whose children are shown above.
func (s *server) below(item *protocol.CallHierarchyItem, d direction, show func(asked items, found []itemBelow) any) (work, error) {
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
		at, ok := i.find(&data.itemPlace)
		if !ok {
			return nil, nil
		}
		found, ok, err := s.belowAt(ctx, i, at, &data, d)
		if err != nil || !ok {
			return nil, err
		}
		return show(i, found), nil
	}, nil
}

// belowAt returns what is below the item at a place in a file. ok is false if nothing is known of the place.
func (s *server) belowAt(ctx context.Context, i items, at source.Span, data *itemData, d direction) (out []itemBelow, ok bool, err error) {
	program, own := s.links.programAt(i.path)
	w := &walk{found: map[int]foundPlace{}}
	var exports nav.Exports // stays nil without a program
	if program != nil {
		w = s.walkIn(ctx, program, i.foundPlace)
		exports = w.Exports(own)
	}
	w.found[own] = i.foundPlace
	type answer struct {
		isThere bool
		flows   []nav.Flow
		calls   []nav.Calls
		exits   []nav.Exit
	}
	a, err := askText(ctx, s, i.foundPlace, func(p *waste.Parts) (a answer) {
		switch {
		case data.IsFunction:
			if a.isThere = nav.IsFunctionSite(p, at); a.isThere && !data.IsKnown {
				a.calls, a.exits = d.calls(nav.CallsIn(p, exports), at)
			}
		default:
			if a.isThere = nav.IsSite(p, at); a.isThere && !data.IsKnown {
				a.flows, a.exits = d.flows(nav.ValuesIn(p, exports), at)
			}
		}
		return a
	})
	if err != nil || !a.isThere {
		return nil, false, err
	}
	path := i.pathTo(at, data)
	list := func(file int) items { return items{foundPlace: w.found[file]}.named(path[0].Document) }
	if data.IsFunction {
		found, err := w.Call(own, a.calls, a.exits)
		for _, f := range found {
			in := list(f.File)
			for _, x := range f.Calls {
				out = append(out, itemBelow{in.function(x.Function, path), in, x.Calls})
			}
		}
		return out, true, err
	}
	found, err := w.Follow(own, a.flows, a.exits)
	for _, f := range found {
		in := list(f.File)
		for _, x := range f.Flows {
			out = append(out, itemBelow{in.site(x.Site, path), in, x.Where})
		}
	}
	return out, true, err
}

// named returns what makes the items of the file in a tree whose root is in a document.
func (i items) named(root string) items {
	if string(i.document) != root {
		i.name = filepath.Base(i.path)
	}
	return i
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
