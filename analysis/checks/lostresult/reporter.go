package lostresult

import (
	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
)

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	calls     *calls.Calls
	constants *consts.Constants
}
