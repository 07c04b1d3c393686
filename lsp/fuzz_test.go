package lsp

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"luaflow/analysis/nav"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// FuzzChanges edits a document over the wire, at places that need not exist, and
// compares the server's text with that of an editor that does it the simple way.
func FuzzChanges(f *testing.F) {
	pieces := []string{"x", "local é = '😀'\r\n", "\r", "\n", "𝄞𝄞", "", "\n\r", "end"}
	for i := range uint64(64) {
		r := rand.New(rand.NewPCG(i, i))
		var text strings.Builder
		for range r.IntN(12) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		script := make([]byte, 6*(1+r.IntN(8)))
		for j := range script {
			script[j] = byte(r.IntN(16))
		}
		f.Add(text.String(), strings.Join(pieces, "|"), script, byte(i))
	}
	f.Fuzz(func(t *testing.T, text, news string, script []byte, enc byte) {
		if len(text)+len(news) > 1<<16 || len(script) > 1<<10 {
			return
		}
		// The wire carries valid UTF-8 only.
		text, news = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(news, "?")
		kinds := []protocol.PositionEncodingKind{"utf-8", "utf-16", "utf-32"}
		kind := kinds[int(enc)%len(kinds)]
		batches := changeScript(script, strings.Split(news, "|"))
		got := textOnServer(t, kind, text, batches)
		want := text
		for _, batch := range batches {
			for _, c := range batch {
				want = simpleReplace(want, kind, c.Range, c.Text)
			}
		}
		if got != want {
			t.Errorf("%s: %q with %v\ngot  %q\nwant %q", kind, text, batches, got, want)
		}
	})
}

// FuzzMessages sends one message of any content in the middle of a conversation.
// Nothing may panic, and the server must end when it is told to.
func FuzzMessages(f *testing.F) {
	for _, bad := range badFrames {
		f.Add(bad.body)
	}
	for _, good := range []string{
		openA, hoverA, change(2, "é"), shutdown, exit, initialize,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`,
		`{"jsonrpc":"2.0","id":"s","method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///a.lua"},"range":{"start":{"line":0,"character":4294967295},"end":{"line":9,"character":9}},"context":{"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"message":"","code":"dead-store"}],"only":["quickfix",""]}}}`,
		`[` + openA + `,` + hoverA + `]`,
	} {
		f.Add(good)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if body == "" || strings.Contains(body, "panic") { // to the fake engine a word that means it
			return
		}
		log := &logBuffer{}
		w := startWire(t, Options{Log: log, delay: time.Millisecond})
		w.send(initialize, openA)
		if w.trySend(body, hoverA, shutdown, exit) == nil {
			_ = w.rest()
		}
		if err := w.result(); err != nil && !errors.Is(err, ErrNoShutdown) {
			t.Error(err)
		}
		if strings.Contains(log.String(), "panic") {
			t.Error(log)
		}
	})
}

// changeScript reads notifications of changes out of bytes: four for a range, one
// for the new text, one that says whether the notification ends here.
func changeScript(script []byte, news []string) [][]*protocol.TextDocumentContentChangePartial {
	out := make([][]*protocol.TextDocumentContentChangePartial, 1)
	for ; len(script) >= 6; script = script[6:] {
		start := protocol.Position{Line: uint32(script[0]), Character: uint32(script[1])}
		end := protocol.Position{Line: uint32(script[2]), Character: uint32(script[3])}
		if end.Line < start.Line || end.Line == start.Line && end.Character < start.Character {
			start, end = end, start
		}
		change := &protocol.TextDocumentContentChangePartial{
			Range: protocol.Range{Start: start, End: end},
			Text:  news[int(script[4])%len(news)],
		}
		out[len(out)-1] = append(out[len(out)-1], change)
		if script[5]%2 == 0 {
			out = append(out, nil)
		}
	}
	return out
}

// textOnServer returns what a server has after the changes.
func textOnServer(t *testing.T, kind protocol.PositionEncodingKind, text string, batches [][]*protocol.TextDocumentContentChangePartial) string {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var got string
	engine := fakeEngine()
	engine.Describe = func(u *compile.Unit, _ source.Pos) (nav.Info, bool) {
		got = u.File.Text()
		return nav.Info{}, false
	}
	caps := fullCapabilities
	caps.General = &protocol.GeneralClientCapabilities{PositionEncodings: []protocol.PositionEncodingKind{kind}}
	c, err := start(ctx, Options{engine: engine, delay: time.Millisecond}, &protocol.InitializeParams{Capabilities: caps}, nil)
	must.Do(t, err)
	must.Do(t, c.Open(ctx, "a.lua", text))
	for _, batch := range batches {
		changes := make([]protocol.TextDocumentContentChangeEvent, len(batch))
		for i := range batch {
			changes[i] = batch[i]
		}
		must.Do(t, c.change(ctx, "a.lua", changes))
	}
	_, err = c.Hover(ctx, "a.lua", 0)
	must.Do(t, err)
	must.Do(t, c.Shutdown(ctx))
	return got
}

// simpleReplace walks over the text one code point after the other.
func simpleReplace(text string, kind protocol.PositionEncodingKind, r protocol.Range, with string) string {
	start, end := simpleOffset(text, kind, r.Start), simpleOffset(text, kind, r.End)
	return text[:start] + with + text[end:]
}

func simpleOffset(text string, kind protocol.PositionEncodingKind, want protocol.Position) int {
	var at protocol.Position
	for i, r := range text {
		if at.Line == want.Line && (r == '\n' || r == '\r') {
			return i // what is after the end of the line means the end
		}
		if r == '\n' || r == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			at = protocol.Position{Line: at.Line + 1}
			continue
		}
		if at.Line == want.Line {
			at.Character += simpleUnits(kind, r)
			if at.Character > want.Character {
				return i
			}
		}
	}
	return len(text)
}

func simpleUnits(kind protocol.PositionEncodingKind, r rune) uint32 {
	switch {
	case kind == "utf-8":
		return uint32(utf8.RuneLen(r))
	case kind == "utf-16" && r > 0xFFFF:
		return 2
	}
	return 1
}
