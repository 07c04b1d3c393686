package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"luaflow/compile/meter"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// gate holds work at one of its steps until somebody has stopped it, and lets no other work pass that it does not count.
type gate struct {
	t *testing.T

	mu      sync.Mutex
	changed *sync.Cond // any of what is below
	steps   int        // of all work, so far
	at      int        // the step at which work is to be held; 0 for none
	isHeld  bool       // it was
	working int        // how much work has begun and not ended
}

func newGate(t *testing.T) *gate {
	g := &gate{t: t}
	g.changed = sync.NewCond(&g.mu)
	return g
}

// observe counts work and its steps, as a session.Observer.
func (g *gate) observe(steps *meter.Meter) (ended func()) {
	g.add(1)
	steps.Watch(func(int) { g.step(steps) })
	return func() { g.add(-1) }
}

func (g *gate) add(n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.working += n
	g.changed.Broadcast()
}

func (g *gate) step(of *meter.Meter) {
	g.mu.Lock()
	g.steps++
	isIt := g.steps == g.at
	if isIt {
		g.isHeld = true
		g.changed.Broadcast()
	}
	g.mu.Unlock()
	if !isIt {
		return
	}
	for end := time.Now().Add(patience); of.Run(func() {}); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			g.t.Error("the work is not stopped")
			return
		}
	}
}

// holdAt makes work wait at a step from now on, 0 for none.
func (g *gate) holdAt(step int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.steps, g.at, g.isHeld = 0, step, false
}

// awaitHeld waits until work is held.
func (g *gate) awaitHeld() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.isHeld {
		g.changed.Wait()
	}
}

// rest waits until nobody works, and returns the number of steps since holdAt.
func (g *gate) rest() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.working > 0 {
		g.changed.Wait()
	}
	return g.steps
}

// wasteful returns a text of functions with findings in it that can be mended.
// No function is one of another version.
func wasteful(functions, version int) string {
	var text strings.Builder
	text.WriteString("local lib = require 'lib'\n")
	for i := range functions {
		fmt.Fprintf(&text, "local function f%d(a, b)\n  local c = 1\n  c = a + lib.x\n  if b then c = a + %d end\n  do local unused = b end\n"+
			"  return function() return c + missing end\nend\nprint(f%[1]d(%[1]d))\n", i, version)
	}
	return text.String()
}

// repeated returns n copies of a text, in which % is the number of each.
func repeated(n int, text string) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.ReplaceAll(text, "%", strconv.Itoa(i)))
	}
	return out.String()
}

// stepless are the methods whose work has no steps: it is done at once, or the client does it.
var stepless = map[string]bool{
	protocol.MethodDocumentLinkResolve: true, protocol.MethodWorkspaceExecuteCommand: true,
}

// onNewest are the methods whose answers are about the newest texts, so that work for an older one begins anew. What
// workspace/symbol works on is files too, which no edit changes.
var onNewest = map[string]bool{
	protocol.MethodCodeActionResolve: true, protocol.MethodWorkspaceDiagnostic: true,
}

// TestEveryRequestStops sends each request that there is, of a text of which nothing is known, and holds its work
// at some step. Then the client cancels the request, or edits the text: there is an error that says so, while the work is
// held; its next step is its last one, and none is taken for that request any more.
//
// How long a step takes, and the longest way from one to the next, is in BenchmarkStop of package session.
func TestEveryRequestStops(t *testing.T) {
	g := newGate(t)
	r := rand.New(rand.NewPCG(1, 2))
	m := newModelOf(t, r, nil, modelTraits{encoding: "utf-16", watches: true, pulls: true, resolves: true, workspace: workspaceOff, observe: g.observe, neverRests: true})
	defer m.server.stop()
	must.Do(t, m.hello())
	c := cancelling{model: m, gate: g, functions: 20}
	must.Do(t, m.put("/w/lib.lua", "return {}"))
	must.Do(t, m.notify(protocol.MethodTextDocumentDidOpen, object{
		"textDocument": object{"uri": modelNames[0], "languageId": "lua", "version": 1, "text": ""},
	}))
	for _, method := range slices.Sorted(maps.Keys(calls)) {
		if !stepless[method] {
			c.method(method)
		}
	}
	m.wasWell()
}

