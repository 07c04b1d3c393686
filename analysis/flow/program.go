package flow

import (
	"cmp"

	"luaflow/compile/bytecode"
)

// The functions of a program and the variables that they share, as data.

// Program is the functions of one chunk: where each stands, its facts, and which variables they
// share. It is immutable.
type Program struct {
	// Funcs is the functions in pre-order of the tree of prototypes, which is the
	// order of their first tokens in the text; 0 is main.
	Funcs []Func

	hasLarge bool // a function of it is too large

	children []int32 // by function and index in Proto.Protos: numbers
	cells    CellTable
}

// Func is one function of a Program, and the facts of its bytecode. Equal functions, of one
// program or of several, may have one Body.
type Func struct {
	*Body
	Proto   *bytecode.Proto // with its names and lines
	Number  int             // its index in Program.Funcs
	Parent  int             // the function that it stands in; -1 for main
	IsLarge bool            // its values are not looked at, see large.go

	program *Program

	// Where its part of the children, and of the upvalues, of the program begins.
	firstChild, firstUpvalue int32
}

// HasSelf reports whether the first parameter is called self.
func (f *Func) HasSelf() bool {
	return f.Proto.NumParams > 0 && len(f.Proto.Locals) > 0 && f.Proto.Locals[0].Name == "self"
}

// children returns the numbers of the functions in f, by index in Proto.Protos.
func (f *Func) children() []int32 { return f.program.children[f.firstChild:][:len(f.Proto.Protos)] }

// Mentions reports whether a string is among the constants of any function of the program.
func (p *Program) Mentions(text string) bool {
	for i := range p.Funcs {
		for _, k := range p.Funcs[i].Proto.Constants {
			if k.Kind == bytecode.KString && k.Str() == text {
				return true
			}
		}
	}
	return false
}

// Child returns the function of which a CLOSURE with this Bx makes a closure.
func (f *Func) Child(i int) *Func {
	return &f.program.Funcs[f.program.children[int(f.firstChild)+i]]
}

// Site is an instruction of a program.
type Site struct {
	Func int32 // number of the function
	PC   int32 // from 0; Entry for the start of the function
}

// SiteAt returns the instruction at pc of a function.
func SiteAt(function, pc int) Site { return Site{int32(function), int32(pc)} }

// Compare compares sites by function and pc.
func (s Site) Compare(o Site) int {
	return cmp.Or(cmp.Compare(s.Func, o.Func), cmp.Compare(s.PC, o.PC))
}

// Cell is one captured variable.
type Cell struct {
	// Owner is the function in whose register the variable lives; -1 if that is
	// outside of the program: then the cell is an upvalue of main.
	Owner int
	// Reg is the register of the owner, or the index of main's upvalue.
	Reg int
	// Local is the index in the owner's Proto.Locals; -1 if the records do not
	// tell, so that the cell is all variables of that register.
	Local int
	// Captures is the CLOSUREs of the owner that capture the variable. Reads and
	// Writes is the instructions that access it through an upvalue. All in the order
	// of functions and pcs, in code that can be reached.
	Captures, Reads, Writes []Site
	// ReadByOwner: some instruction of the owner reads the register while the
	// variable is in it, in code that can be reached. True if there is no owner.
	ReadByOwner bool
}

// IsRead reports whether any function of the program reads the variable.
func (c *Cell) IsRead() bool { return c.ReadByOwner || len(c.Reads) > 0 }

// CellTable resolves upvalues to cells.
type CellTable struct {
	Cells    []Cell // by number: main's upvalues first, then in the order of the functions that own them
	p        *Program
	upvalues []int32      // by function and index of the upvalue
	owner    []int32      // by function: its index in owned plus 1, 0 if it owns none
	owned    []ownedCells // by owner
}

// cellAccess is an entry of a list of a cell, by the list's number.
type cellAccess struct {
	list int32
	site Site
}

// ownedCells is the cells that live in the registers of one function.
type ownedCells struct {
	f     *Func
	table *CellTable
	// byLocal and byReg are indices of cells plus 1: of variables that records tell
	// of, and of registers as a whole; nil without any.
	byLocal []int32
	byReg   []int32
	twins   bool
}

// Cells returns the table of cells.
func (p *Program) Cells() *CellTable { return &p.cells }

// Of returns the index in Cells of an upvalue of a function; -1 if no CLOSURE makes the
// function, so that nobody can call it.
func (t *CellTable) Of(function, upvalue int) int {
	return int(t.upvalues[int(t.p.Funcs[function].firstUpvalue)+upvalue])
}
