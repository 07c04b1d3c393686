package dataflow

import (
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// The names of packages flow, ssa and tables under which those who ask a Program know them still.
// Whoever is changed for another reason names the package instead.

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

	// SSA is the form of one function.
	SSA = ssa.Form
	// Forms is the forms of all functions of a program.
	Forms = ssa.Forms
	// ValueID numbers the values of a function.
	ValueID = ssa.ValueID
	// Definition is what makes a value.
	Definition = ssa.Definition
	// User is a use of a value.
	User = ssa.User

	// Objects is the tables that a program keeps to itself.
	Objects = tables.Objects
	// ObjectID numbers the objects of a program.
	ObjectID = tables.ObjectID
	// SlotID numbers the slots of all objects of a program.
	SlotID = tables.SlotID
	// Touch is how one instruction accesses an object.
	Touch = tables.Touch
	// FieldOverwrite is a write to a field whose value nothing reads.
	FieldOverwrite = tables.FieldOverwrite
)

// See packages flow, ssa and tables.
const (
	Entry       = flow.Entry
	ByClosure   = flow.ByClosure
	MaxFollowed = flow.MaxFollowed
	Minimal     = flow.Minimal
	General     = flow.General

	NoValue    = ssa.NoValue
	EntryValue = ssa.EntryValue
	DefValue   = ssa.DefValue
	EdgeValue  = ssa.EdgeValue
	PhiValue   = ssa.PhiValue

	NoObject   = tables.NoObject
	NoSlot     = tables.NoSlot
	ReadsSlot  = tables.ReadsSlot
	WritesSlot = tables.WritesSlot
	ReadsSize  = tables.ReadsSize
)

// SiteAt returns the instruction at pc of a function.
func SiteAt(function, pc int) Site { return flow.SiteAt(function, pc) }
