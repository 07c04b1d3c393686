package dataflow

import "luaflow/analysis/flow"

// The names of package flow under which those who ask a Program know them still. Whoever is
// changed for another reason names flow instead.

type (
	// Func is one function of a Program.
	Func = flow.Func
	// Site is an instruction of a program.
	Site = flow.Site
	// Set is a set of registers.
	Set = flow.Set
	// CellTable resolves upvalues to cells.
	CellTable = flow.CellTable
	// Cell is one captured variable.
	Cell = flow.Cell
	// Overwriters is what ends the life of a value.
	Overwriters = flow.Overwriters
	// Witness is the reason why a value is live or dead.
	Witness = flow.Witness
	// Form says how far apart two dependent references may be.
	Form = flow.Form
)

// See package flow.
const (
	Entry       = flow.Entry
	ByClosure   = flow.ByClosure
	MaxFollowed = flow.MaxFollowed
	Minimal     = flow.Minimal
	General     = flow.General
)

// SiteAt returns the instruction at pc of a function.
func SiteAt(function, pc int) Site { return flow.SiteAt(function, pc) }
