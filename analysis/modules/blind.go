package modules

import (
	"slices"
	"strings"

	"luaflow/analysis/summary"
)

// HasExport reports whether a file sets a field of the table that it returns, and whether all fields of that are known.
func (p *Program) HasExport(file int, name string) (isSet, isAll bool) {
	s := p.summaries[file]
	return s.Returns == summary.ATable && p.export(file, name) >= 0, s.Returns == summary.ATable && !s.Filled
}

// Blind returns the files, ascending, that may use an Export of a file in a way that is not seen there: what they require, or return, goes
// anywhere; they use fields, or require files, by names that are not known; they are not understood in part, or they are no Lua and have the
// name.
func (p *Program) Blind(file int, name string) (files []int) {
	for i, s := range p.summaries {
		if s.Broken || s.Foreign && p.mentions(i, name) || i == file && s.Open || p.usesBlindly(i, file, name) {
			files = append(files, i)
		}
	}
	return files
}

// mentions reports whether a name stands in a file.
func (p *Program) mentions(file int, name string) bool {
	return slices.ContainsFunc(p.summaries[file].Parts, func(part summary.Part) bool { return slices.Contains(part.Words, name) })
}

// usesBlindly reports whether one file hands on what another returns, requires it by a name that is put together, or uses fields of
// it under such.
func (p *Program) usesBlindly(user, file int, name string) bool {
	s := p.summaries[user]
	for k := range s.Requires {
		if slices.Contains(p.targets(user, k), file) && (s.Requires[k].Open || s.Requires[k].IsPattern || s.Requires[k].File) {
			return true
		}
	}
	for _, part := range s.Parts {
		for _, u := range part.Uses {
			if strings.Contains(u.Field, "*") && slices.Contains(p.targets(user, u.Of), file) && matches(name, strings.Split(u.Field, "*")) {
				return true
			}
		}
	}
	return false
}
