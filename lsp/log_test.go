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

// TestLossyLog: nobody waits for a log that is not read; what is left out is counted.
func TestLossyLog(t *testing.T) {
	var written bytes.Buffer
	let := make(chan struct{})
	log := NewLossyLog(held{&written, let})
	entry := []byte(strings.Repeat("x", 1023) + "\n")
	const fit, more = maxUnwritten / 1024, 50
	for range fit + more {
		_, err := log.Write(entry)
		must.Do(t, err)
	}
	close(let)
	log.box.flush()
	_, err := log.Write([]byte("the last one\n"))
	must.Do(t, err)
	log.Close(patience)
	want := strings.Repeat(string(entry), fit) + "luaflow: 50 entries of the log were left out\nthe last one\n"
	if got := written.String(); got != want {
		t.Errorf("%d bytes were written, not %d: ... %.200q", len(got), len(want), got[max(0, len(got)-200):])
	}
}
