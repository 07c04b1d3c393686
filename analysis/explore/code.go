package explore

import (
	"fmt"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// functionView is a question about one function.
type functionView struct {
	*View
	id    syntax.FuncID
	proto *bytecode.Proto
	size  int        // of the code that is shown, from its begin
	flow  *flow.Func // what is known of it; nil where the code does not stand for the text
}

// textOf returns an instruction with its operands, and what a listing says after them.
func textOf(p *bytecode.Proto, pc int) (text, comment string) {
	text, comment, _ = strings.Cut(bytecode.Format(p, pc), " ; ") // operands are numbers
	op, operands, _ := strings.Cut(text, " ")
	return strings.TrimRight(fmt.Sprintf("%-9s %s", op, operands), " "), comment
}

// defines reports whether an instruction may give a register a value.
func defines(p *bytecode.Proto, pc, reg int) bool {
	return effect.Defs(p, pc).Has(reg) || effect.MayDefs(p, pc).Has(reg) || effect.EdgeDefs(p, pc).Has(reg)
}
