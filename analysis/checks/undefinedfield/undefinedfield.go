// Package undefinedfield reports reads of fields of tables that nothing can have put a value into: the table never leaves
// the file, and no code there assigns the field.
package undefinedfield

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/spelling"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is undefined-field.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "undefined-field",
		Family:   "5",
		LuaLS:    []analysis.Diagnostic{{Name: "undefined-field", Group: "type-check", Wider: true}},
		Title:    "a field is read that nothing can have set",
		Doc:      doc,
		Severity: analysis.Warning,
		Mistake:  true,
		Topic:    witness.OfPath,
		Run:      run,
	},
}

// maxFields is how many fields the tables of an object may have: more make a list.
const maxFields = 1000

func run(p *analysis.Pass) {
	r := reporter{p, p.Facts.Objects(), p.Facts.Constants()}
	if r.objects == nil || r.constants == nil {
		return
	}
	if p.Program != nil {
		r.ofModules()
	}
	for id := range tables.ObjectID(r.objects.Len()) {
		first, n, integers := r.objects.Slots(id)
		if n > maxFields {
			continue
		}
		for slot := first + 1 + tables.SlotID(integers); slot < first+tables.SlotID(n); slot++ {
			if !r.objects.IsSet(slot) {
				r.neverSet(id, slot)
			}
		}
	}
	for _, m := range p.Waste.MistypedFields() {
		if !m.Written {
			r.mistyped(m)
		}
	}
}

// neverSet reports the reads of a slot that nothing writes, but those of what may be no table.
func (r *reporter) neverSet(id tables.ObjectID, slot tables.SlotID) {
	reported := map[source.Span]bool{}
	for _, i := range r.objects.Readers(id) {
		touch, site := r.objects.TouchAt(i)
		if touch.Slot != slot || touch.How&tables.ReadsSlot == 0 {
			continue
		}
		fn, pc := &r.Facts.Code.Funcs[site.Func], int(site.PC)
		key := r.key(fn, pc)
		if key == "" || !r.constants.Executable(fn, pc) || !r.table(fn, pc).Is(value.Table|value.Nil) {
			continue
		}
		at, ok := r.Text.FieldReadAt(syntax.FuncID(site.Func), pc, key)
		if !ok || reported[at] {
			continue
		}
		reported[at] = true
		f := r.Finding(syntax.FuncID(site.Func), at)
		f.Message = fmt.Sprintf("nothing sets field `%s` of this table", key)
		if meant, places := r.meant(id, key); meant != "" {
			f.Message += fmt.Sprintf(": maybe `%s` is meant, set %s", meant, r.Text.AtLines(places))
			f.Related = analysis.Point(places, "a field that is set")
		} else {
			f.Message += ", and the table never leaves this file"
		}
		f.Related = append(f.Related, analysis.Point(r.made(id), "the table is made here")...)
		r.Report(f)
	}
}

// made returns where the tables of an object are made.
func (r *reporter) made(id tables.ObjectID) (places []source.Span) {
	for _, site := range r.objects.Sites(id) {
		places = append(places, r.Unit.Funcs[site.Func].Map.Origins.At(int(site.PC)).Span())
	}
	return places
}

// table returns what is known of the table that the instruction at pc reads a field of.
func (r *reporter) table(fn *flow.Func, pc int) value.Value {
	if upvalue, how := effect.Upvalue(fn.Proto.Code[pc]); how != 0 {
		return r.constants.Upvalue(fn, upvalue)
	}
	return r.constants.Operand(fn, pc, 0)
}

// key returns the constant string that the instruction at pc reads a field under; "" if it is another key.
func (r *reporter) key(fn *flow.Func, pc int) string {
	k, ok := r.Facts.Code.SSA(fn).FieldKey(pc)
	if !ok || k.Kind != bytecode.KString {
		return ""
	}
	return k.Str()
}

// meant returns a field of the tables of an object that differs from a key by a slip, and where it is set; "" if none does.
func (r *reporter) meant(id tables.ObjectID, key string) (meant string, places []source.Span) {
	first, n, integers := r.objects.Slots(id)
	for slot := first + 1 + tables.SlotID(integers); slot < first+tables.SlotID(n); slot++ {
		name, at := "", []source.Span(nil)
		for _, i := range r.objects.Writers(slot) {
			_, site := r.objects.TouchAt(i)
			s, ok := r.Text.FieldStoreAt(syntax.FuncID(site.Func), int(site.PC))
			if !ok {
				continue
			}
			if k, isString := s.Key.(*syntax.String); isString {
				name, at = r.Unit.Tree.Str(k.Sym), append(at, s.At())
			}
		}
		if spelling.IsSlip(key, name) {
			return name, at
		}
	}
	return "", nil
}

// mistyped reports a field of self that nothing sets in the file, where it sets another one with nearly that name.
func (r *reporter) mistyped(m waste.MistypedField) {
	at, ok := r.Text.FieldReadAt(m.Fn, m.PC, m.Name)
	if !ok || !r.constants.Executable(&r.Facts.Code.Funcs[m.Fn], m.PC) {
		return
	}
	f := r.Finding(m.Fn, at)
	f.Severity = analysis.Hint
	f.Message = fmt.Sprintf("nothing in this file sets field `%s`: maybe `%s` is meant", m.Name, m.Meant)
	if other, ok := r.Text.FieldStoreAt(syntax.FuncID(m.Set.Func), int(m.Set.PC)); ok {
		f.Related = analysis.Point([]source.Span{other.At()}, "a field that is set")
	}
	r.Report(f)
}
