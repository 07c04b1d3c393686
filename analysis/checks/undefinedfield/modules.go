package undefinedfield

import (
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/compile/syntax"
)

// Fields of what files return, which others of the program require.

// ofModules reports the reads of fields of modules that nothing in the program sets.
func (r *reporter) ofModules() {
	s := r.Program.Summary()
	for _, x := range r.Program.Unset {
		module := "this module"
		if x.Of != summary.Own {
			module = "the module `" + s.Requires[x.Of].Name + "`"
		}
		for _, site := range s.UsedAt[summary.Use{Of: x.Of, Field: x.Field, How: summary.Reads}] {
			if at, ok := r.Text.FieldReadAt(syntax.FuncID(site.Func), int(site.PC), x.Field); ok {
				f := r.Finding(syntax.FuncID(site.Func), at)
				f.Message = fmt.Sprintf("nothing in the project sets field `%s` of %s%s", x.Field, module, meantBy(x))
				f.Related = r.set(x)
				r.Report(f)
			}
		}
	}
}

// set returns where the field is set that may be meant.
func (r *reporter) set(x modules.Unset) []analysis.Related {
	const message = "a field that is set"
	s := r.Program.Summary()
	switch {
	case x.Similar == "":
		return nil
	case x.Of != summary.Own:
		return analysis.PointElsewhere([]modules.Place{x.SetAt}, message)
	}
	k := slices.IndexFunc(s.Exports, func(e summary.Export) bool { return e.Name == x.Similar })
	return analysis.Point(s.ExportedAt[k:k+1], message)
}

// meantBy returns in words which field may be meant.
func meantBy(x modules.Unset) string {
	if x.Similar == "" {
		return ""
	}
	return fmt.Sprintf(": maybe `%s` is meant", x.Similar)
}
