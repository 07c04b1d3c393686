package lsp

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"luaflow/lsp/recording"
)

// modelNames are the documents of a model client; modelFiles those of them that are on a disk, and others.
var (
	modelNames = []string{"file:///w/a.lua", "file:///w/b.lua", "file:///w/sub/c.lua", "file:///w/d%20e.lua", "untitled:Untitled-1"}
	modelFiles = []string{"/w/a.lua", "/w/b.lua", "/w/sub/c.lua", "/w/lib.lua", "/w/sub/init.lua", "/w/.luaflow.json", "/w/sub/.luaflow.json", "/w/.luarc.json", "/w/.luacheckrc", "/w/sub/.luacheckrc"}
)

// modelWords are what a model client types.
var modelWords = []string{
	"x", " ", "\n", "\r", "\r\n", "\n\r", "end", "local y = 1\n", "if x then", "(", ")", "--", "\"", "function f(a) return a end\n", "= 2", "::l::",
	"return", "[[", "]]", "😀", "é", "𝄞", "'😀'", "--[[😀\r\n]]", "local x <const> = 1", ".", "x.y = z", "f(x)", "global", "print(exported)", "require 'b'", "require('sub.c').x", "\t", "else", "for i = 1, 3 do", "",
}

var modelSettings = []string{
	`{}`, `{"std":"lua51"}`, `{"ignore":["dead-store"]}`, `{"globals":["global","undefined"]}`, `{"only":["unused-local","dead-store"]}`, `{"std":3,"nonsense":true}`,
	`{"files":{"sub/*":{"ignore":["*"]}}}`, `{"exclude":["b.lua"]}`, `{"dialect":"lua54"}`,
}

var modelPrograms = []string{
	`std = "lua51"`, `globals = { "global", "undefined" }`, `ignore = { "dead-store" }`, `error("no")`, `files["sub/*"] = { ignore = { "*" } } max_line_length = 3`, `for i = 1,`,
}

// step does one thing.
func (m *model) step() error {
	steps := []struct {
		weight int
		do     func() error
	}{
		{50, m.edit}, {4, m.replaceAll}, {8, m.open}, {4, m.close}, {4, m.save}, {16, m.hurry}, {4, m.write}, {2, m.remove}, {2, m.settle}, {1, m.moveFolder},
		{2, m.renameFile}, {2, m.renameName}, {2, m.nonsense}, {2, m.commit}, {1, m.stopReading},
	}
	all := 0
	for _, s := range steps {
		all += s.weight
	}
	at := m.r.IntN(all)
	for _, s := range steps {
		if at -= s.weight; at < 0 {
			return s.do()
		}
	}
	return nil
}

// pick returns one of some.
func pick[T any](m *model, some []T) T { return some[m.r.IntN(len(some))] }

// doc returns an open document; "" if there is none.
func (m *model) doc() (name string, doc *modelDoc) {
	var open []string
	for _, name := range modelNames {
		if m.state.docs[name] != nil {
			open = append(open, name)
		}
	}
	if len(open) == 0 {
		return "", nil
	}
	name = pick(m, open)
	return name, m.state.docs[name]
}

func document(name string) object { return object{"uri": name} }

func (m *model) open() error {
	name := pick(m, modelNames)
	return m.notify(protocol.MethodTextDocumentDidOpen, object{
		"textDocument": object{"uri": name, "languageId": "lua", "version": m.r.IntN(3), "text": pick(m, m.texts)},
	})
}

func (m *model) close() error {
	name, _ := m.doc()
	if name == "" {
		return m.open()
	}
	return m.notify(protocol.MethodTextDocumentDidClose, object{"textDocument": document(name)})
}

func (m *model) change(name string, version int, changes []object) error {
	return m.notify(protocol.MethodTextDocumentDidChange, object{
		"textDocument": object{"uri": name, "version": version}, "contentChanges": changes,
	})
}

// edit makes some edits in one message.
func (m *model) edit() error {
	name, doc := m.doc()
	if doc == nil {
		return m.open()
	}
	text := doc.text
	var changes []object
	for range 1 + m.r.IntN(2)*m.r.IntN(3) {
		at, with := m.edited(text)
		changes = append(changes, object{"range": at, "text": with})
		text = simpleReplace(text, m.encoding, at, with)
	}
	return m.change(name, doc.version+1, changes)
}

