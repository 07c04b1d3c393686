package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// TestMessages sends messages, some of which are none, and holds what is sent back, whatever stands around them.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]}`, `{"jsonrpc":"2.0","id":1,"result":[1]}`},
		{`{"jsonrpc":"2.0","id":"a","method":"echo","params":"b"}`, `{"jsonrpc":"2.0","id":"a","result":"b"}`},
		{`{"jsonrpc":"2.0","id":-1,"method":"fail"}`, `{"jsonrpc":"2.0","id":-1,"error":{"code":-32603,"message":"failed"}}`},
		{`{"jsonrpc":"2.0","id":1,"method":"refuse"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"refused"}}`},
		{`{"jsonrpc":"2.0","method":"echo"}`, ``},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`, ``},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}`, ``},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, ``},
		{``, ``},
		{`{`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON"}}`},
		{`7`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is no request"}}`},
		{`{"jsonrpc":"2.0","id":1,"method":2}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is no request"}}`},
		{`{"id":1,"method":"echo"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is not of JSON-RPC 2.0"}}`},
		{`{"jsonrpc":"2.0","id":null,"method":"echo"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the id is no text and no number"}}`},
		{`{"jsonrpc":"2.0","id":{},"method":"echo"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the id is no text and no number"}}`},
		{`[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no messages in the list"}}`},
		{`[{"jsonrpc":"2.0","method":"echo"}]`, ``},
		{`[{"jsonrpc":"2.0","id":1,"method":"echo","params":1},{"jsonrpc":"2.0","method":"echo"},{"jsonrpc":"2.0","id":2,"method":"echo","params":2}]`,
			`[{"jsonrpc":"2.0","id":1,"result":1},{"jsonrpc":"2.0","id":2,"result":2}]`},
		{`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 200_000) + `"}`,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is too long"}}`},
	} {
		const last = `{"jsonrpc":"2.0","id":99,"method":"echo","params":"last"}` + "\n"
		var out strings.Builder
		must.Do(t, echoing(t.Context(), &out).run(strings.NewReader(c.in+"\n"+last)))
		want := map[string]bool{c.want: true, `{"jsonrpc":"2.0","id":99,"result":"last"}`: true}
		for line := range strings.Lines(out.String()) {
			delete(want, strings.TrimSpace(line))
		}
		if delete(want, ""); len(want) > 0 {
			t.Errorf("%.100s: %s\nwant: %s", c.in, out.String(), c.want)
		}
	}
}

// echoing returns a conversation whose calls answer with their parameters, fail, or wait until they are cancelled.
func echoing(ctx context.Context, out io.Writer) *conversation {
	return &conversation{ctx: ctx, most: 100_000, out: out, pending: map[string]context.CancelFunc{}, answer: func(ctx context.Context, method string, params json.RawMessage) (any, error) {
		switch method {
		case "fail":
			return nil, errors.New("failed")
		case "refuse":
			return nil, &rpcError{codeMethod, "refused"}
		case "wait":
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return params, nil
	}}
}

// TestCancel cancels a call, which then has no answer, and a call with the same id can be made; and it ends a
// conversation in which a call is waiting.
func TestCancel(t *testing.T) {
	var out strings.Builder
	must.Do(t, echoing(t.Context(), &out).run(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"wait"}
{"jsonrpc":"2.0","id":1,"method":"echo"}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
`)))
	if got, want := out.String(), `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a call with this id is being answered"}}`+"\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	in, client := io.Pipe()
	ended := make(chan error)
	go func() { ended <- echoing(ctx, io.Discard).run(in) }()
	_, err := io.WriteString(client, `{"jsonrpc":"2.0","id":1,"method":"wait"}`+"\n")
	must.Do(t, err)
	cancel()
	must.Do(t, <-ended)
	_ = client.Close()
}

// TestManyCalls makes more calls than may be unanswered: what is too much is refused, and the others are answered.
func TestManyCalls(t *testing.T) {
	var in, out strings.Builder
	for i := range maxCalls + 10 {
		in.WriteString(`{"jsonrpc":"2.0","id":` + strings.Repeat("1", i+1) + `,"method":"wait"}` + "\n")
	}
	for i := range maxCalls + 10 {
		in.WriteString(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + strings.Repeat("1", i+1) + "}}\n")
	}
	must.Do(t, echoing(t.Context(), &out).run(strings.NewReader(in.String())))
	if n := strings.Count(out.String(), "too many calls at a time"); n != 10 {
		t.Errorf("%d calls are refused, want 10", n)
	}
}

// TestBrokenOutput: what cannot be written is the error of the conversation.
func TestBrokenOutput(t *testing.T) {
	broken := errors.New("broken")
	r, w := io.Pipe()
	_ = r.CloseWithError(broken)
	if err := echoing(t.Context(), w).run(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"echo"}` + "\n")); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
}
