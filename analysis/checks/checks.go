// Package checks is the registry of all checks, and says by which names they are known: their
// own codes, those of luacheck, and the diagnostics of lua-language-server. What a check is, and
// whatever else others need to know of it, stands in its own folder.
//
// A new check takes a folder, called as its code without the hyphens: its page doc.md, a plan.Check
// called Check, what makes its plans in fix.go if there are any, and Lua files in testdata that say
// what is found in them; and two lines of this file, its import and its row in list. Then
//
//	go test ./analysis/checks -run TestLists -update
//
// writes the three lists outside of Go: the table in README.md here, and the properties in the schemas of
// .luaflow.json and of the settings of VS Code. Whoever needs to know something of a check that no field of
// analysis.Check says adds a field, and does not ask for the code.
package checks

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/checks/certainerror"
	"luaflow/analysis/checks/constantcondition"
	"luaflow/analysis/checks/constantparameter"
	"luaflow/analysis/checks/deadcycle"
	"luaflow/analysis/checks/deadstore"
	"luaflow/analysis/checks/deprecated"
	"luaflow/analysis/checks/discardedpurecall"
	"luaflow/analysis/checks/discardedresult"
	"luaflow/analysis/checks/duplicatecondition"
	"luaflow/analysis/checks/emptyblock"
	"luaflow/analysis/checks/ignorederror"
	"luaflow/analysis/checks/invalidsuppression"
	"luaflow/analysis/checks/looprunsonce"
	"luaflow/analysis/checks/lostargument"
	"luaflow/analysis/checks/lostresult"
	"luaflow/analysis/checks/maybeuninitialized"
	"luaflow/analysis/checks/negatedcomparison"
	"luaflow/analysis/checks/neverread"
	"luaflow/analysis/checks/nilindex"
	"luaflow/analysis/checks/noeffectassignment"
	"luaflow/analysis/checks/redundantreturn"
	"luaflow/analysis/checks/requirecycle"
	"luaflow/analysis/checks/reversedloop"
	"luaflow/analysis/checks/samebranches"
	"luaflow/analysis/checks/sameoperands"
	"luaflow/analysis/checks/selfassignment"
	"luaflow/analysis/checks/shadowing"
	"luaflow/analysis/checks/syntaxerror"
	"luaflow/analysis/checks/unbalancedassignment"
	"luaflow/analysis/checks/unclosedhandle"
	"luaflow/analysis/checks/undefinedfield"
	"luaflow/analysis/checks/undefinedglobal"
	"luaflow/analysis/checks/uninitializedread"
	"luaflow/analysis/checks/unreachablecode"
	"luaflow/analysis/checks/unreadfield"
	"luaflow/analysis/checks/unresolvedrequire"
	"luaflow/analysis/checks/unusedexport"
	"luaflow/analysis/checks/unusedfunction"
	"luaflow/analysis/checks/unusedglobal"
	"luaflow/analysis/checks/unusedlabel"
	"luaflow/analysis/checks/unusedlocal"
	"luaflow/analysis/checks/unusedloopvariable"
	"luaflow/analysis/checks/unusedmodule"
	"luaflow/analysis/checks/unusedparameter"
	"luaflow/analysis/checks/unusedrequire"
	"luaflow/analysis/checks/uselessloop"
	"luaflow/analysis/checks/uselesssuppression"
	"luaflow/analysis/checks/writeonlytable"
	"luaflow/analysis/fix/plan"
)

// list is every check, in the order of their codes.
var list = []plan.Check{
	certainerror.Check,
	constantcondition.Check,
	constantparameter.Check,
	deadcycle.Check,
	deadstore.Check,
	deprecated.Check,
	discardedpurecall.Check,
	discardedresult.Check,
	duplicatecondition.Check,
	emptyblock.Check,
	ignorederror.Check,
	invalidsuppression.Check,
	looprunsonce.Check,
	lostargument.Check,
	lostresult.Check,
	maybeuninitialized.Check,
	negatedcomparison.Check,
	neverread.Check,
	nilindex.Check,
	noeffectassignment.Check,
	redundantreturn.Check,
	requirecycle.Check,
	reversedloop.Check,
	samebranches.Check,
	sameoperands.Check,
	selfassignment.Check,
	shadowing.Check,
	syntaxerror.Check,
	unbalancedassignment.Check,
	unclosedhandle.Check,
	undefinedfield.Check,
	undefinedglobal.Check,
	uninitializedread.Check,
	unreachablecode.Check,
	unreadfield.Check,
	unresolvedrequire.Check,
	unusedexport.Check,
	unusedfunction.Check,
	unusedglobal.Check,
	unusedlabel.Check,
	unusedlocal.Check,
	unusedloopvariable.Check,
	unusedmodule.Check,
	unusedparameter.Check,
	unusedrequire.Check,
	uselessloop.Check,
	uselesssuppression.Check,
	writeonlytable.Check,
}

