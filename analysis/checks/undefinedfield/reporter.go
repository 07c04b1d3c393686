package undefinedfield

import (
	"luaflow/analysis"
	"luaflow/analysis/consts"
	"luaflow/analysis/tables"
)

// reporter reports reads in one file.
type reporter struct {
	*analysis.Pass
	objects   *tables.Objects
	constants *consts.Constants
}
