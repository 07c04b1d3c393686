package lsp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/analysis/nav"
	"luaflow/analysis/place"
	"luaflow/analysis/printable"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/lsp/session"
)

// This file defines the requests that are luaflow's own: what the analysis sees at a
// place, for clients that can show more than the protocol knows. The server names them
// in its capabilities, under experimental.luaflow.requests. Their parameters are those
// of a hover, textDocument and position; luaflow/slice has a direction too. Positions
// and ranges are in the negotiated encoding, documents those that are open. What there
// is nothing to say about is a failed request (-32803), whose message is for people.

// The methods of luaflow's own requests.
const (
	MethodBytecode = "luaflow/bytecode" // the code of the function around a Place: Bytecode
	MethodWhy      = "luaflow/why"      // why is said what is said of a Place: Why
	MethodGraph    = "luaflow/graph"    // the control-flow graph of the function around a Place: Graph
	MethodSlice    = "luaflow/slice"    // what a place depends on: SliceParams to Slice
)

// Place is a place in a document, and all the parameters of luaflow/bytecode and
// luaflow/why.
type Place struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"` // one that is open
	Position     protocol.Position               `json:"position"`     // in the negotiated encoding
}

// Bytecode is the listing of a function, beside its text.
type Bytecode struct {
	Version int32  `json:"version"` // of the document
	Path    string `json:"path"`    // of the function from the main one: 0/1 is the second in it
	// Range is the body of the function.
	Range protocol.Range `json:"range"`
	// Text is the listing in lines that end with \n, as luac -l -l prints them but for
	// addresses.
	Text         string        `json:"text"`
	Instructions []Instruction `json:"instructions"` // by pc
	// Functions is those directly inside, in the order of their text.
	Functions []InnerFunction `json:"functions"`
}

// InnerFunction is a function inside the one of a listing. Where the cursor is in its
// range, or at one of its ends, there is another listing to be asked for.
type InnerFunction struct {
	Path  string         `json:"path"`  // as that of a Bytecode
	Range protocol.Range `json:"range"` // its body
}

// Instruction is one instruction of a listing.
type Instruction struct {
	Line uint32 `json:"line"` // of the listing, from 0
	// Range is the text that it was made of; missing where there is none.
	Range *protocol.Range `json:"range,omitempty"`
	// Fate is the nav.Status: "live", "dead" (nothing would be different without it) or "unreachable"
	// (it is never executed).
	Fate string `json:"fate"`
	// Targets is the variables and fields that it stores to: where the cursor is on one it is the
	// target's own, whatever else was made of the text there. Missing where it stores to none.
	Targets []protocol.Range `json:"targets,omitempty"`
}

// Graph is the control-flow graph of a function. Its listing is a drawing, with lines of the text where
// a Bytecode has instructions.
type Graph struct {
	Bytecode
	Blocks []Block `json:"blocks"` // in the order of the code; the first is the entry
}

// Block is a basic block of a Graph. Blocks are named by their numbers, from 0.
type Block struct {
	// Ranges is the pieces of text that the block was made of, each on one line, in order.
	Ranges []protocol.Range `json:"ranges"`
	Fate   string           `json:"fate"`  // "live" or "unreachable"
	Edges  []Edge           `json:"edges"` // in the order of the code; never null
	// Dominator and PostDominator are the immediate ones, Loop the header of the innermost loop around
	// the block; missing without one.
	Dominator     *int `json:"dominator,omitempty"`
	PostDominator *int `json:"postDominator,omitempty"`
	Loop          *int `json:"loop,omitempty"`
}

// Edge is an edge of a Graph.
type Edge struct {
	To int    `json:"to"`           // the number of a block
	If string `json:"if,omitempty"` // when control goes there: "`a` is true"; missing for always
}

// Why is the reasons for what is known of a place, findings first.
type Why struct {
	Version int32    `json:"version"` // of the document
	Reasons []Reason `json:"reasons"` // one at least
}

// Reason is why one statement about the program is true.
type Reason struct {
	Range   protocol.Range `json:"range"`   // what it is about
	Message string         `json:"message"` // the statement: lower case, without a full stop
	// Code and Severity are of the finding that it explains; missing without one.
	Code     string                      `json:"code,omitempty"`
	Severity protocol.DiagnosticSeverity `json:"severity,omitzero"`
	Steps    []Step                      `json:"steps"` // in the order to be read; never null
}

