package lsp

import (
	"context"
	"errors"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"luaflow/compile/testkit/must"
)

// TestCodecOwnsWhatItDecodes: the connection reads the next message into the bytes
// of the last.
func TestCodecOwnsWhatItDecodes(t *testing.T) {
	data := []byte(`[{"title":"cut","kind":"quickfix"}]`)
	var actions []protocol.CommandOrCodeAction
	var raw jsonrpc2.RawMessage
	must.Do(t, codec{}.Unmarshal(data, &actions))
	must.Do(t, codec{}.Unmarshal(data, &raw))
	want := string(data)
	for i := range data {
		data[i] = '#'
	}
	if title := actions[0].(*protocol.CodeAction).Title; title != "cut" {
		t.Errorf("title %q", title)
	}
	if string(raw) != want {
		t.Errorf("raw %q", raw)
	}
}

func TestCodecPassesRawMessagesThrough(t *testing.T) {
	for _, raw := range []jsonrpc2.RawMessage{nil, jsonrpc2.RawMessage(`{"a": 1}`)} {
		want := string(raw)
		if raw == nil {
			want = "null"
		}
		if got, err := (codec{}).Marshal(raw); err != nil || string(got) != want {
			t.Errorf("%q became %q: %v", raw, got, err)
		}
	}
}

// endsAfter is a context that ends when it has been asked so often whether it has.
type endsAfter struct {
	context.Context
	asked, most int
}

func (e *endsAfter) Err() error {
	if e.asked++; e.asked > e.most {
		return context.Canceled
	}
	return nil
}

// TestEncodedInPieces: a list is encoded as it is in one piece, and not to its end if nobody waits for it any more.
func TestEncodedInPieces(t *testing.T) {
	for _, n := range []int{0, 1, piece, piece + 1, 3*piece + 7} {
		list := make([]protocol.FoldingRange, n)
		for i := range list {
			list[i].StartLine = uint32(i)
		}
		want, err := codec{}.Marshal(list)
		must.Do(t, err)
		ctx := &endsAfter{t.Context(), 0, 100}
		got, err := encoded(ctx, list)
		must.Do(t, err)
		if string(got) != string(want) {
			t.Errorf("%d elements: %.200s", n, got)
		}
		if n <= piece {
			continue
		}
		if ctx.asked < n/piece {
			t.Errorf("asked %d times whether to go on with %d elements", ctx.asked, n)
		}
		if _, err := encoded(&endsAfter{t.Context(), 0, 1}, list); !errors.Is(err, context.Canceled) {
			t.Errorf("%d elements: the error is %v", n, err)
		}
	}
	if got, err := encoded(t.Context(), jsonrpc2.RawMessage(strings.Repeat("1", 2*piece))); err != nil || len(got) != 2*piece {
		t.Errorf("what is encoded already: %.100s, %v", got, err)
	}
}
