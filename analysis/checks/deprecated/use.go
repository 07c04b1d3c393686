package deprecated

import (
	"luaflow/analysis"
	"luaflow/analysis/definitions"
	"luaflow/analysis/globals"
)

// reporter looks at the uses of globals in one file.
type reporter struct {
	*analysis.Pass
	globals *globals.Globals
	own     *definitions.Table // what the file says itself
}

// use is one of something that is deprecated.
type use struct {
	*globals.Use
	name string // what is deprecated
	definitions.Definition
	isOwn     bool // the file itself says so
	isGuarded bool // the program asks what it has there
	ofModule  bool // it is a field of what `require` gives
}
