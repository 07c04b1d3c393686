package metamodel

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// jsonType is a type as metaModel.json has it.
type jsonType struct {
	Kind    string
	Name    string
	Value   json.RawMessage
	Key     *jsonType
	Element *jsonType
	Items   []*jsonType
}

type jsonProperty struct {
	Name     string
	Type     *jsonType
	Optional bool
}

type jsonMessage struct {
	Method, MessageDirection, RegistrationMethod                  string
	Params, Result, PartialResult, ErrorData, RegistrationOptions *jsonType
}

// jsonModel is metaModel.json, without its sentences.
type jsonModel struct {
	Requests, Notifications []jsonMessage
	Structures              []struct {
		Name            string
		Extends, Mixins []*jsonType
		Properties      []jsonProperty
	}
	Enumerations []struct {
		Name                 string
		Type                 *jsonType
		SupportsCustomValues bool
		Values               []struct{ Value any }
	}
	TypeAliases []struct {
		Name string
		Type *jsonType
	}
}

// words returns a type as the table has it.
func (t *jsonType) words() string {
	list := func(of []*jsonType) string {
		out := fmt.Sprintf("%s:%d", t.Kind, len(of))
		for _, item := range of {
			out += " " + item.words()
		}
		return out
	}
	switch t.Kind {
	case "base", "reference":
		return t.Name
	case "stringLiteral":
		return string(t.Value)
	case "array":
		return "array " + t.Element.words()
	case "map":
		var of jsonType
		_ = json.Unmarshal(t.Value, &of)
		return "map " + t.Key.words() + " " + of.words()
	case "literal":
		var of struct{ Properties []jsonProperty }
		_ = json.Unmarshal(t.Value, &of)
		out := fmt.Sprintf("object:%d", len(of.Properties))
		for _, p := range of.Properties {
			out += " " + p.words()
		}
		return out
	}
	return list(t.Items)
}

func (p *jsonProperty) words() string {
	if p.Optional {
		return p.Name + "? " + p.Type.words()
	}
	return p.Name + " " + p.Type.words()
}

// head is what the table says of itself.
const head = `# The Language Server Protocol 3.18: the facts of metaModel.json of vscode-languageserver-node, tag release/protocol/3.18.0,
# Copyright (c) Microsoft Corporation, MIT licence. The test of this package makes it (-update).
#
# A type is a name, a text in quotes, or a word in front of what it is made of: array T, map K V, or:N T…, and:N T…,
# tuple:N T…, object:N PROPERTY… A property is a name, with ? if it may be absent, and a type.
`

// tableOf returns the table of metaModel.json.
func tableOf(m *jsonModel) string {
	var b strings.Builder
	b.WriteString(head)
	for _, s := range m.Structures {
		fmt.Fprintf(&b, "structure %s", s.Name)
		for _, also := range slices.Concat(s.Extends, s.Mixins) {
			b.WriteString(" " + also.words())
		}
		b.WriteString("\n")
		for _, p := range s.Properties {
			b.WriteString("\t" + p.words() + "\n")
		}
	}
	for _, e := range m.Enumerations {
		fmt.Fprintf(&b, "enumeration %s %s %s", e.Name, e.Type.words(), map[bool]string{true: "open", false: "closed"}[e.SupportsCustomValues])
		for _, v := range e.Values {
			text, _ := json.Marshal(v.Value)
			b.WriteString(" " + string(text))
		}
		b.WriteString("\n")
	}
	for _, a := range m.TypeAliases {
		fmt.Fprintf(&b, "alias %s %s\n", a.Name, a.Type.words())
	}
	registrations := map[string]string{}
	write := func(what string, all []jsonMessage) {
		for _, s := range all {
			fmt.Fprintf(&b, "%s %s %s", what, s.Method, s.MessageDirection)
			parts := []struct {
				name string
				typ  *jsonType
			}{{"params", s.Params}, {"result", s.Result}, {"partial", s.PartialResult}, {"data", s.ErrorData}, {"registers", s.RegistrationOptions}}
			for _, part := range parts {
				if part.typ != nil {
					b.WriteString(" " + part.name + " " + part.typ.words())
				}
			}
			b.WriteString("\n")
			if s.RegistrationMethod != "" && s.RegistrationOptions != nil {
				registrations[s.RegistrationMethod] = s.RegistrationOptions.words()
			}
		}
	}
	write("request", m.Requests)
	write("notification", m.Notifications)
	for _, method := range slices.Sorted(maps.Keys(registrations)) {
		fmt.Fprintf(&b, "registration %s %s\n", method, registrations[method])
	}
	return b.String()
}

