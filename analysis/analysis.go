// Package analysis is the contract between the facts, the checks and those who
// show findings to people: a check is a value, a finding says what is true and
// where, a fix is a set of edits.
package analysis

import (
	"fmt"
	"slices"

	"luaflow/analysis/globals"
	"luaflow/analysis/modules"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Severity is the rank of a finding.
type Severity uint8

// The severities, the gravest first.
const (
	Error Severity = iota
	Warning
	Hint
)

// String returns the word that people see.
func (s Severity) String() string { return [...]string{"error", "warning", "hint"}[s] }

// Finding is one true statement about a program that its author will want to know.
type Finding struct {
	Code     string      // "dead-store"
	Luacheck string      // "311", or "" where luacheck has none
	Severity Severity    // Error, Warning or Hint: the check's, unless the configuration gives its code another
	Span     source.Span // the name that is stored, declared, …: what is underlined
	Message  string      // lower case, without a full stop, says the reason
	Related  []Related   // the places that Message speaks of, such as what overwrites a value; nil if none
	// Fade is what an editor shows faded because nothing reads or reaches it; not
	// Valid() if nothing. It covers Span.
	Fade source.Span
	// Fades is what is shown faded besides.
	Fades []source.Span
	// Secondary: it is about one value of a call of which another value is used.
	Secondary bool
	// ImplicitSelf: it says that the self which a colon declares is not used, or hides another.
	ImplicitSelf bool
	// Imposed: whoever calls a function wants it so, as the parameters of a method, and the
	// configuration does not ask for its code. An editor fades it; a list of findings has it
	// where somebody asks for its code.
	Imposed bool
	// NotInLuacheck: luacheck, which has its code, does not find it.
	NotInLuacheck bool
	// Unless is what another file may do with the global that the finding is about, so that
	// it does not hold.
	Unless globals.Unless
	// Subject is what the finding is about, for whoever makes a fix or explains it.
	Subject Subject
}

// Subject names the program element of a finding. Func is always set; the others
// where they make sense.
type Subject struct {
	Func    syntax.FuncID
	Store   int               // index into the Stores of Func's map; -1 if none
	Binding resolve.BindingID // the local variable; 0 if none
	Stat    syntax.StatID     // NoStat if none
	Label   resolve.LabelID   // 0 if none
	Global  string            // the name of a global variable; "" if none
	Field   string            // what of the global it is: the indices with dots between; "" for itself
	// Condition: value.Always if the condition that the finding is about is true whenever it is evaluated, value.Never if it is
	// false, whatever metamethods do. 0 if the finding is about no condition, or a metamethod might refute it.
	Condition value.Truth
	// Removal deletes the part of a comment that suppresses nothing; nil if the finding is about no such
	// comment. Package suppress sets it.
	Removal *source.Edit
}

// About returns the subject of a finding about a whole function, to be completed.
func About(fn syntax.FuncID) Subject {
	return Subject{Func: fn, Store: -1, Stat: syntax.NoStat}
}

// Refutable returns the name of what other files may do something with so that the finding is
// none: a global, or with dots a field of one.
func (f *Finding) Refutable() string {
	if f.Unless == globals.UnlessFieldSet && f.Subject.Field != "" {
		return f.Subject.Global + "." + f.Subject.Field
	}
	return f.Subject.Global
}

// Related is another place that belongs to a finding.
type Related struct {
	Span    source.Span // what is underlined there; NoSpan if that is in Other
	Message string      // what happens there: lower case, without a full stop
	// Also: the finding is true of this place too.
	Also bool
	// Other is the file and the line, counted from 1, of a place in another file of the program, by the path from its top: then
	// the Span means nothing. It is the zero Place for a place in the text of the finding.
	Other modules.Place
}

// IsElsewhere reports whether the place is a line of a file of the program, and none of the text of the finding.
func (r *Related) IsElsewhere() bool { return r.Other.Path != "" }

// PointElsewhere returns related places in files of the program, all with one message.
func PointElsewhere(places []modules.Place, message string) []Related {
	out := make([]Related, len(places))
	for i, at := range places {
		out[i] = Related{Span: source.NoSpan, Message: message, Other: at}
	}
	return out
}

// Point returns related places of spans, all with one message.
func Point(places []source.Span, message string) []Related {
	out := make([]Related, len(places))
	for i, at := range places {
		out[i] = Related{Span: at, Message: message}
	}
	return out
}

// PointAtVariables returns related places where variables are declared, with their names in front of one
// message.
func PointAtVariables(x *textmap.Text, variables []resolve.BindingID, message string) []Related {
	out := make([]Related, len(variables))
	for i, id := range variables {
		b := &x.Unit.Res.Bindings[id]
		out[i] = Related{Span: b.Decl.Span(), Message: fmt.Sprintf("`%s` %s", x.Name(b), message)}
	}
	return out
}

// PointAtFunctions returns related places where functions begin, with one message.
func PointAtFunctions(x *textmap.Text, funcs []int, message string) []Related {
	out := make([]Related, len(funcs))
	for i, fn := range funcs {
		out[i] = Related{Span: x.Header(syntax.FuncID(fn)), Message: message}
	}
	return out
}

// Level says what is known of the program that a fix leaves.
type Level uint8

// The levels of fixes, the least trusted first. A fix that is not Safe is never preferred and never part of "fix all".
const (
	Display Level = iota // it does something else, which is likely meant: for people to judge
	Unsafe               // it may have lost an effect, which the title names
	Safe                 // it does the same, as package fix has checked
)

// Levels are the names of all levels, by Level.
var Levels = [...]string{"display", "unsafe", "safe"}

// String returns the name of the level.
func (l Level) String() string { return Levels[l] }

// MarshalText returns the name of the level.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText makes l the level with a name. The error says that there is none.
func (l *Level) UnmarshalText(name []byte) error {
	i := slices.Index(Levels[:], string(name))
	if i < 0 {
		return fmt.Errorf("no level of fixes is called %q", name)
	}
	*l = Level(i)
	return nil
}

// Fix is a change of the text that removes a finding.
type Fix struct {
	Title string        // what it does, in the words of a menu: "remove the dead store to `x`"
	Edits []source.Edit // in order of position, not overlapping
	Level Level         // what is known of the program that is left
	// Preferred: the one that an editor applies at a key press.
	Preferred bool
}