// edited returns what is replaced in a text, and with what.
func (m *model) edited(text string) (protocol.Range, string) {
	start := m.r.IntN(len(text) + 1)
	end := start
	switch m.r.IntN(4) {
	case 0:
		end = min(len(text), start+1+m.r.IntN(4))
	case 1:
		end = min(len(text), start+m.r.IntN(40))
	}
	at := protocol.Range{Start: m.position(text, start), End: m.position(text, end)}
	if at.End.Line == at.Start.Line {
		at.End.Character = max(at.End.Character, at.Start.Character)
	}
	if from := m.r.IntN(len(text) + 1); m.r.IntN(6) == 0 { // a copy
		return at, strings.ToValidUTF8(text[from:min(len(text), from+m.r.IntN(40))], "")
	}
	return at, pick(m, modelWords)
}

// position returns where an offset is, or near to that: in the middle of a surrogate pair, or after the end of a line.
func (m *model) position(text string, offset int) (at protocol.Position) {
	for i, r := range text {
		switch {
		case i >= offset:
		case r == '\n' || r == '\r' && !strings.HasPrefix(text[i+1:], "\n"):
			at = protocol.Position{Line: at.Line + 1}
			continue
		case r == '\r':
			continue
		default:
			at.Character += simpleUnits(m.encoding, r)
			continue
		}
		break
	}
	if m.r.IntN(10) == 0 {
		at.Character += uint32(m.r.IntN(3))
	}
	return at
}

func (m *model) replaceAll() error {
	name, doc := m.doc()
	if doc == nil {
		return m.open()
	}
	text := pick(m, m.texts)
	if m.r.IntN(2) == 0 {
		text = doc.texts[0]
	}
	return m.change(name, doc.version+m.r.IntN(2), []object{{"text": text}})
}

func (m *model) save() error {
	name, doc := m.doc()
	if doc == nil {
		return m.open()
	}
	if file, ok := strings.CutPrefix(name, "file://"); ok && !strings.Contains(file, "%") {
		if err := m.put(file, doc.text); err != nil {
			return err
		}
	}
	return m.notify(protocol.MethodTextDocumentDidSave, object{"textDocument": document(name)})
}

// hurry asks something and does not wait for the answer, which it may not want any more at once.
func (m *model) hurry() error {
	request := m.request(pick(m, modelRequests))
	id, err := m.begin(request.method, request.params)
	if err != nil {
		return err
	}
	m.waiting = append(m.waiting, id)
	m.noteHurried(id, &request)
	if m.r.IntN(3) == 0 {
		return m.notify(protocol.MethodCancelRequest, object{"id": m.lastID})
	}
	return nil
}

// put writes a file, and says so if the server wants to hear of it.
func (m *model) put(file, text string) error {
	if err := m.perform(recording.Entry{Write: file, Text: &text}); err != nil {
		return err
	}
	return m.touched(file, 2)
}

func (m *model) touched(file string, kind int) error {
	if !m.watches {
		return nil
	}
	return m.notify(protocol.MethodWorkspaceDidChangeWatchedFiles, object{"changes": []object{{"uri": "file://" + file, "type": kind}}})
}

func (m *model) write() error {
	file := pick(m, modelFiles)
	text := pick(m, m.texts)
	switch path.Base(file) {
	case ".luacheckrc":
		text = pick(m, modelPrograms)
	case ".luaflow.json", ".luarc.json":
		text = pick(m, modelSettings)
		if strings.HasSuffix(file, ".luarc.json") {
			text = `{"diagnostics.globals":["undefined"]}`
		}
	}
	return m.put(file, text)
}

func (m *model) remove() error {
	file := pick(m, modelFiles)
	if err := m.perform(recording.Entry{Remove: file}); err != nil {
		return err
	}
	return m.touched(file, 3)
}

// settle changes the settings.
func (m *model) settle() error {
	return m.notify(protocol.MethodWorkspaceDidChangeConfiguration, object{"settings": object{"luaflow": rawJSON(pick(m, modelSettings))}})
}

func (m *model) moveFolder() error {
	now := m.state.folders
	if now == nil {
		now = []string{modelFolder}
	}
	event := object{"added": []object{}, "removed": []object{}}
	if one := pick(m, []string{modelFolder, modelFolder + "/sub"}); slices.Contains(now, one) {
		event["removed"] = workspaceFolders([]string{one})
	} else {
		event["added"] = workspaceFolders([]string{one})
	}
	return m.notify(protocol.MethodWorkspaceDidChangeWorkspaceFolders, object{"event": event})
}

