package luacheck

import (
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/textmap"
	"luaflow/compile/syntax"
)

// This file defines luacheck's words for findings.

// fixed is the messages without anything of the file in them.
var fixed = map[string]string{
	"511": "unreachable code",
	"512": "loop is executed at most once",
	"531": "right side of assignment has more values than left side expects",
	"532": "right side of assignment has less values than left side expects",
	"541": "empty do..end block",
	"542": "empty if branch",
	"551": "empty statement",
	"582": "Error prone negation: negation is executed before relational operator.",
	"611": "line contains only whitespace",
	"612": "line contains trailing whitespace",
	"613": "trailing whitespace in a string",
	"614": "trailing whitespace in a comment",
	"621": "inconsistent indentation (SPACE followed by TAB)",
}

// ofVariable is the messages with the name of a variable in them.
var ofVariable = map[string]string{
	"111": "setting non-standard global variable %s",
	"112": "mutating non-standard global variable %s",
	"113": "accessing undefined variable %s",
	"121": "setting read-only global variable %s",
	"131": "unused global variable %s",
	"213": "unused loop variable %s",
	"214": "used variable %s with unused hint",
	"221": "variable %s is never set",
	"231": "variable %s is never accessed",
	"232": "argument %s is never accessed",
	"233": "loop variable %s is never accessed",
	"241": "variable %s is mutated but never accessed",
	"321": "accessing uninitialized variable %s",
	"331": "value assigned to variable %s is mutated but never accessed",
	"341": "mutating uninitialized variable %s",
}

// ofField is the messages with a field of a global in them.
var ofField = map[string]string{
	"122": "setting read-only field %s of global %s",
	"142": "setting undefined field %s of global %s",
	"143": "accessing undefined field %s of global %s",
}

// ofEarlier is the messages with the line of an earlier declaration in them.
var ofEarlier = map[string]string{
	"411": "variable %s was previously defined on line %d",
	"412": "variable %s was previously defined as an argument on line %d",
	"413": "variable %s was previously defined as a loop variable on line %d",
	"421": "shadowing definition of variable %s on line %d",
	"422": "shadowing definition of argument %s on line %d",
	"423": "shadowing definition of loop variable %s on line %d",
	"431": "shadowing upvalue %s on line %d",
	"432": "shadowing upvalue argument %s on line %d",
	"433": "shadowing upvalue loop variable %s on line %d",
}

// ofValue is what begins the messages about values that nothing reads.
var ofValue = map[string]string{
	"311": "value assigned to variable %s",
	"312": "value of argument %s",
	"313": "value of loop variable %s",
}

// quote marks a name in a message.
func quote(name string) string { return Open + name + Shut }

// words returns luacheck's message for a finding; "" if it has none.
func (w *writer) words(f *analysis.Finding) string {
	if text, ok := fixed[f.Luacheck]; ok {
		return text
	}
	if text, ok := ofVariable[f.Luacheck]; ok {
		if f.Luacheck == "111" && w.rules(w.Text.Line(f.Span.Start)).IsModule() {
			text = "setting non-module global variable %s"
		}
		return fmt.Sprintf(text, quote(w.nameOf(f)))
	}
	if text, ok := ofField[f.Luacheck]; ok {
		if w.isIndirect(f) {
			text = "indirectly " + text
		}
		return fmt.Sprintf(text, quote(f.Subject.Field), quote(f.Subject.Global))
	}
	if text, ok := ofEarlier[f.Luacheck]; ok {
		return fmt.Sprintf(text, quote(w.nameOf(f)), w.Text.Line(f.Related[0].Span.Start))
	}
	if text, ok := ofValue[f.Luacheck]; ok {
		return fmt.Sprintf(text, quote(w.nameOf(f))) + w.overwritten(f)
	}
	return w.otherText(f)
}

// otherText returns the message for a finding whose code is unlike all others; "" if luacheck has
// none.
func (w *writer) otherText(f *analysis.Finding) string {
	switch f.Luacheck {
	case syntaxError, "033", "021", "022", "023", "561", "631":
		return strings.ReplaceAll(f.Message, "`", "'")
	case "211":
		return w.unused(f)
	case "212":
		if f.Subject.Binding == 0 {
			return "unused variable length argument"
		}
		return "unused argument " + quote(w.nameOf(f))
	case "314":
		return w.field(f)
	case "521":
		return "unused label " + quote(w.Unit.Tree.Str(w.Unit.Res.Labels[f.Subject.Label].Stat.Label))
	case "571":
		return fmt.Sprintf("numeric for loop goes from #(expr) down to %s but loop step is not negative", w.limit(f))
	case "581":
		return w.negation(f)
	}
	return ""
}

// nameOf returns the name of the variable that a finding is about.
func (w *writer) nameOf(f *analysis.Finding) string {
	if f.Subject.Binding == 0 {
		return f.Subject.Global
	}
	return w.Text.Name(&w.Unit.Res.Bindings[f.Subject.Binding])
}

// unused returns the message for an unused local variable; "" for a function that only one uses
// that is reported itself.
func (w *writer) unused(f *analysis.Finding) string {
	if !w.Waste.IsUnusedFunction(f.Subject.Binding) {
		return "unused variable " + quote(w.nameOf(f))
	}
	kind, ok := w.rings[f.Span.Start]
	if !ok {
		return ""
	}
	return "unused " + kind + " " + quote(w.nameOf(f))
}

// overwritten returns where a value is overwritten: where one other statement does, whatever
// happens.
func (w *writer) overwritten(f *analysis.Finding) string {
	s := &w.Unit.Funcs[f.Subject.Func].Map.Stores[f.Subject.Store]
	fp := w.At(f.Subject.Func)
	fate := fp.Waste.FateOf(s)
	if len(fate.Stores) != 1 || fate.Ends || fate.Itself || len(fate.Stops) > 0 {
		return " is unused"
	}
	return fmt.Sprintf(" is overwritten on line %d before use", w.Text.Line(w.Text.NameSpan(fate.Stores[0].Name).Start))
}

// field returns the message for a field of a constructor that the same constructor gives again.
func (w *writer) field(f *analysis.Finding) string {
	name := strings.Trim(w.Unit.File.Slice(f.Span), "\"'")
	return fmt.Sprintf("value assigned to field %s is overwritten on line %d before use",
		quote(name), w.Text.Line(f.Related[0].Span.Start))
}

// limit returns the limit of a loop as it is written.
func (w *writer) limit(f *analysis.Finding) string {
	loop := w.Unit.Tree.Stats[f.Subject.Stat].(*syntax.NumericFor)
	return w.Unit.File.Slice(loop.To.Span())
}

// negation returns the message for `not (x == y)`; "" if the finding is about none.
func (w *writer) negation(f *analysis.Finding) string {
	negated, simpler, ok := textmap.Negation(syntax.ExprAt(w.Unit.Tree.Stats[f.Subject.Stat], f.Span))
	if !ok {
		return ""
	}
	return fmt.Sprintf("'%s' can be replaced by '%s' (if neither side is a table or NaN)", negated, simpler)
}

// isIndirect reports whether a finding about a global begins with a local variable that
// holds it.
func (w *writer) isIndirect(f *analysis.Finding) bool {
	n := w.nameAt(w.base(f.Span).Start)
	return n != nil && w.Unit.Res.Refs[n.ID].Binding != 0
}
