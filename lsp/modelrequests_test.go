package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/lsp/recording"
)

func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }

// modelRequest is a call.
type modelRequest struct {
	method string
	params any
}

// modelRequests are the methods that a model client asks for, but for those that need an answer to another one; see
// modelFollowing.
var modelRequests = slices.Sorted(func(yield func(string) bool) {
	for method := range calls {
		if modelFollowing[method] == "" && !yield(method) {
			return
		}
	}
})

// modelFollowing are the methods that are asked with a part of an answer to another one.
var modelFollowing = map[string]string{
	protocol.MethodCallHierarchyIncomingCalls: protocol.MethodTextDocumentPrepareCallHierarchy,
	protocol.MethodCallHierarchyOutgoingCalls: protocol.MethodTextDocumentPrepareCallHierarchy,
	protocol.MethodDocumentLinkResolve:        protocol.MethodTextDocumentDocumentLink,
	protocol.MethodCodeActionResolve:          protocol.MethodTextDocumentCodeAction,
}

// request returns a call of some method about some place.
func (m *model) request(method string) modelRequest {
	name, doc := m.doc()
	if doc == nil || m.r.IntN(40) == 0 {
		name, doc = pick(m, modelNames), &modelDoc{}
	}
	return modelRequest{method, m.paramsOf(method, name, doc)}
}

func (m *model) paramsOf(method, name string, doc *modelDoc) any {
	at := m.r.IntN(len(doc.text) + 1)
	start, end := m.position(doc.text, at), m.position(doc.text, at+m.r.IntN(len(doc.text)-at+1))
	if start.Line == end.Line {
		end.Character = max(start.Character, end.Character)
	}
	part := protocol.Range{Start: start, End: end}
	params := object{"textDocument": document(name)}
	switch method {
	case protocol.MethodWorkspaceSymbol:
		return object{"query": pick(m, []string{"", "x", "f", "global"})}
	case protocol.MethodWorkspaceDiagnostic:
		return object{"previousResultIds": []any{}}
	case protocol.MethodWorkspaceExecuteCommand:
		return object{"command": pick(m, []string{showCommand, "nonsense"}), "arguments": []any{pick(m, modelNames)}}
	case protocol.MethodTextDocumentCodeAction:
		about := object{"diagnostics": []any{}, "triggerKind": 1}
		if only := pick(m, []string{"", "quickfix", "refactor", "source.fixAll"}); only != "" {
			about["only"] = []string{only}
		}
		if m.r.IntN(2) == 0 { // a place, at which a finding can be hidden
			part.End = part.Start
		}
		params["range"], params["context"] = part, about
	case protocol.MethodTextDocumentReferences:
		params["context"] = object{"includeDeclaration": m.r.IntN(2) == 0}
	case protocol.MethodTextDocumentRename:
		params["newName"] = pick(m, []string{"renamed", "x", "end", "a"})
	case protocol.MethodTextDocumentSelectionRange:
		params["positions"] = []any{start, end}
	case protocol.MethodTextDocumentInlayHint, protocol.MethodTextDocumentSemanticTokensRange:
		params["range"] = part
	case protocol.MethodTextDocumentInlineValue:
		params["range"], params["context"] = part, object{"frameId": 1, "stoppedLocation": part}
	case protocol.MethodTextDocumentSemanticTokensFullDelta:
		params["previousResultId"] = "none"
	case MethodSlice:
		params["forward"] = m.r.IntN(2) == 0
	}
	params["position"] = start
	return params
}

// pause waits until nothing is under way, and compares all answers with those of a fresh server. What hangs on
// other files and on settings may take a while to be what it will be.
func (m *model) pause() *modelFault {
	answers := map[string]any{} // by the id
	for _, id := range m.waiting {
		answer, err := m.await(id)
		if err != nil {
			return &modelFault{err: err}
		}
		answers[id] = answer
	}
	m.waiting = nil
	if fault := m.compareHurried(answers); fault != nil {
		return fault
	}
	if fault := m.askAll(); fault != nil {
		return fault
	}
	if !m.watches { // it looks at the disk when somebody asks for diagnostics, or saves
		if err := m.notify(protocol.MethodTextDocumentDidSave, object{"textDocument": document("file:///w/never.lua")}); err != nil {
			return &modelFault{err: err}
		}
	}
	var requests []modelRequest
	for _, method := range modelRequests {
		requests = append(requests, m.request(method))
	}
	if fault := m.compare(requests); fault != nil {
		return fault
	}
	m.isQuiet = true
	return m.compareTokens()
}

