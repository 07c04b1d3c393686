// Package emptyblock reports blocks and statements that hold nothing: `do end`,
// branches of an `if` without a statement, and lone semicolons.
package emptyblock

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is empty-block.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "empty-block",
		Luacheck:  []string{"541", "542", "551"},
		Family:    "5",
		LuaLS:     []analysis.Diagnostic{{Name: "empty-block", Group: "unused"}},
		Title:     "a block or statement is empty",
		Doc:       doc,
		Severity:  analysis.Hint,
		Spare:     analysis.SpareInFile,
		Basis:     analysis.OnText,
		Uncovered: true,
		Leaving:   true,
		Run:       run,
		Stat:      func(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) { return checker{p}.stat },
		Stats:     syntax.Dos | syntax.Ifs | syntax.Loops,
	},
}

func run(p *analysis.Pass) {
	c := checker{p}
	for _, fn := range p.Unit.Tree.Funcs {
		if p.Text.IsWhole(fn) {
			c.semicolons(fn.ID, fn.Body)
		}
	}
}

type checker struct{ *analysis.Pass }

// stat looks at the blocks of a statement.
func (c checker) stat(fn syntax.FuncID, s syntax.Stat) {
	switch s := s.(type) {
	case *syntax.Do:
		c.block(fn, s, s.Body, s.Span(), "541", "empty `do` block")
	case *syntax.If:
		c.branches(fn, s)
	case *syntax.While:
		c.semicolons(fn, s.Body)
	case *syntax.Repeat:
		c.semicolons(fn, s.Body)
	case *syntax.NumericFor:
		c.semicolons(fn, s.Body)
	case *syntax.GenericFor:
		c.semicolons(fn, s.Body)
	}
}

func (c checker) branches(fn syntax.FuncID, s *syntax.If) {
	message := "empty `if` branch"
	clauses := s.Clauses()
	for i := range clauses {
		body := &clauses[i].Body
		head := c.Text.Head(s.ClausePos(i), body)
		c.block(fn, s, body, head, "542", message)
		message = "empty `elseif` branch"
	}
	if final := s.Else(); final != nil {
		word := source.Span{Start: final.Start - source.Pos(len("else")), End: final.Start}
		c.block(fn, s, final, word, "542", "empty `else` branch")
	}
}

// block reports a block of a statement if nothing stands in it, not even a comment that
// says why.
func (c checker) block(fn syntax.FuncID, s syntax.Stat, b *syntax.Block, at source.Span, luacheck, message string) {
	isReported := isEmpty(b) && (c.Text.Pedantic || !c.Text.HasComment(b))
	if isReported {
		c.report(fn, s, at, luacheck, message)
	}
	if !isReported || c.Text.Pedantic {
		c.semicolons(fn, b)
	}
}

func isEmpty(b *syntax.Block) bool {
	for _, s := range b.Stats {
		if _, ok := s.(*syntax.Empty); !ok {
			return false
		}
	}
	return true
}

// semicolons reports the semicolons of a block that stand after no statement.
func (c checker) semicolons(fn syntax.FuncID, b *syntax.Block) {
	after := false // a statement that is one
	for _, s := range b.Stats {
		_, lone := s.(*syntax.Empty)
		if lone && !after {
			c.report(fn, s, s.Span(), "551", "empty statement")
		}
		after = !lone
	}
}

func (c checker) report(fn syntax.FuncID, s syntax.Stat, at source.Span, luacheck, message string) {
	f := c.Finding(fn, at)
	f.Luacheck, f.Message = luacheck, message
	f.Subject.Stat = s.ID()
	c.Report(f)
}