// prepareRepository makes the folder of the workspace a repository in which some files are, some of them as they were committed.
func (m *model) prepareRepository() error {
	for range 4 {
		file := pick(m, modelFiles)
		if path.Ext(file) != ".lua" {
			continue
		}
		text := pick(m, m.texts)
		if err := m.perform(recording.Entry{Write: file, Text: &text}); err != nil {
			return err
		}
	}
	return m.commit()
}

// commit commits some files as they are; the others were never there, as far as git knows. A client that watches files says that
// HEAD is another one.
func (m *model) commit() error {
	if m.workspace != workspaceChanged {
		return m.save()
	}
	blobs := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(m.state.files)) {
		if m.r.IntN(3) > 0 {
			text := m.state.files[file]
			sum := sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text), text))
			blobs[strings.TrimPrefix(file, "/w/")] = hex.EncodeToString(sum[:])
		}
	}
	if err := m.perform(recording.Entry{Repository: &recording.Repository{Folder: "/w", Blobs: blobs}}); err != nil || m.lastID == 0 {
		return err
	}
	return m.touched("/w/.git/HEAD", 2)
}

// stopReading stops what the server shows as progress, if it does now.
func (m *model) stopReading() error {
	if !m.stops {
		return m.save()
	}
	return m.notify(protocol.MethodWindowWorkDoneProgressCancel, object{"token": fmt.Sprint("luaflow/", 1+m.r.IntN(3))})
}

// renameFile gives a document another name, and its file.
func (m *model) renameFile() error {
	name, doc := m.doc()
	to := pick(m, modelNames)
	if doc == nil || m.state.docs[to] != nil {
		return m.open()
	}
	text := doc.text
	if err := m.notify(protocol.MethodTextDocumentDidClose, object{"textDocument": document(name)}); err != nil {
		return err
	}
	if strings.HasPrefix(name, modelFolder) && strings.HasPrefix(to, modelFolder) && !strings.Contains(name+to, "%") {
		old := strings.TrimPrefix(name, "file://")
		if err := m.perform(recording.Entry{Remove: old}); err != nil {
			return err
		}
		if err := m.touched(old, 3); err != nil {
			return err
		}
		if err := m.put(strings.TrimPrefix(to, "file://"), text); err != nil {
			return err
		}
	}
	return m.notify(protocol.MethodTextDocumentDidOpen, object{
		"textDocument": object{"uri": to, "languageId": "lua", "version": 1, "text": text},
	})
}

// renameName renames a variable, if there is one at some place, as an editor does.
func (m *model) renameName() error {
	name, doc := m.doc()
	if doc == nil {
		return m.open()
	}
	answer, err := m.ask(protocol.MethodTextDocumentRename, object{
		"textDocument": document(name), "position": m.position(doc.text, m.r.IntN(len(doc.text)+1)), "newName": "renamed",
	})
	if err != nil {
		return err
	}
	var changes []object
	edit, _ := answer.(map[string]any)["result"].(map[string]any)
	documents, _ := edit["documentChanges"].([]any)
	for _, d := range documents {
		edits, _ := d.(map[string]any)["edits"].([]any)
		for _, e := range slices.Backward(edits) {
			e := e.(map[string]any)
			changes = append(changes, object{"range": e["range"], "text": e["newText"]})
		}
	}
	if changes == nil {
		return nil
	}
	return m.change(name, doc.version+1, changes)
}

// nonsense sends what has no meaning, or none any more.
func (m *model) nonsense() error {
	name, doc := m.doc()
	switch m.r.IntN(5) {
	case 0:
		return m.notify("$/nonsense", object{})
	case 1:
		return m.notify(protocol.MethodCancelRequest, object{"id": fmt.Sprint("none", m.lastID)})
	case 2:
		return m.notify(protocol.MethodSetTrace, object{"value": pick(m, []string{"off", "verbose"})})
	case 3:
		return m.notify(protocol.MethodTextDocumentDidClose, object{"textDocument": document("file:///w/never.lua")})
	}
	if doc == nil || doc.version == 0 {
		return m.open()
	}
	return m.change(name, doc.version-1, []object{{"text": "too late"}})
}