// Step is one step of a reason.
type Step struct {
	Range *protocol.Range `json:"range,omitempty"` // missing if it stands nowhere in the text
	// Location is where it stands if it is about the files of the project, of which a line is known at most; else missing.
	Location *protocol.Location `json:"location,omitempty"`
	Message  string             `json:"message"` // what happens there
}

// SliceParams asks for what a place depends on. (The protocol's own structures cannot be
// embedded: they decode themselves, and drop what they do not know.)
type SliceParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"` // one that is open
	Position     protocol.Position               `json:"position"`     // in the negotiated encoding
	// Forward asks for what depends on the place instead.
	Forward bool `json:"forward,omitempty"`
}

// Slice is the part of a text that a place depends on, or that depends on it.
type Slice struct {
	Version int32          `json:"version"` // of the document
	At      protocol.Range `json:"at"`      // what it is about
	// Lines is the numbers of the lines, from 0 and ascending: those with something of
	// the slice, and those on which the statements and functions around it begin and end.
	Lines []uint32 `json:"lines"`
	// Ranges is the pieces of text of the slice, each on one line, in order and apart.
	Ranges []protocol.Range `json:"ranges"`
}

// ownRequests is what the server says of them in its capabilities.
var ownRequests = protocol.LSPAny(`{"luaflow":{"requests":["` +
	strings.Join([]string{MethodBytecode, MethodGraph, MethodWhy, MethodSlice}, `","`) + `"]}}`)

func (s *server) bytecode(at *Place) (work, error) {
	return s.ask(at, func(snap *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		code := nav.CodeAt(p, pos)
		answer := &Bytecode{Version: snap.Version, Path: code.Path, Range: m.rangeOf(code.Span), Text: printableLines(code.Listing, p.Text.Step), Functions: m.inner(code.Inner)}
		for _, i := range code.Instructions {
			p.Text.Step()
			own := Instruction{Line: uint32(i.Line), Range: m.rangeIf(i.Span), Fate: i.Status.String()}
			for _, target := range i.Targets {
				own.Targets = append(own.Targets, m.rangeOf(target))
			}
			answer.Instructions = append(answer.Instructions, own)
		}
		return answer, nil
	})
}

func (s *server) graph(at *Place) (work, error) {
	return s.ask(at, func(snap *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		graph, err := nav.GraphAt(p, pos)
		if err != nil {
			return nil, nothing(err, m)
		}
		drawing := graph.Draw(snap.File, p.Text.Step)
		answer := &Graph{Bytecode: Bytecode{
			Version: snap.Version, Path: graph.Path, Range: m.rangeOf(graph.Span), Text: printableLines(drawing.Text, p.Text.Step),
			Instructions: []Instruction{}, Functions: m.inner(graph.Inner),
		}}
		for _, line := range drawing.Lines {
			p.Text.Step()
			answer.Instructions = append(answer.Instructions, Instruction{Line: uint32(line.Line), Range: m.rangeIf(line.Span), Fate: line.Status.String()})
		}
		for _, b := range graph.Blocks {
			p.Text.Step()
			answer.Blocks = append(answer.Blocks, m.block(&b))
		}
		return answer, nil
	})
}

