package modules

import (
	"slices"

	"luaflow/analysis/summary"
)

// Users returns the other files, ascending, that do something with a field of what a file returns, under the name of the field.
func (p *Program) Users(file int, field string) (files []int) {
	for _, by := range p.Files[file].RequiredBy {
		if by != file && slices.ContainsFunc(p.summaries[by].Parts, func(part summary.Part) bool {
			return slices.ContainsFunc(part.Uses, func(u summary.Use) bool {
				to, ok := p.only(by, u.Of)
				return u.Field == field && ok && to == file
			})
		}) {
			files = append(files, by)
		}
	}
	return files
}

// IsExport reports whether a field is an Export of a file, and whether it is known which function is there.
func (p *Program) IsExport(file int, field string) (is, isFunction bool) {
	k := p.export(file, field)
	return k >= 0, k >= 0 && p.summaries[file].Exports[k].Is != nil
}

// IsFixed reports whether the function of an Export of a file is known, and is the only value that the field is known to get in the program.
func (p *Program) IsFixed(file int, field string) bool {
	_, isFunction := p.IsExport(file, field)
	return isFunction && !p.isWritten(file, field)
}