// askAll asks for the diagnostics of all documents, as editors do: what is said of one may hang on what another does with
// globals, which is known by then.
func (m *model) askAll() *modelFault {
	for _, name := range m.openNames() {
		if _, err := m.askList(name); err != nil {
			return &modelFault{err: err}
		}
	}
	return m.askLists()
}

// openNames returns the open documents, in order.
func (m *model) openNames() []string { return slices.Sorted(maps.Keys(m.state.docs)) }

// compare compares all answers to requests with those of a fresh server.
func (m *model) compare(requests []modelRequest) *modelFault {
	fresh, fault := m.fresh()
	defer fresh.stop()
	if fault != nil {
		return fault
	}
	if fault := m.compareLists(fresh); fault != nil {
		return fault
	}
	for _, q := range requests {
		if fault := m.aligned(fresh, func() *modelFault { return m.compareOne(fresh, q) }); fault != nil {
			return fault
		}
	}
	if fault := m.compareSettled(fresh); fault != nil {
		return fault
	}
	if err := m.server.spoiled(); err != nil {
		return &modelFault{err: err}
	}
	return nil
}

// aligned does what eventually does, and aligns the servers before each time but the first: when both have answered, one may
// still drop what it kept of a text, as it has learnt something about the configuration, or as nobody types any more.
func (m *model) aligned(fresh *freshServer, compare func() *modelFault) *modelFault {
	isFirst := true
	return m.eventually(func() *modelFault {
		if !isFirst {
			if fault := m.align(fresh); fault != nil {
				return fault
			}
		}
		isFirst = false
		return compare()
	})
}

// compareSettled compares what is mended when a document is saved. That hangs on how it was opened and on all edits since,
// which the fresh server gets too. Files may have been read again meanwhile, which counts as an opening: so it is compared of a
// document without one.
func (m *model) compareSettled(fresh *freshServer) *modelFault {
	name := "untitled:Untitled-1"
	doc := m.state.docs[name]
	if doc == nil {
		return nil
	}
	fresh.notify(protocol.MethodTextDocumentDidClose, object{"textDocument": document(name)})
	for _, said := range append([]json.RawMessage{doc.opening}, doc.changes...) {
		message, err := recording.Decode(said)
		must.Do(m.t, err)
		fresh.send(message.(object))
	}
	return m.compareOne(fresh, modelRequest{protocol.MethodTextDocumentCodeAction, object{
		"textDocument": document(name), "range": protocol.Range{},
		"context": object{"diagnostics": []any{}, "only": []string{"source.fixAll"}, "triggerKind": 2},
	}})
}

// compareOne compares the answers to a request, and to those that follow from it.
func (m *model) compareOne(fresh *freshServer, q modelRequest) *modelFault {
	got, err := m.ask(q.method, q.params)
	if err != nil {
		return &modelFault{err: err}
	}
	want := fresh.ask(q.method, q.params)
	if m.resolves && q.method == protocol.MethodTextDocumentCodeAction && m.differ(q, got, want) != nil {
		// A menu says of each action what is known: one may have been proved or refused since the text is what it is.
		for _, action := range slices.Concat(listOf(got), listOf(want)) {
			if _, err := m.ask(protocol.MethodCodeActionResolve, action); err != nil {
				return &modelFault{err: err}
			}
			fresh.ask(protocol.MethodCodeActionResolve, action)
		}
		if got, err = m.ask(q.method, q.params); err != nil {
			return &modelFault{err: err}
		}
		want = fresh.ask(q.method, q.params)
	}
	if fault := m.differ(q, got, want); fault != nil {
		return fault
	}
	for _, method := range slices.Sorted(maps.Keys(modelFollowing)) {
		if modelFollowing[method] != q.method || calls[method] == nil || method == protocol.MethodCodeActionResolve && !m.resolves {
			continue
		}
		ours, theirs := listOf(got), listOf(want) // which are equal
		last := len(ours) - 1
		for _, i := range slices.Compact([]int{0, last / 3, last / 2, last}) {
			if i < 0 || i > last { // there are none
				continue
			}
			a, b := ours[i], theirs[i]
			if q.method == protocol.MethodTextDocumentPrepareCallHierarchy {
				a, b = object{"item": a}, object{"item": b}
			}
			got, err := m.ask(method, a)
			if err != nil {
				return &modelFault{err: err}
			}
			if fault := m.differ(modelRequest{method, a}, got, fresh.ask(method, b)); fault != nil {
				return fault
			}
		}
	}
	return nil
}

