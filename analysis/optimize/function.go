package optimize

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/live"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	bc "luaflow/compile/bytecode"
)

// Functions, and what is decided about them before they are written anew.

// Function is the optimised form of a function.
type Function struct {
	Proto *bc.Proto // the code that is left
	// From is by pc the pc of the original instruction that it stands for, or for
	// whose target a jump was added.
	From []int32
	// Children is by index of the original's inner functions what they have become;
	// nil for those of which no closure is made any more.
	Children []*Function
}

// follow makes of f, with next made from it, what next is of f's original.
func (f *Function) follow(next *Function) {
	for pc, from := range next.From {
		next.From[pc] = f.From[from]
	}
	at := 0 // in next.Children, which has those that f had left
	for k, child := range f.Children {
		if child == nil {
			continue
		}
		if left := next.Children[at]; left != nil {
			child.follow(left)
		} else {
			f.Children[k] = nil
		}
		at++
	}
	f.Proto, f.From = next.Proto, next.From
}

// known is what the analysis knows of the whole program.
type known struct {
	code      *facts.Code
	forms     *ssa.Forms
	constants *consts.Constants
	marking   *live.Marking
}

func knownOf(c *facts.Code) known {
	return known{code: c, forms: c.Forms(), constants: c.Constants(), marking: c.Marking(value.None)}
}

// plan says what becomes of a function.
type plan struct {
	*known
	f    *flow.Func
	ssa  *ssa.Form
	code []bc.Instruction // by pc: what is to stand there
	keep []bool           // by pc: something does
	// next is by block where control goes when it leaves, if that is one place only
	// and not the last instruction's to say; cfg.None otherwise.
	next      []cfg.BlockID
	constants []bc.Constant
	numbers   map[bc.Constant]int // in constants, of those that are new
	children  []*Function         // by index in Proto.Protos; nil for those that are gone
}
