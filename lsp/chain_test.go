package lsp

import (
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/testkit/scale"
)

// chains are texts in which so many operators or suffixes follow each other.
var chains = map[string]func(links int) string{
	"field":    func(n int) string { return "local x = a" + strings.Repeat(".b", n) },
	"index":    func(n int) string { return "local x = a" + strings.Repeat("[1]", n) },
	"assigned": func(n int) string { return "a" + strings.Repeat(".b", n) + " = 1" },
	"call":     func(n int) string { return "a" + strings.Repeat("()", n) },
	"string":   func(n int) string { return "a" + strings.Repeat(`'s'`, n) },
	"method":   func(n int) string { return "a" + strings.Repeat(":b()", n) },
	"plus":     func(n int) string { return "local a = ...\nlocal x = a" + strings.Repeat("+a", n) },
	"constant": func(n int) string { return "local x = 1" + strings.Repeat("+1", n) },
	"equal":    func(n int) string { return "local a = ...\nlocal x = a" + strings.Repeat("==a", n) },
	"and":      func(n int) string { return "local a = ...\nlocal x = a" + strings.Repeat(" and a", n) },
	"or":       func(n int) string { return "local a = ...\nif a" + strings.Repeat(" or a", n) + " then end" },
	"mixed": func(n int) string {
		return "local x = a" + strings.Repeat(".b():c'x'[1]", n/8) + strings.Repeat("+1==2", n/8) + strings.Repeat(" and 1 or b", n/8)
	},
}

// askedOfChains are the requests about a document, with what stands in their params beside it.
var askedOfChains = []struct{ method, params string }{
	{"textDocument/diagnostic", ""},
	{"textDocument/documentSymbol", ""},
	{"textDocument/foldingRange", ""},
	{"textDocument/documentLink", ""},
	{"textDocument/codeLens", ""},
	{"textDocument/semanticTokens/full", ""},
	{"textDocument/inlayHint", `,"range":{"start":{"line":0,"character":0},"end":{"line":2,"character":0}}`},
	{"textDocument/selectionRange", `,"positions":[{"line":0,"character":10},{"line":1,"character":9000}]`},
	{"textDocument/hover", `,"position":{"line":0,"character":6}`},
	{"textDocument/hover", `,"position":{"line":0,"character":12}`},
	{"textDocument/definition", `,"position":{"line":0,"character":12}`},
	{"textDocument/references", `,"position":{"line":0,"character":12},"context":{"includeDeclaration":true}`},
	{"textDocument/documentHighlight", `,"position":{"line":0,"character":12}`},
	{"textDocument/prepareRename", `,"position":{"line":0,"character":6}`},
	{"textDocument/codeAction", `,"range":{"start":{"line":0,"character":6},"end":{"line":0,"character":6}},"context":{"diagnostics":[]}`},
	{"textDocument/codeAction", `,"range":{"start":{"line":0,"character":0},"end":{"line":2,"character":0}},"context":{"diagnostics":[]}`},
}

// TestLongChains asks everything about texts whose expressions are as deep as they are long: no answer takes
// a stack that grows with the text. A stack that does ends the process.
func TestLongChains(t *testing.T) {
	// At full size a stack of 335 bytes a link is too large. In functions of fewer instructions values are followed,
	// some ways through which are walked by recursion.
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20))
	for i, name := range slices.Sorted(maps.Keys(chains)) {
		text, links := chains[name], 20_000
		if scale.Turn(i) {
			links = max(scale.Of(200_000), links)
		}
		t.Run(name, func(t *testing.T) {
			w := serveWire(t, Options{})
			w.send(strings.Replace(initialize, `"capabilities":{}`, asking, 1), openIn("/", "a.lua", text(links)+"\n"))
			for i, ask := range askedOfChains {
				w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"textDocument":{"uri":"file:///a.lua"}%s}}`, 100+i, ask.method, ask.params))
				if answer := w.await(fmt.Sprintf(`"id":%d`, 100+i)); strings.Contains(answer, "-32603") {
					t.Errorf("%s: %.300s", ask.method, answer)
				}
			}
			w.send(shutdown, exit)
		})
	}
}
