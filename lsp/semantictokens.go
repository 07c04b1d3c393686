package lsp

import (
	"context"
	"strconv"
	"sync"

	"go.lsp.dev/protocol"

	"luaflow/analysis/annotate"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// tokenLegend names the types and modifiers of tokens, in the order of their numbers: the protocol's own
// first. The others are for the rules of a colour theme.
var tokenLegend = protocol.SemanticTokensLegend{
	TokenTypes: []string{
		annotate.Variable:  string(protocol.SemanticTokenTypesVariable),
		annotate.Parameter: string(protocol.SemanticTokenTypesParameter),
		annotate.Property:  string(protocol.SemanticTokenTypesProperty),
		annotate.Function:  string(protocol.SemanticTokenTypesFunction),
		annotate.Method:    string(protocol.SemanticTokenTypesMethod),
		annotate.Label:     string(protocol.SemanticTokenTypesLabel),
	},
	TokenModifiers: []string{
		string(protocol.SemanticTokenModifiersDeclaration),
		string(protocol.SemanticTokenModifiersModification),
		string(protocol.SemanticTokenModifiersReadonly),
		string(protocol.SemanticTokenModifiersDefaultLibrary),
		"global", "captured", "mutated", "constant", "unused", "dead", "unreachable",
		string(protocol.SemanticTokenModifiersDeprecated),
	},
}

// tokenResults keeps the last tokens of each document that a client has, for it to ask what has changed.
type tokenResults struct {
	mu   sync.Mutex
	last map[string]tokenResult // by the document's key
	made int                    // so far
}

// tokenResult is an answer under its name.
type tokenResult struct {
	id   string
	data []uint32
}

// exchange keeps an answer while the document is open, and returns its name and the one before it.
func (s *server) exchange(document string, data []uint32) (id string, before tokenResult) {
	t := &s.colours
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil {
		t.last = map[string]tokenResult{}
	}
	t.made++
	id, before = strconv.Itoa(t.made), t.last[document]
	if _, isOpen := s.session.Snapshot(document); isOpen {
		t.last[document] = tokenResult{id, data}
	}
	return id, before
}

// closed drops what is kept of a document.
func (t *tokenResults) closed(document string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.last, document)
}

// semanticTokens answers with the tokens of a document.
func (s *server) semanticTokens(params *protocol.SemanticTokensParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		data, err := s.tokensOf(ctx, snap, source.Span{End: source.Pos(snap.File.Len())})
		if err != nil {
			return nil, err
		}
		id, _ := s.exchange(snap.Key, data)
		return &protocol.SemanticTokens{ResultID: &id, Data: data}, nil
	}, nil
}

// semanticTokensDelta answers with what has changed since an answer; with all if that is not known any
// more.
func (s *server) semanticTokensDelta(params *protocol.SemanticTokensDeltaParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	since := params.PreviousResultID
	return func(ctx context.Context) (any, error) {
		data, err := s.tokensOf(ctx, snap, source.Span{End: source.Pos(snap.File.Len())})
		if err != nil {
			return nil, err
		}
		id, before := s.exchange(snap.Key, data)
		if before.id != since {
			return &protocol.SemanticTokens{ResultID: &id, Data: data}, nil
		}
		return &protocol.SemanticTokensDelta{ResultID: &id, Edits: tokenEdits(before.data, data)}, nil
	}, nil
}

// semanticTokensRange answers with the tokens of a part of a document.
func (s *server) semanticTokensRange(params *protocol.SemanticTokensRangeParams) (work, error) {
	snap, ok := s.session.Snapshot(key(params.TextDocument.URI))
	if !ok {
		return nil, notOpen(params.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		data, err := s.tokensOf(ctx, snap, mapper{snap.File, s.client.encoding}.span(params.Range))
		if err != nil {
			return nil, err
		}
		return &protocol.SemanticTokens{Data: data}, nil
	}, nil
}

// tokensOf returns the tokens of a part of a text in the protocol's form: five numbers each, of which the
// first two say how far it is from the one before.
func (s *server) tokensOf(ctx context.Context, snap *session.Snapshot, within source.Span) ([]uint32, error) {
	found, err := snap.Findings(ctx)
	if err != nil {
		return nil, err
	}
	marks := annotate.MarksOf(s.globals.remaining(found))
	m := mapper{snap.File, s.client.encoding}
	return session.Ask(ctx, snap, func(p *waste.Parts) []uint32 { return m.numbers(p, annotate.Tokens(p, marks, within)) })
}

// numbers returns tokens of a text in the protocol's form.
func (m mapper) numbers(p *waste.Parts, tokens []annotate.Token) []uint32 {
	data := make([]uint32, 0, 5*len(tokens))
	var last protocol.Position
	for _, token := range tokens {
		p.Text.Step()
		at := m.rangeOf(token.Span)
		column := at.Start.Character
		if at.Start.Line == last.Line {
			column -= last.Character
		}
		data = append(data, at.Start.Line-last.Line, column, at.End.Character-at.Start.Character, uint32(token.Type), uint32(token.Modifiers))
		last = at.Start
	}
	return data
}

// tokenEdits returns what makes one list of numbers of another: the shortest edit that is one, or none.
func tokenEdits(was, now []uint32) []protocol.SemanticTokensEdit {
	start := 0
	for start < len(was) && start < len(now) && was[start] == now[start] {
		start++
	}
	end := 0
	for end < len(was)-start && end < len(now)-start && was[len(was)-1-end] == now[len(now)-1-end] {
		end++
	}
	if start == len(was) && start == len(now) {
		return []protocol.SemanticTokensEdit{}
	}
	return []protocol.SemanticTokensEdit{{
		Start: uint32(start), DeleteCount: uint32(len(was) - start - end), Data: now[start : len(now)-end],
	}}
}
