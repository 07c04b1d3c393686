package certainerror

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// What is said of a fault.

func (r *reporter) report(fault *fault) {
	f := r.Finding(r.ID, r.Map.Origins.At(fault.pc).Span())
	switch {
	case fault.closed != nil:
		f.Span = fault.closed.Span()
		f.Message = fmt.Sprintf("`%s` cannot be closed, which raises an error: it is %s", r.Unit.Tree.Str(fault.closed.Sym),
			kindOf(r.constants.Pool(), r.constants.Value(r.Flow, r.form.First(fault.pc))))
	case fault.missing > 0:
		r.lacking(&f, fault)
	case !r.operation(&f, fault):
		return
	}
	r.Report(f)
}

// lacking adds to a finding what a call of string.format lacks.
func (r *reporter) lacking(f *analysis.Finding, fault *fault) {
	given := len(r.form.Uses(fault.pc)) - 2
	f.Message = fmt.Sprintf("this raises an error: the format asks for %s, and gets %s", count(given+fault.missing), number(given))
	f.Related = analysis.Point(r.made(fault.pc, &operand{v: r.form.Uses(fault.pc)[1]}), "the format is this")
}

// count returns a number of arguments in words.
func count(n int) string {
	if n == 1 {
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// number returns a number in words.
func number(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "one"
	}
	return fmt.Sprint(n)
}

// operation adds to a finding what an operation refuses, and reports whether that is for this check to say.
func (r *reporter) operation(f *analysis.Finding, fault *fault) bool {
	op := r.operationAt(fault)
	k := r.culprit(fault)
	refused, object := &fault.operands[k], op.object(k)
	kind := kindOf(r.constants.Pool(), refused.is)
	if op.isLoop {
		op.doing = [...]string{"a loop from", "a loop to", "a loop in steps of"}[k]
	}
	switch {
	case op.global != nil:
		f.Message = fmt.Sprintf("the use of the global `%s` raises an error: `_ENV` is %s here", r.Unit.Tree.Str(op.global.Sym), kind)
		r.because(f, fault.pc, refused)
		return true
	case object == nil:
		f.Message = fmt.Sprintf("%s %s raises an error", op.doing, kind)
		return true
	case r.isUndeclared(object, refused) || r.isSwitchedOff(object) || r.isNeverSet(refused) || r.isReplaced(fault.pc, refused):
		return false
	case op.isLoop && refused.is.Is(value.Number):
		f.Span, f.Message = object.Span(), "a loop in steps of 0 raises an error"
		return true
	case op.divides && refused.is.Is(value.Number):
		f.Message = fmt.Sprintf("`%s` by 0 raises an error if both are integers, as they are here", op.word)
		return true
	case op.compares:
		other := kindOf(r.constants.Pool(), fault.operands[1-k].is)
		f.Message = fmt.Sprintf("comparing %s with %s raises an error", r.described(object, kind), other)
	default:
		f.Message = fmt.Sprintf("%s %s raises an error", op.doing, r.described(object, kind))
	}
	f.Span = object.Span()
	if isNamed(object) {
		f.Message += fmt.Sprintf(": it is %s here", kind)
		r.because(f, fault.pc, refused)
	}
	return true
}

// culprit returns which operand is refused: the first that does not fit, and of two to be compared that which is not written there.
func (r *reporter) culprit(fault *fault) int {
	i := r.Flow.Proto.Code[fault.pc]
	last := len(fault.operands) - 1
	for k := range fault.operands {
		is := fault.operands[k].is
		switch {
		case effect.Concatenates(i):
			if !is.MayBe(value.Number | value.String) {
				return k
			}
		case effect.ConditionOf(i) == effect.Comparison:
			if fault.operands[k].v >= 0 && !r.isWritten(fault.operands[k].v) {
				return k
			}
		case effect.PreparesLoop(i):
			if is.Is(refused) && !is.MayBe(value.Number) && !r.isNumeral(is) {
				return k
			}
		case !r.isNumeral(is) && (!is.MayBe(value.Number|value.String) || k == last || r.isNumeral(fault.operands[last].is)):
			return k
		}
	}
	return last
}

// isWritten reports whether the code has a constant for v.
func (r *reporter) isWritten(v ssa.ValueID) bool {
	d := &r.form.Values[v]
	if d.Kind != ssa.DefValue {
		return false
	}
	_, ok := effect.Literal(r.Flow.Proto, int(d.PC))
	return ok
}

// isNumeral reports whether v is a number, or a string that may stand for one.
func (r *reporter) isNumeral(v value.Value) bool {
	text, isText := r.constants.Pool().Text(v)
	return v.Is(value.Number) || isText && strings.ContainsAny(text, "0123456789") || v.Is(value.String) && !isText
}

// described returns an expression in quotes if it has a name, else what it is.
func (r *reporter) described(e syntax.Expr, kind string) string {
	if isNamed(e) {
		return "`" + plan.Excerpt(r.Unit.File.Slice(e.Span())) + "`"
	}
	return kind
}

// isNamed reports whether an expression says not by itself what it is.
func isNamed(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Table, *syntax.Function:
		return false
	case *syntax.Paren:
		return isNamed(e.X)
	}
	return true
}

