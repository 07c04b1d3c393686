package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/compile"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/session"
)

const asking = `"capabilities":{"workspace":{"diagnostics":{"refreshSupport":true}},"textDocument":{"diagnostic":{}}}`

// startAsking starts a server for a client that asks for diagnostics, in a folder, with the option
// workspace.
func startAsking(t *testing.T, folder, mode string) *wire {
	t.Helper()
	w := serveWire(t, Options{})
	hello := strings.Replace(initialize, `"capabilities":{}`, asking+fmt.Sprintf(`,"initializationOptions":{"workspace":%q}`, mode), 1)
	w.send(strings.Replace(hello, `"rootUri":null`, fmt.Sprintf(`"rootUri":%q`, docURI(folder)), 1), `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	w.await(`"id":1`)
	return w
}

// askAll asks for the diagnostics of the workspace, in parts if there is a token.
func (w *wire) askAll(id int, token string, known map[string]string) {
	type previous struct {
		URI   string `json:"uri"`
		Value string `json:"value"`
	}
	list := []previous{}
	for name, value := range known {
		list = append(list, previous{name, value})
	}
	ids, _ := json.Marshal(list) // of strings
	if token != "" {
		token = fmt.Sprintf(`"partialResultToken":%q,`, token)
	}
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/diagnostic","params":{%s"previousResultIds":%s}}`, id, token, ids))
}

var resultIDs = regexp.MustCompile(`"resultId":"([0-9a-f]+)".*?"uri":"([^"]+)"`)

// TestWorkspaceDiagnostics asks for the diagnostics of files that are not open, in parts; then what has
// changed, which takes until something does; then of less.
func TestWorkspaceDiagnostics(t *testing.T) {
	folder := t.TempDir()
	bad, good := filepath.Join(folder, "bad.lua"), filepath.Join(folder, "good.lua")
	must.Write(t, bad, "local x = 1\nx = 2\nreturn x\n")
	must.Write(t, good, "return 1\n")
	w := startAsking(t, folder, "all")
	w.askAll(2, "part", nil)
	part := w.await("$/progress")
	if !strings.Contains(part, "dead-store") || !strings.Contains(part, `"token":"part"`) || strings.Contains(part, "good.lua") {
		t.Errorf("the part is %s", part)
	}
	if got := w.await(`"id":2`); !strings.Contains(got, `"items":[]`) {
		t.Errorf("after the parts: %s", got)
	}
	known := map[string]string{}
	for _, m := range resultIDs.FindAllStringSubmatch(part, -1) {
		known[m[2]] = m[1]
	}
	if len(known) != 1 {
		t.Fatalf("result ids %v in %s", known, part)
	}
	// Without parts, what the client knows need not be said.
	w.askAll(3, "", known)
	if got := w.await(`"id":3`); strings.Contains(got, "dead-store") {
		t.Errorf("said again: %s", got)
	}
	// With parts, the answer waits for a change.
	w.askAll(4, "more", known)
	must.Write(t, bad, "return 1\n")
	w.send(`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file:///bad.lua","type":2}]}}`)
	if got := w.await("$/progress"); !strings.Contains(got, `"items":[]`) || !strings.Contains(got, "bad.lua") {
		t.Errorf("what is gone: %s", got)
	}
	w.await(`"id":4`)
	// The end does not wait.
	for name := range known {
		known[name] = noneID
	}
	w.askAll(5, "last", known)
	w.send(shutdown, exit)
	w.await(`"id":5`)
	must.Do(t, w.result())
}

// TestWorkspaceOff: of files that are not open nothing is said.
func TestWorkspaceOff(t *testing.T) {
	folder := t.TempDir()
	must.Write(t, filepath.Join(folder, "bad.lua"), "local x = 1\nx = 2\nreturn x\n")
	w := startAsking(t, folder, "off")
	w.send(openA)
	w.askAll(2, "", nil)
	if got := w.await(`"id":2`); strings.Contains(got, "bad.lua") || !strings.Contains(got, "file:///a.lua") {
		t.Error(got)
	}
}

