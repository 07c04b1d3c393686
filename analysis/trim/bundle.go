package trim

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/modules"
	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// A program in one file: each module is a function in package.preload, where `require` looks first, and the entry follows.
//
//	package.preload["text"] = function(...)
//	  local M = {}
//	  …
//	  return M
//	end
//	print(require("text").upper("a"))
//
// A function has variables, upvalues and `...` of its own, as a file has: its first argument is the name under which it is required. It gets no
// second one, which for a file is its path.

// Bundle returns what is left of a program of one entry in one file, and at which lines of it, from 1 on, the files begin, by index in Files. It
// fails if files are loaded by their paths, or if Lua would refuse it, as what stands in a function is one level deeper.
func (r *Result) Bundle(entry string) (text string, lines []int, err error) {
	var all strings.Builder
	main, there := -1, r.bundled(entry)
	lines = make([]int, len(r.Files))
	for i := range r.Files {
		f := &r.Files[i]
		if f.Path == entry {
			main = i
		}
		names, err := r.names(i)
		if err != nil {
			return "", nil, err
		}
		names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(there, name) })
		for k, name := range names {
			if k > 0 {
				fmt.Fprintf(&all, "package.preload[%s] = package.preload[%s]\n", quoted(name), quoted(names[0]))
				continue
			}
			fmt.Fprintf(&all, "package.preload[%s] = function(...)\n", quoted(name))
			lines[i] = 1 + strings.Count(all.String(), "\n")
			_, body := cutFirstLine(f.Text)
			all.WriteString(ended(body) + "end\n")
		}
	}
	first, body := cutFirstLine(r.Files[main].Text)
	if lines[main] == 0 {
		lines[main] = 1 + strings.Count(first+all.String(), "\n")
	}
	if first != "" {
		for i := range lines {
			lines[i]++
		}
		lines[main] = 1
	}
	b := newState(Source{Path: entry, Text: first + all.String() + body, Language: r.Files[main].state.Language})
	b.summarize()
	if len(b.unit.Errors) > 0 {
		e := b.unit.Errors[0]
		return "", nil, fmt.Errorf("line %d of the bundle: %s", e.Line, e.Msg)
	}
	return b.Text, lines, nil
}

// names returns the names under which a file is required, that of its index.
func (r *Result) names(file int) ([]string, error) {
	names, byPath := r.Program.RequiredAs(file)
	if byPath != (modules.Place{}) {
		return nil, fmt.Errorf("%s:%d: loads %s by its path, which is in no bundle", byPath.Path, byPath.Line, r.Files[file].Path)
	}
	return names, nil
}

// bundled returns the modules that an entry begins with, as a bundle does.
func (r *Result) bundled(entry string) (names []string) {
	i := slices.IndexFunc(r.Files, func(f File) bool { return f.Path == entry })
	u := r.Files[i].state.unit
	for _, stat := range u.Tree.Main.Body.Stats {
		a, ok := stat.(*syntax.Assign)
		if !ok || len(a.Targets()) != 1 {
			break
		}
		target, ok := a.Targets()[0].(*syntax.Index)
		if !ok || u.File.Slice(target.Obj.Span()) != "package.preload" {
			break
		}
		name, ok := target.Key.(*syntax.String)
		if !ok {
			break
		}
		names = append(names, u.Tree.Str(name.Sym))
	}
	return names
}

// cutFirstLine returns the first line of a file if Lua passes over it, and the rest.
func cutFirstLine(text string) (first, rest string) {
	text = strings.TrimPrefix(text, "\ufeff")
	if !strings.HasPrefix(text, "#") {
		return "", text
	}
	first, rest, _ = strings.Cut(text, "\n")
	return first + "\n", rest
}

// ended returns a text with a line end.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// quoted returns the name of a module as Lua writes it.
func quoted(name string) string { return bytecode.String(name).String() }

// errDialect says that a text is none of Lua 5.3.
var errDialect = errors.New("not Lua 5.3, the only one of which there are chunks here: write it as source")

// Chunk returns a text, that of the file at a path or of a bundle with it as its entry, as a chunk of Lua 5.3, with debug information.
func (r *Result) Chunk(path, text string) ([]byte, error) {
	i := slices.IndexFunc(r.Files, func(f File) bool { return f.Path == path })
	u := compile.CompileAs(source.NewFile(path, text), r.Files[i].state.Language)
	switch {
	case len(u.Errors) > 0:
		return nil, fmt.Errorf("%s:%d: %s", path, u.Errors[0].Line, u.Errors[0].Msg)
	case u.Dialects&syntax.Lua53 == 0:
		return nil, fmt.Errorf("%s: %w", path, errDialect)
	}
	return bytecode.Dump(u.Main, false), nil
}
