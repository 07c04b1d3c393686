package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"luaflow/analysis/config"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
	"luaflow/lsp/recording"
	"luaflow/lsp/session"
)

// A model client does at random what editors do, and knows what it has said. Whenever it pauses it asks the
// server everything, and asks the same of a server that has just been started on the same texts and the
// same disk: the answers are equal. What it does is a list of entries as a recording has them, so that a
// conversation that fails is a script that `luaflow replay` plays.

// conversationSteps is how many steps a conversation has: then another one begins, of a client that can do other
// things.
const conversationSteps = 200

// TestModel has model clients talk for 10,000 steps, shared by runs, but each method is asked in each run; in every other conversation with a server in which what a version of a
// document leaves to the next is spoiled, for nobody may look at it any more.
func TestModel(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	seed := uint64(1)
	if text := os.Getenv("LUAFLOW_MODEL_SEED"); text != "" {
		_, err := fmt.Sscan(text, &seed)
		must.Do(t, err)
	}
	texts := modelTexts(t)
	asked := map[string]int{}
	isMissing := func(method string) bool { return asked[method] == 0 }
	methods := append(slices.Collect(maps.Keys(calls)), inHurry)
	steps := scale.Of(10_000)
	for i := 0; i*conversationSteps < steps; i++ {
		isWanted := scale.Turn(i) || scale.Full() && slices.ContainsFunc(methods, isMissing)
		if isWanted && !converse(t, seed+uint64(i), min(steps-i*conversationSteps, conversationSteps), texts, asked) {
			return
		}
	}
	t.Logf("%d answers that came in a hurry were compared", asked[inHurry])
	if scale.Full() {
		for _, method := range methods {
			if isMissing(method) {
				t.Errorf("%s was never asked", method)
			}
		}
	}
}

// modelChecks are checks of which the test data are texts of a model: all would be too many, and each new file would have
// every conversation go another way.
var modelChecks = []string{
	"constantcondition", "deadcycle", "deadstore", "discardedpurecall", "emptyblock", "invalidsuppression", "looprunsonce",
	"maybeuninitialized", "neverread", "redundantreturn", "shadowing", "unbalancedassignment", "undefinedfield", "undefinedglobal",
	"uninitializedread", "unreachablecode", "unreadfield", "unusedfunction", "unusedglobal", "unusedlabel", "unusedlocal",
	"unusedparameter", "uselesssuppression", "writeonlytable",
}

// modelModules are texts of files that make a program together.
var modelModules = []string{
	"#!/usr/bin/env lua\nlocal b = require 'b'\nlocal c = require 'sub.c'\nb.run(c.name)\n",
	"#!/usr/bin/env lua\nlocal lib = require 'lib'\nlocal a = require 'a'\nlib.start() print(a.count, lib.mising)\n",
	"local lib = require 'lib'\nlocal M = { missing = 1 }\nfunction M.run(x) return lib.start(x) end\nfunction M.stop() end\nM.name = 1\nreturn M\n",
	"local M = {}\nlocal a = require 'a'\nfunction M.start() return M.count end\nfunction M.unused() return a.x end\nreturn M\n",
	"local b = require 'b'\nlocal M = { count = 0, name = 'x' }\nfunction M.start() return b.stop() end\nreturn M\n",
	"require 'lib' require 'a' local c = require 'sub.c' local d = require 'sub.d'\n",
}

