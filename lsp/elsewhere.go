package lsp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
)

// The value tree across files: where values go that leave a file by the fields of what files return.

// exportsOf is what a program knows of the fields of modules as one of its files names these, as nav.Exports.
type exportsOf struct {
	*linkedProgram
	file int
}

// Export reports what nav.Exports says.
func (e exportsOf) Export(module, field string) (isSet, isFunction bool) {
	to, ok := e.moduleOf(e.file, module)
	if !ok {
		return false, false
	}
	return e.IsExport(to, field)
}

// moduleOf returns the file that a file requires by a name; itself for "". ok is false if that is not known.
func (p *linkedProgram) moduleOf(file int, name string) (to int, ok bool) {
	if name == "" {
		return file, true
	}
	return p.Required(file, name)
}

// leaving is a nav.Exit by which a value leaves a file.
type leaving struct {
	nav.Exit
	module int // the file whose field it goes by
}

// goal is where an exit leads, wherever the value has left.
type goal struct {
	kind   nav.ExitKind
	module int
	field  string
	index  int
	more   bool
}

// flowsIn is what a walk finds in one file.
type flowsIn struct {
	foundPlace
	flows []nav.Flow
}

// crossing is a walk through the files of a program.
type crossing struct {
	*linkedProgram
	seen  map[goal]bool
	todo  []leaving
	found map[int]*flowsIn // by file
}

// leave notes by which exits the walk leaves a file.
func (c *crossing) leave(file int, by []nav.Exit) {
	for _, x := range by {
		module, ok := c.moduleOf(file, x.Module)
		g := goal{x.Kind, module, x.Field, x.Index, x.More}
		if ok && !c.seen[g] {
			c.seen[g] = true
			c.todo = append(c.todo, leaving{x, module})
		}
	}
}

// files returns the files into which exits lead, each with these.
func (c *crossing) files(exits []leaving) map[int][]leaving {
	into := map[int][]leaving{}
	for _, x := range exits {
		files := []int{x.module}
		switch x.Kind {
		case nav.StoredElsewhere, nav.ReadElsewhere:
			files = append(files, c.Users(x.module, x.Field)...)
		case nav.GivenElsewhere, nav.CalledElsewhere: // in the file itself calls are known
			files = c.Users(x.module, x.Field)
		}
		for _, file := range files {
			into[file] = append(into[file], x)
		}
	}
	return into
}

// walk follows a value that leaves the file of a place to where it comes to next in the files of the program, which it returns in their
// order.
func (c *crossing) walk(ctx context.Context, s *server, own foundPlace) ([]*flowsIn, error) {
	for len(c.todo) > 0 {
		into := c.files(c.todo)
		c.todo = nil
		for _, file := range slices.Sorted(maps.Keys(into)) {
			if err := c.enter(ctx, s, own, file, into[file]); err != nil {
				return nil, err
			}
		}
	}
	var all []*flowsIn
	for _, file := range slices.Sorted(maps.Keys(c.found)) {
		if f := c.found[file]; len(f.flows) > 0 {
			slices.SortFunc(f.flows, func(a, b nav.Flow) int {
				return cmp.Or(cmp.Compare(a.Site.At.Start, b.Site.At.Start), cmp.Compare(a.Site.At.End, b.Site.At.End))
			})
			all = append(all, f)
		}
	}
	return all, nil
}

// enter goes on in a file, which for the place that the walk began at is the text of that.
func (c *crossing) enter(ctx context.Context, s *server, own foundPlace, file int, by []leaving) error {
	exits := make([]nav.Exit, len(by))
	for i, x := range by {
		exits[i] = x.Exit
	}
	type answer struct {
		flows []nav.Flow
		exits []nav.Exit
	}
	question := func(p *waste.Parts) (a answer) {
		a.flows, a.exits = nav.ValuesIn(p, exportsOf{c.linkedProgram, file}).Enter(exits, func(k int, name string) bool {
			module, ok := c.moduleOf(file, name)
			return ok && module == by[k].module
		})
		return a
	}
	var a answer
	var in foundPlace
	var err error
	if c.paths[file] == own.path {
		a, err = askText(ctx, s, own, question)
		in = own
	} else {
		a, in, err = askFile(ctx, s, c.paths[file], question)
	}
	if err != nil {
		return err
	}
	f := c.found[file]
	if f == nil {
		f = &flowsIn{foundPlace: in}
		c.found[file] = f
	}
	f.add(a.flows)
	c.leave(file, a.exits)
	return nil
}

// add adds flows, those of one site together.
func (f *flowsIn) add(more []nav.Flow) {
	at := make(map[source.Span]int, len(f.flows))
	for i := range f.flows {
		at[f.flows[i].Site.At] = i
	}
	for _, x := range more {
		i, ok := at[x.Site.At]
		if !ok {
			f.flows = append(f.flows, x)
			continue
		}
		for _, where := range x.Where {
			if !slices.Contains(f.flows[i].Where, where) {
				f.flows[i].Where = append(f.flows[i].Where, where)
			}
		}
	}
}
