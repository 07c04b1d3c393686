package lsp

import (
	"strings"
	"testing"
)

// TestTrace: what the server does is told while the client wants to know, and why it failed if it wants to
// know more.
func TestTrace(t *testing.T) {
	w := startWire(t, Options{})
	w.send(initialize)
	w.await(`"id":1`)
	set := func(level string) string {
		return `{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"` + level + `"}}`
	}
	w.send(set("messages"), hoverA)
	for _, want := range []string{`$/setTrace: `, `textDocument/hover: `} {
		if got := w.await("$/logTrace"); !strings.Contains(got, want) || strings.Contains(got, "verbose") {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	w.send(set("verbose"), hoverA)
	w.await("$/logTrace")
	if got := w.await("$/logTrace"); !strings.Contains(got, `"verbose":"`) || !strings.Contains(got, "not open") {
		t.Errorf("got %s", got)
	}
	w.send(set("off"), hoverA, shutdown, exit)
	for _, got := range w.rest() {
		if strings.Contains(got, "logTrace") && !strings.Contains(got, "setTrace") {
			t.Errorf("told though it is off: %s", got)
		}
	}
}