// modelTexts returns the texts that documents have at first.
func modelTexts(t *testing.T) []string {
	texts := []string{
		"", "local x = 1", "return", "x = 1\r\ny = x\rz = y\n", "local 𝄞 = '😀' --[[é\r\n]] local s = '😀x' return s, x\r\n",
		"-- 😀😀\rlocal a, b = 1, '𝄞'\r\nlocal function f(c)\r  a = c\r\n  return function() return a, b end\nend\nf(b) a = 3\n",
		"local lib = require 'lib'\nlocal a = require(\"a\")\nlocal function f() return lib.f(a) end\nreturn f\n",
		"return { c = require 'sub.c', b = function() return require 'b' end, lib = require('lib').x }\n",
		"local a = require 'b'\nlocal c = require('sub.c')\nprint(a, c, undefined)\nglobal = 1\nfunction exported(x) local y = x y = 2 return x end\n",
	}
	texts = append(texts, modelModules...)
	for _, check := range modelChecks {
		for _, path := range must.Glob(t, "../analysis/checks/"+check+"/testdata/*.lua") {
			if text := must.Read(t, path); len(text) < 1500 {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// converse holds a conversation, and reports whether it went well.
func converse(t *testing.T, seed uint64, steps int, texts []string, asked map[string]int) bool {
	m := newModel(t, seed, texts)
	defer m.server.stop()
	fault := m.talk(steps)
	for method, n := range m.asked {
		asked[method] += n
	}
	if fault == nil {
		return true
	}
	if err := m.server.spoiled(); err != nil {
		t.Log(err)
	}
	script := filepath.Join(os.TempDir(), fmt.Sprintf("luaflow-model-%d.jsonl", seed))
	write := func(entries []recording.Entry) {
		f, err := os.Create(script)
		must.Do(t, err)
		must.Do(t, recording.Write(f, "test", entries))
		must.Do(t, f.Close())
	}
	write(withFault(m.entries, fault)) // before anything that may take long
	fmt.Printf("seed %d, %+v: %v\n%d entries, `luaflow replay %s` plays them\n", seed, m.modelTraits, fault, len(m.entries), script)
	entries := shorten(t, seed, m.entries, fault)
	write(entries)
	t.Errorf("seed %d: %v\n%d entries, `luaflow replay %s` plays them", seed, fault, len(entries), script)
	return false
}

// model is a model client.
type model struct {
	t     testing.TB
	r     *rand.Rand
	texts []string
	disk  string // the folder that stands for the disk's root
	modelTraits
	kept   keptFacts
	server *modelServer

	mu      sync.Mutex // guards entries: what the server asks is answered on a goroutine of its own
	entries []recording.Entry
	state   modelState
	lastID  int
	tries   int      // how often what is not as it is to be is looked at
	waiting []string // ids of calls without an answer yet
	hurried []hurriedCall
	isQuiet bool // neither settings nor files have changed since the last pause
	asked   map[string]int

	coloured map[string]modelTokens // by the document
	shown    modelLists             // what is found in documents, as the answers to those who ask for one after the other say
	listed   modelLists             // the same in all of the workspace
	streamed modelStream            // the same in parts
}

// modelState is what a server must know after what was said.
type modelState struct {
	docs     map[string]*modelDoc // by URI
	opened   map[string]bool      // documents that were open at some time, by URI
	files    map[string]string    // on disk, by path
	folders  []string             // of the workspace, by URI
	settings json.RawMessage
}

// modelDoc is an open document.
type modelDoc struct {
	text    string
	version int
	texts   []string          // that it had since it was opened, the last one is text
	opening json.RawMessage   // the message by which it was opened
	changes []json.RawMessage // and those by which it was changed
}

// A modelFault is an answer that is wrong.
type modelFault struct {
	method   string
	params   any
	got      string
	want     string
	err      error // instead of all that
	isSilent bool  // the fault is in what was published
}

func (f *modelFault) Error() string {
	if f.err != nil {
		return f.err.Error()
	}
	params, _ := json.Marshal(f.params) // was sent before
	at := 0
	for at < len(f.got) && at < len(f.want) && f.got[at] == f.want[at] {
		at++
	}
	part := func(text string) string { return text[max(0, min(len(text), at)-300):min(len(text), at+300)] }
	return fmt.Sprintf("%s %s\n… %s …\na fresh server answers\n… %s …", f.method, params, part(f.got), part(f.want))
}

// newModelOf returns a model client with some traits.
func newModelOf(t testing.TB, r *rand.Rand, texts []string, traits modelTraits) *model {
	m := &model{
		t: t, r: r, texts: texts, disk: t.TempDir(), asked: map[string]int{}, tries: patientTries, coloured: map[string]modelTokens{},
		shown: modelLists{}, listed: modelLists{}, modelTraits: traits,
		state: modelState{docs: map[string]*modelDoc{}, opened: map[string]bool{}, files: map[string]string{}, settings: json.RawMessage(`{}`)},
	}
	m.server = m.start(&m.modelTraits, m.keep)
	return m
}

// keep adds to the entries what the server was answered.
func (m *model) keep(asked, answered map[string]any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries = append(m.entries, recording.Entry{Server: marshal(asked)}, recording.Entry{Client: marshal(answered)})
}

func marshal(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}

// modelServer is a server that a model talks to.
type modelServer struct {
	*recording.Player
	log  logBuffer
	stop func()
}

// start starts a server on the disk of the model. keep is told what the server asks; nil for nobody.
func (m *model) start(traits *modelTraits, keep func(asked, answered map[string]any)) *modelServer {
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	s := &modelServer{}
	options := Options{Log: &s.log, delay: time.Millisecond, rest: time.Millisecond, hastens: traits.hastens, observe: traits.observe}
	if traits.keeps {
		options.Kept = m.kept.open
	}
	if traits.neverRests {
		options.delay = time.Hour
	}
	if traits.runs {
		options.ConfigChild = []string{selfProgram, config.EvalCommand}
	}
	if traits.spoils {
		options.handOn = func(left *session.Memory) *session.Memory {
			spoil(left)
			return new(session.Memory)
		}
	}
	served := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), toServer, fromServer, options)
		_, _ = fromServer.Close(), toServer.Close()
		served <- err
	}()
	asked := 0
	s.Player = recording.NewPlayer(m.disk, in, out, func(method string, params any) any {
		if method == protocol.MethodWindowShowDocument {
			return object{"success": true}
		}
		if method != protocol.MethodWorkspaceConfiguration {
			return nil
		}
		items, _ := params.(map[string]any)["items"].([]any)
		m.mu.Lock()
		result := make([]any, len(items))
		for i := range result {
			result[i] = m.state.settings
		}
		m.mu.Unlock()
		if asked++; keep != nil {
			keep(map[string]any{"id": asked, "method": method, "params": params}, map[string]any{"id": asked, "result": result})
		}
		return result
	})
	if keep != nil {
		s.Hear(m.streamed.hear)
	}
	s.stop = func() {
		_ = s.Close()
		<-served
	}
	return s
}

// talk begins the conversation, takes steps with pauses between them, and returns the first fault.
func (m *model) talk(steps int) *modelFault {
	if err := m.hello(); err != nil {
		return &modelFault{err: err}
	}
	for step := range steps {
		if err := m.step(); err != nil {
			return &modelFault{err: fmt.Errorf("step %d: %w", step, err)}
		}
		if step == steps-1 || m.r.IntN(20) == 0 {
			if fault := m.pause(); fault != nil {
				return fault
			}
		}
	}
	return nil
}

// perform does what an entry says, and notes it.
func (m *model) perform(e recording.Entry) error {
	m.mu.Lock()
	m.entries = append(m.entries, e)
	m.apply(&e)
	m.mu.Unlock()
	switch {
	case e.Client != nil:
		message, err := recording.Decode(e.Client)
		if err != nil {
			return err
		}
		return m.server.Send(message)
	case e.Write != "":
		return m.server.WriteFile(e.Write, []byte(*e.Text))
	case e.Remove != "":
		return m.server.RemoveFile(e.Remove)
	case e.Repository != nil:
		return m.server.PutRepository(e.Repository)
	}
	return nil
}

// notify sends a notification.
func (m *model) notify(method string, params any) error {
	return m.perform(recording.Entry{Client: marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})})
}

