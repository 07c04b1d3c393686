package session

import (
	"luaflow/analysis"
	"luaflow/analysis/checker"
	"luaflow/analysis/fix"
	"luaflow/analysis/nav"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Engine is all that a session asks of the compiler and the analysis. It is a
// seam: a test of the transport brings its own.
//
// Every function may be called from several goroutines at a time.
type Engine struct {
	Compile  func(*source.File) *compile.Unit
	Check    func(*compile.Unit) []analysis.Finding
	Fixes    func(*compile.Unit, analysis.Finding) []analysis.Fix
	FixAll   func(*source.File) string
	Describe func(*compile.Unit, source.Pos) (nav.Info, bool)
	// Doc is the page of a check, in markdown.
	Doc func(code string) (string, bool)
}

// DefaultEngine is the real one.
func DefaultEngine() *Engine {
	return &Engine{
		Compile: compile.Compile,
		Check:   checker.Check,
		Fixes:   fix.For,
		FixAll: func(f *source.File) string {
			text, _ := fix.All(f, fix.Options{})
			return text
		},
		Describe: nav.At,
		Doc:      checker.Doc,
	}
}
