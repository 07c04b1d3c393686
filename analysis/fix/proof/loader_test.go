package proof

import (
	"fmt"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/testkit/luagen"
	"luaflow/compile"
	"luaflow/compile/source"
)

// TestLoaders holds that mayBeLoader says no only of what is no loader by the search that it
// spares, and that it does say no.
func TestLoaders(t *testing.T) {
	texts := []string{
		"local r, p = require, print local function f() r'a' p'b' end f(r, p) return r'c'",
		"local r = _G.require if ... then r = print end r'a' _G.pcall(r, 'b') local x = xpcall x(r, print, 'c')",
		"local m = module for _, f in pairs { m } do f'a' m'b' end local function g(m) m'c' end g(m)",
		"local r = ... and require or print r'a' local s = r s'b' local t = s do local function u() t'c' end u() end",
	}
	for seed := range uint64(20) {
		texts = append(texts, luagen.Program(seed, luagen.Options{}))
	}
	calls, spared := 0, 0
	for n, text := range texts {
		u := compile.Compile(source.NewFile(fmt.Sprint(n), text))
		if len(u.Errors) > 0 {
			t.Fatalf("%d: %v", n, u.Errors)
		}
		p := newFinder(flow.New(u.Main, new(flow.Memory)))
		p.eachCall(func(p *finder, f *flow.Func, pc int) {
			at := place{f, pc, f.Proto.Code[pc].A()}
			calls++
			if p.mayBeLoader(at) {
				return
			}
			spared++
			switch name := p.global(at); name {
			case "require", "module", "pcall", "xpcall":
				t.Errorf("text %d, function %d, call at %d: is %s", n, f.Number, pc, name)
			}
		})
	}
	if spared < calls/2 {
		t.Errorf("%d of %d calls are spared the search, want half", spared, calls)
	}
}
