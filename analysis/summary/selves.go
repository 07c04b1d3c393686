package summary

import (
	"maps"
	"slices"
	"strings"

	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// The fields that a file sets in self: those of its objects, which other files may have too. Nothing says whether two of them are the
// same; their names have to do.

// findOfSelf finds the instructions that set fields in self. If the file goes through the fields of self, or has another key than a name for
// one, there are none; what is known of such keys is noted, for the methods of one file get objects of others, of which theirs is the base.
func (d *finder) findOfSelf() {
	isKnown := true
	for i := range d.Code.Funcs {
		f := &d.Code.Funcs[i]
		if f.IsLarge {
			continue
		}
		for _, v := range d.selvesOf(f) {
			for _, a := range d.spreadFrom(f, v, false).accesses {
				_, isExport := d.exporting[a.Site]
				switch {
				case strings.Contains(a.field, star):
					isKnown = false
					d.out.KeysOfSelf = append(d.out.KeysOfSelf, a.field)
				case a.how == Writes && !isExport:
					d.setting[a.Site] = a.field
				}
			}
		}
	}
	if !isKnown {
		clear(d.setting)
	}
	slices.Sort(d.out.KeysOfSelf)
	d.out.KeysOfSelf = slices.Compact(d.out.KeysOfSelf)
}

// selvesOf returns the values of a function that its variables called self begin with.
func (d *finder) selvesOf(f *flow.Func) (all []ssa.ValueID) {
	s := d.Code.SSA(f)
	for i := range f.Proto.Locals {
		l := &f.Proto.Locals[i]
		if l.Name != "self" {
			continue
		}
		reg := int(d.Unit.Map.Regs[d.Unit.Funcs[f.Number].Map.Locals[i]])
		if v := s.At(int(l.StartPC), reg); v >= 0 {
			all = append(all, s.Original(v))
		}
	}
	return all
}

// noteOfSelf notes the names of the fields that are set in self and that stand nowhere else in the file, when all others are noted; all of
// them are Words as well.
func (d *finder) noteOfSelf() {
	known := map[string]bool{}
	for i := range d.out.Exports {
		known[d.out.Exports[i].Name] = true
	}
	for i := range d.out.Parts {
		for _, word := range d.out.Parts[i].Words {
			known[word] = true
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(d.setting), flow.Site.Compare) {
		name := d.setting[at]
		if !known[name] {
			d.out.SetAt[name] = append(d.out.SetAt[name], at)
		}
		p := &d.out.Parts[d.part[at.Func]]
		p.Words = append(p.Words, name)
	}
	d.out.OfSelf = slices.Sorted(maps.Keys(d.out.SetAt))
}
