// Package compile is the front end as one call: text in, prototypes with their
// maps out.
package compile

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/compile/bytecode"
	"luaflow/compile/codegen"
	"luaflow/compile/meter"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Unit is all that the front end knows of one file. It is immutable, until the Memory
// that it was made in, if any, is used again.
type Unit struct {
	File   *source.File    // the text
	Tree   *syntax.Tree    // complete, whatever errors there are
	Res    *resolve.Info   // what each name means
	Map    *srcmap.Map     // between the text and the code
	Main   *bytecode.Proto // the code of the chunk: that of Funcs[0]
	Funcs  []Func          // by FuncID
	Errors []*syntax.Error // of all phases, in Lua's order: the first is Lua's own
	// Dialects are those that the text may be written in. The code is that of Lua 5.3
	// in any case, with constants that are floats where no dialect has integers.
	Dialects syntax.Dialect
	// Meter counts the steps of what is found out about the unit; nil if nobody counts them.
	Meter *meter.Meter

	complete bool
}

// Analyzable reports whether the prototypes are those of the text's functions, one
// each: none goes beyond a limit of the machine that its code would show.
func (u *Unit) Analyzable() bool { return u.complete }

// In returns the unit with another Meter, for work whose steps that counts.
func (u *Unit) In(steps *meter.Meter) *Unit {
	other := *u
	other.Meter = steps
	return &other
}

// Func is one function of a unit.
type Func = codegen.Func

// Compile compiles a file of Lua 5.3, to the code that luac 5.3 makes of it. It never
// fails: what is wrong with the text stands in Errors, and functions that suffer from
// it are Broken.
func Compile(f *source.File) *Unit { return CompileAs(f, syntax.Language{}) }

// CompileAs compiles a file in any language, and fails no more than Compile does. What 5.3 lacks
// becomes code of 5.3: see the package codegen.
func CompileAs(f *source.File, l syntax.Language) *Unit { return new(Memory).CompileAs(f, l) }

// Memory is what units are made in by those who work on one file after the other: a
// Unit made in it is valid until the next is. The zero Memory is ready; it serves one
// goroutine at a time.
type Memory struct {
	// Meter counts the steps of the compiler, and is that of the units; nil if nobody counts
	// them.
	Meter *meter.Meter

	phases
	aside *phases // of a version whose blocks do not match, while phases has the last one where they do; or nil
}

// phases is the memories of all phases.
type phases struct {
	syntax  syntax.Memory
	resolve resolve.Memory
	codegen codegen.Memory
}

// Compile compiles a file as the function Compile does, with the Unit in m.
func (m *Memory) Compile(f *source.File) *Unit { return m.CompileAs(f, syntax.Language{}) }

// CompileAs compiles a file as the function CompileAs does, with the Unit in m.
func (m *Memory) CompileAs(f *source.File, l syntax.Language) *Unit {
	m.aside = nil
	return m.phases.compile(f, l, m.Meter)
}

// CompileNext compiles a file as CompileAs does, which is another version of the one that was compiled in m
// last: of what does not differ, little is made anew. If all that differs stands in one function, that takes time in
// proportion to the function and, some hundred times less, to the text.
//
// A version whose blocks do not match, as most while somebody types a block, is made beside the last one where they do,
// of which the next that match are made.
func (m *Memory) CompileNext(f *source.File, l syntax.Language) *Unit {
	m.count(m.Meter)
	tree, change, kept := m.syntax.Revise(f, l)
	switch {
	case change != nil:
		m.aside = nil
		res, numbers := m.resolve.Revise(tree, change)
		if numbers != nil {
			if gen, ok := m.codegen.Revise(tree, res, chunkName(f.Name()), change, numbers); ok {
				return unit(f, tree, res, gen, m.Meter)
			}
		}
		return unit(f, tree, res, m.codegen.Generate(tree, res, chunkName(f.Name())), m.Meter)
	case !kept:
		return m.CompileAs(f, l)
	}
	if m.aside == nil {
		m.aside = new(phases)
	}
	u := m.aside.compile(f, l, m.Meter)
	if m.aside.syntax.Revisable() {
		m.phases, m.aside = *m.aside, nil
	}
	return u
}

// compile compiles a file whole.
func (p *phases) compile(f *source.File, l syntax.Language, steps *meter.Meter) *Unit {
	p.count(steps)
	tree := p.syntax.Parse(f, l)
	res := p.resolve.Resolve(tree)
	return unit(f, tree, res, p.codegen.Generate(tree, res, chunkName(f.Name())), steps)
}

// count makes all phases count their steps.
func (p *phases) count(steps *meter.Meter) {
	p.syntax.Meter, p.resolve.Meter, p.codegen.Meter = steps, steps, steps
}

// unit puts the answers of all phases together.
func unit(f *source.File, tree *syntax.Tree, res *resolve.Info, gen codegen.Result, steps *meter.Meter) *Unit {
	return &Unit{
		File: f, Tree: tree, Res: res, Map: gen.Map, Funcs: gen.Funcs,
		Main:     gen.Funcs[0].Proto,
		Dialects: tree.Dialects,
		Meter:    steps,
		complete: len(gen.Errors) == 0 && !res.Overfull,
		Errors:   inOrder(tree.Errors, semantic(tree, res, steps), gen.Errors),
	}
}

// chunkName returns what Lua records as the source of a file: "@" and its name, or a name
// that begins with "=" as it is.
func chunkName(name string) string {
	if strings.HasPrefix(name, "=") {
		return name
	}
	return "@" + name
}

// semantic returns the errors of names and labels, as Lua finds them when it reads the
// text its own way.
func semantic(tree *syntax.Tree, res *resolve.Info, steps *meter.Meter) []*syntax.Error {
	if plain := tree.Plain(); plain != tree {
		return (&resolve.Memory{Meter: steps}).Resolve(plain).Errors
	}
	return res.Errors
}

// inOrder merges the errors of all phases in the order in which the one-pass
// reference meets them. When its lookahead is some token, it has found that
// malformed first; then what is wrong with the meaning of the text in front of it;
// then that it does not fit there. What follows from a repair of that comes last.
func inOrder(syntactic, semantic, limits []*syntax.Error) []*syntax.Error {
	all := slices.Concat(semantic, syntactic, limits)
	slices.SortStableFunc(all, func(a, b *syntax.Error) int {
		switch {
		case a.Detect != b.Detect:
			return cmp.Compare(a.Detect, b.Detect)
		case a.Lexical == b.Lexical:
			return 0
		case a.Lexical:
			return -1
		default:
			return 1
		}
	})
	return all
}