// TestAskedAboutAnOlderVersion: who asks about a text that is replaced is told to ask again.
func TestAskedAboutAnOlderVersion(t *testing.T) {
	entered, hold := make(chan struct{}, 1), make(chan struct{})
	defer close(hold)
	engine := fakeEngine()
	engine.Check = func(u *compile.Unit, in *session.Memory) ([]analysis.Finding, []analysis.Omission) {
		if u.File.Text() == "x = dead" {
			entered <- struct{}{}
			<-hold
		}
		return fakeCheck(u, in)
	}
	w := startWire(t, Options{engine: engine})
	ask := `{"jsonrpc":"2.0","id":2,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///a.lua"}}}`
	w.send(strings.Replace(initialize, `"capabilities":{}`, asking, 1), openA, ask)
	<-entered
	w.send(change(2, "dead"), strings.Replace(ask, `"id":2`, `"id":3`, 1))
	for range 3 { // in any order, after the answer to initialize
		got := w.receive()
		switch {
		case strings.Contains(got, `"id":2,`) && (!strings.Contains(got, `"code":-32802`) || !strings.Contains(got, `"retriggerRequest":true`)):
			t.Errorf("about the older version: %s", got)
		case strings.Contains(got, `"id":3,`) && !strings.Contains(got, "dead-store"):
			t.Errorf("about the newer version: %s", got)
		}
	}
}

// TestRefresh: the client is told to ask again when settings change.
func TestRefresh(t *testing.T) {
	w := startAsking(t, t.TempDir(), "off")
	w.send(openA, `{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"luaflow":{"checks":{"dead-store":"off"}}}}}`)
	if got := w.await("workspace/diagnostic/refresh"); !strings.Contains(got, `"method":"workspace/diagnostic/refresh"`) {
		t.Error(got)
	}
}

var refreshes = regexp.MustCompile(`workspace/\w+/refresh`)

// TestRefreshOfColours: so it is with colours and hints, where they are announced and the client can be told.
func TestRefreshOfColours(t *testing.T) {
	const can = `"capabilities":{"workspace":{"semanticTokens":{"refreshSupport":true},"inlayHint":{"refreshSupport":true}}}`
	for _, c := range []struct {
		features string
		want     []string
	}{
		{`["semanticTokens"]`, []string{"workspace/semanticTokens/refresh"}},
		{`["inlayHint"]`, []string{"workspace/inlayHint/refresh"}},
		{`"all"`, []string{"workspace/inlayHint/refresh", "workspace/semanticTokens/refresh"}},
		{`[]`, nil},
	} {
		w := startWire(t, Options{})
		w.send(strings.Replace(initialize, `"capabilities":{}`, can+`,"initializationOptions":{"features":`+c.features+`}`, 1), `{"jsonrpc":"2.0","method":"initialized","params":{}}`, openA)
		w.send(`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"luaflow":{"dialect":"5.1"}}}}`)
		var got []string
		for range c.want {
			got = append(got, refreshes.FindString(w.await(`/refresh"`)))
		}
		w.send(shutdown)
		for frame := ""; !strings.Contains(frame, `"id":9`); frame = w.receive() {
			if is := refreshes.FindString(frame); is != "" {
				got = append(got, is)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("with %s: %v, want %v", c.features, got, c.want)
		}
	}
}

// TestAnnounced: what clients ask for that can be told to ask again; files that are not open only if the user
// wants to hear of them.
func TestAnnounced(t *testing.T) {
	for _, c := range []struct {
		params, option string
		want           string
	}{
		{asking, "", `"workspaceDiagnostics":true`},
		{asking, `,"initializationOptions":{"workspace":"changed"}`, `"workspaceDiagnostics":true`},
		{asking, `,"initializationOptions":{"workspace":"off"}`, `"workspaceDiagnostics":false`},
		{asking, `,"initializationOptions":{"workspace":"all"}`, `"workspaceDiagnostics":true`},
		{`"capabilities":{"textDocument":{"diagnostic":{}}}`, "", ""},
		{`"capabilities":{"workspace":{"diagnostics":{"refreshSupport":true}}}`, "", ""},
	} {
		w := startWire(t, Options{})
		w.send(strings.Replace(initialize, `"capabilities":{}`, c.params+c.option, 1))
		got := w.await(`"id":1`)
		if strings.Contains(got, "diagnosticProvider") != (c.want != "") || !strings.Contains(got, c.want) {
			t.Errorf("%s%s: %s", c.params, c.option, got)
		}
	}
}
