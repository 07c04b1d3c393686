package analysis

import (
	"luaflow/analysis/witness"
	"luaflow/compile/syntax"
)

// This file defines what a check is. All that others need to know of one stands here, so that
// nobody keeps a table by codes.

// Check is one kind of finding.
type Check struct {
	Code     string   // kebab-case, the folder's name
	Luacheck []string // the codes of luacheck that it answers to
	// Family is the first digit of luacheck's codes for such findings, "3" for those about values;
	// "" if luacheck has none. A pattern such as "3.." takes all findings of the
	// check, those without a code of luacheck too.
	Family   string
	LuaLS    []Diagnostic // those that switch it on and off; nil if none does
	Title    string       // one line: what it claims
	Doc      string       // doc.md
	Severity Severity     // by default
	// Off: it runs only where somebody asks for it.
	Off bool

	Basis Basis // what its claims rest on
	// Secondaries: some of its findings are Secondary.
	Secondaries bool
	// Uncovered: a deletion may bring a finding to light, because what it deleted was the last
	// that read a variable, a field or a table, stored another value to a variable, called
	// a function, took the result of a call, led to a label, stood in a block, took a value
	// or was what a comment suppressed; or it stood between a variable without a value and
	// what reads it.
	Uncovered bool
	// Leaving: findings may be about what is left by the fix of something else. Such a hint is
	// mended too where only warnings are to be.
	Leaving bool
	// Mistake: what it finds is most likely not meant as it is written. To mend it is to change
	// what the program does.
	Mistake bool

	// Elsewhere is what it asks about globals in other files.
	Elsewhere Elsewhere

	// Program: it asks what the rest of the program says of the file (Pass.Program), and runs only where that is known.
	Program bool

	// Mark is what its findings say of the names that they are at.
	Mark Mark

	// Spare is whether a program that is to be small can do without what its fixes delete.
	Spare Spare

	// Topic is that of the Witness which explains a finding.
	Topic witness.Topic

	// Run looks at a whole file. Func returns what looks at a function whose code stands for
	// its text, Stat what looks at a statement that is understood, nil if the file has nothing
	// for it. Those of all checks look at one function, or statement, and then all at the next
	// one, so that what they ask about is in the processor's caches. A check has one of the
	// three at least, or else Comments.
	Run  func(*Pass)
	Func func(*Pass) func(*FuncPass)
	Stat func(*Pass) func(fn syntax.FuncID, s syntax.Stat)
	// Stats is the kinds of statements that Stat looks at.
	Stats syntax.StatKinds
	// Comments is which comments it is about, of those that suppress findings: package suppress
	// reads them for all checks, and finds what is wrong with them.
	Comments Comments
}

// Spare is whether what the fixes of a check delete is spare.
type Spare uint8

// The kinds of what is spare.
const (
	NotSpare       Spare = iota // or somebody may miss it
	SpareInFile                 // as far as the file goes
	SpareInProgram              // as far as the whole program does
)

// Mark is what a finding says of the name in its Span, and where it is Also true; Unreachable of all
// that it fades. Editors colour names by it.
type Mark uint8

const (
	NoMark      Mark = iota // something else
	Unused                  // nothing refers to what the name declares
	Dead                    // nothing needs the value that is stored
	Unreachable             // no execution comes here
	Obsolete                // what it names should not be used any more
)

// Elsewhere tells what a check asks about globals in other files.
type Elsewhere uint8

const (
	NothingElsewhere Elsewhere = iota // it asks nothing
	DefinedElsewhere                  // which of them are defined there
	ReadElsewhere                     // which of them are read there
)

// Comments tells which of the comments that suppress findings a check is about.
type Comments uint8

const (
	NoComments      Comments = iota // it is about the code
	InvalidComments                 // which are not understood, or not paired
	UselessComments                 // which suppress nothing
)

// Diagnostic is a diagnostic of lua-language-server that switches a check, or some of its
// findings, on and off.
type Diagnostic struct {
	Name, Group string // as lua-language-server spells them
	// Part selects some findings of the check, as CODE/NAME does in a configuration, where NAME
	// is a Lua pattern; "" selects all.
	Part string
	// Wider: lua-language-server finds more under this name, so that a comment which names it may be of use to others.
	Wider bool
}

// Basis says which uses of the library debug could refute the claims of a check: those that change
// any variable, only the one that a finding is about, or none.
type Basis uint8

const (
	OnValues   Basis = iota // on what variables hold, any in the file
	OnVariable              // on what the variable holds that is the subject
	// OnPaths: on that nothing gets to the statement which is the subject, nor to what the
	// finding fades. Where the graph alone says so, no value matters.
	OnPaths
	OnText // on the text and on graphs alone
)