// All is every check, in the order of their codes.
var All = func() []*analysis.Check {
	all := make([]*analysis.Check, len(list))
	for i, c := range list {
		all[i] = c.Check
	}
	return all
}()

// Codes returns the codes of all checks in alphabetical order.
func Codes() []string {
	codes := make([]string, len(All))
	for i, c := range All {
		codes[i] = c.Code
	}
	return codes
}

// Lookup returns the check with a code of luaflow, such as "dead-store", and nil if there is none.
// It takes time proportional to the number of checks.
func Lookup(code string) *analysis.Check {
	for _, c := range All {
		if c.Code == code {
			return c
		}
	}
	return nil
}

// IsCode reports whether a word is the code of a check.
func IsCode(word string) bool { return Lookup(word) != nil }

// Doc returns the doc.md of the check with a code of luaflow, whole, in markdown. If there is no
// such check, page is empty and ok is false.
func Doc(code string) (page string, ok bool) {
	c := Lookup(code)
	if c == nil {
		return "", false
	}
	return c.Doc, true
}

// Maker returns the maker of the fixes for findings with a code, nil if there is none.
func Maker(code string) plan.Maker {
	for _, c := range list {
		if c.Code == code {
			return c.Plans
		}
	}
	return nil
}

// FromLuacheck returns the codes of the checks that answer to a code of luacheck, in
// alphabetical order.
func FromLuacheck(luacheck string) []string {
	return codesOf(func(c *analysis.Check) bool { return slices.Contains(c.Luacheck, luacheck) })
}

// FromLuaLS returns the codes of the checks that a diagnostic of lua-language-server is called
// by, in alphabetical order, and, if it is a part of one check only, the pattern of that part,
// in the form CODE/NAME of a configuration. Of a diagnostic that luaflow does not have both are
// empty.
func FromLuaLS(diagnostic string) (codes []string, part string) {
	codes = codesOf(func(c *analysis.Check) bool {
		return slices.ContainsFunc(c.LuaLS, func(d analysis.Diagnostic) bool { return d.Name == diagnostic && d.Part == "" })
	})
	for _, c := range All {
		for _, d := range c.LuaLS {
			if d.Name == diagnostic && d.Part != "" {
				return codes, d.Part
			}
		}
	}
	return codes, ""
}

// IsWider reports whether lua-language-server finds more under the name of one of its diagnostics than the checks do that are called by it.
func IsWider(diagnostic string) bool {
	return slices.ContainsFunc(All, func(c *analysis.Check) bool {
		return slices.ContainsFunc(c.LuaLS, func(d analysis.Diagnostic) bool { return d.Name == diagnostic && d.Wider })
	})
}

// InGroup returns the diagnostics of lua-language-server in one of its groups, those that some
// check has, in alphabetical order.
func InGroup(group string) (diagnostics []string) {
	for _, c := range All {
		for _, d := range c.LuaLS {
			if d.Group == group {
				diagnostics = append(diagnostics, d.Name)
			}
		}
	}
	slices.Sort(diagnostics)
	return slices.Compact(diagnostics)
}

// WithSecondaries returns the codes of the checks that may find a Secondary.
func WithSecondaries() []string {
	return codesOf(func(c *analysis.Check) bool { return c.Secondaries })
}

// OfComments returns the check that is about a kind of comments.
func OfComments(kind analysis.Comments) *analysis.Check {
	return All[slices.IndexFunc(All, func(c *analysis.Check) bool { return c.Comments == kind })]
}

// codesOf returns the codes of the checks of which is says so.
func codesOf(is func(*analysis.Check) bool) (codes []string) {
	for _, c := range All {
		if is(c) {
			codes = append(codes, c.Code)
		}
	}
	return codes
}