// TestTable makes the table of the meta-model that the protocol's module carries.
func TestTable(t *testing.T) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "go.lsp.dev/protocol").Output()
	must.Do(t, err)
	var m jsonModel
	must.Do(t, json.Unmarshal([]byte(must.Read(t, filepath.Join(strings.TrimSpace(string(folder)), "internal/genlsp/testdata/metaModel.json"))), &m))
	made := tableOf(&m)
	must.Match(t, "table.txt", made)
	all := readTable(made)
	if len(all.structures) != len(m.Structures) || len(all.messages) != len(m.Requests)+len(m.Notifications) ||
		len(all.enumerations) != len(m.Enumerations) || len(all.aliases) != len(m.TypeAliases) {
		t.Errorf("the table is not read whole")
	}
}

// TestNamesAreKnown: what a type of the table names is in it.
func TestNamesAreKnown(t *testing.T) {
	m := lsp()
	var visit func(of *typ)
	visit = func(of *typ) {
		if of == nil {
			return
		}
		if of.kind == ref && m.structures[of.name] == nil && m.enumerations[of.name] == nil && m.aliases[of.name] == nil {
			t.Errorf("there is no %s", of.name)
		}
		for _, part := range of.parts {
			visit(part)
		}
		for _, p := range of.props {
			visit(p.typ)
		}
	}
	for _, s := range m.structures {
		for _, p := range m.propertiesOf(s) {
			visit(p.typ)
		}
	}
	for _, a := range m.aliases {
		visit(a)
	}
	for _, s := range m.messages {
		for _, of := range []*typ{s.params, s.result, s.partial, s.data, s.registers} {
			visit(of)
		}
	}
}

