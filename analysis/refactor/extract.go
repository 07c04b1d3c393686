package refactor

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines how a selection becomes a function.
//
//	local function report(list)           local function report(list)
//	  local sum = 0                         local function extracted(list, sum)
//	  for _, n in ipairs(list) do      →      for _, n in ipairs(list) do
//	    sum = sum + n                           sum = sum + n
//	  end                                     end
//	  return sum / #list                      return sum
//	end                                     end
//	                                        local sum = 0
//	                                        sum = extracted(list, sum)
//	                                        return sum / #list
//	                                      end
//
// What it needs of its surroundings says liveness (inputs.go); what cannot become a function is refused
// (leaves.go).
//
// The proof pairs functions, and so finds no partner for a new one. What is proved is the text in which the
// call of the new function is replaced by its body, as the language defines a call (beta reduction): the
// parameters are variables of a block, which begin with the arguments, and the results are assigned after
// it. For the example:
//
//	local sum = 0
//	local r; do local list, sum = list, sum
//	  for _, n in ipairs(list) do sum = sum + n end
//	r = sum end sum = r
//	return sum / #list
//
// That is the same program as before only if all that flows into the selection and out of it is among the
// arguments and results, and no closure shares a variable with it that has become another one. It is the same
// as the text with the call, as the selection neither jumps out of itself nor names `...`, and is called
// nowhere else. What a call does besides (another level of the stack, one more closure that nobody else gets)
// is not behaviour. An expression assigns nothing, so that there this text is the one before.

// extractFunction plans to make a function of a selection.
func extractFunction(b *book, at source.Span) *Change {
	if at.Empty() {
		return nil
	}
	c := &Change{Kind: Extract, Title: "extract a function"}
	x, err := b.extractionOf(at)
	if err == nil {
		err = x.findLeaves()
	}
	if err == nil {
		err = x.findVariables()
	}
	if err != nil {
		c.Refusal = err.Error()
		return c
	}
	c.drafts = []func() draft{x.draft} // which takes the time of a walk through the selection
	return c
}

// draft returns the edits that make the function.
func (x *extraction) draft() draft {
	name := x.unusedName("extracted")
	indent, isFirst := x.indentOf(x.place.Span().Start)
	body := indent + x.indentUnit()
	was, _ := x.indentOf(x.at.Start)
	moved := x.indented(x.at, was, body)
	nl := x.lineBreak()

	var head strings.Builder
	if !isFirst {
		head.WriteString(nl + indent)
	}
	head.WriteString("local function " + name + "(" + x.list(x.inputs) + ")" + nl + body)
	if len(x.own) > 0 {
		head.WriteString("local " + x.list(x.own) + nl + body)
	}
	if x.expr != nil {
		head.WriteString("return ")
	}
	tail := nl
	if results := x.list(x.assigned, x.declared); results != "" {
		tail += body + "return " + results + nl
	}
	tail += indent + "end" + nl + indent
	start, pad := x.insertion(isFirst), ""
	if x.at.Start > 0 && syntax.IsNameByte(x.text()[x.at.Start-1]) { // a semicolon stood there, or a parenthesis
		pad = " "
	}
	d := draft{why: unproved, isSame: x.expr != nil, edits: []source.Edit{
		{Span: source.Span{Start: start, End: start}, New: head.String() + moved + tail},
		{Span: x.at, New: pad + x.call(name)},
	}}
	if x.expr != nil {
		d.also = x.staysNew
	} else {
		d.model = []source.Edit{{Span: x.at, New: pad + x.reduced()}}
	}
	copied := make(map[bindingID]bool)
	for _, id := range slices.Concat(x.inputs, x.own) {
		copied[id] = true
	}
	d.moved = []move{{from: x.at, to: start + source.Pos(head.Len()), text: moved, copied: copied}}
	return d
}

// list returns the names of variables with commas between.
func (x *extraction) list(ids ...[]bindingID) string {
	var names []string
	for _, id := range slices.Concat(ids...) {
		names = append(names, x.Name(id))
	}
	return strings.Join(names, ", ")
}

