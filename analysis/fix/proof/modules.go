package proof

import (
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	bc "luaflow/compile/bytecode"
)

// This file defines what calls hand on of the standard tables: of `require`, which may
// give any of them if its argument is not in the code, and of functions like `load`
// that run a text, which may assign whatever it names. A function that is called by
// way of a variable is known if nothing else is ever in that.
//
//	local load_module = require
//	local m = load_module("json")     -- hands on nothing but what is in the code: "json"
//	local n = require(...)            -- may be any standard table, `string` for instance
//	n.format = nil                    -- so this may assign `string.format`
//	load("print = nil")()             -- may assign what the text names: `print`
//
// If all that is ever done with what `require` gives is to read fields of it and to call them, it
// is not handed on (isOnlyRead): no store goes through it.

// names is what a program may assign of the standard names.
type names struct {
	all      bool            // any
	assigned map[string]bool // these: "print", "string.format"
	handed   map[string]bool // these tables were handed on: "string", "_G", or anything
	loaded   map[string]bool // texts that are more than names of fields
	keys     map[string]bool // the names of fields that something stores to
	anyKey   bool            // something stores to a field that is not named in the code
	requires bool            // something asks for `require`
	loads    bool            // something asks for `load` or `loadstring`
	modules  bool            // something asks for `module`
	named    map[string]bool // all words of texts that may be loaded
	// metatables: something asks for `getmetatable` or `debug`, or may do so.
	metatables bool
	// debugs: something asks for `debug`; sets: for a field `setmetatable`.
	debugs, sets bool
}

// anything stands for all tables in names.handed.
const anything = ""

// noteCall notes what the call at pc hands on.
func (n *names) noteCall(p *finder, f *flow.Func, pc int) {
	i := f.Proto.Code[pc]
	if at := (place{f, pc, i.A()}); (n.requires || n.modules) && p.mayBeLoader(at) {
		if n.requires {
			n.noteCallee(p, at)
		}
		if n.modules && p.global(at) == "module" && !p.seesAll(at) {
			n.all = true
		}
	}
	for reg := i.A() + 1; n.loads && reg < i.A()+i.B(); reg++ {
		if text, ok := p.text(place{f, pc, reg}); ok {
			n.noteText(text)
		}
	}
}

// mayBeLoader reports whether a register may hold one of `require`, `module`, pcall and xpcall, as
// global would say. The last instruction in front of it, in its block, that defines the register
// mostly tells that it does not, so that no other search is needed. In
//
//	GETTABUP 0 0 "print"
//	LOADK    1 "text"
//	CALL     0 2 1
//
// that is the GETTABUP, whatever came before it.
func (p *finder) mayBeLoader(at place) bool {
	proto, g := at.f.Proto, &at.f.Graph
	for pc := at.pc - 1; pc >= int(g.Blocks[g.Block(at.pc)].Start); pc-- {
		if effect.MayDefs(proto, pc).Has(at.reg) {
			return true
		}
		if !effect.Defs(proto, pc).Has(at.reg) {
			continue
		}
		i := proto.Code[pc]
		switch from := effect.Copy(i); {
		case from >= 0:
			return p.mayBeLoader(place{at.f, pc, from})
		case effect.ReferenceOf(i) == effect.ReadsUpvalue:
			declared, ok := p.declared(p.cells.Of(at.f.Number, i.B()))
			return ok && p.declaresLoader(declared)
		}
		return readsLoader(proto, i)
	}
	if declared, ok := p.declaredIn(at); ok {
		return p.declaresLoader(declared)
	}
	return true
}

// readsLoader reports whether an instruction reads a field with the name of one of those that
// mayBeLoader is about.
func readsLoader(proto *bc.Proto, i bc.Instruction) bool {
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalueField, effect.ReadsField:
		switch name, _ := textOf(proto, effect.Key(i)); name {
		case "require", "module", "pcall", "xpcall":
			return true
		}
	}
	return false
}

// declaresLoader reports whether a variable in which nothing else is ever is one of those that
// mayBeLoader is about, by where it is declared.
func (p *finder) declaresLoader(at place) bool {
	is, isKnown := p.loaders[at]
	if !isKnown {
		p.loaders[at] = true // for who comes here again by what it asks now
		if p.mayBeLoader(at) {
			switch p.global(at) {
			case "require", "module", "pcall", "xpcall":
				is = true
			}
		}
		p.loaders[at] = is
	}
	return is
}

// seesAll reports whether an argument of a call is `package.seeall`.
func (p *finder) seesAll(call place) bool {
	i := call.f.Proto.Code[call.pc]
	for reg := i.A() + 1; reg < i.A()+i.B(); reg++ {
		if p.path(place{call.f, call.pc, reg}) == "package.seeall" {
			return true
		}
	}
	return false
}

// noteCallee notes what a call hands on if it calls `require`, perhaps by way of pcall.
func (n *names) noteCallee(p *finder, at place) {
	callee, args := p.global(at), 1
	switch callee {
	case "pcall":
		at.reg, args = at.reg+1, 1
		callee = p.global(at)
	case "xpcall":
		at.reg, args = at.reg+1, 2
		callee = p.global(at)
	}
	if callee == "require" {
		n.noteRequire(p, place{at.f, at.pc, at.reg + args}, at.reg)
	}
}

// noteRequire notes what a call of `require` gives in a register: a standard table
// perhaps, unless the name is in the code.
func (n *names) noteRequire(p *finder, name place, result int) {
	i := name.f.Proto.Code[name.pc]
	if i.B() == 0 || name.reg < i.A()+i.B() {
		if text, ok := p.text(name); ok {
			n.loaded[text] = true
			return
		}
		if p.isNoTable(name) {
			return
		}
	}
	if i.C() == 0 || result < i.A()+i.C()-1 && !p.isOnlyRead(place{name.f, name.pc, result}) {
		n.handed[anything] = true
	}
}

// noteText notes what a text may assign: every name in it.
func (n *names) noteText(text string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || '9' < r) && (r < 'A' || 'Z' < r) && (r < 'a' || 'z' < r)
	}) {
		n.named[word] = true
		switch word {
		case "_G", "_ENV", "getfenv", "setfenv", "debug", "getmetatable", "package", "require", "load", "loadstring", "rawset":
			n.all = true
		}
	}
}