// listOf returns the elements of a result.
func listOf(response any) []any {
	list, _ := response.(map[string]any)["result"].([]any)
	return list
}

func (m *model) differ(q modelRequest, got, want any) *modelFault {
	a, b := recording.Comparable(got), recording.Comparable(want)
	if a == b {
		return nil
	}
	return &modelFault{method: q.method, params: q.params, got: a, want: b}
}

// freshServer is one that has just been started on what the model has.
type freshServer struct {
	*modelServer
	m  *model
	id int
}

// ask sends a call and returns the answer.
func (s *freshServer) ask(method string, params any) any {
	s.id++
	s.send(object{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params})
	answer, err := awaitAnswer(s.Player, fmt.Sprint(s.id), lostAfter)
	must.Do(s.m.t, err)
	return answer
}

func (s *freshServer) notify(method string, params any) {
	s.send(object{"jsonrpc": "2.0", "method": method, "params": params})
}

func (s *freshServer) send(message object) {
	decoded, err := recording.Decode(marshal(message))
	must.Do(s.m.t, err)
	must.Do(s.m.t, s.Send(decoded))
}

// beginFresh starts a server on the folders and settings of the model.
func (m *model) beginFresh() *freshServer {
	traits := m.modelTraits
	traits.spoils, traits.hastens, traits.keeps = false, false, traits.freshKeep
	s := &freshServer{modelServer: m.start(&traits, nil), m: m}
	s.ask(protocol.MethodInitialize, m.initializeParams())
	s.notify(protocol.MethodInitialized, object{})
	if !m.isAsked {
		s.notify(protocol.MethodWorkspaceDidChangeConfiguration, object{"settings": object{"luaflow": m.state.settings}})
	}
	return s
}

func (s *freshServer) open(name string, version int, text string) {
	s.notify(protocol.MethodTextDocumentDidOpen, object{
		"textDocument": object{"uri": name, "languageId": "lua", "version": version, "text": text},
	})
}

// fresh starts a server on what the model has, and compares the diagnostics of all documents. What is found in a text is
// kept while Lua does not accept the next one: of such a text the fresh server first gets an older one, which
// must be one that the document has had.
func (m *model) fresh() (*freshServer, *modelFault) {
	s := m.beginFresh()
	for name := range m.state.opened {
		if m.state.docs[name] == nil { // its file is reported on since
			s.open(name, 0, "")
			s.notify(protocol.MethodTextDocumentDidClose, object{"textDocument": document(name)})
		}
	}
	for _, name := range m.openNames() {
		s.open(name, m.state.docs[name].version, m.state.docs[name].text)
	}
	// When it has read the other files it drops what it kept while a statement was not finished.
	s.ask(protocol.MethodWorkspaceDiagnostic, object{"previousResultIds": []any{}})
	return s, m.align(s)
}

// align makes a fresh server keep what the model's server does of texts that are not finished, and compares what they say of all
// documents.
func (m *model) align(s *freshServer) *modelFault {
	for _, name := range m.openNames() {
		fault := m.eventually(func() *modelFault {
			got, fault := m.compareDiagnostics(s, name)
			for older := range histories(len(m.state.docs[name].texts) - 1) {
				if fault == nil || fault.err != nil || isAccepted(m.state.docs[name].text, got) {
					break
				}
				m.reopen(s, name, older)
				got, fault = m.compareDiagnostics(s, name)
			}
			if fault != nil {
				s.open(name, m.state.docs[name].version, m.state.docs[name].text)
				// What the other documents define counts when somebody has asked about them.
				s.ask(protocol.MethodWorkspaceDiagnostic, object{"previousResultIds": []any{}})
				return fault
			}
			return m.comparePublished(name, got)
		})
		if fault != nil {
			return fault
		}
	}
	return nil
}

// isAccepted reports whether Lua accepts the text of a document, and the dialect that is set does.
func isAccepted(text string, answer any) bool {
	return len(compile.Compile(source.NewFile("", text)).Errors) == 0 && !strings.Contains(recording.Comparable(answer), "syntax-error")
}

