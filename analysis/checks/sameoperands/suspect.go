package sameoperands

import (
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
)

// This file defines which functions may have an operator of this kind: few have, and the others need no walk
// through their text.

// longest is how many bytes an operator with its operands may have. Nobody takes more text for something else.
const longest = 400

// suspects returns where there may be operators in a function both operands of which are the same text, in no certain
// order.
func suspects(fp *analysis.FuncPass) (found []source.Pos) {
	text := fp.Unit.File.Text()
	for pc, i := range fp.Flow.Proto.Code {
		operates, asks := isOperator(i), effect.ConditionOf(i) != effect.Unconditional
		if !operates && !asks {
			continue
		}
		at := fp.Map.Origins.At(pc).Span()
		if at.Len() <= longest && (operates && isMirrored(text[at.Start:at.End]) || asks && isRepeated(text, at)) {
			found = append(found, at.Start)
		}
	}
	return found
}

// isOperator reports whether an instruction may be an operator with two operands.
func isOperator(i bytecode.Instruction) bool {
	switch effect.ReferenceOf(i) {
	case effect.Operates, effect.Compares:
		return true
	}
	return false
}

// apart is how many bytes there may be between the operands of an operator other than `and` and `or`.
const apart = 24

// isMirrored reports whether a text ends as it begins, but for what stands in the middle.
func isMirrored(text string) bool {
	for k := len(text) / 2; k > 0 && len(text)-2*k <= apart; k-- {
		if text[0] == text[len(text)-k] && text[:k] == text[len(text)-k:] {
			return true
		}
	}
	return false
}

// isRepeated reports whether an expression, whose truth is asked for, stands once more after an `and` or `or`.
func isRepeated(text string, at source.Span) bool {
	rest := text[at.End:min(int(at.End)+longest, len(text))]
	for len(rest) > 0 && (rest[0] == ')' || rest[0] <= ' ') {
		rest = rest[1:]
	}
	operand, ok := strings.CutPrefix(rest, "and")
	if !ok {
		operand, ok = strings.CutPrefix(rest, "or")
	}
	if !ok {
		return false
	}
	operand = strings.TrimLeft(operand, "( \t\r\n")
	asked := text[at.Start:at.End]
	if strings.HasPrefix(withoutNot(operand), withoutNot(asked)) {
		return true
	}
	// What asks for the last operand of a chain stands for all of it.
	last := max(strings.LastIndex(asked, "and"), strings.LastIndex(asked, "or"))
	if last < 0 {
		return false
	}
	asked = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(asked[last:], "and"), "or"), "( \t\r\n")
	return strings.HasPrefix(withoutNot(operand), withoutNot(asked))
}

// withoutNot returns what a `not` in front of an expression applies to, or the expression.
func withoutNot(text string) string {
	return strings.TrimLeft(strings.TrimPrefix(text, "not"), "( \t\r\n")
}
