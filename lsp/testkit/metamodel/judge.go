package metamodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// lsp is the meta-model.
var lsp = sync.OnceValue(func() *model { return readTable(table) })

// Judge hears a conversation, and judges what the server says. Methods are safe for concurrent use.
type Judge struct {
	// Own is in front of the methods that are a server's own, which the meta-model says nothing of.
	Own string
	// Complain is told what is wrong with a message of the server.
	Complain func(message []byte, wrong []string)

	mu       sync.Mutex
	asked    map[string]asked // by the id of a request of the client that has no answer yet, as JSON
	partials map[string]*typ  // what a part of a result is, by the token that the client gave, as JSON
	isWild   bool             // the client said what is no JSON, and may get answers to that
}

// asked is a request of the client.
type asked struct {
	*message        // nil for one of the server's own
	token    string // of parts of the result, as JSON; "" for none
	pending  int    // requests with the id, which some clients use again before there is an answer
}

// Client hears a frame of the client: a message or a batch.
func (j *Judge) Client(frame []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	all := messagesIn(frame)
	j.isWild = j.isWild || all == nil
	for _, said := range all {
		id, isCall := said["id"]
		method, isNamed := said["method"].(string)
		if !isCall || !isNamed {
			continue
		}
		if j.asked == nil {
			j.asked, j.partials = map[string]asked{}, map[string]*typ{}
		}
		s := asked{message: lsp().messages[method]}
		params, _ := said["params"].(map[string]any)
		if token, ok := params["partialResultToken"]; ok && s.message != nil && s.partial != nil {
			s.token = inJSON(token)
			j.partials[s.token] = s.partial
		}
		s.pending = j.asked[inJSON(id)].pending + 1
		j.asked[inJSON(id)] = s
	}
}

// Server hears a frame of the server, and judges each message in it.
func (j *Judge) Server(frame []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	all := messagesIn(frame)
	if all == nil {
		j.Complain(frame, []string{"no message"})
	}
	for _, said := range all {
		if wrong := j.judge(said); wrong != nil {
			j.Complain([]byte(inJSON(said)), wrong)
		}
	}
}

// judge returns what is wrong with a message of the server.
func (j *Judge) judge(said map[string]any) (wrong []string) {
	text := &typ{kind: base, name: "string"}
	anything := &typ{kind: ref, name: "LSPAny"}
	idType := &typ{kind: or, parts: []*typ{{kind: base, name: "integer"}, text}}
	version := property{"jsonrpc", false, &typ{kind: literal, name: "2.0"}}
	method, isNamed := said["method"].(string)
	_, isCall := said["id"]
	if !isNamed {
		return j.judgeResponse(said, version, idType, anything)
	}
	props := []property{version, {"method", false, text}, {"params", true, anything}}
	if isCall {
		props = append(props, property{"id", false, idType})
	}
	wrong = lsp().checkObject(props, said, "message")
	s := lsp().messages[method]
	switch {
	case s == nil && j.isOwn(method):
		return wrong
	case s == nil || !s.fromServer || s.isRequest != isCall:
		return append(wrong, method+": nothing that a server sends")
	}
	params, has := said["params"]
	switch {
	case s.params == nil && has:
		wrong = append(wrong, method+": has parameters")
	case s.params != nil:
		wrong = append(wrong, lsp().check(s.params, params, method)...)
	}
	object, _ := params.(map[string]any)
	return append(wrong, j.judgeInside(method, object)...)
}

// isOwn reports whether a method is the server's own.
func (j *Judge) isOwn(method string) bool { return j.Own != "" && strings.HasPrefix(method, j.Own) }

// judgeInside judges what is of any type in parameters, and of some type by what stands beside it.
func (j *Judge) judgeInside(method string, params map[string]any) (wrong []string) {
	switch method {
	case "$/progress":
		part := j.partials[inJSON(params["token"])]
		if part == nil {
			part = &typ{kind: or, parts: []*typ{
				{kind: ref, name: "WorkDoneProgressBegin"}, {kind: ref, name: "WorkDoneProgressReport"}, {kind: ref, name: "WorkDoneProgressEnd"},
			}}
		}
		return lsp().check(part, params["value"], method+".value")
	case "client/registerCapability":
		list, _ := params["registrations"].([]any)
		for i, x := range list {
			r, _ := x.(map[string]any)
			of, known := lsp().registers[fmt.Sprint(r["method"])]
			options, has := r["registerOptions"]
			path := fmt.Sprintf("%s[%d].registerOptions", method, i)
			switch {
			case !known:
				wrong = append(wrong, fmt.Sprintf("%s[%d]: there is no method %v", method, i, r["method"]))
			case of == nil && has && options != nil:
				wrong = append(wrong, path+": the method has none")
			case of != nil && has:
				wrong = append(wrong, lsp().check(of, options, path)...)
			}
		}
	}
	return wrong
}

// judgeResponse judges an answer.
func (j *Judge) judgeResponse(said map[string]any, version property, idType, anything *typ) (wrong []string) {
	id := inJSON(said["id"])
	s, isAsked := j.asked[id]
	if s.pending > 1 { // it is not known which of them is answered
		j.asked[id] = asked{pending: s.pending - 1}
		s.message = nil
	} else {
		delete(j.asked, id)
	}
	delete(j.partials, s.token)
	result, isResult := said["result"]
	failed, _ := said["error"].(map[string]any)
	props := []property{version, {"id", false, &typ{kind: or, parts: []*typ{idType, {kind: base, name: "null"}}}}}
	switch {
	case isResult:
		props = append(props, property{"result", false, anything})
	default:
		data := anything
		if s.message != nil && s.data != nil {
			data = s.data
		}
		props = append(props, property{"error", false, &typ{kind: object, props: []property{
			{"code", false, &typ{kind: base, name: "integer"}}, {"message", false, &typ{kind: base, name: "string"}}, {"data", true, data},
		}}})
	}
	wrong = lsp().checkObject(props, said, "response")
	switch {
	case said["id"] == nil && failed == nil:
		wrong = append(wrong, "response: an answer to nothing")
	case said["id"] != nil && !isAsked && !j.isWild:
		wrong = append(wrong, "response: nobody has asked for this")
	case isResult && s.message != nil && s.result != nil:
		wrong = append(wrong, lsp().check(s.result, result, "result")...)
	}
	return wrong
}

// messagesIn returns the messages in a frame, nil if there are none.
func messagesIn(frame []byte) (all []map[string]any) {
	in := json.NewDecoder(bytes.NewReader(frame))
	in.UseNumber()
	var value any
	if in.Decode(&value) != nil {
		return nil
	}
	list, isBatch := value.([]any)
	if !isBatch {
		list = []any{value}
	}
	for _, x := range list {
		if said, ok := x.(map[string]any); ok {
			all = append(all, said)
		}
	}
	return all
}

// inJSON returns a value as JSON.
func inJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
