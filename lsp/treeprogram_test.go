package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// treeProgram returns a random program of two modules that use one another, and a file that uses both.
func treeProgram(rng *rand.Rand) map[string]string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	field := func() string { return pick("one", "two", "three") }
	use := func(say func(string, ...any), module string) {
		switch x := pick("x", "y"); rng.IntN(6) {
		case 0:
			say("local %s = %s.%s", x, module, field())
		case 1:
			say("local %s = %s.%s(a)", x, module, field())
		case 2:
			say("local _, %s = %s:%s(b)", x, module, field())
		case 3:
			say("%s.%s = b", module, field())
		case 4:
			say("print(%s.%s(%[1]s.%[3]s))", module, field(), field())
		case 5:
			say("local function g(v) local f = %s.%s local %s = f(v) return %[3]s end print(g(a))", module, field(), x)
		}
	}
	file := func(name string, others ...string) string {
		var text strings.Builder
		say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
		say("local a, b, M = 1, 'b', {}")
		for _, other := range others {
			say("local %s = require '%[1]s'", other)
		}
		for range 2 + rng.IntN(5) {
			switch rng.IntN(6) {
			case 0:
				say("M.%s = a", field())
			case 1:
				say("function M.%s(p, q) return p, q end", field())
			case 2:
				say("function M:%s(p) return self, p end", field())
			case 3:
				say("local function own(p) return b, p end M.%s = own", field())
			default:
				use(say, pick(append(others, "M")...))
			}
		}
		if name != "main" {
			say("return M")
		}
		return text.String()
	}
	return map[string]string{"m.lua": file("m", "n"), "n.lua": file("n", "m"), "main.lua": file("main", "m", "n")}
}

