package globals

import (
	"strings"

	"luaflow/analysis/consts"
	"luaflow/analysis/definitions"
	"luaflow/analysis/effect"
	"luaflow/analysis/facts"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
)

// Defined is a function that definition files describe.
type Defined struct {
	Name string // with dots
	definitions.Definition
}

// HasDefinitions reports whether Defined may know any function.
func (g *Globals) HasDefinitions() bool { return g != nil && g.Definitions != nil }

// Definition returns what definition files say of a name with dots; not ok if the file itself may give it another value.
func (g *Globals) Definition(name string) (d definitions.Definition, ok bool) {
	if d, ok = g.Definitions.Of(name); !ok {
		return d, false
	}
	file := g.File()
	isSet := file.Opened || int(file.Moved) <= g.facts.Unit.File.Len() ||
		definitions.Set(name, func(name string) bool { return file.Set[name] }) || g.isFilled(name)
	return d, !isSet
}

// Defined returns the function that the call at pc of f calls, if definition files describe it. That is the word of somebody
// else about what other files define, and rests on the names that lead there.
func (g *Globals) Defined(f *flow.Func, pc int) (d Defined, ok bool) {
	if !g.HasDefinitions() {
		return d, false
	}
	path := calleePath(g.facts.Code, f, pc, (*names.Names).ModulePath)
	if d.Name = strings.Join(path, "."); d.Name == "" {
		return d, false
	}
	d.Definition, ok = g.Definition(d.Name)
	return d, ok && !g.fillsModule(path[0])
}

// DefinedField returns what definition files describe that the instruction at pc of f reads, if that is a field of what `require` gives
// for a module, and the module as it stands in paths.
func (g *Globals) DefinedField(f *flow.Func, pc int) (d Defined, module string, ok bool) {
	form := g.facts.Code.SSA(f)
	if !g.HasDefinitions() || form == nil {
		return d, "", false
	}
	path := g.facts.Code.Names().ModulePath(f, form.First(pc))
	if len(path) < 2 || !value.IsRequired(path[0]) || g.fillsModule(path[0]) {
		return d, "", false
	}
	d.Name = strings.Join(path, ".")
	d.Definition, ok = g.Definition(d.Name)
	return d, path[0], ok
}

// CalleePath returns the global, or with dots the field of one, that the call at pc of f calls by its name, or by that of a
// local variable which holds nothing else; "" if it calls something else. What is there when the program runs is not known.
func CalleePath(code *facts.Code, f *flow.Func, pc int) string {
	return strings.Join(calleePath(code, f, pc, (*names.Names).Path), ".")
}

// calleePath returns the path to what the call at pc of f calls, as pathOf says; nil if it is not known.
func calleePath(code *facts.Code, f *flow.Func, pc int, pathOf func(*names.Names, *flow.Func, ssa.ValueID) []string) []string {
	if f.IsLarge {
		return nil
	}
	form := code.SSA(f)
	if form == nil || len(form.Uses(pc)) == 0 || form.UseByClosure(pc, 0) {
		return nil
	}
	path := pathOf(code.Names(), f, form.Uses(pc)[0])
	for len(path) > 1 && path[0] == "_G" {
		path = path[1:]
	}
	return path
}

// fillsModule reports whether the file gives fields of what `require` gives, with which a path begins, other values, or has it give
// something else.
func (g *Globals) fillsModule(first string) bool {
	module, ok := value.ModuleOf(first)
	if !ok {
		return false
	}
	isSet := func(name string) bool { return g.File().Set[name] }
	if definitions.Set("package.loaded."+module, isSet) || definitions.Set("package.preload."+module, isSet) {
		return true
	}
	return g.filledTables()[first] || g.File().Set["require"]
}

// isFilled reports whether the file may give fields of a table other values, in which a name with dots is one.
func (g *Globals) isFilled(name string) bool {
	filled := g.filledTables()
	for at := range len(name) {
		if name[at] == '.' && filled[name[:at]] {
			return true
		}
	}
	return false
}

// filledTables returns what findFilled does for the file.
func (g *Globals) filledTables() map[string]bool {
	return *g.filled.Get(func() *map[string]bool {
		filled := findFilled(g.facts.Code, g.facts.Constants())
		return &filled
	})
}

// findFilled returns the paths of tables whose fields may get other values: modules that the file gives some, and what it hands to
// functions that are none of the standard ones, as in `extend(engine)`.
func findFilled(code *facts.Code, known *consts.Constants) map[string]bool {
	filled := map[string]bool{}
	for i := range code.Funcs {
		f := &code.Funcs[i]
		if f.IsLarge {
			continue
		}
		for pc, ins := range f.Proto.Code {
			var path []string
			switch effect.ReferenceOf(ins) {
			case effect.WritesField:
				path = code.Names().ModulePath(f, code.SSA(f).Uses(pc)[0])
			case effect.WritesUpvalueField:
				upvalue, _ := effect.Upvalue(ins)
				path = code.Names().ModuleUpvaluePath(f, upvalue)
			case effect.Calls:
				noteHanded(code, known, f, pc, filled)
			}
			if len(path) > 0 && value.IsRequired(path[0]) {
				filled[path[0]] = true
			}
		}
	}
	return filled
}

// noteHanded adds the paths of what the call at pc of f hands to a function that is not a standard one, nor found in what is handed, as
// methods are.
func noteHanded(code *facts.Code, known *consts.Constants, f *flow.Func, pc int, filled map[string]bool) {
	uses := code.SSA(f).Uses(pc)
	if len(uses) < 2 || known != nil && known.Operand(f, pc, 0).Name() != 0 {
		return
	}
	pathOf := func(v ssa.ValueID) string {
		path := code.Names().ModulePath(f, v)
		for len(path) > 1 && path[0] == "_G" {
			path = path[1:]
		}
		return strings.Join(path, ".")
	}
	callee := pathOf(uses[0])
	for _, v := range uses[1:] {
		if path := pathOf(v); path != "" && !strings.HasPrefix(callee, path+".") {
			filled[path] = true
		}
	}
}
