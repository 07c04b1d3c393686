package across

import (
	"slices"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
)

// Calls lists the functions of one file that call a function, or that it calls, each with the calls between the two.
type Calls struct {
	File  int         // by index in the program, that of the other functions
	Calls []nav.Calls // in the order of the text; none only in the file that was asked about
}

// Call follows calls from where they leave a file, in which there are some, to the functions of other files. It returns all, these included,
// by File and in the order of the texts.
func (f *Files) Call(file int, found []nav.Calls, by []nav.Exit) ([]Calls, error) {
	all := []Calls{{file, found}}
	c := f.newCrossing()
	c.leave(file, by)
	err := c.next(func(file int, by []nav.Exit, isModule func(int, string) bool) error {
		return f.Ask(file, func(p *waste.Parts) {
			if calls := nav.CallsIn(p, f.Exports(file)).Enter(by, isModule); len(calls) > 0 {
				all = append(all, Calls{file, calls})
			}
		})
	})
	slices.SortFunc(all, func(a, b Calls) int { return a.File - b.File })
	return all, err
}

// Function returns the function in a field of what a file returns. ok is false if it is not known.
func (f *Files) Function(file int, field string) (is nav.FunctionSite, ok bool, err error) {
	err = f.Ask(file, func(p *waste.Parts) { is, ok = nav.CallsIn(p, f.Exports(file)).Function(field) })
	return is, ok, err
}
