package explorer

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"luaflow/analysis/explore"
	"luaflow/analysis/project"
	"luaflow/compile/testkit/must"
)

// start serves a page, and returns its address. The server ends with the test.
func start(t *testing.T, file *watched) string {
	t.Helper()
	page := fstest.MapFS{"index.html": {Data: []byte("the page")}, "app.js": {Data: []byte("the script")}}
	ctx, stop := context.WithCancel(t.Context())
	told, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- serve(ctx, page, file, func(url string) { told <- url }) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	select {
	case url := <-told:
		return url
	case err := <-ended:
		ended <- err
		t.Fatal(err)
		return ""
	}
}

// do sends a request, and returns the code and the body of the answer.
func do(t *testing.T, method, url, body string, change func(*http.Request)) (code int, text string, header http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	must.Do(t, err)
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	must.Do(t, err)
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	must.Do(t, err)
	return answer.StatusCode, string(data), answer.Header
}

// TestOnlyWhoKnowsTheAddress holds that the page, its files and answers are for who has the whole address, and no others.
func TestOnlyWhoKnowsTheAddress(t *testing.T) {
	url := start(t, nil)
	server, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	wrong := url[:len(url)-3] + "xx/"
	for _, test := range []struct {
		method, url string
		change      func(*http.Request)
		want        int
	}{
		{"GET", url, nil, 200},
		{"GET", url + "app.js", nil, 200},
		{"GET", url + "other.js", nil, 404},
		{"GET", url + "file", nil, 204},
		{"POST", url + "ask", nil, 200},
		{"GET", url + "ask", nil, 405},
		{"POST", url + "app.js", nil, 405},
		{"GET", wrong, nil, 403},
		{"GET", wrong + "app.js", nil, 403},
		{"POST", wrong + "ask", nil, 403},
		{"GET", "http://" + server + "/", nil, 403},
		{"GET", strings.TrimSuffix(url, "/"), nil, 403},
		{"GET", url, func(r *http.Request) { r.Host = "evil.example" }, 403},
		{"POST", url + "ask", func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, 403},
		{"POST", url + "ask", func(r *http.Request) { r.Header.Set("Origin", "http://"+server) }, 200},
	} {
		code, _, header := do(t, test.method, test.url, `{"id":1,"method":"fixAll"}`, test.change)
		if code != test.want {
			t.Errorf("%s %s: %d, want %d", test.method, test.url, code, test.want)
		}
		if got := header.Get("Content-Security-Policy"); got != policy {
			t.Errorf("%s %s: the policy is %q", test.method, test.url, got)
		}
	}
}

// TestAsk asks what the page asks.
func TestAsk(t *testing.T) {
	url := start(t, nil)
	_, text, header := do(t, "POST", url+"ask", `{"id":7,"method":"open","params":{"name":"a.lua","text":"local x = 1","dialect":""}}`, nil)
	var got struct {
		ID     int
		Result explore.Overview
	}
	must.Do(t, json.Unmarshal([]byte(text), &got))
	if got.ID != 7 || len(got.Result.Findings) != 1 || got.Result.Findings[0].Code != "unused-local" {
		t.Errorf("got %s", text)
	}
	if kind := header.Get("Content-Type"); kind != "application/json" {
		t.Errorf("the answer is %q", kind)
	}
}

// TestFileIsFollowed reads the events of a file that changes.
func TestFileIsFollowed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.lua")
	write := func(text string) { must.Do(t, os.WriteFile(name, []byte(text), 0o600)) }
	write("first()")
	url := start(t, &watched{project.Named(name), "5.4"})
	r, err := http.NewRequestWithContext(t.Context(), "GET", url+"file", nil)
	must.Do(t, err)
	answer, err := http.DefaultClient.Do(r)
	must.Do(t, err)
	defer answer.Body.Close()
	events := bufio.NewScanner(answer.Body)
	next := func() (text explore.Text) {
		for events.Scan() {
			if data, ok := strings.CutPrefix(events.Text(), "data: "); ok {
				must.Do(t, json.Unmarshal([]byte(data), &text))
				return text
			}
		}
		t.Fatalf("the events ended: %v", events.Err())
		return text
	}
	if got, want := next(), (explore.Text{Name: name, Text: "first()", Dialect: "5.4"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	must.Do(t, os.Remove(name)) // for a moment, as some editors do
	write("second()\n-- \"quoted\"")
	if got := next(); got.Text != "second()\n-- \"quoted\"" {
		t.Errorf("got %+v", got)
	}
}
