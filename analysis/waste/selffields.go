package waste

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/spelling"
	"luaflow/compile/bytecode"
	"luaflow/compile/syntax"
)

// Fields of `self`. Of tables that come from elsewhere nothing is known, but the names of their fields are words that
// one person writes several times, and that stand in the text: a word that stands there once, and differs from another
// by a slip, is that other word.

// MistypedField is a field of self whose name stands in the text once, and seems to be that of another, mistyped.
type MistypedField struct {
	Fn          syntax.FuncID // the function that uses it
	PC          int           // of the instruction that reads or writes it
	Written     bool          // it is written
	Name, Meant string        // its key, and that of the other field
	Set         flow.Site     // where the other field is first written
}

// shortestMistyped is how long the name of a field is at least that is compared with others, and mostNames how many
// names there are at most.
const shortestMistyped, mostNames = 6, 500

// selfField is what the methods of a file do with a field of self.
type selfField struct {
	MistypedField // where it is first used
	reads, writes int
	set           flow.Site // where it is first written
}

// findMistyped returns what Parts.MistypedFields does.
func (f *File) findMistyped() (found []MistypedField) {
	all, ok := f.selfFields()
	if !ok || len(all) > mostNames {
		return nil
	}
	alike := map[byte][]*selfField{} // by the letter with which a name begins
	for _, one := range all {
		alike[one.Name[0]] = append(alike[one.Name[0]], one)
	}
	for _, one := range all {
		if one.reads+one.writes > 1 {
			continue
		}
		for _, other := range alike[one.Name[0]] {
			f.Text.Step()
			isUsed := other.writes > 0 && (one.Written && other.reads > 0 || !one.Written && other.reads+other.writes > 1)
			if isUsed && spelling.IsSlip(one.Name, other.Name) && strings.Count(f.Unit.File.Text(), one.Name) == 1 {
				one.Meant, one.Set = other.Name, other.set
				found = append(found, one.MistypedField)
				break
			}
		}
	}
	return found
}

// selfFields returns the fields of self with constant names, in the order in which they are met. ok is false if some key is another one.
func (f *File) selfFields() (all []*selfField, ok bool) {
	byName := map[string]*selfField{}
	for i := range f.Facts.Code.Funcs {
		fn := &f.Facts.Code.Funcs[i]
		if !fn.Opcodes.HasAny(effect.FieldAccessors | effect.UpvalueReaders) {
			continue
		}
		isMethod, upvalue := f.isMethod(syntax.FuncID(i)), upvalueOfSelf(fn.Proto)
		if !isMethod && upvalue < 0 {
			continue
		}
		for pc, ins := range fn.Proto.Code {
			written, isOf := ofSelf(ins, isMethod, upvalue)
			if !isOf {
				continue
			}
			name := keyOf(fn.Proto, ins)
			if name == "" {
				return nil, false
			}
			if len(name) < shortestMistyped {
				continue
			}
			field := byName[name]
			if field == nil {
				field = &selfField{MistypedField: MistypedField{Fn: syntax.FuncID(i), PC: pc, Written: written, Name: name}}
				byName[name] = field
				all = append(all, field)
			}
			if written {
				if field.writes == 0 {
					field.set = flow.SiteAt(i, pc)
				}
				field.writes++
			} else {
				field.reads++
			}
		}
	}
	return all, true
}

// isMethod reports whether the first parameter of a function is called self.
func (f *File) isMethod(id syntax.FuncID) bool {
	fn := f.Unit.Tree.Funcs[id]
	return fn.HasSelf || len(fn.Params) > 0 && fn.Params[0].Sym == syntax.SymSelf
}

// upvalueOfSelf returns which upvalue of a function is called self; -1 if none is.
func upvalueOfSelf(p *bytecode.Proto) int {
	return slices.IndexFunc(p.Upvalues, func(u bytecode.Upvalue) bool { return u.Name == "self" })
}

// ofSelf reports whether an instruction reads or writes a field of self, in register 0 of a method or in an upvalue.
func ofSelf(ins bytecode.Instruction, isMethod bool, upvalue int) (written, ok bool) {
	switch effect.ReferenceOf(ins) {
	case effect.ReadsField:
		return false, isMethod && effect.Table(ins) == 0
	case effect.WritesField:
		return true, isMethod && effect.Table(ins) == 0
	}
	index, _ := effect.Upvalue(ins)
	switch effect.ReferenceOf(ins) {
	case effect.ReadsUpvalueField:
		return false, index == upvalue
	case effect.WritesUpvalueField:
		return true, index == upvalue
	}
	return false, false
}

// keyOf returns the constant string under which an instruction reads or writes a field; "" if it is another key.
func keyOf(p *bytecode.Proto, ins bytecode.Instruction) string {
	if rk := effect.Key(ins); bytecode.IsK(rk) {
		if k := p.Constants[bytecode.KIndex(rk)]; k.Kind == bytecode.KString {
			return k.Str()
		}
	}
	return ""
}
