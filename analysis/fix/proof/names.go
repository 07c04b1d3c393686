package proof

import (
	"slices"
	"strings"
	"sync"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
	bc "luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// This file defines which standard names mean what the standard says: those that
// nothing in the program may assign. It looks at all instructions of all functions,
// and follows no standard tables: who does more with one than to read or write a named
// field of it at once may have written to any field of it that some store in the
// program could mean. Who does more with a table in which all others are may have
// written to any. What calls hand on is in modules.go.
//
//	local s = string        -- handed on: there is a variable with it
//	s.rep = nil             -- a store to a field `rep`: it may be that of `string`
//	print(string.format)    -- read at once: not handed on by this
//
// Here `string.format` is the standard one, as no store of the program is to a field of that
// name, and `string.rep` is not for certain. Order and control count for nothing: a store
// anywhere is as if it came first.
//
// Both programs of a proof have the names of the one before the edit. As long as they have done the
// same, the one after has assigned no more than the one before, so that a name which that never
// assigns is the standard one in both. What may be missing assigns nothing, so this holds up to the
// next pair of nodes too, and by induction, as in doc.go, to the end.

// Names is what proofs find out about the standard names of one program: all proofs
// about it may share one. The zero value is ready; it is safe for concurrent use.
type Names struct {
	once  sync.Once
	found *names
}

// Has reports whether a name stands in a program for what the standard library has under it, in
// each of some dialects.
func (n *Names) Has(program *flow.Program, dialects syntax.Dialect, path string) bool {
	return value.Lookup(path).In(dialects) && n.of(program).untouched(path)
}

// of returns what a program may assign of the standard names.
func (n *Names) of(program *flow.Program) *names {
	n.once.Do(func() {
		n.found = newFinder(program).findNames()
	})
	return n.found
}

// untouched reports whether nothing in the program may assign a standard name, nor the table
// that it is a field of.
func (n *names) untouched(path string) bool {
	table, field, isField := strings.Cut(path, ".")
	if n.all {
		return false
	}
	if !isField {
		table, field = "_G", path
	} else if !n.untouched(table) {
		return false
	}
	handed := n.handed[table] || n.handed[anything] || n.requires && n.loaded[table]
	return !n.named[field] && !n.assigned[path] && !(handed && (n.anyKey || n.keys[field]))
}

// findNames computes what names says: it looks at all instructions once, and at calls again if
// any of them may hand on a standard table.
func (p *finder) findNames() *names {
	n := &names{
		assigned: make(map[string]bool), handed: make(map[string]bool),
		loaded: make(map[string]bool), keys: make(map[string]bool), named: make(map[string]bool),
	}
	for number := range p.flow.Funcs {
		f := &p.flow.Funcs[number]
		for pc, i := range f.Proto.Code {
			n.note(p, f, pc, i)
		}
	}
	if n.requires || n.loads || n.modules {
		p.eachCall(n.noteCall)
	}
	n.all = n.all || p.pieces > maxPieces
	if n.handed["_G"] || n.handed["package"] {
		n.handed[anything] = true
	}
	if (n.debugs || n.handed[anything] || n.requires && n.loaded["debug"]) && n.sets {
		n.all = true // numbers, nil and strings may get other metatables
	}
	return n
}

// eachCall calls note for all calls that control may get to.
func (p *finder) eachCall(note func(p *finder, f *flow.Func, pc int)) {
	for number := range p.flow.Funcs {
		f := &p.flow.Funcs[number]
		for pc, i := range f.Proto.Code {
			if effect.ReferenceOf(i) == effect.Calls && f.Graph.Reachable(pc) {
				note(p, f, pc)
			}
		}
	}
}

// note notes what one instruction assigns, or hands on.
func (n *names) note(p *finder, f *flow.Func, pc int, i bc.Instruction) {
	up, how := effect.Upvalue(i)
	isGlobal := how != 0 && p.isGlobal(f.Number, up) // it is about the table of global variables
	if k, ok := effect.Literal(f.Proto, pc); ok && k.Kind == bc.KString {
		n.loaded[k.Str()] = true
	}
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		n.handed["_G"] = n.handed["_G"] || isGlobal
	case effect.WritesUpvalue:
		n.all = n.all || isGlobal
	case effect.ReadsUpvalueField:
		if isGlobal {
			n.read(p, f, pc)
		}
	case effect.ReadsField:
		key, named := textOf(f.Proto, effect.Key(i))
		n.sets = n.sets || !named || key == "setmetatable"
	case effect.WritesUpvalueField, effect.WritesField:
		key, named := textOf(f.Proto, effect.Key(i))
		n.keys[key] = true
		n.anyKey = n.anyKey || !named
		if isGlobal {
			n.assigned[key] = true
			n.all = n.all || !named
		}
	}
}

// read notes that the instruction at pc reads a global variable, by its name or by a
// field of `_G`.
func (n *names) read(p *finder, f *flow.Func, pc int) {
	i := f.Proto.Code[pc]
	name, named := textOf(f.Proto, effect.Key(i))
	switch name {
	case "setfenv", "getfenv":
		n.all = true
	case "module":
		n.modules = true
	case "rawset":
		n.anyKey = true
	case "require":
		n.requires = true
	case "load", "loadstring":
		n.loads = true
	case "getmetatable", "debug":
		n.metatables, n.handed["string"] = true, true
		n.debugs = n.debugs || name == "debug"
	}
	switch {
	case !named:
		n.handed[anything] = true
	case !p.readsField(f, pc):
		n.handed[name] = true
	case name == "_G":
		n.read(p, f, pc+1)
	case name == "package": // its field `loaded` has all of them
		n.handed[anything] = true
	}
}

// readsField reports whether a field is read of the value that the instruction at pc gives,
// at once, and nothing else is done with that: the field takes the register of the value,
// or nobody uses that again, as in `local f; f = string.format`.
func (p *finder) readsField(f *flow.Func, pc int) bool {
	reg, next := f.Proto.Code[pc].A(), f.Proto.Code[pc+1]
	if !isField(next) || next.B() != reg {
		return false
	}
	return next.A() == reg || p.cells.At(f, pc+1, reg) < 0 && slices.Equal(p.usersOf(f, pc, reg), []int{pc + 1})
}
