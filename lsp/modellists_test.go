package lsp

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"luaflow/lsp/recording"
)

// This file is what a model client makes of the answers that say what has changed of what is found. It knows as much as
// one to whom all was said.

// modelList is what is found in one document or file, and the name that the server has for that.
type modelList struct {
	id    string
	items []any
}

// modelLists are those of many, by URI.
type modelLists map[string]modelList

// take takes a report on one document or file, which may say that it is what the client knows.
func (l modelLists) take(uri string, report object) error {
	id, _ := report["resultId"].(string)
	switch items, isFull := report["items"].([]any); {
	case isFull:
		l[uri] = modelList{id, items}
	case l[uri].id != id || report["kind"] != "unchanged":
		return fmt.Errorf("%s: %v, and the client has %q", uri, report, l[uri].id)
	}
	return nil
}

// takeAll takes the reports on documents and files of the workspace.
func (l modelLists) takeAll(result any) error {
	whole, _ := result.(object)
	reports, _ := whole["items"].([]any)
	for _, r := range reports {
		report := r.(object)
		if err := l.take(report["uri"].(string), report); err != nil {
			return err
		}
	}
	return nil
}

// ids returns the names that the client has, as it sends them.
func (l modelLists) ids() []object {
	ids := []object{}
	for _, uri := range slices.Sorted(maps.Keys(l)) {
		ids = append(ids, object{"uri": uri, "value": l[uri].id})
	}
	return ids
}

// text returns all that is found but in some documents, in one form.
func (l modelLists) text(but map[string]*modelDoc) string {
	var out strings.Builder
	for _, uri := range slices.Sorted(maps.Keys(l)) {
		if items := l[uri].items; len(items) > 0 && but[uri] == nil {
			fmt.Fprintf(&out, "%s %s\n", uri, recording.Comparable(items))
		}
	}
	return out.String()
}

// askList asks for what is found in a document, and returns the answer as it is for who knows nothing.
func (m *model) askList(name string) (answer any, err error) {
	params := object{"textDocument": document(name)}
	if known, ok := m.shown[name]; ok && m.r.IntN(4) > 0 {
		params["previousResultId"] = known.id
	}
	if answer, err = m.ask(protocol.MethodTextDocumentDiagnostic, params); err != nil {
		return nil, err
	}
	result, ok := answer.(object)["result"].(object)
	if !ok {
		return answer, nil
	}
	if err := m.shown.take(name, result); err != nil {
		return nil, err
	}
	whole := maps.Clone(answer.(object))
	whole["result"] = object{"kind": "full", "items": m.shown[name].items}
	return whole, nil
}

// askLists asks what has changed in the workspace.
func (m *model) askLists() *modelFault {
	answer, err := m.ask(protocol.MethodWorkspaceDiagnostic, object{"previousResultIds": m.listed.ids()})
	if err == nil {
		err = m.listed.takeAll(answer.(object)["result"])
	}
	if err != nil {
		return &modelFault{err: err}
	}
	return nil
}

// compareLists compares what the client knows of the workspace with what a fresh server says of it.
func (m *model) compareLists(fresh *freshServer) *modelFault {
	return m.aligned(fresh, func() *modelFault {
		if fault := m.askLists(); fault != nil {
			return fault
		}
		q := modelRequest{protocol.MethodWorkspaceDiagnostic, object{"previousResultIds": []any{}}}
		answer, want := fresh.ask(q.method, q.params), modelLists{}
		if err := want.takeAll(answer.(object)["result"]); err != nil {
			return &modelFault{err: err}
		}
		if got := m.listed.text(nil); got != want.text(nil) {
			return &modelFault{method: "what is known of the workspace, and", params: q.method, got: got, want: want.text(nil), isSilent: true}
		}
		if !m.streams {
			return nil
		}
		got, err := m.stream()
		if err != nil {
			return &modelFault{err: err}
		}
		if want := want.text(m.state.docs); got != want {
			return &modelFault{method: "what was said in parts, and", params: q.method, got: got, want: want, isSilent: true}
		}
		return nil
	})
}

// modelStream is what a client knows that has a call open for what is found in the workspace, all the time.
type modelStream struct {
	id    string // of the call; "" if none is open
	token string // of its parts

	mu    sync.Mutex // guards all below, to which the listener adds
	lists modelLists
	err   error
}

// hear takes a part.
func (s *modelStream) hear(method string, params any) {
	if method != protocol.MethodProgress {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := params.(object); s.err == nil && p["token"] == s.token {
		s.err = s.lists.takeAll(p["value"])
	}
}

// stream takes what was said in parts by now, keeps a call open, and returns what is known of what is not open: of an open
// document clients ask when it changes.
func (m *model) stream() (known string, err error) {
	s := &m.streamed
	if s.id != "" {
		answer, err := awaitFor(m.server.Player, s.id, time.Millisecond)
		if err == nil {
			m.heard(answer)
			s.mu.Lock()
			result, isResult := answer.(object)["result"]
			if isResult && s.err == nil {
				s.err = s.lists.takeAll(result)
			}
			s.mu.Unlock()
			s.id = ""
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lists == nil {
		s.lists = modelLists{}
	}
	known, err = s.lists.text(m.state.docs), s.err
	if s.id == "" && err == nil {
		s.token = fmt.Sprint("parts ", m.lastID)
		ids := s.lists.ids()
		s.mu.Unlock()
		s.id, err = m.begin(protocol.MethodWorkspaceDiagnostic, object{"previousResultIds": ids, "partialResultToken": s.token})
		s.mu.Lock()
	}
	return known, err
}
