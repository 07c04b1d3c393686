package checker

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/compile/syntax"
)

// Files that look into running functions. Claims about them assume that no function
// of the debug library reads or writes a variable from outside (an assumption of
// every finding); a file that names one of those functions does not keep it.

// intruders is the functions of the debug library that reach variables of functions
// that do not hand them out: first those that reach all of them, then those that reach what
// closures share.
var intruders = [...]string{
	"getlocal", "setlocal", "getupvalue", "setupvalue", "upvaluejoin", "sethook",
}

// numAnywhere is how many of the intruders reach variables that no closure shares.
const numAnywhere = 2

// debugFunction returns the index of the first of the intruders that a text names, as a field, a
// variable or a string, if it names the debug library too; len(intruders) otherwise. That
// is more than calls of them: the library has many ways in.
func debugFunction(t *syntax.Tree) int {
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
	if !library {
		return len(intruders)
	}
	return named
}

// lower makes hints of what may not hold because of an intruder, by its index, that the file
// names, and says so.
func lower(p *analysis.Pass, found []analysis.Finding, intruder int) {
	for i := range found {
		if f := &found[i]; f.Severity != analysis.Error && mayReach(p, f, intruder) {
			f.Severity = analysis.Hint
			f.Message += fmt.Sprintf(" (unless `debug.%s`, which this file names, reaches it)", intruders[intruder])
		}
	}
}

// mayReach reports whether a finding may fail by an intruder, or one that comes after it. No
// function changes the names of globals, nor the graph of a function.
func mayReach(p *analysis.Pass, f *analysis.Finding, intruder int) bool {
	basis := checks.Lookup(f.Code).Basis
	switch {
	case basis == analysis.OnText || f.Subject.Global != "":
		return false
	case basis == analysis.OnVariable && intruder >= numAnywhere && f.Subject.Binding != 0:
		return p.Unit.Res.Bindings[f.Subject.Binding].Captured
	case basis == analysis.OnPaths && p.Facts.Code != nil && f.Subject.Stat != syntax.NoStat:
		fp := p.At(f.Subject.Func)
		return fp.Flow.Graph.Reachable(int(fp.Text.PCs(p.Unit.Tree.Stats[f.Subject.Stat]).Start))
	}
	return true
}
