package analysis

import "luaflow/analysis/witness"

// This file defines what a check is. All that others need to know of one stands here, so that
// nobody keeps a table by codes.

// Check is one kind of finding.
type Check struct {
	Code     string   // kebab-case, the folder's name
	Luacheck []string // the codes of luacheck that it answers to
	// Family is the first digit of the codes of luacheck that are about the same: what
	// speaks of the whole hundred is about those findings too for which luacheck has no code.
	Family   string
	LuaLS    []Diagnostic
	Title    string   // one line: what it claims
	Doc      string   // doc.md
	Severity Severity // by default
	// Off: it runs only where somebody asks for it.
	Off bool

	Basis Basis
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

	// Topic is that of the Witness which explains a finding.
	Topic witness.Topic

	// Run looks at a whole file, Func at one function whose code stands for its
	// text. A check has one of the two, or else Comments.
	Run  func(*Pass)
	Func func(*FuncPass)
	// Comments: it is about the comments that suppress findings, which package suppress
	// reads for all checks.
	Comments bool
}

// Diagnostic is a diagnostic of lua-language-server that is, or is part of, the same as a check.
type Diagnostic struct {
	Name, Group string
	// Part is the pattern CODE/NAME of the findings that it is about; "" for all of the check's.
	Part string
}

// Basis is what the claims of a check rest on, of all that the library debug can change.
type Basis uint8

const (
	OnValues   Basis = iota // on what variables hold, any in the file
	OnVariable              // on what the variable holds that is the subject
	// OnPaths: on that nothing gets to the statement which is the subject, nor to what the
	// finding fades. Where the graph alone says so, no value matters.
	OnPaths
	OnText // on the text and on graphs alone
)
