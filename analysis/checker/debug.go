package checker

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/compile/syntax"
)

// Files that look into running functions. Claims about them assume that no function
// of the debug library reads or writes a variable from outside (an assumption of
// every finding); a file that names one of those functions does not keep it.

// intruders is the functions of the debug library that reach variables of functions
// that do not hand them out.
var intruders = [...]string{
	"getlocal", "setlocal", "getupvalue", "setupvalue", "upvaluejoin", "sethook",
}

// debugFunction is the first of the intruders that a text names, as a field, a
// variable or a string, if it names the debug library too; "" otherwise. That is
// more than calls of them: the library has many ways in.
func debugFunction(t *syntax.Tree) string {
	library := false
	named := len(intruders)
	for s := range t.NumSyms() {
		switch name := t.Str(syntax.Sym(s)); len(name) {
		case len("debug"), len("sethook"), len("getlocal"), len("getupvalue"), len("upvaluejoin"):
			library = library || name == "debug"
			for i, fn := range intruders[:named] {
				if name == fn {
					named = i
				}
			}
		}
	}
	if !library || named == len(intruders) {
		return ""
	}
	return intruders[named]
}

// lower makes hints of what may not hold because of a debug function: of all but globals,
// whose names it does not change.
func lower(found []analysis.Finding, fn string) {
	for i := range found {
		if f := &found[i]; f.Severity != analysis.Error && f.Subject.Global == "" {
			f.Severity = analysis.Hint
			f.Message += fmt.Sprintf(" (as far as `debug.%s`, which this file names, does not reach it)", fn)
		}
	}
}
