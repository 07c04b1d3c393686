package config

import (
	"luaflow/analysis"
	"luaflow/analysis/config/std"
	"luaflow/compile/syntax"
)

// This file defines what one source says: a file, one of the paths in a file, the
// editor, the command line, an inline comment.

// Flag is a switch, by luacheck's name of it.
type Flag string

// The switches.
const (
	Global            Flag = "global"             // report 1xx
	Unused            Flag = "unused"             // report 2xx and 3xx
	Redefined         Flag = "redefined"          // report 4xx
	UnusedArgs        Flag = "unused_args"        // report 212 and 213
	UnusedSecondaries Flag = "unused_secondaries" // report values set beside others that are used
	Self              Flag = "self"               // report an implicit self
	Compat            Flag = "compat"             // the standard is max
	AllowDefined      Flag = "allow_defined"      // an assignment defines a global
	AllowDefinedTop   Flag = "allow_defined_top"  // one outside of functions does
	Module            Flag = "module"             // what the file defines is for itself
	GitIgnore         Flag = "gitignore"          // what git ignores is not checked
	NoDebugAccess     Flag = "no_debug_access"    // debug.* never reaches into this program's variables
	Generated         Flag = "generated"          // report in generated files what is reported in others
	Color             Flag = "color"
	ShowCodes         Flag = "codes"
	ShowRanges        Flag = "ranges"
)

// flags is the switches with their defaults, in the order in which they are shown.
var flags = []struct {
	flag      Flag
	byDefault bool
}{
	{Global, true}, {Unused, true}, {Redefined, true}, {UnusedArgs, true}, {UnusedSecondaries, true},
	{Self, true}, {Compat, false}, {AllowDefined, false}, {AllowDefinedTop, false}, {Module, false},
	{GitIgnore, true}, {NoDebugAccess, false}, {Generated, false},
	{Color, true}, {ShowCodes, false}, {ShowRanges, false},
}

// Limit is a number, by luacheck's name of it.
type Limit string

// The numbers.
const (
	MaxLineLength        Limit = "max_line_length" // of the three below that are not set
	MaxCodeLineLength    Limit = "max_code_line_length"
	MaxStringLineLength  Limit = "max_string_line_length"
	MaxCommentLineLength Limit = "max_comment_line_length"
	MaxComplexity        Limit = "max_cyclomatic_complexity"
	Quiet                Limit = "quiet" // 0 to 3
)

// NoLimit stands for no limit.
const NoLimit = -1

// limits is the numbers with their defaults.
var limits = []struct {
	limit     Limit
	byDefault int
}{
	{MaxLineLength, 120}, {MaxCodeLineLength, 120}, {MaxStringLineLength, 120}, {MaxCommentLineLength, 120},
	{MaxComplexity, NoLimit}, {Quiet, 0},
}

// Level is how grave a finding is to be taken.
type Level string

// The levels.
const (
	Off     Level = "off"
	Hint    Level = "hint"
	Warning Level = "warning"
	Error   Level = "error"
)

// Severity returns the rank of a finding at the level; not ok if it is not to be reported.
func (l Level) Severity() (s analysis.Severity, ok bool) {
	switch l {
	case Error:
		return analysis.Error, true
	case Warning:
		return analysis.Warning, true
	case Hint:
		return analysis.Hint, true
	}
	return analysis.Hint, false
}

// CodeLevel is the level of one of our codes.
type CodeLevel struct {
	Code  string // ours, such as "dead-store"; never luacheck's
	Level Level  // Off, or the severity of what it finds
}

// Standard is the choice of a standard: by name, `lua51+busted`, or by a table.
type Standard struct {
	Names []string // in the order written; nil if it is a table
	// Adds: to the standard that is chosen elsewhere, not in its place.
	Adds  bool
	Table *std.Standard // nil if it is chosen by names
}

// Layer is what one source says. Its zero value says nothing.
type Layer struct {
	// From is the source as a whole, and Folder where its paths start, absolute and with
	// slashes; "" if they have no such place.
	From   Origin
	Folder string
	// Luacheck: it is a .luacheckrc. Server: it is lua-language-server's configuration.
	Luacheck, Server bool
	// ByHand: it was given for this run. The standards that luacheck adds by the path of
	// a file are not added to the one that it chooses.
	ByHand bool

	Dialect *Setting[syntax.Dialect]          // nil if the source does not name one
	Spoken  []string                          // the symbols that go with the dialect
	Std     *Setting[Standard]                // nil if the source chooses none
	Stds    map[string]Setting[*std.Standard] // custom standards

	// What is listed of these is replaced, what is named merged: see std.Field.
	Globals, ReadGlobals *List[std.Definition]
	// The same, and what earlier layers say of the same kind is forgotten.
	NewGlobals, NewReadGlobals *List[std.Definition]
	NotGlobals                 *List[string] // with dots
	// GlobalPatterns is patterns of Lua for names that are globals.
	GlobalPatterns *List[string]

	Flags  map[Flag]Setting[bool] // those that the source sets, to true or false; no entry says nothing
	Limits map[Limit]Setting[int] // those that the source sets: NoLimit lifts one

	// Ignore hides what matches, Only all else, Enable shows what others hide: see Inquiry.
	Ignore, Enable, Only *List[Pattern]
	Levels               []Setting[CodeLevel] // later ones win

	// Libraries is folders and files, absolute, that define globals besides the project.
	// LibraryStds is standards that stand for others, and UnknownLibraries says that nothing
	// is known of some.
	Libraries        *List[string]
	LibraryStds      []string
	UnknownLibraries bool

	Symbols          *List[string] // syntax that is none of Lua's: `+=`, `!=`, `continue`
	Exclude, Include *List[string] // globs of paths
	Roots            *List[string] // globs of the files that start a program
	PackagePath      *List[string] // templates of where modules are, as package.path has them

	// Formatter is how luacheck is to print what it finds.
	Formatter *Setting[string]

	// Ignored is options that are accepted and have no use here.
	Ignored []Setting[string]

	// Files is what it says of some paths only.
	Files []Override
}

// Override is what a source says of the paths that match a glob.
type Override struct {
	Glob string // as it is written; it starts at the source's folder
	Layer
	// byDefault: it is luacheck's, not the user's.
	byDefault bool
}

// setFlag sets a switch.
func (l *Layer) setFlag(f Flag, value bool, from Origin) {
	if l.Flags == nil {
		l.Flags = map[Flag]Setting[bool]{}
	}
	l.Flags[f] = Setting[bool]{value, from}
}

// setLimit sets a number.
func (l *Layer) setLimit(limit Limit, value int, from Origin) {
	if l.Limits == nil {
		l.Limits = map[Limit]Setting[int]{}
	}
	l.Limits[limit] = Setting[int]{value, from}
}