// begin sends a call and returns its id.
func (m *model) begin(method string, params any) (id string, err error) {
	m.lastID++
	m.asked[method]++
	id = fmt.Sprint(m.lastID)
	return id, m.perform(recording.Entry{Client: marshal(map[string]any{"jsonrpc": "2.0", "id": m.lastID, "method": method, "params": params})})
}

// ask sends a call and returns the answer.
func (m *model) ask(method string, params any) (any, error) {
	id, err := m.begin(method, params)
	if err != nil {
		return nil, err
	}
	return m.await(id)
}

// await returns the answer to a call, and notes that it has come.
func (m *model) await(id string) (any, error) {
	answer, err := awaitAnswer(m.server.Player, id, lostAfter)
	if err != nil {
		return nil, err
	}
	m.heard(answer)
	return answer, nil
}

// heard notes that an answer has come.
func (m *model) heard(answer any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries = append(m.entries, recording.Entry{Server: marshal(answer)})
}

// hello begins the conversation.
func (m *model) hello() error {
	if m.workspace == workspaceChanged {
		if err := m.prepareRepository(); err != nil {
			return err
		}
	}
	if _, err := m.ask(protocol.MethodInitialize, m.initializeParams()); err != nil {
		return err
	}
	if err := m.notify(protocol.MethodInitialized, map[string]any{}); err != nil || !m.stops {
		return err
	}
	return m.stopReading()
}

