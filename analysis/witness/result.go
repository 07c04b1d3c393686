package witness

import (
	"fmt"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/spelling"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// Tests of results that always come out the same, though neither is a constant: that of an operator is never nil or false
// unless a metamethod gives that, and a standard function never gives a word that is a slip of one of its own.

// MadeBy returns the pc of the instruction that makes the operand of the test at pc, if both stand for the text of one
// condition; -1 if not.
func MadeBy(p *waste.Parts, f *flow.Func, pc int) int {
	by := definition(p, f, pc)
	if by < 0 {
		return -1
	}
	origins := p.Unit.Funcs[f.Number].Map.Origins
	if !origins.At(pc).Span().Covers(origins.At(by).Span()) {
		return -1
	}
	return by
}

// definition returns the pc of the instruction that defines the first operand of that at pc; -1 if none does on every path.
func definition(p *waste.Parts, f *flow.Func, pc int) int {
	form := p.Facts.Code.SSA(f)
	if form == nil {
		return -1
	}
	uses := form.Uses(pc)
	if len(uses) == 0 || uses[0] < 0 || form.Values[uses[0]].Kind != ssa.DefValue {
		return -1
	}
	return int(form.Values[uses[0]].PC)
}

// IsOfOperator reports whether the test at pc, which may be executed, asks whether the result of an operator is true: it is,
// unless a metamethod gives something else.
func IsOfOperator(p *waste.Parts, f *flow.Func, pc int) bool {
	if effect.ConditionOf(f.Proto.Code[pc]) != effect.Truth {
		return false
	}
	by := definition(p, f, pc)
	if by < 0 {
		return false
	}
	how := effect.ReferenceOf(f.Proto.Code[by])
	return (how == effect.Operates || how == effect.Measures) && MadeBy(p, f, pc) == by
}

// Slip is a comparison of what a standard function gives with a word that is none of the function's, but nearly one of them.
type Slip struct {
	Of    value.Name // the function
	Word  string     // as the text has it
	Meant string     // the one of the function's words that it is most like
}

// String returns what is wrong, as a message says it.
func (s *Slip) String() string {
	return fmt.Sprintf("`%s` never gives %q; %q may be meant", s.Of, s.Word, s.Meant)
}

// SlipAt returns the slip with which the test at pc, which may be executed, compares what a function gives; nil if it compares
// something else.
func SlipAt(p *waste.Parts, f *flow.Func, pc int) *Slip {
	i := f.Proto.Code[pc]
	if effect.ReferenceOf(i) != effect.Compares || bytecode.IsK(i.B()) == bytecode.IsK(i.C()) {
		return nil
	}
	k := f.Proto.Constants[bytecode.KIndex(max(i.B(), i.C()))]
	form := p.Facts.Code.SSA(f)
	if k.Kind != bytecode.KString || form == nil || len(form.Uses(pc)) == 0 {
		return nil
	}
	return SlipOf(calledFor(p, f, form, form.Uses(pc)[0]), k.Str())
}

// calledFor returns the standard function that gave a value, which may have been copied since; 0 if none did.
func calledFor(p *waste.Parts, f *flow.Func, form *ssa.Form, v ssa.ValueID) value.Name {
	for v >= 0 && form.Values[v].Kind == ssa.DefValue {
		pc := int(form.Values[v].PC)
		i := f.Proto.Code[pc]
		if first, _ := form.Defs(pc); effect.ReferenceOf(i) == effect.Calls && first == v {
			return p.Facts.Constants().Operand(f, pc, 0).Name()
		}
		if effect.Copy(i) < 0 {
			return 0
		}
		v = form.Uses(pc)[0]
	}
	return 0
}

// kindWords are the words that standard functions give, by function. Hosts have others for values of their own, so that a word is only taken
// to be wrong if one of these was most likely meant.
var kindWords = map[value.Name][]string{
	value.Global("type"):                      {"nil", "boolean", "number", "string", "table", "function", "thread", "userdata", "cdata"},
	value.Global("math").Field("type"):        {"integer", "float"},
	value.Global("io").Field("type"):          {"file", "closed file"},
	value.Global("coroutine").Field("status"): {"running", "suspended", "normal", "dead"},
}

// shortForms are words that people take for those of `type`.
var shortForms = map[string]string{"bool": "boolean", "int": "number", "integer": "number", "float": "number", "func": "function"}

// maxSlips is how many letters of a word may be mistyped.
const maxSlips = 2

// SlipOf returns the slip that a word is of those that a function gives; nil if it is one of them, or may be a host's.
func SlipOf(name value.Name, word string) *Slip {
	words := kindWords[name]
	meant, least := "", min(maxSlips, len(word)/2)+1
	for _, known := range words {
		if n := spelling.Distance(word, known); n < least {
			meant, least = known, n
		}
	}
	if short := shortForms[word]; meant == "" && slices.Contains(words, short) {
		meant = short
	}
	if meant == "" || meant == word {
		return nil
	}
	return &Slip{name, word, meant}
}

// ResultNoun returns words for what an operator gives that is no comparison: "a string" or "a number".
func ResultNoun(e syntax.Expr) string {
	if c, ok := e.(*syntax.Binary); ok && c.Op == syntax.Concat {
		return "a string"
	}
	return "a number"
}
