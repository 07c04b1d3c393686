package lsp

import (
	"bytes"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// TestLogIsTold: what is logged before the client can be told it is written, and after that told; where clients show
// what is written, it is not written too.
func TestLogIsTold(t *testing.T) {
	for _, isShown := range []bool{false, true} {
		var log bytes.Buffer
		w := startWire(t, Options{Version: "1.2.3", Log: &log, LogIsShown: isShown})
		w.send(initialize, `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
		if got := w.await("window/logMessage"); !strings.Contains(got, `"type":3`) || !strings.Contains(got, `"version 1.2.3`) {
			t.Errorf("told: %s", got)
		}
		w.send(shutdown, exit)
		w.rest()
		must.Do(t, w.result())
		if got := log.String(); !strings.Contains(got, "client") || strings.Contains(got, "1.2.3") == isShown {
			t.Errorf("written: %s", got)
		}
	}
}
