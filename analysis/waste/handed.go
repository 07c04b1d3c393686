package waste

import (
	"slices"

	"luaflow/analysis/instances"
	"luaflow/analysis/spelling"
	"luaflow/analysis/tables"
	"luaflow/compile/syntax"
)

// Fields of tables that functions of the file hand one another, and that have metatables maybe, as the objects of a class do.

// HandedFields returns those fields of such tables whose name nothing in the file has but what writes them, in the order of functions and
// pcs. The tables stay in the file, and some field of them is read.
func (p *Parts) HandedFields() []UnreadField {
	if p.Facts.Constants() == nil {
		return nil
	}
	return *p.functions.found.handed.Get(func() *[]UnreadField {
		code, found := p.Facts.Code, []UnreadField(nil)
		fields := instances.UnreadFields(instances.Program{
			Flow: code.Program, Forms: code.Forms(), Names: code.Names(), Constants: p.Facts.Constants(), Step: code.Step,
		})
		if len(fields) > 0 {
			f := newTableFinder(&p.reads)
			found = f.findHanded(fields)
		}
		return &found
	})
}

// findHanded returns what Parts.HandedFields does, out of some fields.
func (f *tableFinder) findHanded(fields []instances.Field) (found []UnreadField) {
	for _, field := range fields {
		u := UnreadField{HasMetatable: field.HasMetatable, object: tables.NoObject}
		if i := slices.IndexFunc(field.Others, func(other string) bool { return spelling.IsSlip(field.Name, other) }); i >= 0 {
			u.Meant = field.Others[i]
		}
		for _, at := range field.Stores {
			s, ok := f.Text.FieldStoreAt(syntax.FuncID(at.Func), int(at.PC))
			if ok && f.runs(at) && !f.objects.Touches(&f.Facts.Code.Funcs[at.Func], int(at.PC)) { // or UnreadFields knows more of it
				u.Stores = append(u.Stores, UnreadStore{s, syntax.FuncID(at.Func)})
			}
		}
		if len(u.Stores) > 0 {
			found = append(found, u)
		}
	}
	return found
}
