package lsp

import (
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