// compareDiagnostics compares the diagnostics of a document, and returns the answer.
func (m *model) compareDiagnostics(s *freshServer, name string) (got any, fault *modelFault) {
	q := modelRequest{protocol.MethodTextDocumentDiagnostic, object{"textDocument": document(name)}}
	got, err := m.askList(name)
	if err != nil {
		return nil, &modelFault{err: err}
	}
	return got, m.differ(q, got, s.ask(q.method, q.params))
}

// histories yields which of n texts before its last one a server may have checked of a document, the likely ones first: each of
// the last by itself, all from one on, and two of them.
func histories(n int) iter.Seq[[]int] {
	const singles, others = 60, 12
	return func(yield func([]int) bool) {
		for i := n - 1; i >= max(0, n-singles); i-- {
			if !yield([]int{i}) {
				return
			}
		}
		for i := n - 2; i >= max(0, n-others); i-- {
			all := []int{i}
			for k := i + 1; k < n; k++ {
				all = append(all, k)
			}
			if !yield(all) {
				return
			}
			for k := i + 1; k < n && n-i > 2; k++ {
				if !yield([]int{i, k}) {
					return
				}
			}
		}
	}
}

// reopen shows a fresh server some older texts of a document before its text.
func (m *model) reopen(s *freshServer, name string, older []int) {
	doc := m.state.docs[name]
	change := func(text string) {
		s.notify(protocol.MethodTextDocumentDidChange, object{
			"textDocument": object{"uri": name, "version": doc.version}, "contentChanges": []object{{"text": text}},
		})
	}
	for i, k := range older {
		if i == 0 {
			s.open(name, doc.version, doc.texts[k])
		} else {
			change(doc.texts[k])
		}
		s.ask(protocol.MethodTextDocumentDiagnostic, object{"textDocument": document(name)})
	}
	change(doc.text)
}

// comparePublished compares what was published of a document with what is answered to who asks.
func (m *model) comparePublished(name string, answer any) *modelFault {
	result, _ := answer.(map[string]any)["result"].(map[string]any)
	if m.pulls || result == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	want := recording.Comparable(object{"items": result["items"]})
	list := func(diagnostics any) string { return recording.Comparable(object{"items": diagnostics}) }
	last, err := m.server.AwaitPublished(ctx, name, func(last any) bool { return list(last) == want })
	if err == nil {
		return nil
	}
	return &modelFault{method: protocol.MethodTextDocumentPublishDiagnostics, params: name, got: list(last), want: want, isSilent: true}
}

// modelTokens are the tokens of a document as the model has them, from answers that say what has changed.
type modelTokens struct {
	id   string
	data []any
}

// compareTokens compares the tokens that follow from what has changed with those that a text has.
func (m *model) compareTokens() *modelFault {
	for _, name := range m.openNames() {
		ask := func(method string, params object) (object, error) {
			params["textDocument"] = document(name)
			answer, err := m.ask(method, params)
			if err != nil {
				return nil, err
			}
			result, _ := answer.(map[string]any)["result"].(map[string]any)
			return result, nil
		}
		had := m.coloured[name]
		delta, err := ask(protocol.MethodTextDocumentSemanticTokensFullDelta, object{"previousResultId": had.id})
		if err != nil {
			return &modelFault{err: err}
		}
		data, isFull := delta["data"].([]any)
		if edits, _ := delta["edits"].([]any); !isFull {
			data = slices.Clone(had.data)
			for _, e := range edits {
				e := e.(map[string]any)
				start, deleted := intOf(e["start"]), intOf(e["deleteCount"])
				inserted, _ := e["data"].([]any)
				data = slices.Replace(data, start, start+deleted, inserted...)
			}
		}
		whole, err := ask(protocol.MethodTextDocumentSemanticTokensFull, object{})
		if err != nil {
			return &modelFault{err: err}
		}
		got, want := recording.Comparable(data), recording.Comparable(whole["data"])
		if got != want && len(data) > 0 {
			return &modelFault{err: fmt.Errorf("%s: edits make tokens %s of those before, there are %s", name, got, want)}
		}
		id, _ := whole["resultId"].(string)
		all, _ := whole["data"].([]any)
		m.coloured[name] = modelTokens{id, all}
	}
	return nil
}

func intOf(number any) (n int) {
	_, _ = fmt.Sscan(strings.TrimSpace(fmt.Sprint(number)), &n)
	return n
}
