package lsp

import (
	"regexp"
	"slices"
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
	w.send(openA, hoverA)
	wanted := []*regexp.Regexp{ // in any order
		regexp.MustCompile(`"message":"textDocument/didOpen: .*"verbose":"params: .*x = dead`),
		regexp.MustCompile(`"message":"sent textDocument/publishDiagnostics","verbose":"params: .*saw .dead`),
		regexp.MustCompile(`"message":"textDocument/hover: .*"verbose":"params: {.*\\nresult: {`),
	}
	for len(wanted) > 0 { // the server fails the test if it says no more
		got := w.await("$/logTrace")

		wanted = slices.DeleteFunc(wanted, func(want *regexp.Regexp) bool { return want.MatchString(got) })
	}
	w.send(set("off"), hoverA, shutdown, exit)
	for _, got := range w.rest() {
		if strings.Contains(got, "logTrace") && !strings.Contains(got, "setTrace") {
			t.Errorf("told though it is off: %s", got)
		}
	}
}

// TestTraceIsBounded: of a large text a trace has no more than its beginning.
func TestTraceIsBounded(t *testing.T) {
	w := startWire(t, Options{})
	w.send(strings.Replace(initialize, `"capabilities"`, `"trace":"verbose","capabilities"`, 1))
	w.await(`"id":1`)
	w.send(strings.Replace(openA, "x = dead", "x = dead"+strings.Repeat("ä", maxVerbose)+"last", 1))
	for {
		got := w.await("$/logTrace")
		if !strings.Contains(got, "didOpen: ") {
			continue
		}
		if !strings.Contains(got, "x = dead") || strings.Contains(got, "last") || !strings.Contains(got, "bytes more)") || len(got) > 2*maxVerbose {
			t.Errorf("got %s", got)
		}
		break
	}
	w.send(shutdown, exit)
	w.rest()
}
