package deprecated

import (
	"cmp"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/globals"
	"luaflow/compile/syntax"
)

// Uses of what definition files say of modules: fields of what `require` gives, by whatever variable they are read.

// moduleUses returns the reads of fields of modules that definition files describe, and those of them that are deprecated, both in
// the order of the text.
func (r *reporter) moduleUses() (all []globals.Use, found []use) {
	if !r.Globals.HasDefinitions() || r.Facts.Code == nil {
		return nil, nil
	}
	for i := range r.Facts.Code.Funcs {
		f := &r.Facts.Code.Funcs[i]
		if f.IsLarge || !f.Opcodes.HasAny(effect.FieldAccessors|effect.UpvalueReaders) {
			continue
		}
		for pc, ins := range f.Proto.Code {
			switch effect.ReferenceOf(ins) {
			case effect.ReadsField, effect.ReadsUpvalueField:
				r.moduleUse(f, pc, &all, &found)
			}
		}
	}
	slices.SortFunc(all, func(a, b globals.Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	slices.SortFunc(found, func(a, b use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all, found
}

// moduleUse adds the read at pc of f if it is one.
func (r *reporter) moduleUse(f *flow.Func, pc int, all *[]globals.Use, found *[]use) {
	d, module, ok := r.Globals.DefinedField(f, pc)
	key, isConstant := r.Facts.Code.SSA(f).FieldKey(pc)
	if !ok || !isConstant {
		return
	}
	at, ok := r.Text.FieldReadAt(syntax.FuncID(f.Number), pc, key.Str())
	if !ok {
		return
	}
	read := globals.Use{Name: module, Span: at, Func: syntax.FuncID(f.Number)}
	*all = append(*all, read)
	if d.Deprecated {
		*found = append(*found, use{Use: &read, name: r.Unit.File.Slice(at), Definition: d.Definition, ofModule: true})
	}
}