// modelFolder is the folder that the model's workspace has from the beginning.
const modelFolder = "file:///w"

// object is one of JSON.
type object = map[string]any

func (m *model) initializeParams() any {
	folders := m.state.folders
	if folders == nil {
		folders = []string{modelFolder}
	}
	yes := object{"dynamicRegistration": true}
	workspace := object{"configuration": m.isAsked, "workspaceEdit": object{"documentChanges": true, "resourceOperations": []string{"create"}}}
	if m.isAsked {
		workspace["didChangeConfiguration"] = yes
	}
	if m.watches {
		workspace["didChangeWatchedFiles"] = yes
	}
	doc := object{
		"hover":              object{"contentFormat": []string{"markdown"}},
		"publishDiagnostics": object{"relatedInformation": true, "tagSupport": object{"valueSet": []int{1, 2}}},
		"codeAction": object{
			"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix", "refactor", "source"}}},
			"isPreferredSupport":       true, "disabledSupport": true,
		},
		"definition": object{"linkSupport": true}, "documentSymbol": object{"hierarchicalDocumentSymbolSupport": true},
	}
	if m.resolves {
		actions := doc["codeAction"].(object)
		actions["dataSupport"], actions["resolveSupport"] = true, object{"properties": []string{"edit"}}
	}
	if m.pulls {
		workspace["diagnostics"] = object{"refreshSupport": true}
		doc["diagnostic"] = object{}
	}
	return object{
		"processId": nil, "rootUri": nil, "workspaceFolders": workspaceFolders(folders),
		"capabilities":          object{"general": object{"positionEncodings": []any{m.encoding}}, "window": object{"showDocument": object{"support": true}, "workDoneProgress": m.stops}, "workspace": workspace, "textDocument": doc},
		"initializationOptions": object{"features": "all", "workspace": m.workspace, "references": m.references},
	}
}

func workspaceFolders(uris []string) []object {
	out := make([]object, len(uris))
	for i, u := range uris {
		out[i] = object{"uri": u, "name": "w"}
	}
	return out
}

// apply notes what the server must know after an entry.
func (m *model) apply(e *recording.Entry) {
	switch {
	case e.Write != "":
		m.state.files[e.Write] = *e.Text
	case e.Remove != "":
		delete(m.state.files, e.Remove)
	}
	m.isQuiet = m.isQuiet && e.Write+e.Remove == "" && e.Repository == nil
	if e.Client == nil {
		return
	}
	var message struct {
		Method string
		Params struct {
			TextDocument struct {
				URI     string
				Version int
				Text    string
			}
			ContentChanges []struct {
				Range *protocol.Range
				Text  string
			}
			Settings struct{ Luaflow json.RawMessage }
			Event    struct{ Added, Removed []struct{ URI string } }
		}
	}
	must.Do(m.t, json.Unmarshal(e.Client, &message))
	p, s := &message.Params, &m.state
	name := p.TextDocument.URI
	doc := s.docs[name]
	switch message.Method {
	case protocol.MethodTextDocumentDidOpen:
		s.docs[name] = &modelDoc{text: p.TextDocument.Text, version: p.TextDocument.Version, texts: []string{p.TextDocument.Text}, opening: e.Client}
		s.opened[name] = true
		delete(m.coloured, name)
	case protocol.MethodTextDocumentDidChange:
		if doc == nil || p.TextDocument.Version < doc.version {
			return
		}
		for _, c := range p.ContentChanges {
			if c.Range == nil {
				doc.text = c.Text
			} else {
				doc.text = simpleReplace(doc.text, m.encoding, *c.Range, c.Text)
			}
		}
		doc.version = p.TextDocument.Version
		doc.texts, doc.changes = append(doc.texts, doc.text), append(doc.changes, e.Client)
	case protocol.MethodTextDocumentDidClose:
		delete(s.docs, name)
		delete(m.coloured, name)
	case protocol.MethodWorkspaceDidChangeConfiguration:
		s.settings, m.isQuiet = p.Settings.Luaflow, false
	case protocol.MethodWorkspaceDidChangeWorkspaceFolders:
		m.isQuiet = false
		if s.folders == nil {
			s.folders = []string{modelFolder}
		}
		for _, gone := range p.Event.Removed {
			s.folders = slices.DeleteFunc(slices.Clone(s.folders), func(u string) bool { return u == gone.URI })
		}
		for _, f := range p.Event.Added {
			s.folders = append(slices.Clone(s.folders), f.URI)
		}
	}
}