// TestWildClient: whoever says what is no JSON may get an answer to something in it, which is judged as any other.
func TestWildClient(t *testing.T) {
	faults := 0
	j := Judge{Complain: func([]byte, []string) { faults++ }}
	j.Client([]byte(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":01}`))
	j.Server([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m"}}`))
	if j.Server([]byte(`{"jsonrpc":"2.0","id":1,"error":{"code":-32602}}`)); faults != 1 {
		t.Errorf("%d faults, want 1", faults)
	}
}

// TestOneAnswer: to each request there is one answer, and no part of a result after it.
func TestOneAnswer(t *testing.T) {
	var wrong []string
	j := Judge{Complain: func(_ []byte, w []string) { wrong = append(wrong, w...) }}
	j.Client([]byte(`{"jsonrpc":"2.0","id":1,"method":"workspace/diagnostic","params":{"partialResultToken":1}}`))
	const part, answer = `{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"items":[]}}}`, `{"jsonrpc":"2.0","id":1,"result":{"items":[]}}`
	for _, said := range []string{part, answer} {
		if j.Server([]byte(said)); wrong != nil {
			t.Errorf("%s: %q", said, wrong)
		}
	}
	for _, said := range []string{part, answer} {
		wrong = nil
		if j.Server([]byte(said)); wrong == nil {
			t.Errorf("%s again: nothing is wrong", said)
		}
	}
}

// TestJudge has messages of a server, each of which is right or wrong in one way, after some of a client.
func TestJudge(t *testing.T) {
	const client = `[{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"},{"jsonrpc":"2.0","id":"two","method":"luaflow/why"},
		{"jsonrpc":"2.0","id":3,"method":"workspace/diagnostic","params":{"partialResultToken":"part"}},{"jsonrpc":"2.0","id":4,"method":"shutdown"},
		{"jsonrpc":"2.0","id":5,"method":"textDocument/codeAction"},{"jsonrpc":"2.0","id":6,"method":"initialize"}]`
	const position = `{"line":0,"character":1}`
	for _, c := range []struct{ message, wrong string }{
		{`{"jsonrpc":"2.0","id":1,"result":null}`, ""},
		{`{"jsonrpc":"2.0","id":1,"result":{"contents":{"kind":"markdown","value":""}}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"result":{"contents":{"kind":"html","value":""}}}`, `result.contents.kind: "html" is no MarkupKind`},
		{`{"jsonrpc":"2.0","id":1,"result":{"contents":"a","range":{"start":` + position + `,"end":` + position + `}}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"result":{"contents":"a","range":{"start":` + position + `,"end":{"line":-1,"character":0}}}}`, "result.range.end.line: -1 is no uinteger"},
		{`{"jsonrpc":"2.0","id":1,"result":{"contents":"a","range":null}}`, "result.range: null is no object"},
		{`{"jsonrpc":"2.0","id":1,"result":{"contents":"a","more":1}}`, "result.more: unknown"},
		{`{"jsonrpc":"2.0","id":1,"result":{}}`, "result.contents: missing"},
		{`{"jsonrpc":"2.0","id":1}`, "response.error: missing"},
		{`{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":1,"message":""}}`, "response.error: unknown"},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"m"}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":"m"}}`, `response.error.code: "x" is no integer`},
		{`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, ""},
		{`{"jsonrpc":"2.0","id":null,"result":null}`, "response: an answer to nothing"},
		{`{"jsonrpc":"2.0","id":7,"result":null}`, "response: nobody has asked for this"},
		{`{"id":1,"result":null}`, "response.jsonrpc: missing"},
		{`{"jsonrpc":"2.0","id":"two","result":{"whatever":1}}`, ""},
		{`{"jsonrpc":"2.0","id":4,"result":null}`, ""},
		{`{"jsonrpc":"2.0","id":4,"result":{}}`, "result: {} is no null"},
		{`{"jsonrpc":"2.0","id":5,"result":[{"title":"t","kind":"quickfix.own","isPreferred":true,"data":{"a":[1.5]}}]}`, ""},
		{`{"jsonrpc":"2.0","id":5,"result":[{"title":"t","edit":{"changes":{"file:///a":[{"range":{"start":` + position + `,"end":` + position + `},"newText":""}]}}}]}`, ""},
		{`{"jsonrpc":"2.0","id":5,"result":[{"title":"t","edit":{"changes":{"a":[]}}}]}`, `result[0].edit.changes key: "a" is no DocumentUri`},
		{`{"jsonrpc":"2.0","id":6,"result":{"capabilities":{"hoverProvider":true,"textDocumentSync":2}}}`, ""},
		{`{"jsonrpc":"2.0","id":6,"result":{"capabilities":{"hoverProvider":1}}}`, "result.capabilities.hoverProvider"},
		{`{"jsonrpc":"2.0","id":6,"result":{"capabilities":{"textDocumentSync":7}}}`, "result.capabilities.textDocumentSync"},
		{`{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":3,"message":"m"}}`, ""},
		{`{"jsonrpc":"2.0","method":"window/logMessage","params":{"type":9,"message":"m"}}`, "window/logMessage.type: 9 is no MessageType"},
		{`{"jsonrpc":"2.0","method":"window/logMessage"}`, "window/logMessage: null is no object"},
		{`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}`, "textDocument/didOpen: nothing that a server sends"},
		{`{"jsonrpc":"2.0","id":1,"method":"window/logMessage","params":{"type":3,"message":"m"}}`, "window/logMessage: nothing that a server sends"},
		{`{"jsonrpc":"2.0","method":"own/thing","params":{}}`, "own/thing: nothing that a server sends"},
		{`{"jsonrpc":"2.0","method":"luaflow/thing","params":{}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"workspace/diagnostic/refresh"}`, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"workspace/diagnostic/refresh","params":{}}`, "workspace/diagnostic/refresh: has parameters"},
		{`{"jsonrpc":"2.0","method":"$/progress","params":{"token":"t","value":{"kind":"begin","title":"t"}}}`, ""},
		{`{"jsonrpc":"2.0","method":"$/progress","params":{"token":"t","value":{"kind":"begin"}}}`, "$/progress.value.title: missing"},
		{`{"jsonrpc":"2.0","method":"$/progress","params":{"token":"part","value":{"items":[]}}}`, ""},
		{`{"jsonrpc":"2.0","method":"$/progress","params":{"token":"part","value":{"kind":"end"}}}`, "$/progress.value.items: missing"},
		{`{"jsonrpc":"2.0","id":1,"method":"client/registerCapability","params":{"registrations":[{"id":"a","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[{"globPattern":"*"}]}}]}}`, ""},
		{`{"jsonrpc":"2.0","id":1,"method":"client/registerCapability","params":{"registrations":[{"id":"a","method":"workspace/didChangeWatchedFiles","registerOptions":{}}]}}`, "client/registerCapability[0].registerOptions.watchers: missing"},
		{`{"jsonrpc":"2.0","id":1,"method":"client/registerCapability","params":{"registrations":[{"id":"a","method":"no/such"}]}}`, "client/registerCapability[0]: there is no method no/such"},
		{`7`, "no message"},
	} {
		var wrong []string
		j := Judge{Own: "luaflow/", Complain: func(_ []byte, w []string) { wrong = append(wrong, w...) }}
		j.Client([]byte(client))
		j.Server([]byte(c.message))
		if (c.wrong == "") != (wrong == nil) || !strings.Contains(strings.Join(wrong, "\n"), c.wrong) {
			t.Errorf("%s: %q, want %q", c.message, wrong, c.wrong)
		}
	}
}
