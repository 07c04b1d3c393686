package trim

import (
	"luaflow/analysis/modules"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// What is left of a file, and why.

// Kept is bytes of text, by what keeps them. What is in no field of what the file returns is kept as the loading of the file is.
type Kept map[modules.Cause]int

// kept weighs a file of a program, the one with an index.
func (f *state) kept(p *modules.Program, i int) Kept {
	kept := Kept{}
	rest := len(f.Text)
	for k := range f.located.Exports {
		n := f.weight(k)
		kept[p.Cause(i, k)] += n
		rest -= n
	}
	kept[p.Cause(i, -1)] += max(rest, 0)
	return kept
}

// weight returns how many bytes the assignments to an Export have.
func (f *state) weight(export int) (n int) {
	text := textmap.New(f.unit)
	for _, at := range f.located.WrittenAt[export] {
		s, ok := text.FieldStoreAt(syntax.FuncID(at.Func), int(at.PC))
		switch {
		case !ok:
		case s.Stat != nil:
			n += s.Stat.Span().Len()
		case s.Value != nil:
			n += source.Span{Start: s.At().Start, End: s.Value.Span().End}.Len()
		}
	}
	return n
}
