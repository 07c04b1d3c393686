// Package textmap goes between the text of a file and its code: which text an instruction
// stands for, which instruction a name became, what a statement stores where, in which
// function a piece of text stands, and of which text it is in doubt what it belongs to.
// It asks the tree, the names' meanings and the maps that the code generator wrote, and no
// fact about values. The words that messages share are here too, since they name lines.
package textmap

import (
	"math"
	"sort"
	"strings"

	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/slab"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Text answers questions between the text and the code of a unit. What several ask for is
// found once, when the first one asks; one goroutine may ask.
type Text struct {
	Unit *compile.Unit // the file, with its tree, its code and the map between them
	// Pedantic has Quiet and IsUndeclared spare only what luacheck spares: what people write
	// on purpose counts too.
	Pedantic bool

	lines  source.LineCursor
	doubts doubts
	owners []syntax.FuncID                     // see Owner
	called map[syntax.FuncID]resolve.BindingID // see CalledHere
	runs   []statRun                           // see EachStat

	mem *Memory
}

// Memory is what a Text is made in, to be used again for the next one. The zero Memory is
// ready.
type Memory struct {
	owners []syntax.FuncID
	runs   []statRun
}

// statRun is statements that follow one another and stand in one function.
type statRun struct {
	fn         syntax.FuncID
	start, end syntax.StatID
}

// New returns the Text of a unit. It is valid until mem is used for the next one.
func New(u *compile.Unit, mem *Memory) *Text {
	return &Text{Unit: u, lines: u.File.Cursor(), doubts: newDoubts(u), mem: mem}
}

// Step counts a step of the work on the file, as meter.Meter.Step does.
func (x *Text) Step() { x.Unit.Meter.Step() }

// Name returns the text of a binding's name.
func (x *Text) Name(b *resolve.Binding) string { return x.Unit.Tree.Str(b.Sym) }

// NameSpan returns where an occurrence of a name stands.
func (x *Text) NameSpan(n syntax.NameID) source.Span { return x.Unit.Tree.Names.At(n).Span() }

// FunctionsIn returns the functions that begin in a span: those from first on and before
// last.
func (x *Text) FunctionsIn(at source.Span) (first, last syntax.FuncID) {
	funcs := x.Unit.Tree.Funcs[1:] // without the chunk
	before := func(pos source.Pos) syntax.FuncID {
		return 1 + syntax.FuncID(sort.Search(len(funcs), func(i int) bool { return funcs[i].Start >= pos }))
	}
	return before(at.Start), before(at.End)
}

// HasFunction reports whether a function begins in a span.
func (x *Text) HasFunction(at source.Span) bool {
	first, last := x.FunctionsIn(at)
	return first < last
}

// Quiet reports whether nothing is to be said about the values of a binding: its
// name begins with an underscore, or is nothing else if x is Pedantic, or text that cannot
// be understood may use it.
func (x *Text) Quiet(b *resolve.Binding) bool {
	name := x.Unit.Tree.Str(b.Sym)
	return b.Exposed || x.isUnwanted(name) || x.doubts.lost[name] || isWithin(x.doubts.spans, b.Scope.End)
}

// IsWhole reports whether all of a function's text is understood, and in it.
func (x *Text) IsWhole(fn *syntax.Function) bool {
	return !fn.Tainted && !isWithin(x.doubts.spans, fn.End)
}

// IsMisplaced reports whether a name that is that of a global may be meant for a local
// variable, or stands where it cannot be read as well, in a text with syntax errors; or
// for a field of an _ENV that is declared or assigned in it.
func (x *Text) IsMisplaced(name syntax.Sym) bool { return x.doubts.isMisplaced(name) }

// isUnwanted reports whether a name says that nobody wants the value.
func (x *Text) isUnwanted(name string) bool {
	if x.Pedantic {
		return name == "_" || name == "_ENV"
	}
	return name[0] == '_'
}

// IsHint reports whether the name of a parameter says, by luacheck's convention, that it
// is there for the form.
func IsHint(name string) bool {
	return len(name) > 1 && name[0] == '_' && (name[1]|0x20) >= 'a' && (name[1]|0x20) <= 'z'
}

// Colon returns the colon of a method, which declares its self.
func (x *Text) Colon(fn *syntax.Function) source.Span {
	at := fn.Start + source.Pos(strings.IndexByte(x.Unit.File.Text()[fn.Start:], ':'))
	return source.Span{Start: at, End: at + 1}
}

// DeclaredAt returns where a variable is declared; for the implicit self, the colon.
func (x *Text) DeclaredAt(b *resolve.Binding) source.Span {
	fn := x.Unit.Tree.Funcs[b.Func]
	switch {
	case b.Decl != nil:
		return b.Decl.Span()
	case fn.HasSelf && b.Sym != syntax.SymArg:
		return x.Colon(fn)
	}
	return source.Span{Start: fn.LinePos, End: fn.LinePos}
}

// IsUndeclared reports whether nothing is to be said of what the caller gives to a variable,
// for no text declares it: the `arg` of 5.1, and the implicit self unless x is Pedantic.
func (x *Text) IsUndeclared(b *resolve.Binding) bool {
	return b.Kind == resolve.Self && (!x.Pedantic || b.Sym == syntax.SymArg)
}

// StoredAt returns where a store names its variable; for the implicit self, the colon.
func (x *Text) StoredAt(s *srcmap.StoreRec) source.Span {
	if s.Name == syntax.NoName {
		return x.DeclaredAt(&x.Unit.Res.Bindings[s.Binding])
	}
	return x.NameSpan(s.Name)
}

// Line returns Lua's number of the line that holds a position.
func (x *Text) Line(pos source.Pos) int { return x.lines.Line(pos) }

// Owner returns the innermost function whose body or parameters hold a name.
func (x *Text) Owner(n syntax.NameID) syntax.FuncID {
	if x.owners == nil {
		x.owners = slab.Zero(&x.mem.owners, x.Unit.Tree.Names.Len())
		findOwners(x.Unit.Tree, x.owners)
	}
	return x.owners[n]
}

// findOwners sweeps over names and functions, both in source order. The name in a
// function statement stands in the function's span but outside the function.
func findOwners(t *syntax.Tree, owners []syntax.FuncID) {
	next, fn := 1, t.Main
	begin := source.Pos(math.MaxInt32) // of the next function; main ends nowhere
	if len(t.Funcs) > 1 {
		begin = ParamsStart(t.Funcs[1])
	}
	end := source.Pos(math.MaxInt32)
	for n := range t.Names.All() {
		for begin <= n.Start || end <= n.Start {
			if begin <= n.Start {
				fn = t.Funcs[next]
				next++
				begin = math.MaxInt32
				if next < len(t.Funcs) {
					begin = ParamsStart(t.Funcs[next])
				}
			} else {
				fn = fn.Parent
			}
			end = math.MaxInt32
			if fn.Parent != nil {
				end = fn.End
			}
		}
		owners[n.ID] = fn.ID
	}
}

// ParamsStart returns where the parameters of a function begin, or its body without any.
func ParamsStart(f *syntax.Function) source.Pos {
	if len(f.Params) > 0 {
		return f.Params[0].Start
	}
	return f.Body.Start
}