// kinds is what types are called in messages.
var kinds = []struct {
	types value.Types
	name  string
}{
	{value.Nil, "nil"}, {value.False, "false"}, {value.True, "true"}, {value.Number, "a number"}, {value.String, "a string"},
	{value.Table, "a table without a metatable"}, {value.Function, "a function"},
}

// kindOf returns what values are, in words.
func kindOf(p *value.Pool, v value.Value) string {
	if text, ok := p.Text(v); ok && len(text) < 20 && !strings.ContainsAny(text, "\r\n`") {
		return fmt.Sprintf("the string \"%s\"", text)
	}
	var words []string
	types := v.Types()
	if v.Name() != 0 {
		types &^= value.Nil // as it is where somebody keeps it away
	}
	if types&value.Boolean == value.Boolean {
		words = append(words, "a boolean")
		types &^= value.Boolean
	}
	for _, k := range kinds {
		if types&k.types != 0 {
			words = append(words, k.name)
		}
	}
	return strings.Join(words, " or ")
}

// isUndeclared reports whether an operand is the nil of a declaration without a value: uninitialized-read reports that.
func (r *reporter) isUndeclared(e syntax.Expr, o *operand) bool {
	n, ok := e.(*syntax.Name)
	if !ok || len(o.by) > 0 {
		return false
	}
	ref := r.Unit.Res.Refs[n.ID]
	if ref.Kind != resolve.ToLocal && ref.Kind != resolve.ToUpvalue {
		return false
	}
	b := &r.Unit.Res.Bindings[ref.Binding]
	return slices.ContainsFunc(r.Unit.Funcs[b.Func].Map.Stores, func(s srcmap.StoreRec) bool {
		if s.Binding != ref.Binding || !r.Text.IsImplicitNil(&s) {
			return false
		}
		return b.Writes == 0 || o.v >= 0 && b.Func == r.ID && r.form.Original(o.v) == r.form.Def(int(s.PCs.End)-1, int(s.Reg))
	})
}

// isNeverSet reports whether an operand is the value of a field that nothing sets: undefined-field reports that.
func (r *reporter) isNeverSet(o *operand) bool {
	if o.v < 0 || r.form.Values[o.v].Kind != ssa.DefValue {
		return false
	}
	touch := r.Facts.Objects().Touch(r.Flow, int(r.form.Values[o.v].PC))
	return touch.Object != tables.NoObject && touch.How&tables.ReadsSlot != 0 && !r.Facts.Objects().IsSet(touch.Slot)
}

// isReplaced reports whether an operand that the instruction at pc indexes or calls has a standard name: other code has put something else
// there, as test frameworks do with assert.
func (r *reporter) isReplaced(pc int, o *operand) bool {
	switch effect.ReferenceOf(r.Flow.Proto.Code[pc]) {
	case effect.ReadsField, effect.WritesField, effect.ReadsUpvalueField, effect.WritesUpvalueField, effect.Calls:
		return o.is.Name() != 0
	}
	return false
}

// isSwitchedOff reports whether an expression is a variable that gets another value in code that is never executed, because of
// a constant that switches it off.
func (r *reporter) isSwitchedOff(e syntax.Expr) bool {
	n, ok := e.(*syntax.Name)
	if !ok || r.Unit.Res.Refs[n.ID].Kind == resolve.ToGlobal {
		return false
	}
	if r.switchedOff == nil {
		r.switchedOff = map[resolve.BindingID]bool{}
		for i := range r.Unit.Funcs {
			f := &r.Facts.Code.Funcs[i]
			for k := range r.Unit.Funcs[i].Map.Stores {
				s := &r.Unit.Funcs[i].Map.Stores[k]
				if !s.PCs.Empty() && !r.constants.Executable(f, int(s.PCs.End)-1) {
					r.switchedOff[s.Binding] = true
				}
			}
		}
	}
	return r.switchedOff[r.Unit.Res.Refs[n.ID].Binding]
}
