package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/analysis/outline"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/lsp/session"
)

// symbolKinds are the protocol's kinds of symbols.
var symbolKinds = map[outline.SymbolKind]protocol.SymbolKind{
	outline.Variable: protocol.SymbolKindVariable,
	outline.Constant: protocol.SymbolKindConstant,
	outline.Function: protocol.SymbolKindFunction,
	outline.Method:   protocol.SymbolKindMethod,
	outline.Object:   protocol.SymbolKindObject,
}

// documentSymbol answers with the symbols of a document: as a tree where the client shows one, else as
// a list of all, each with the name of the one around it.
func (s *server) documentSymbol(params *protocol.DocumentSymbolParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		if !s.client.nestedSymbols {
			return s.symbolsOf(ctx, snap)
		}
		m := mapper{snap.File, s.client.encoding}
		return session.AskUnit(ctx, snap, func(u *compile.Unit) []protocol.DocumentSymbol {
			return m.symbolTree(outline.Symbols(u.Tree, u.Meter), u.Meter)
		})
	}, nil
}

// symbolsOf returns all symbols of a document, in the order of the text.
func (s *server) symbolsOf(ctx context.Context, snap *session.Snapshot) ([]protocol.SymbolInformation, error) {
	m := mapper{snap.File, s.client.encoding}
	return session.AskUnit(ctx, snap, func(u *compile.Unit) []protocol.SymbolInformation {
		list := []protocol.SymbolInformation{}
		m.eachSymbol(uri.URI(snap.URI), outline.Symbols(u.Tree, u.Meter), "", func(symbol *protocol.SymbolInformation) {
			u.Meter.Step()
			list = append(list, *symbol)
		})
		return list
	})
}

// symbolTree returns symbols as the protocol nests them.
func (m mapper) symbolTree(symbols []outline.Symbol, steps *meter.Meter) []protocol.DocumentSymbol {
	out := make([]protocol.DocumentSymbol, len(symbols))
	for i := range symbols {
		steps.Step()
		symbol := &symbols[i]
		out[i] = protocol.DocumentSymbol{
			Name: symbol.Name, Kind: symbolKinds[symbol.Kind],
			Range: m.rangeOf(symbol.Span), SelectionRange: m.rangeOf(symbol.NameSpan),
		}
		if symbol.Parameters != "" {
			out[i].Detail = &symbol.Parameters
		}
		if len(symbol.Children) > 0 {
			out[i].Children = m.symbolTree(symbol.Children, steps)
		}
	}
	return out
}

// eachSymbol calls visit for all symbols of a document, in the order of the text.
func (m mapper) eachSymbol(doc uri.URI, symbols []outline.Symbol, around string, visit func(*protocol.SymbolInformation)) {
	for i := range symbols {
		symbol := &symbols[i]
		out := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: symbol.Name, Kind: symbolKinds[symbol.Kind]},
			Location:              protocol.Location{URI: doc, Range: m.rangeOf(symbol.Span)},
		}
		if around != "" {
			out.ContainerName = &around
		}
		visit(&out)
		m.eachSymbol(doc, symbol.Children, symbol.Name, visit)
	}
}