// cancelling is a client that cancels each request.
type cancelling struct {
	*model
	gate      *gate
	functions int // of the texts
}

// method cancels calls of a method.
func (c *cancelling) method(method string) {
	for _, edits := range []bool{false, true} {
		if edits && method == protocol.MethodWorkspaceSymbol {
			continue
		}
		for range scale.Of(10) {
			least := 8 * c.functions // lines
			forget := c.forget
			if modelFollowing[method] != "" {
				least, forget = 1, c.append
			}
			c.forget()
			params := c.params(method)
			forget()
			c.gate.holdAt(0)
			_, err := c.ask(method, params)
			must.Do(c.t, err)
			all := c.gate.rest()
			if all < least {
				c.t.Fatalf("%s: counts %d steps, not %d", method, all, least)
			}
			forget()
			c.stop(method, params, 1+c.r.IntN(max(1, all*9/10)), edits) // another version may take some less
		}
	}
}

// forget makes the document another version, and the files others, of which nothing is known.
func (c *cancelling) forget() {
	doc := c.state.docs[modelNames[0]]
	text := wasteful(c.functions, doc.version)
	must.Do(c.t, c.change(modelNames[0], doc.version+1, []object{{"text": text}}))
	must.Do(c.t, c.put("/w/other.lua", text))
	c.settled()
}

// append appends a line to the document, of which nothing that is above is moved.
func (c *cancelling) append() {
	doc := c.state.docs[modelNames[0]]
	at := protocol.Position{Line: 1_000_000}
	must.Do(c.t, c.change(modelNames[0], doc.version+1, []object{{"range": protocol.Range{Start: at, End: at}, "text": "print(1)\n"}}))
	c.settled()
}

// settled waits until all that was said was read, and nobody works.
func (c *cancelling) settled() {
	_, err := c.ask("nonsense", nil) // whose answer comes after that was read
	must.Do(c.t, err)
	c.gate.rest()
}

// params returns parameters of a call to which there is an answer.
func (c *cancelling) params(method string) any {
	first := modelFollowing[method]
	if first == "" {
		return c.paramsOf(method, modelNames[0], c.state.docs[modelNames[0]])
	}
	for {
		answer, err := c.ask(first, c.params(first))
		must.Do(c.t, err)
		list := listOf(answer)
		if len(list) == 0 {
			continue
		}
		if part := pick(c.model, list); first == protocol.MethodTextDocumentPrepareCallHierarchy {
			return object{"item": part}
		} else if data, _ := part.(object)["data"].(object); data != nil {
			return part
		}
	}
}

// stop sends a call, holds its work at a step, and cancels it or edits the text.
func (c *cancelling) stop(method string, params any, at int, edits bool) {
	c.gate.holdAt(at)
	id, err := c.begin(method, params)
	must.Do(c.t, err)
	c.gate.awaitHeld()
	want := []any{json.Number("-32800")}
	if edits {
		doc := c.state.docs[modelNames[0]]
		must.Do(c.t, c.change(modelNames[0], doc.version+1, []object{{"text": wasteful(1, 0)}}))
		want = []any{json.Number("-32801"), json.Number("-32802")}
	} else {
		must.Do(c.t, c.notify(protocol.MethodCancelRequest, object{"id": c.lastID}))
	}
	answer, err := c.await(id)
	must.Do(c.t, err)
	failure, _ := answer.(object)["error"].(object)
	steps := c.gate.rest()
	if edits && onNewest[method] {
		return
	}
	if !slices.Contains(want, failure["code"]) {
		c.t.Errorf("%s was stopped at step %d by an edit: %t: the answer is %.300v", method, at, edits, answer)
	}
	if steps != at {
		c.t.Errorf("%s was stopped at step %d by an edit: %t: it went on to step %d", method, at, edits, steps)
	}
}

// wasWell reports what the server logged that it must not.
func (m *model) wasWell() {
	if err := m.server.spoiled(); err != nil {
		m.t.Error(err)
	}
}

