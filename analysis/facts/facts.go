// Package facts keeps what is known of one unit, for all who ask about it: the checks, the
// pages that explain and the fixes. What flow says of each function is computed at
// once, and every other fact when the first one asks, and once. Who asks has Facts of his own, made by
// In of those that are there, with a Meter of his own: any number of goroutines may ask at once, and one
// that is stopped leaves nothing half made to the others. A Code holds what is known of the code alone:
//
//	flow.Program     what registers of each function hold, and which variables closures share
//	ssa.Forms        the values of each function
//	names.Names      which values are those of standard names
//	tables.Objects   which tables stay in the program
//	consts.Constants which values are constant, and what is executed
//	calls.Calls      which functions are called where
//	depend.Relation  what needs what; read off the others each time, and not kept
//	live.Markings    what is live, and what of the rest hangs together
//
// Each is made by a function of those before it, in memory of its own, and is immutable: this
// package alone knows the order, and has the only locks that guard facts. What flow.Program and ssa.Forms say of one
// function are facts of its bytecode. The others depend on the whole unit, and on the dialects and
// hosts that it is looked at for. The trees of dominators of a function and what control depends on
// are facts of its bytecode too, but few functions need them: they are found when someone asks.
//
// Bodies keeps the facts of bytecode by content for whoever analyses one text after the other, as the
// server does; nobody else pays for that. What depends on the whole unit is never in them.
//
// What is known of a value, a table or a call of one function depends on what all others do
// with what they share, so that one function of which text is missing may refute what is
// known of the rest: the missing text may write to any variable that it can see, assign a
// standard name, or return. Whoever claims something about a program asks for such facts
// here and nowhere else.
//
// What packages above find out about a file and want to share they keep in a Fact.
package facts

import (
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/tables"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Facts is what is known of a unit, for one who asks, as Code is for the code: those that In makes of
// one another share what is known.
type Facts struct {
	Unit *compile.Unit // which must outlive the Facts
	// Hosts is those whose functions the unit may call.
	Hosts value.Hosts
	// Text goes between the text of the unit and its code.
	Text *textmap.Text
	// Code is what is known of the code. It is nil if the code does not stand for
	// the text anywhere, because some function goes beyond a limit of the machine.
	Code *Code
}

// Of returns the facts of a unit, which may call functions of some hosts. They are valid
// until mem is used for the next ones.
func Of(u *compile.Unit, hosts value.Hosts, mem *Memory) *Facts {
	f := &Facts{Unit: u, Hosts: hosts, Text: textmap.New(u)}
	if u.Analyzable() {
		mem.Meter = u.Meter
		library := value.Library{Dialects: u.Dialects, Hosts: hosts}
		f.Code = newCode(u.Main, u.Funcs, library, mem, mem.Bodies == nil) // what is kept is for anybody
	}
	return f
}

// In returns the facts for one who counts in the Meter of u, which is the same unit. What is known is
// that of f, and what either finds out both know.
func (f *Facts) In(u *compile.Unit) *Facts {
	same := &Facts{Unit: u, Hosts: f.Hosts, Text: f.Text.In(u)}
	if f.Code != nil {
		same.Code = f.Code.In(u.Meter)
	}
	return same
}

// Pedantic returns the facts with a Text that is Pedantic. What is known of the code is that of f.
func (f *Facts) Pedantic() *Facts {
	same, text := *f, *f.Text
	text.Pedantic = true
	same.Text = &text
	return &same
}

// Constants returns what is known of the values that the file computes and of the
// instructions that it executes; nil if text that is missing could refute it.
func (f *Facts) Constants() *consts.Constants {
	if !f.isComplete() {
		return nil
	}
	return f.Code.Constants()
}

// Objects returns the tables that the file keeps to itself; nil if text that is missing
// could refute it.
func (f *Facts) Objects() *tables.Objects {
	if !f.isComplete() {
		return nil
	}
	return f.Code.Objects()
}

// Calls returns which functions of the file are called where; nil if text that is missing
// could refute it.
func (f *Facts) Calls() *calls.Calls {
	if !f.isComplete() {
		return nil
	}
	return f.Code.Calls()
}

// Marking returns what is live at a level; nil if text that is missing could refute it.
func (f *Facts) Marking(level value.Impact) *live.Marking {
	if !f.isComplete() {
		return nil
	}
	return f.Code.Marking(level)
}

// isComplete reports whether the code of all functions stands for their text.
func (f *Facts) isComplete() bool { return f.Code != nil && len(f.Unit.Errors) == 0 }

// UsesNil reports whether the instruction at pc is executed, as far as that can be
// known, and is more than a test whether its operand is nil.
func (f *Facts) UsesNil(fn *flow.Func, pc int) bool {
	c := f.Constants()
	return c != nil && c.Executable(fn, pc) && !effect.TestsNil(fn.Proto, pc)
}

// Function is one function of a unit: its text, its map and what is known of its code.
type Function struct {
	ID   syntax.FuncID    // its number in text and code alike
	Func *syntax.Function // its tree; of number 0 the chunk
	Map  *srcmap.Func     // which of its instructions stand for which text
	Flow *flow.Func       // its graph and what its registers hold
}

// At returns a function, whose code must stand for its text.
func (f *Facts) At(fn syntax.FuncID) Function {
	return Function{ID: fn, Func: f.Unit.Tree.Funcs[fn], Map: f.Unit.Funcs[fn].Map, Flow: &f.Code.Funcs[fn]}
}

// EachFunc calls visit for every function whose code stands for its text, a function before
// those inside it. The Function is valid during the call.
func (f *Facts) EachFunc(visit func(*Function)) {
	if f.Code == nil {
		return
	}
	var fn Function
	for i := range f.Unit.Funcs {
		f.Unit.Meter.Step()
		fn = f.At(syntax.FuncID(i))
		if !f.Unit.Funcs[i].Broken && f.Text.IsWhole(fn.Func) {
			visit(&fn)
		}
	}
}
