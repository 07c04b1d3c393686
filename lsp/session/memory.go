package session

import (
	"luaflow/analysis"
	"luaflow/compile"
)

// Memory is what the text of a document is compiled and analysed in, and then the next one. What was
// made in it may not be used any more when it is used again.
type Memory struct {
	units compile.Memory
	facts analysis.Memory
	dirty bool // a check is running in facts, or was stopped
}
