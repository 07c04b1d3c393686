package checker

import (
	"luaflow/analysis"
	"luaflow/analysis/checks/constantcondition"
	"luaflow/analysis/checks/deadcycle"
	"luaflow/analysis/checks/deadstore"
	"luaflow/analysis/checks/discardedpurecall"
	"luaflow/analysis/checks/duplicatecondition"
	"luaflow/analysis/checks/emptyblock"
	"luaflow/analysis/checks/invalidsuppression"
	"luaflow/analysis/checks/looprunsonce"
	"luaflow/analysis/checks/maybeuninitialized"
	"luaflow/analysis/checks/negatedcomparison"
	"luaflow/analysis/checks/neverread"
	"luaflow/analysis/checks/redundantreturn"
	"luaflow/analysis/checks/reversedloop"
	"luaflow/analysis/checks/selfassignment"
	"luaflow/analysis/checks/shadowing"
	"luaflow/analysis/checks/syntaxerror"
	"luaflow/analysis/checks/unbalancedassignment"
	"luaflow/analysis/checks/undefinedglobal"
	"luaflow/analysis/checks/uninitializedread"
	"luaflow/analysis/checks/unreachablecode"
	"luaflow/analysis/checks/unreadfield"
	"luaflow/analysis/checks/unusedfunction"
	"luaflow/analysis/checks/unusedglobal"
	"luaflow/analysis/checks/unusedlabel"
	"luaflow/analysis/checks/unusedlocal"
	"luaflow/analysis/checks/unusedloopvariable"
	"luaflow/analysis/checks/unusedparameter"
	"luaflow/analysis/checks/uselesssuppression"
	"luaflow/analysis/checks/writeonlytable"
)

// checks is every check, in the order of their codes.
var checks = []*analysis.Check{
	constantcondition.Check,
	deadcycle.Check,
	deadstore.Check,
	discardedpurecall.Check,
	duplicatecondition.Check,
	emptyblock.Check,
	invalidsuppression.Check,
	looprunsonce.Check,
	maybeuninitialized.Check,
	negatedcomparison.Check,
	neverread.Check,
	redundantreturn.Check,
	reversedloop.Check,
	selfassignment.Check,
	shadowing.Check,
	syntaxerror.Check,
	unbalancedassignment.Check,
	undefinedglobal.Check,
	uninitializedread.Check,
	unreachablecode.Check,
	unreadfield.Check,
	unusedfunction.Check,
	unusedglobal.Check,
	unusedlabel.Check,
	unusedlocal.Check,
	unusedloopvariable.Check,
	unusedparameter.Check,
	uselesssuppression.Check,
	writeonlytable.Check,
}

// Codes returns the codes of all checks in alphabetical order.
func Codes() []string {
	codes := make([]string, len(checks))
	for i, c := range checks {
		codes[i] = c.Code
	}
	return codes
}

// Lookup returns the check with a code.
func Lookup(code string) (*analysis.Check, bool) {
	for _, c := range checks {
		if c.Code == code {
			return c, true
		}
	}
	return nil, false
}

// Doc returns the page of a check, in markdown.
func Doc(code string) (string, bool) {
	c, ok := Lookup(code)
	if !ok {
		return "", false
	}
	return c.Doc, true
}

// Aliases returns the codes of the checks that answer to a luacheck code.
func Aliases(luacheck string) []string {
	var codes []string
	for _, c := range checks {
		for _, alias := range c.Luacheck {
			if alias == luacheck {
				codes = append(codes, c.Code)
			}
		}
	}
	return codes
}
