package explorer

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"time"

	"luaflow/analysis/explore"
)

// maxRequest bounds the bytes of one question: a text, and what is around it.
const maxRequest = 64 << 20

// policy has the page load nothing but what is served beside it, and be shown in no other page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// server serves the page and answers it. Whoever asks must know the token, which is the first part of every path, and
// name the server by its address: a page of another site whose name leads to this machine does neither.
type server struct {
	explorer *explore.Explorer
	page     http.Handler // the files
	host     string       // address and port
	token    string
	file     *watched // what is shown; nil for an example of the page's own
}

// newServer returns what answers at an address.
func newServer(host string, page fs.FS, file *watched) *server {
	return &server{explore.New(), http.FileServerFS(page), host, rand.Text(), file}
}

// URL returns the address of the page.
func (s *server) URL() string { return "http://" + s.host + "/" + s.token + "/" }

// ServeHTTP implements http.Handler.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	token, name, hasName := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	isKnown := subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1
	origin := r.Header.Get("Origin")
	if r.Host != s.host || !isKnown || !hasName || origin != "" && origin != "http://"+s.host {
		http.Error(w, "open the address that luaflow explore has printed, as a whole", http.StatusForbidden)
		return
	}
	switch {
	case name == "ask":
		s.ask(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "this is only to be read", http.StatusMethodNotAllowed)
	case name == "file":
		s.events(w, r)
	default:
		http.StripPrefix("/"+s.token, s.page).ServeHTTP(w, r)
	}
}

// ask answers a question of the page.
func (s *server) ask(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "a question is a POST", http.StatusMethodNotAllowed)
		return
	}
	question, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		http.Error(w, "the question is too long, or broke off", http.StatusRequestEntityTooLarge)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(s.explorer.Handle(r.Context(), question)) // who is gone needs no answer
}

// events tells the text of the file, and again each time that it is another.
func (s *server) events(w http.ResponseWriter, r *http.Request) {
	if s.file == nil {
		w.WriteHeader(http.StatusNoContent) // and nobody need ask again
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(w)
	s.file.follow(r.Context(), func(text explore.Text) bool {
		data, err := json.Marshal(text)
		if err != nil {
			return false
		}
		_, err = fmt.Fprintf(w, "data: %s\n\n", data)
		return err == nil && flush.Flush() == nil
	})
}

// serve serves a page until ctx is done. It tells the address as soon as that answers.
func serve(ctx context.Context, page fs.FS, file *watched, tell func(url string)) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := newServer(listener.Addr().String(), page, file)
	h := http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	end := context.AfterFunc(ctx, func() { _ = h.Close() })
	defer end()
	tell(s.URL())
	if err := h.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}
