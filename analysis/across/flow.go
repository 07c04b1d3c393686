package across

import (
	"cmp"
	"maps"
	"slices"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
)

// Flows lists where in one file a value comes from, or goes, one step away.
type Flows struct {
	File  int        // by index in the program
	Flows []nav.Flow // in the order of the text
}

// Follow follows a value from where it leaves a file, in which it has come to some Flows, to where it comes to next in the files of the
// program. It returns all, these included, by File and in the order of the texts.
func (f *Files) Follow(file int, found []nav.Flow, by []nav.Exit) ([]Flows, error) {
	all := map[int]*Flows{file: {file, found}}
	c := f.newCrossing()
	c.leave(file, by)
	for len(c.todo) > 0 {
		err := c.next(func(file int, by []nav.Exit, isModule func(int, string) bool) error {
			var flows []nav.Flow
			var exits []nav.Exit
			err := f.Ask(file, func(p *waste.Parts) { flows, exits = nav.ValuesIn(p, f.Exports(file)).Enter(by, isModule) })
			if all[file] == nil {
				all[file] = &Flows{File: file}
			}
			all[file].add(flows)
			c.leave(file, exits)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var out []Flows
	for _, file := range slices.Sorted(maps.Keys(all)) {
		if in := all[file]; len(in.Flows) > 0 {
			slices.SortFunc(in.Flows, func(a, b nav.Flow) int {
				return cmp.Or(cmp.Compare(a.Site.At.Start, b.Site.At.Start), cmp.Compare(a.Site.At.End, b.Site.At.End))
			})
			out = append(out, *in)
		}
	}
	return out, nil
}

// add adds flows, those of one site together.
func (f *Flows) add(more []nav.Flow) {
	at := make(map[source.Span]int, len(f.Flows))
	for i := range f.Flows {
		at[f.Flows[i].Site.At] = i
	}
	for _, x := range more {
		i, ok := at[x.Site.At]
		if !ok {
			f.Flows = append(f.Flows, x)
			continue
		}
		for _, where := range x.Where {
			if !slices.Contains(f.Flows[i].Where, where) {
				f.Flows[i].Where = append(f.Flows[i].Where, where)
			}
		}
	}
}
