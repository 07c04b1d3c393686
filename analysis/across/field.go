package across

import (
	"slices"
	"strings"

	"luaflow/analysis/facts"
	"luaflow/analysis/symbols"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
)

// Place tells of an occurrence of a field of a module in the text of a file: where that is, and whose field it is.
type Place struct {
	Module       string      // by which name the file requires it; "" for what the file itself returns
	Name         string      // the key
	At           source.Span // the name alone
	IsDefinition bool        // the first one that gives it a value; never in another file than that of the module
}

// Places returns the occurrences of fields of modules in a file, in the order of the text.
func Places(f *facts.Facts) (all []Place) {
	file := symbols.Of(f)
	for _, o := range file.Occurrences {
		x := &file.Things[o.Thing]
		if x.Kind != symbols.Field {
			continue
		}
		switch owner := &file.Things[x.Owner]; owner.Kind {
		case symbols.Self:
			all = append(all, Place{"", strings.Clone(x.Name), o.Span, o.Roles&symbols.Definition != 0})
		case symbols.Module:
			all = append(all, Place{strings.Clone(owner.Name), strings.Clone(x.Name), o.Span, false})
		}
	}
	return all
}

// PlaceAt returns the occurrence of a field that touches pos; ok is false if something else stands there.
func PlaceAt(f *facts.Facts, pos source.Pos) (x Place, ok bool) {
	all := Places(f)
	k := slices.IndexFunc(all, func(x Place) bool { return x.At.Touches(pos) })
	if k < 0 {
		return x, false
	}
	return all[k], true
}

// Definitions returns where a field of what a file returns gets its first value, as the file says it.
func (f *Files) Definitions(file int, field string) (found []source.Span, err error) {
	err = f.Ask(file, func(p *waste.Parts) {
		for _, x := range Places(p.Facts) {
			if x.Module == "" && x.Name == field && x.IsDefinition {
				found = append(found, x.At)
			}
		}
	})
	return found, err
}
