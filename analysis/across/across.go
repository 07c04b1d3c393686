// Package across answers questions about a place whose answers stand in several files of a program: where values go that leave a file,
// which functions of other files call one, and where a field of a module gets its value. In one file package nav answers them, which
// files belong together is known from package modules; the caller has the texts.
//
//	Files      across.go
//	Flow       flow.go: values that leave a file by the fields of what files return
//	Call       call.go: calls by these fields
//	Place      field.go: the places of one such field
package across

import (
	"maps"
	"slices"

	"luaflow/analysis/modules"
	"luaflow/analysis/nav"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
)

// Files answers questions about the files of a Program. Its methods name a file by its index there, and may be called by several
// goroutines if Ask may.
type Files struct {
	Program *modules.Program
	// Ask calls question with what is known of the text of a file, by its index in the Program; of one whose text cannot be had it does
	// not. Its error is returned by whatever method asks.
	Ask func(file int, question func(*waste.Parts)) error
}

// Exports returns what the program knows of the fields of modules, as one of its files names these.
func (f *Files) Exports(file int) nav.Exports { return exports{f.Program, file} }

// exports is the nav.Exports of a file.
type exports struct {
	*modules.Program
	file int
}

// Export reports what nav.Exports says.
func (e exports) Export(module, field string) (isSet, isFunction bool) {
	to, ok := e.Module(e.file, module)
	if !ok {
		return false, false
	}
	return e.IsExport(to, field)
}

// IsFixed reports what nav.Exports says.
func (e exports) IsFixed(module, field string) bool {
	to, ok := e.Module(e.file, module)
	return ok && e.Program.IsFixed(to, field)
}

// leaving is a nav.Exit by which a walk leaves a file.
type leaving struct {
	nav.Exit
	module int // the file whose field it goes by
}

// goal is where an exit leads, wherever the walk has left.
type goal struct {
	kind   nav.ExitKind
	module int
	field  string
	index  int
	more   bool
	call   source.Span // which call leads there; NoSpan if that makes no difference
}

// crossing is a walk through the files of a program.
type crossing struct {
	*Files
	seen map[goal]bool
	todo []leaving
}

func (f *Files) newCrossing() *crossing { return &crossing{Files: f, seen: map[goal]bool{}} }

// leave notes by which exits the walk leaves a file, those that lead to one goal once.
func (c *crossing) leave(file int, by []nav.Exit) {
	for _, x := range by {
		module, ok := c.Program.Module(file, x.Module)
		g := goal{x.Kind, module, x.Field, x.Index, x.More, source.NoSpan}
		if x.Kind == nav.ReturnedElsewhere {
			g.call = x.Where
		}
		if ok && !c.seen[g] {
			c.seen[g] = true
			c.todo = append(c.todo, leaving{x, module})
		}
	}
}

// next calls enter with each file into which the walk goes now, ascending, with the exits that lead there, and isModule as nav.ValueTree.Enter
// has it.
func (c *crossing) next(enter func(file int, by []nav.Exit, isModule func(exit int, name string) bool) error) error {
	into := map[int][]leaving{}
	for _, x := range c.todo {
		for _, file := range c.filesOf(x) {
			into[file] = append(into[file], x)
		}
	}
	c.todo = nil
	for _, file := range slices.Sorted(maps.Keys(into)) {
		by := into[file]
		exits := make([]nav.Exit, len(by))
		for i, x := range by {
			exits[i] = x.Exit
		}
		err := enter(file, exits, func(exit int, name string) bool {
			module, ok := c.Program.Module(file, name)
			return ok && module == by[exit].module
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// filesOf returns the files into which an exit leads.
func (c *crossing) filesOf(x leaving) []int {
	switch x.Kind {
	case nav.StoredElsewhere, nav.ReadElsewhere:
		return append([]int{x.module}, c.Program.Users(x.module, x.Field)...)
	case nav.GivenElsewhere, nav.CalledElsewhere: // in the file itself calls are known
		return c.Program.Users(x.module, x.Field)
	}
	return []int{x.module}
}
