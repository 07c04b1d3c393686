package lsp

import (
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
)

// hurriedCall is a call of a client that goes on, about a document as it was then.
type hurriedCall struct {
	modelRequest
	id      string
	name    string // of the document
	version int
	text    string
}

// inHurry is under what name answers of such calls are counted that were compared.
const inHurry = "in a hurry"

// onMore are the methods whose answers hang on more than the text of one document and the settings: on what was found in its
// versions before, on other files, or on other documents.
var onMore = []string{
	protocol.MethodTextDocumentDiagnostic, protocol.MethodWorkspaceDiagnostic, protocol.MethodTextDocumentCodeAction, protocol.MethodWorkspaceSymbol,
	protocol.MethodWorkspaceExecuteCommand, protocol.MethodTextDocumentSemanticTokensFullDelta, MethodWhy,
}

// noteHurried notes a call whose answer, if there is one, is known beforehand.
func (m *model) noteHurried(id string, q *modelRequest) {
	params, _ := q.params.(object)
	about, _ := params["textDocument"].(object)
	name, _ := about["uri"].(string)
	if doc := m.state.docs[name]; doc != nil && m.isQuiet && !slices.Contains(onMore, q.method) {
		m.hurried = append(m.hurried, hurriedCall{*q, id, name, doc.version, doc.text})
	}
}

// compareHurried compares answers that came while the client went on with those of a fresh server on the texts of then. An error that says that nobody
// needs an answer any more is one.
func (m *model) compareHurried(answers map[string]any) *modelFault {
	hurried := m.hurried
	m.hurried = nil
	if len(hurried) == 0 || !m.isQuiet {
		return nil
	}
	fresh := m.beginFresh()
	defer fresh.stop()
	for _, h := range hurried {
		answer := answers[h.id].(object)
		failure, _ := answer["error"].(object)
		if slices.Contains([]string{"-32800", "-32801", "-32802"}, fmt.Sprint(failure["code"])) {
			continue
		}
		fresh.open(h.name, h.version, h.text)
		if fault := m.differ(h.modelRequest, answer, fresh.ask(h.method, h.params)); fault != nil {
			fault.method = inHurry + ": " + fault.method
			fault.isSilent = true
			return fault
		}
		m.asked[inHurry]++
	}
	return nil
}