// insertion returns where the new function goes: in front of a statement, and of the comments that stand
// right above it.
func (x *extraction) insertion(isFirst bool) source.Pos {
	start := x.place.Span().Start
	if x.at.Start < start {
		return x.at.Start
	}
	for i := len(x.Unit.Tree.Comments) - 1; i >= 0 && isFirst; i-- {
		c := x.Unit.Tree.Comments[i].Span
		if c.Start >= start {
			continue
		}
		if _, isFirst := x.indentOf(c.Start); !isFirst || x.line(c.End)+1 != x.line(start) || x.Unit.Tree.After(c.End) < x.place.Span().Start || c.Start < x.Unit.File.Body() {
			break
		}
		start = c.Start
	}
	return start
}

// call returns what stands in the place of the selection.
func (x *extraction) call(name string) string {
	call := name + "(" + x.list(x.inputs) + ")"
	indent, _ := x.indentOf(x.at.Start)
	switch {
	case x.expr != nil && x.isBare():
		return "(" + call + ")"
	case x.expr != nil:
		return call
	case x.returns:
		return "return " + call
	case len(x.declared) > 0 && len(x.assigned) > 0:
		call = "local " + x.list(x.declared) + x.lineBreak() + indent + x.list(x.assigned, x.declared) + " = " + call
	case len(x.declared) > 0:
		call = "local " + x.list(x.declared) + " = " + call
	case len(x.assigned) > 0:
		call = x.list(x.assigned) + " = " + call
	}
	if next := x.Unit.Tree.After(x.at.End); int(next) < len(x.text()) && x.text()[next] == '(' {
		call += ";"
	}
	return call
}

// isBare reports whether the selection is the only argument of a call that has no parentheses.
func (x *extraction) isBare() bool {
	path := x.path(x.expr)
	switch call := path[len(path)-2].(type) {
	case *syntax.Call:
		return call.Fn != x.expr && !x.Unit.Tree.Paren(call.Fn.Span().End).Valid()
	case *syntax.MethodCall:
		return call.Obj != x.expr && !x.Unit.Tree.Paren(call.Name.End).Valid()
	}
	return false
}

// reduced returns the call of the function with its body in its place: what is proved. Where the call declares
// nothing, this does not either, as a `goto` may lead past it.
func (x *extraction) reduced() string {
	if len(x.assigned) > 0 && len(x.declared) == 0 {
		return "do " + x.flat() + "end "
	}
	return x.flat()
}

// flat returns the same as reduced, with variables for the results that end with the block around.
func (x *extraction) flat() string {
	var text strings.Builder
	var results, taken []string
	for range len(x.assigned) + len(x.declared) {
		results = append(results, x.unusedName("result", taken...))
		taken = append(taken, results[len(results)-1])
	}
	outs := strings.Join(results, ", ")
	if outs != "" {
		text.WriteString("local " + outs + "; ")
	}
	text.WriteString("do ")
	if len(x.inputs) > 0 {
		text.WriteString("local " + x.list(x.inputs) + " = " + x.list(x.inputs) + "; ")
	}
	if len(x.own) > 0 {
		text.WriteString("local " + x.list(x.own) + "; ")
	}
	text.WriteString(x.Unit.File.Slice(x.at) + "\n")
	if outs != "" {
		text.WriteString(outs + " = " + x.list(x.assigned, x.declared))
	}
	text.WriteString(" end ")
	for i, id := range x.assigned {
		text.WriteString(x.Name(id) + " = " + results[i] + "; ")
	}
	for i, id := range x.declared {
		text.WriteString("local " + x.Name(id) + " = " + results[len(x.assigned)+i] + "; ")
	}
	return text.String()
}

// staysNew returns nil if no function in an expression captures a parameter in place of a variable: that is
// another variable at each call, so that each closure is a new one.
func (x *extraction) staysNew() error {
	if x.Unit.Dialects&(syntax.Lua52|syntax.Lua53) == 0 {
		return nil
	}
	for _, n := range namesIn(x.Unit.Tree, x.at) {
		if ref := x.Unit.Res.Refs[n.ID]; ref.Kind == resolve.ToUpvalue && slices.Contains(x.inputs, ref.Binding) {
			return fmt.Errorf("in Lua 5.2 and 5.3 the function that captures %s in line %d would be a new one each time", plan.Quote(x.Name(ref.Binding)), x.line(n.Start))
		}
	}
	return nil
}
