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
	Compile func(*source.File) *compile.Unit
	Check   func(*compile.Unit) []analysis.Finding
	Fixes   func(*compile.Unit, analysis.Finding) []analysis.Fix
	// Near are changes that mend no finding, for a place in the text.
	Near     func(*compile.Unit, source.Span) []analysis.Fix
	FixAll   func(*source.File) string
	Describe func(*compile.Unit, source.Pos) (nav.Info, bool)
	// Doc is the page of a check, in markdown.
	Doc func(code string) (string, bool)
}

// DefaultEngine is the real one.
func DefaultEngine() *Engine {
	fixer := fix.New(checker.Check)
	return &Engine{
		Compile: compile.Compile,
		Check:   checker.Check,
		Fixes:   fixer.For,
		Near:    fixer.Near,
		FixAll: func(f *source.File) string {
			text, _ := fixer.All(f, fix.Options{})
			return text
		},
		Describe: nav.At,
		Doc:      checker.Doc,
	}
}
