// Package compile is the front end as one call: text in, prototypes with their
// maps out.
package compile

import (
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Unit is all that the front end knows of one file. It is immutable.
type Unit struct {
	File   *source.File
	Tree   *syntax.Tree
	Res    *resolve.Info
	Map    *srcmap.Map
	Main   *bytecode.Proto
	Funcs  []Func          // by FuncID
	Errors []*syntax.Error // of all phases, in Lua's order: the first is Lua's own
}

// Func is one function of a unit.
type Func struct {
	Proto *bytecode.Proto
	Map   *srcmap.Func
	// Broken: the code does not stand for the text, because part of the text could
	// not be understood or goes beyond a limit of the machine.
	Broken bool
}

// Compile compiles a file. It never fails: what is wrong with the text stands in
// Errors.
func Compile(f *source.File) *Unit { return &Unit{File: f} }
