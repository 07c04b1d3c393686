//go:build !js

package luacheckrc

import (
	lua "github.com/yuin/gopher-lua"

	"luaflow/analysis/config/std"
)

// This file defines the environment that a configuration runs in.

// environment is where the globals of a configuration go. Two of them are not kept in
// the table, so that each access to them comes by: `files` makes the tables that it is
// asked for, and `stds` knows the built-in standards.
type environment struct {
	state   *lua.LState
	table   *lua.LTable
	special map[string]lua.LValue           // files and stds
	makers  map[string]*lua.LTable          // their metatables
	builtin map[string]*lua.LTable          // the standards that were asked for
	granted func(key lua.LValue) lua.LValue // the globals
}

func (s *sandbox) newEnvironment() *environment {
	L := s.state
	e := &environment{
		state: L, table: L.NewTable(),
		special: map[string]lua.LValue{}, makers: map[string]*lua.LTable{}, builtin: map[string]*lua.LTable{},
		granted: func(key lua.LValue) lua.LValue { return L.GetTable(L.G.Global, key) },
	}
	e.makers["files"], e.makers["stds"] = L.NewTable(), L.NewTable()
	s.set(e.makers["files"], "__index", func(L *lua.LState) int {
		made := L.NewTable()
		L.CheckTable(1).RawSet(L.Get(2), made)
		L.Push(made)
		return 1
	})
	s.set(e.makers["stds"], "__index", func(L *lua.LState) int {
		L.Push(e.standard(L.Get(2)))
		return 1
	})
	for name, maker := range e.makers {
		t := L.NewTable()
		t.Metatable = maker
		e.special[name] = t
	}
	meta := L.NewTable()
	s.set(meta, "__index", func(L *lua.LState) int {
		L.Push(e.get(L.Get(2)))
		return 1
	})
	s.set(meta, "__newindex", func(L *lua.LState) int {
		e.set(L.CheckTable(1), L.Get(2), L.Get(3))
		return 0
	})
	e.table.Metatable = meta
	return e
}

func (e *environment) get(key lua.LValue) lua.LValue {
	if value, ok := e.special[key.String()]; ok && key.Type() == lua.LTString {
		return value
	}
	return e.granted(key)
}

func (e *environment) set(t *lua.LTable, key, value lua.LValue) {
	maker, ok := e.makers[key.String()]
	if !ok || key.Type() != lua.LTString {
		t.RawSet(key, value)
		return
	}
	if special, ok := value.(*lua.LTable); ok {
		special.Metatable = maker
	}
	e.special[key.String()] = value
}

// update sets what a configuration returned as if it had been assigned.
func (e *environment) update(returned *lua.LTable) {
	returned.ForEach(func(key, value lua.LValue) {
		if key.Type() == lua.LTString {
			e.state.SetTable(e.table, key, value)
		}
	})
}

// standard returns a built-in standard as a table that the configuration may change.
func (e *environment) standard(key lua.LValue) lua.LValue {
	name, ok := key.(lua.LString)
	if !ok {
		return lua.LNil
	}
	if t := e.builtin[string(name)]; t != nil {
		return t
	}
	s, ok := std.Lookup(string(name))
	if !ok {
		return lua.LNil
	}
	t := e.state.NewTable()
	for field, defs := range map[string][]std.Definition{"globals": s.Globals, "read_globals": s.ReadGlobals} {
		if len(defs) > 0 {
			t.RawSetString(field, e.definitions(defs))
		}
	}
	e.builtin[string(name)] = t
	return t
}

// definitions returns a table in luacheck's form: what may have any field is listed.
func (e *environment) definitions(defs []std.Definition) *lua.LTable {
	t := e.state.NewTable()
	for _, d := range defs {
		if d.Listed && d.ReadOnly == nil {
			t.Append(lua.LString(d.Name))
			continue
		}
		field := e.state.NewTable()
		if d.ReadOnly != nil {
			field.RawSetString("read_only", lua.LBool(*d.ReadOnly))
		}
		if d.OtherFields != nil {
			field.RawSetString("other_fields", lua.LBool(*d.OtherFields))
		}
		if len(d.Fields) > 0 {
			field.RawSetString("fields", e.definitions(d.Fields))
		}
		t.RawSetString(d.Name, field)
	}
	return t
}