// TestStepsForEachElement asks for lists that are as long as the text, of a text of which all is known: a step is taken for each
// element at least. How long the list is has no influence on how soon a request can be stopped.
func TestStepsForEachElement(t *testing.T) {
	g := newGate(t)
	m := newModelOf(t, rand.New(rand.NewPCG(1, 2)), nil, modelTraits{encoding: "utf-16", watches: true, pulls: true, workspace: workspaceOff, observe: g.observe})
	defer m.server.stop()
	must.Do(t, m.hello())
	var text strings.Builder
	text.WriteString("local shared = 1\n")
	const n = 1000
	for i := range n {
		fmt.Fprintf(&text, "local function f%d()\n  local c = 1\n  print(c, shared)\nend\n", i)
	}
	name := modelNames[0]
	must.Do(t, m.notify(protocol.MethodTextDocumentDidOpen, object{"textDocument": object{"uri": name, "languageId": "lua", "version": 1, "text": text.String()}}))
	all := protocol.Range{End: protocol.Position{Line: 4*n + 1}}
	params := object{
		"textDocument": document(name), "position": protocol.Position{Line: 0, Character: 7}, "range": all, "context": object{"includeDeclaration": true},
		"newName": "other",
	}
	calls := "local x = 1\n" + repeated(n, "function f%(a) print(a, x) end\nf%(x)\n")
	must.Do(t, m.notify(protocol.MethodTextDocumentDidOpen, object{"textDocument": object{"uri": modelNames[2], "languageId": "lua", "version": 1, "text": calls}}))
	for range 2 { // the second time only the slice is new
		g.rest()
		g.holdAt(0)
		answer, err := m.ask(MethodSlice, object{"textDocument": document(modelNames[2]), "position": protocol.Position{Character: 6}, "forward": true})
		must.Do(t, err)
		if answer.(object)["error"] != nil {
			t.Fatal(answer)
		}
	}
	if steps := g.rest(); steps < 10*n { // of each function its statements, calls and values
		t.Errorf("%s: %d steps for %d functions", MethodSlice, steps, n)
	}
	fields := "local t = {\n" + repeated(n, "  f% = %,\n") + "}\nreturn t.f1, t.f2\n"
	must.Do(t, m.notify(protocol.MethodTextDocumentDidOpen, object{"textDocument": object{"uri": modelNames[1], "languageId": "lua", "version": 1, "text": fields}}))
	for _, method := range []string{protocol.MethodTextDocumentDocumentHighlight, protocol.MethodTextDocumentDefinition, MethodBytecode} {
		about := object{"textDocument": document(modelNames[1]), "position": protocol.Position{Line: n + 2, Character: 10}}
		_, err := m.ask(method, about)
		must.Do(t, err)
		g.rest()
		about["position"] = protocol.Position{Line: n + 2, Character: 16}
		g.holdAt(0)
		_, err = m.ask(method, about)
		must.Do(t, err)
		if steps := g.rest(); steps < n/8 {
			t.Errorf("%s in a constructor of %d fields: %d steps", method, n, steps)
		}
	}
	for _, c := range []struct {
		method string
		atom   int // values of the answer for an element
	}{
		{protocol.MethodTextDocumentFoldingRange, 1}, {protocol.MethodTextDocumentDocumentSymbol, 1}, {protocol.MethodTextDocumentSemanticTokensFull, 5},
		{protocol.MethodTextDocumentReferences, 1}, {protocol.MethodTextDocumentDocumentHighlight, 1},
	} {
		_, err := m.ask(c.method, params)
		must.Do(t, err)
		g.rest()
		g.holdAt(0)
		answer, err := m.ask(c.method, params)
		must.Do(t, err)
		list := listOf(answer)
		if tokens, ok := answer.(object)["result"].(object); ok {
			list, _ = tokens["data"].([]any)
		}
		elements := len(list) / c.atom
		if steps := g.rest(); elements < n || steps < elements {
			t.Errorf("%s: %d steps for %d elements", c.method, steps, elements)
		}
	}
}
