package analysis

import (
	"luaflow/analysis/dataflow"
	"luaflow/analysis/effect"
	"luaflow/analysis/value"
)

// Facts about whole programs. What is known of a value, a table or a call of one
// function depends on what all others do with what they share, so that one function
// of which text is missing may refute what is known of the rest: the missing text may
// write to any variable that it can see, assign a standard name, or return. Checks
// ask for such facts here and nowhere else.

// Constants is what is known of the values that the file computes and of the
// instructions that it executes; nil if text that is missing could refute it.
func (p *Pass) Constants() *dataflow.Constants {
	if !p.isComplete() {
		return nil
	}
	return p.Flow.Constants()
}

// Objects is the tables that the file keeps to itself; nil if text that is missing
// could refute it.
func (p *Pass) Objects() *dataflow.Objects {
	if !p.isComplete() {
		return nil
	}
	return p.Flow.Objects()
}

// Marking is what is live at a level; nil if text that is missing could refute it.
func (p *Pass) Marking(level value.Impact) *dataflow.Marking {
	if !p.isComplete() {
		return nil
	}
	return p.Flow.Marking(level)
}

// isComplete reports whether the code of all functions stands for their text.
func (p *Pass) isComplete() bool { return p.Flow != nil && len(p.Unit.Errors) == 0 }

// UsesNil reports whether the instruction at pc is executed, as far as that can be
// known, and is more than a test whether its operand is nil.
func (p *Pass) UsesNil(f *dataflow.Func, pc int) bool {
	c := p.Constants()
	return c != nil && c.Executable(f, pc) && !effect.TestsNil(f.Proto, pc)
}