// TestValueTreeAgreesAcrossFiles asks about the names of random programs, of which some files are open: what the value of one comes from
// in another file goes there, at once or by the call that it is returned to, and the other way round.
func TestValueTreeAgreesAcrossFiles(t *testing.T) {
	const most = 300
	kinds := map[protocol.SymbolKind]int{}
	hasAll := func() bool { return kinds[protocol.SymbolKindField] > 0 && kinds[protocol.SymbolKindVariable] > 0 }
	for seed := uint64(0); seed < uint64(scale.Of(most)) || seed < most && !hasAll(); seed++ {
		rng := rand.New(rand.NewPCG(seed, 0))
		texts := treeProgram(rng)
		p := newOpenProject(t, texts)
		tree := &treeAcross{p, t}
		p.open("main.lua", texts["main.lua"])
		if rng.IntN(2) == 0 {
			p.open("m.lua", texts["m.lua"])
		}
		p.links.link()
		for name, text := range texts {
			for _, item := range tree.items(name, text) {
				for _, from := range tree.next(&item, true) {
					if from.URI == item.URI {
						continue
					}
					kinds[from.Kind]++
					if to := tree.next(asRoot(&from), false); !reachesItem(to, &item) && !tree.reachesByCall(to, &item) {
						t.Errorf("seed %d: %s in %s comes from %s in %s, which does not go there\n%v", seed, item.Name, item.URI, *from.Detail, from.URI, texts)
					}
				}
				for _, to := range tree.next(&item, false) {
					if to.URI != item.URI && to.Kind == protocol.SymbolKindVariable && !tree.comesFrom(&to, &item, 3) {
						t.Errorf("seed %d: %s in %s goes to %s in %s, which does not come from there\n%v", seed, item.Name, item.URI, *to.Detail, to.URI, texts)
					}
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	if !hasAll() {
		t.Errorf("so many flows by kind: %v", kinds)
	}
}

// treeAcross asks a server about value trees.
type treeAcross struct {
	*openProject
	t *testing.T
}

// items returns the items of all names in a file that are given a value, if the file is open.
func (x *treeAcross) items(name, text string) (items []protocol.CallHierarchyItem) {
	doc := uri.File(x.at(name))
	if !x.isOpen(doc) {
		return nil
	}
	u := compile.Compile(source.NewFile(name, text))
	for n := range u.Tree.Names.All() {
		if ref := &u.Res.Refs[n.ID]; !ref.Write && ref.Kind != resolve.Declaration {
			continue
		}
		m := mapper{u.File, x.client.encoding}
		ask, err := x.prepareCallHierarchy(&protocol.CallHierarchyPrepareParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: doc}, Position: m.position(n.Start),
		}})
		must.Do(x.t, err)
		answer, err := ask(context.Background())
		must.Do(x.t, err)
		found, _ := answer.([]protocol.CallHierarchyItem)
		items = append(items, found...)
	}
	return items
}

// next returns the items below one.
func (x *treeAcross) next(item *protocol.CallHierarchyItem, incoming bool) (items []protocol.CallHierarchyItem) {
	var ask work
	var err error
	if incoming {
		ask, err = x.incomingCalls(&protocol.CallHierarchyIncomingCallsParams{Item: *item})
	} else {
		ask, err = x.outgoingCalls(&protocol.CallHierarchyOutgoingCallsParams{Item: *item})
	}
	must.Do(x.t, err)
	answer, err := ask(context.Background())
	must.Do(x.t, err)
	switch calls := answer.(type) {
	case []protocol.CallHierarchyIncomingCall:
		for _, c := range calls {
			items = append(items, c.From)
		}
	case []protocol.CallHierarchyOutgoingCall:
		for _, c := range calls {
			items = append(items, c.To)
		}
	default:
		x.t.Fatalf("%s in %s is nowhere", *item.Detail, item.URI)
	}
	return items
}

// reachesItem reports whether an item is among some.
func reachesItem(some []protocol.CallHierarchyItem, item *protocol.CallHierarchyItem) bool {
	for i := range some {
		if some[i].URI == item.URI && some[i].Range == item.Range {
			return true
		}
	}
	return false
}

// reachesByCall reports whether an item is right below one of some that are calls.
func (x *treeAcross) reachesByCall(some []protocol.CallHierarchyItem, item *protocol.CallHierarchyItem) bool {
	for i := range some {
		if some[i].Kind == protocol.SymbolKindFunction && reachesItem(x.next(asRoot(&some[i]), false), item) {
			return true
		}
	}
	return false
}

// comesFrom reports whether the value of one item comes from another one in so many steps.
func (x *treeAcross) comesFrom(item, from *protocol.CallHierarchyItem, steps int) bool {
	some := x.next(asRoot(item), true)
	if reachesItem(some, from) {
		return true
	}
	for i := range some {
		if steps > 1 && x.comesFrom(&some[i], from, steps-1) {
			return true
		}
	}
	return false
}

// asRoot returns an item as one that is below no other.
func asRoot(item *protocol.CallHierarchyItem) *protocol.CallHierarchyItem {
	var data itemData
	_ = json.Unmarshal(item.Data, &data) // the server has made it
	data.Path, data.IsKnown = nil, false
	same := *item
	same.Data, _ = json.Marshal(data)
	return &same
}

// TestTreeStopsInOtherFile: who is asked where a value comes from stops in a file that is not open, too, at whatever step of it.
func TestTreeStopsInOtherFile(t *testing.T) {
	texts := map[string]string{
		"m.lua": "local M = {}\nfunction M.f(n) return n + 1 end\nreturn M\n", "main.lua": "local m = require 'm'\nlocal x = m.f(1)\nprint(x)\n",
	}
	p := newOpenProject(t, texts)
	p.open("main.lua", texts["main.lua"])
	p.links.link()
	tree := &treeAcross{p, t}
	items := tree.items("main.lua", texts["main.lua"])
	item := &items[len(items)-1]
	steps := 0
	p.server.options.observe = func(m *meter.Meter) func() {
		m.Watch(func(n int) { steps = n })
		return func() {}
	}
	if found := tree.next(item, true); len(found) != 1 || found[0].Kind != protocol.SymbolKindVariable || steps < 5 {
		t.Fatalf("%v after %d steps in the other file", found, steps)
	}
	for at := 1; at <= steps; at++ {
		ctx, cancel := context.WithCancel(context.Background())
		p.server.options.observe = func(m *meter.Meter) func() {
			m.Watch(func(n int) {
				if n != at {
					return
				}
				cancel()
				for end := time.Now().Add(patience); m.Run(func() {}) && time.Now().Before(end); {
					time.Sleep(time.Millisecond)
				}
			})
			return func() {}
		}
		ask, err := p.incomingCalls(&protocol.CallHierarchyIncomingCallsParams{Item: *item})
		must.Do(t, err)
		if answer, err := ask(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("step %d of %d: %v, %v", at, steps, answer, err)
		}
	}
}
