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
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Text answers questions between the text and the code of a unit. Nothing is kept of an answer: each
// is found from the order in which names, statements and functions stand in the tree. It is immutable
// but for the steps that its unit's Meter counts.
type Text struct {
	Unit *compile.Unit // the file, with its tree, its code and the map between them
	// Pedantic has Quiet and IsUndeclared spare only what luacheck spares: what people write
	// on purpose counts too. It is set before anybody asks.
	Pedantic bool

	doubts doubts
}

// New returns the Text of a unit.
func New(u *compile.Unit) *Text { return &Text{Unit: u, doubts: newDoubts(u)} }

// In returns the Text for one who counts in the Meter of u, which is the same unit.
func (x *Text) In(u *compile.Unit) *Text {
	same := *x
	same.Unit = u
	return &same
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
	return b.Exposed || x.isUnwanted(name) || x.doubts.isLost(b.Sym) || isWithin(x.doubts.spans, b.Scope.End)
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
func (x *Text) Line(pos source.Pos) int { return x.Unit.File.Line(pos) }

// Owner returns the innermost function whose body or parameters hold a name. The name in a function
// statement stands in the function's span but outside the function. It takes the logarithm of the
// number of functions, and as many steps as functions end between their first one and the name.
func (x *Text) Owner(n syntax.NameID) syntax.FuncID {
	at, funcs := x.Unit.Tree.Names.At(n).Start, x.Unit.Tree.Funcs
	// Functions are in the order in which their parameters begin; main holds all.
	last := sort.Search(len(funcs)-1, func(i int) bool { return ParamsStart(funcs[i+1]) > at })
	fn := funcs[last]
	for fn.Parent != nil && fn.End <= at {
		fn = fn.Parent
	}
	return fn.ID
}

// Owners finds the owners of names that are asked for in the order of the text, in constant time
// each. The zero value is not usable; see Text.Owners.
type Owners struct {
	tree       *syntax.Tree
	fn         *syntax.Function // that the last name stands in
	next       int              // the first function that begins after it
	begin, end source.Pos       // where that begins, and fn ends
}

// Owners returns what finds owners, at the start of the text.
func (x *Text) Owners() Owners {
	o := Owners{tree: x.Unit.Tree, fn: x.Unit.Tree.Main, end: nowhere}
	o.pass()
	return o
}

// nowhere is where main ends, and where the function begins after the last.
const nowhere = source.Pos(math.MaxInt32)

// pass turns to the next function.
func (o *Owners) pass() {
	o.next++
	o.begin = nowhere
	if o.next < len(o.tree.Funcs) {
		o.begin = ParamsStart(o.tree.Funcs[o.next])
	}
}

// Of returns what Text.Owner does. No name that was asked for before may stand after n.
func (o *Owners) Of(n syntax.NameID) syntax.FuncID {
	if at := o.tree.Names.At(n).Start; o.begin <= at || o.end <= at {
		o.goTo(at)
	}
	return o.fn.ID
}

// goTo goes on to the function at a place.
func (o *Owners) goTo(at source.Pos) {
	for o.begin <= at || o.end <= at {
		if o.begin <= at {
			o.fn = o.tree.Funcs[o.next]
			o.pass()
		} else {
			o.fn = o.fn.Parent
		}
		o.end = nowhere
		if o.fn.Parent != nil {
			o.end = o.fn.End
		}
	}
}

// ParamsStart returns where the parameters of a function begin, or its body without any.
func ParamsStart(f *syntax.Function) source.Pos {
	if len(f.Params) > 0 {
		return f.Params[0].Start
	}
	return f.Body.Start
}