// shortening is how long a script is made shorter at most.
const shortening = 20 * time.Second

// shorten leaves out of a script what the fault does not need, and adds the call whose answer is wrong, with the answer
// of a fresh server. A fault that does not come again, as it hangs on the order of events, leaves all in.
func shorten(t testing.TB, seed uint64, entries []recording.Entry, fault *modelFault) []recording.Entry {
	fails := func(some []recording.Entry) *modelFault {
		m := newModel(t, seed, nil)
		m.tries = hastyTries
		return m.again(some, fault)
	}
	if fault.err == nil && fails(entries) != nil {
		end := time.Now().Add(shortening)
		for size := len(entries) / 2; size > 0; size /= 2 {
			for at := shortened(entries); at < len(entries) && time.Now().Before(end); {
				fewer := slices.Delete(slices.Clone(entries), at, min(at+size, len(entries)))
				if now := fails(fewer); now != nil {
					entries, fault = fewer, now
				} else {
					at += size
				}
			}
		}
	}
	return withFault(entries, fault)
}

// shortened returns the index of the first entry that may be left out: what is put onto the disk before initialize is little, and
// without that and initialized there is no conversation.
func shortened(entries []recording.Entry) int {
	return 1 + slices.IndexFunc(entries, func(e recording.Entry) bool { return strings.Contains(string(e.Client), `"initialized"`) })
}

// withFault returns entries and the call whose answer is wrong, with the answer of a fresh server.
func withFault(entries []recording.Entry, fault *modelFault) []recording.Entry {
	if fault.err == nil && !fault.isSilent {
		const id = 1 << 30
		entries = append(slices.Clip(entries), recording.Entry{Client: marshal(object{"jsonrpc": "2.0", "id": id, "method": fault.method, "params": fault.params})})
		answer, _ := recording.Decode([]byte(fault.want)) // of what is JSON
		whole := answer.(map[string]any)
		whole["id"] = id
		entries = append(entries, recording.Entry{Server: marshal(whole)})
	}
	return entries
}

// again does all entries and then asks again what was answered wrongly; it returns nil if the answer is right.
func (m *model) again(entries []recording.Entry, fault *modelFault) *modelFault {
	defer m.server.stop()
	calls := map[string]bool{}
	for _, e := range entries {
		var message struct {
			ID     any
			Method string
		}
		_ = json.Unmarshal(slices.Concat(e.Client, e.Server), &message)
		id := fmt.Sprint(message.ID)
		switch {
		case e.Server != nil && message.Method == "" && calls[id]:
			if _, err := m.await(id); err != nil {
				return nil
			}
			delete(calls, id)
			continue
		case e.Server != nil, e.Client != nil && message.Method == "":
			continue // what the server asks it asks now
		case e.Client != nil && message.ID != nil:
			calls[id] = true
			m.lastID = max(m.lastID, int(message.ID.(float64)))
		}
		if err := m.perform(e); err != nil {
			return nil
		}
	}
	m.entries = nil
	if m.askAll() != nil {
		return nil
	}
	if fault.isSilent {
		return m.compare(nil)
	}
	return m.compare([]modelRequest{{fault.method, fault.params}})
}

// spoiled reports what the server logged that it must not: that it panicked.
func (s *modelServer) spoiled() error {
	if log := s.log.String(); strings.Contains(log, "panic") {
		return errors.New(log)
	}
	return nil
}
