package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
)

// tree shows the call hierarchy of the name at a position, or if there is none of the one that was asked about
// last, to a depth: of each item its name, kind, detail and range, and from where it was come to.
func (s *scenario) tree(ctx context.Context, args []string) (string, error) {
	depth := 0
	if _, err := fmt.Sscan(args[2], &depth); err != nil {
		return "", err
	}
	if len(args) > 3 {
		r, err := parseRange(args[3])
		if err != nil {
			return "", err
		}
		at := protocol.TextDocumentPositionParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: docURI(s.docPath(args[1]))}, Position: r.Start,
		}
		s.prepared = nil
		err = protocol.Call(ctx, s.client.conn, protocol.MethodTextDocumentPrepareCallHierarchy, &protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: at}, &s.prepared)
		if err != nil {
			return "", err
		}
	}
	if s.prepared == nil {
		return "nothing\n", nil
	}
	var out strings.Builder
	for i := range s.prepared {
		out.WriteString(showItem(&s.prepared[i]) + "\n")
		if err := s.showBelow(ctx, &out, args[0] == "incoming", &s.prepared[i], depth, "  "); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

func showItem(i *protocol.CallHierarchyItem) string {
	return fmt.Sprintf("%s %s kind %d: %s", showRange(i.SelectionRange), i.Name, i.Kind, *i.Detail)
}

// showBelow writes what is below an item.
func (s *scenario) showBelow(ctx context.Context, out *strings.Builder, incoming bool, item *protocol.CallHierarchyItem, depth int, indent string) error {
	if depth == 0 {
		return nil
	}
	show := func(next *protocol.CallHierarchyItem, from []protocol.Range) error {
		var ranges []string
		for _, r := range from {
			ranges = append(ranges, showRange(r))
		}
		fmt.Fprintf(out, "%s%s by %s\n", indent, showItem(next), strings.Join(ranges, " "))
		return s.showBelow(ctx, out, incoming, next, depth-1, indent+"  ")
	}
	if incoming {
		var calls []protocol.CallHierarchyIncomingCall
		err := protocol.Call(ctx, s.client.conn, protocol.MethodCallHierarchyIncomingCalls, &protocol.CallHierarchyIncomingCallsParams{Item: *item}, &calls)
		if err == nil && calls == nil {
			out.WriteString(indent + "nothing\n")
		}
		for i := range calls {
			if err = show(&calls[i].From, calls[i].FromRanges); err != nil {
				return err
			}
		}
		return err
	}
	var calls []protocol.CallHierarchyOutgoingCall
	err := protocol.Call(ctx, s.client.conn, protocol.MethodCallHierarchyOutgoingCalls, &protocol.CallHierarchyOutgoingCallsParams{Item: *item}, &calls)
	if err == nil && calls == nil {
		out.WriteString(indent + "nothing\n")
	}
	for i := range calls {
		if err = show(&calls[i].To, calls[i].FromRanges); err != nil {
			return err
		}
	}
	return err
}