// printableLines does what printable.Lines does, and calls step for each line.
func printableLines(text string, step func()) string {
	var out strings.Builder
	out.Grow(len(text))
	for line := range strings.Lines(text) {
		step()
		text, isEnded := strings.CutSuffix(line, "\n")
		out.WriteString(printable.Line(text))
		if isEnded {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

func (m mapper) block(b *nav.Block) Block {
	out := Block{
		Ranges: []protocol.Range{}, Fate: b.Status.String(), Edges: []Edge{},
		Dominator: numbered(b.Dominator), PostDominator: numbered(b.PostDominator), Loop: numbered(b.Loop),
	}
	for _, line := range b.Lines {
		out.Ranges = append(out.Ranges, m.rangeOf(line.Span))
	}
	for _, e := range b.Edges {
		out.Edges = append(out.Edges, Edge{e.To, printable.Text(e.If)})
	}
	return out
}

// numbered returns the number of a block; nil for none.
func numbered(block int) *int {
	if block < 0 {
		return nil
	}
	return &block
}

// inner returns the functions inside another.
func (m mapper) inner(functions []nav.Inner) []InnerFunction {
	out := []InnerFunction{}
	for _, f := range functions {
		out = append(out, InnerFunction{f.Path, m.rangeOf(f.Span)})
	}
	return out
}

func (s *server) slice(params *SliceParams) (work, error) {
	return s.ask(&Place{params.TextDocument, params.Position}, func(snap *session.Snapshot, m mapper, p *waste.Parts, pos source.Pos) (any, error) {
		slice, err := nav.SliceAt(p, pos, params.Forward)
		if err != nil {
			return nil, nothing(err, m)
		}
		answer := &Slice{Version: snap.Version, At: m.rangeOf(slice.At), Lines: []uint32{}, Ranges: []protocol.Range{}}
		for _, line := range slice.Lines {
			p.Text.Step()
			answer.Lines = append(answer.Lines, uint32(line))
		}
		for _, span := range slice.Spans {
			p.Text.Step()
			answer.Ranges = append(answer.Ranges, m.rangeOf(span))
		}
		return answer, nil
	})
}

func (s *server) why(at *Place) (work, error) {
	snap, ok := s.session.Snapshot(key(at.TextDocument.URI))
	if !ok {
		return nil, notOpen(at.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		findings, err := snap.Findings(ctx)
		if err != nil {
			return nil, err
		}
		findings = s.globals.remaining(findings)
		m := mapper{snap.File, s.client.encoding}
		pos := m.pos(at.Position)
		used, err := s.whyUsed(ctx, snap, pos)
		if err != nil {
			return nil, err
		}
		return answerOf(ctx, snap, func(p *waste.Parts) (any, error) {
			witnesses, err := witness.Explain(p, pos)
			reasons := nav.WithFindings(p, witnesses, findings, pos)
			if len(reasons)+len(used) == 0 {
				return nil, nothing(err, m)
			}
			return &Why{snap.Version, append(m.reasons(reasons), used...)}, nil
		})
	}, nil
}

func (m mapper) reasons(reasons []nav.Reason) []Reason {
	out := make([]Reason, len(reasons))
	for i, r := range reasons {
		out[i] = Reason{Range: m.rangeOf(r.At), Message: printable.Text(r.Title), Code: r.Code, Steps: []Step{}}
		if r.Code != "" {
			out[i].Severity = severities[r.Severity]
		}
		for _, step := range r.Steps {
			out[i].Steps = append(out[i].Steps, Step{Range: m.rangeIf(step.Span), Message: printable.Text(step.Text)})
		}
	}
	return out
}

// rangeIf returns the range of a span; nil for none.
func (m mapper) rangeIf(s source.Span) *protocol.Range {
	if !s.Valid() {
		return nil
	}
	return new(m.rangeOf(s))
}

// ask answers a question about a place in a document beside other messages.
func (s *server) ask(at *Place, question func(*session.Snapshot, mapper, *waste.Parts, source.Pos) (any, error)) (work, error) {
	snap, ok := s.session.Snapshot(key(at.TextDocument.URI))
	if !ok {
		return nil, notOpen(at.TextDocument.URI)
	}
	return func(ctx context.Context) (any, error) {
		m := mapper{snap.File, s.client.encoding}
		return answerOf(ctx, snap, func(p *waste.Parts) (any, error) { return question(snap, m, p, m.pos(at.Position)) })
	}, nil
}

// answerOf returns the answer to a question that may have none.
func answerOf(ctx context.Context, snap *session.Snapshot, question func(*waste.Parts) (any, error)) (any, error) {
	type result struct {
		answer any
		err    error
	}
	r, err := session.Ask(ctx, snap, func(p *waste.Parts) (r result) {
		r.answer, r.err = question(p)
		return r
	})
	if err != nil {
		return nil, err
	}
	return r.answer, r.err
}

// nothing returns the error of a request about a place that there is nothing to say of. It
// names the nearest place, by its line, of which there may be.
func nothing(err error, m mapper) error {
	text := err.Error()
	if none, ok := errors.AsType[*place.NothingError](err); ok && none.Nearest.Valid() {
		at := m.position(none.Nearest.Start)
		text = text + "; the nearest name is " + m.file.Slice(none.Nearest) + " in line " + strconv.Itoa(int(at.Line)+1)
	}
	return refusal("%s", text)
}

// refusal returns the error of a request that is understood and cannot be done.
func refusal(format string, about ...any) error {
	return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), printable.Text(fmt.Sprintf(format, about...)))
}
