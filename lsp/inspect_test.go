package lsp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// The commands of scenarios for luaflow's own requests.

func (s *scenario) bytecode(ctx context.Context, args []string) (string, error) {
	at, err := s.at(args)
	if err != nil {
		return "", err
	}
	var answer Bytecode
	if err := protocol.Call(ctx, s.client.conn, MethodBytecode, &at, &answer); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "version %d, function %s, %s\n", answer.Version, answer.Path, showRange(answer.Range))
	lines := strings.Split(answer.Text, "\n")
	for _, i := range answer.Instructions {
		fmt.Fprintf(&b, "%s %s:%s", showIf(i.Range), i.Fate, lines[i.Line])
		for _, target := range i.Targets {
			fmt.Fprintf(&b, " to %s", showRange(target))
		}
		b.WriteString("\n")
	}
	for _, f := range answer.Functions {
		fmt.Fprintf(&b, "%s in it, function %s\n", showRange(f.Range), f.Path)
	}
	return b.String(), nil
}

func (s *scenario) why(ctx context.Context, args []string) (string, error) {
	at, err := s.at(args)
	if err != nil {
		return "", err
	}
	var answer Why
	if err := protocol.Call(ctx, s.client.conn, MethodWhy, &at, &answer); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range answer.Reasons {
		fmt.Fprintf(&b, "%s severity %d %s: %s\n", showRange(r.Range), r.Severity, r.Code, r.Message)
		for _, step := range r.Steps {
			where := showIf(step.Range)
			if step.Location != nil {
				where = string(step.Location.URI) + " " + showRange(step.Location.Range)
			}
			fmt.Fprintf(&b, "- %s %s\n", where, step.Message)
		}
	}
	return b.String(), nil
}

// slice shows the lines of the document that are in the slice, with its pieces in
// brackets.
func (s *scenario) slice(ctx context.Context, args []string) (string, error) {
	at, err := s.at(args)
	if err != nil {
		return "", err
	}
	var answer Slice
	params := &SliceParams{at.TextDocument, at.Position, len(args) > 2 && args[2] == "forward"}
	if err := protocol.Call(ctx, s.client.conn, MethodSlice, params, &answer); err != nil {
		return "", err
	}
	text, err := s.client.File(s.docPath(args[0]))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "about %s\n", showRange(answer.At))
	for _, line := range answer.Lines {
		shown := text.LineText(int(line))
		for i := len(answer.Ranges) - 1; i >= 0; i-- {
			if r := answer.Ranges[i]; r.Start.Line == line {
				from, to := r.Start.Character, r.End.Character
				shown = shown[:from] + "[" + shown[from:to] + "]" + shown[to:]
			}
		}
		fmt.Fprintf(&b, "%d: %s\n", line, shown)
	}
	return b.String(), nil
}

// at returns the place that the first two words of a command name.
func (s *scenario) at(args []string) (at Place, err error) {
	at.TextDocument.URI = docURI(s.docPath(args[0]))
	r, err := parseRange(args[1])
	at.Position = r.Start
	return at, err
}

func showIf(r *protocol.Range) string {
	if r == nil {
		return "nowhere"
	}
	return showRange(*r)
}

// TestGraphOfDeadCode: a condition that is never asked has a graph too.
func TestGraphOfDeadCode(t *testing.T) {
	w := serveWire(t, Options{})
	text := "do return end local x = f() if not x then y() end"
	w.send(initialize, strings.Replace(openA, "x = dead", text, 1), strings.Replace(hoverA, "textDocument/hover", MethodGraph, 1))
	if got := w.await(`"id":2`); !strings.Contains(got, `"blocks"`) {
		t.Error(got)
	}
}
