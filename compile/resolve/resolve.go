// Package resolve finds out what each name of a tree means: its binding, the
// upvalue through which a function reaches it, or a global; and where each goto
// leads. The answers are side tables indexed by the tree's dense numbers; the tree
// itself is not touched.
//
// Scopes, the order in which functions get their upvalues, and the wording and
// order of errors are those of the reference (lparser.c: singlevaraux, leaveblock,
// closegoto).
package resolve

import (
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// BindingID numbers the bindings of a file densely in the order of their
// declarations, from 1. 0 means "none".
type BindingID int32

// Kind says what declares a binding.
type Kind uint8

// The kinds of binding.
const (
	Local         Kind = iota // `local x`
	LocalFunction             // `local function x`
	Param                     // a written parameter; also the name of `...name`
	Self                      // an unwritten parameter: `self` of `function a:b()`, `arg` of a vararg function in 5.1
	LoopIndex                 // `for x = …`
	LoopVar                   // `for x, y in …`
)

// Binding is one local variable.
type Binding struct {
	Kind Kind // what declares it
	// Attrib is what the declaration says of it. A loop variable that 5.5 lets nobody
	// assign to has none.
	Attrib syntax.AttribKind

	// Sym is its name, also where none is written: self and arg.
	Sym  syntax.Sym
	Func syntax.FuncID // in whose registers it lives
	Stat syntax.StatID // the declaring statement; NoStat for a parameter
	Decl *syntax.Name  // its declaration; nil for Self
	// Scope is where the name can be seen: from after the declaration to the end
	// of its block.
	Scope source.Span
	// Reads and Writes count the occurrences that do so, in unreachable code and
	// inner functions too; the declaration is neither.
	Reads, Writes int32
	Calls         int32 // the reads whose value is called
	// Captured: a function inside Func refers to it.
	Captured bool
	// Exposed: it can be seen from text that could not be understood, so that
	// nothing that depends on its uses can be claimed.
	Exposed bool
}

// RefKind says what an occurrence of a name refers to.
type RefKind uint8

// The kinds of reference.
const (
	Declaration RefKind = iota // the occurrence declares Binding
	ToLocal                    // a local of the same function
	ToUpvalue                  // a local of an enclosing function
	ToGlobal                   // a field of _ENV
)

// Ref is the meaning of one occurrence.
type Ref struct {
	Kind RefKind // a local variable, an upvalue or a global
	// Write: the occurrence is the target of an assignment or of a function
	// statement.
	Write bool
	// Upvalue is the index in the function's Upvalues (ToUpvalue; ToGlobal if
	// _ENV is an upvalue there), else -1.
	Upvalue int16
	// Binding is the variable. For ToGlobal it is the binding of _ENV, 0 if that
	// is the chunk's own.
	Binding BindingID
}

// Upvalue is one upvalue of a function.
type Upvalue struct {
	Sym     syntax.Sym // the variable's name
	Binding BindingID  // 0: the chunk's own _ENV
	InStack bool       // a local of the enclosing function, else one of its upvalues
	Index   int16      // !InStack: in the enclosing function's Upvalues
}

// LabelID numbers the labels of a file densely, from 1. 0 means "none".
type LabelID int32

// LabelInfo is one `::name::`.
type LabelInfo struct {
	Stat *syntax.Label // where it stands
	Func syntax.FuncID // the function that it can be seen in
	Used bool          // a goto leads to it
	// Last: nothing but labels and semicolons follows in the block, so that the
	// block's locals count as out of scope. The body of a repeat does not end so.
	Last bool
}

// Global is a declared global variable (5.5).
type Global struct {
	Sym   syntax.Sym    // SymEmpty for `global *`
	Decl  *syntax.Name  // nil for `global *`
	Stat  syntax.StatID // the statement that declares it
	Const bool          // `<const>`: nobody may assign to it
	// Scope is where the declaration is in force.
	Scope source.Span
}

// Info is what resolve found in one tree.
type Info struct {
	Tree     *syntax.Tree // whose names are resolved
	Bindings []Binding    // by BindingID; entry 0 is not used
	Refs     []Ref        // by NameID
	Upvalues [][]Upvalue  // by FuncID, in the order of the prototype
	// FirstBinding is by FuncID: the first binding that stands in the function, if
	// any does; the implicit self, if there is one. Those of inner functions follow
	// among its own.
	FirstBinding []BindingID
	Labels       []LabelInfo // by LabelID; entry 0 is not used
	// Globals is what `global` declares, in the order of the text.
	Globals []Global
	labelOf []LabelID       // by StatID, see LabelOf; empty if there are no labels
	Errors  []*syntax.Error // in order of detection
	// Overfull: some function refers to more variables than it can have upvalues, so
	// that no code can stand for the text.
	Overfull bool
}

// LabelOf returns the label that a goto leads to, 0 if there is none; of a label, itself.
func (i *Info) LabelOf(id syntax.StatID) LabelID {
	if len(i.labelOf) == 0 {
		return 0
	}
	return i.labelOf[id]
}
