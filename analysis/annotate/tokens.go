package annotate

import (
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// TokenType says what a name stands for.
type TokenType uint8

// The types of tokens.
const (
	Variable  TokenType = iota // a local variable, or a global one
	Parameter                  // of a function
	Property                   // a field of a table
	Function                   // a variable or field that holds a function: by its declaration, or as it is called
	Method                     // a field that is called with a colon
	Label                      // of a `goto`
)

// Token is one occurrence of a name: its place in bytes, the kind of thing that it names, and the
// modifiers that hold of it there.
type Token struct {
	Span      source.Span // of the name: never empty, and in one line
	Type      TokenType   // what it stands for
	Modifiers Modifiers   // what is true of it
}

// Tokens returns the names in a part of a text, in their order. marks is what the findings say of the
// text. In text that is not understood the names have what their declarations say.
func Tokens(p *waste.Parts, marks *Marks, within source.Span) []Token {
	c := colourer{reader: newReader(p), marks: marks, within: within}
	c.library = value.Library{Hosts: p.Facts.Hosts, Dialects: p.Unit.Dialects}
	c.node(p.Unit.Tree.Main)
	return c.out
}

// colourer collects the tokens of a part of a text.
type colourer struct {
	*reader
	marks   *Marks
	library value.Library
	within  source.Span
	spine   []syntax.Expr // what chain has still to add the rest of
	out     []Token
}

// node adds the tokens in a node.
func (c *colourer) node(n syntax.Node) {
	c.Text.Step()
	if at := n.Span(); !at.Overlaps(c.within) {
		return
	}
	switch n := n.(type) {
	case *syntax.Name:
		c.name(n, c.typeOf(n), 0)
		return
	case *syntax.String:
		if n.Bare {
			c.add(n.Span(), Property, 0)
		}
		return
	case *syntax.Binary, *syntax.Field, *syntax.Index, *syntax.Call, *syntax.MethodCall:
		c.chain(n.(syntax.Expr))
		return
	case *syntax.FunctionStat:
		c.called(n.Target, Declaration)
		if n.Func.HasSelf && len(c.out) > 0 && c.out[len(c.out)-1].Span.End == n.Target.Span().End {
			c.out[len(c.out)-1].Type = Method
		}
		c.node(n.Func)
		return
	case *syntax.Assign:
		for _, target := range n.Targets() {
			c.target(target)
		}
		for _, value := range n.Values() {
			c.node(value)
		}
		return
	case *syntax.Compound:
		c.target(n.Target)
		c.node(n.Value)
		return
	case *syntax.Table:
		c.table(n)
		return
	case *syntax.Label:
		c.label(n.NamePos, n.Label, Declaration)
	case *syntax.Goto:
		c.label(n.NamePos, n.Label, 0)
	}
	syntax.Children(n, c.node)
}

// chain adds the tokens of an expression that begins with another one, and of all that do so in it.
func (c *colourer) chain(e syntax.Expr) {
	bottom := len(c.spine)
	var left syntax.Expr
	left, c.spine = syntax.Leftmost(e, c.spine)
	if isCall(c.spine[bottom:]) {
		c.called(left, 0)
	} else {
		c.node(left)
	}
	for len(c.spine) > bottom {
		e := c.spine[len(c.spine)-1]
		c.spine = c.spine[:len(c.spine)-1]
		c.link(e, isCall(c.spine[bottom:]))
	}
}

// isCall reports whether the last of some expressions is a call.
func isCall(spine []syntax.Expr) bool {
	if len(spine) == 0 {
		return false
	}
	_, ok := spine[len(spine)-1].(*syntax.Call)
	return ok
}

// link adds the tokens of what follows the first expression in e, which may be a function that is called.
func (c *colourer) link(e syntax.Expr, isCalled bool) {
	switch e := e.(type) {
	case *syntax.Binary:
		c.node(e.Y)
	case *syntax.Field:
		kind := Property
		if isCalled {
			kind = Function
		}
		c.add(e.Key.Span(), kind, 0)
	case *syntax.Index:
		c.node(e.Key)
	case *syntax.Call:
		c.nodes(e.Args())
	case *syntax.MethodCall:
		c.add(e.Name.Span(), Method, 0)
		c.nodes(e.Args())
	}
}

func (c *colourer) nodes(list []syntax.Expr) {
	for _, e := range list {
		c.node(e)
	}
}

// called adds the tokens of an expression that is a function, because it is called or declared so.
func (c *colourer) called(fn syntax.Expr, more Modifiers) {
	switch fn := fn.(type) {
	case *syntax.Name:
		kind := c.typeOf(fn)
		if kind == Variable {
			kind = Function
		}
		c.name(fn, kind, more)
	case *syntax.Field:
		c.field(fn, Function, more)
	default:
		c.node(fn)
	}
}

// target adds the tokens of what is assigned to.
func (c *colourer) target(e syntax.Expr) {
	if field, ok := e.(*syntax.Field); ok {
		c.field(field, Property, Modification)
		return
	}
	c.node(e)
}

// field adds the tokens of a field, whose key is of a type.
func (c *colourer) field(e *syntax.Field, kind TokenType, more Modifiers) {
	c.node(e.Obj)
	c.add(e.Key.Span(), kind, more)
}

// table adds the tokens of a table constructor, of which each named field is declared there.
func (c *colourer) table(t *syntax.Table) {
	for _, item := range t.Items {
		if key, ok := item.Key().(*syntax.String); ok && key.Bare {
			kind := Property
			if _, isFunction := item.Value().(*syntax.Function); isFunction {
				kind = Function
			}
			c.add(key.Span(), kind, Declaration)
		} else if item.Key() != nil {
			c.node(item.Key())
		}
		c.node(item.Value())
	}
}

// label adds the name of a label, unless it is missing.
func (c *colourer) label(start source.Pos, name syntax.Sym, more Modifiers) {
	text := c.Unit.Tree.Str(name)
	at := source.Span{Start: start, End: start + source.Pos(len(text))}
	if start.Valid() && int(at.End) <= c.Unit.File.Len() && c.Unit.File.Slice(at) == text {
		c.add(at, Label, more)
	}
}

// typeOf returns what a name of a variable stands for by its declaration.
func (c *colourer) typeOf(n *syntax.Name) TokenType {
	ref := &c.Unit.Res.Refs[n.ID]
	if ref.Kind == resolve.ToGlobal || ref.Binding == 0 {
		return Variable
	}
	switch c.Unit.Res.Bindings[ref.Binding].Kind {
	case resolve.Param, resolve.Self:
		return Parameter
	case resolve.LocalFunction:
		return Function
	}
	return Variable
}

// name adds the name of a variable.
func (c *colourer) name(n *syntax.Name, kind TokenType, more Modifiers) {
	ref := &c.Unit.Res.Refs[n.ID]
	is := more
	if ref.Write && more&Declaration == 0 {
		is |= Modification
	}
	if ref.Kind == resolve.ToGlobal || ref.Binding == 0 {
		is |= Global
		if ref.Binding == 0 && c.library.Global(c.Unit.Tree.Str(n.Sym)) != 0 {
			is |= DefaultLibrary
		}
		c.add(n.Span(), kind, is)
		return
	}
	b := &c.Unit.Res.Bindings[ref.Binding]
	if ref.Kind == resolve.Declaration {
		is |= Declaration
	}
	if b.Attrib != syntax.NoAttrib {
		is |= ReadOnly
	}
	if b.Captured {
		is |= Captured
	}
	if b.Writes > 0 {
		is |= Mutated
	}
	if n.Span().Overlaps(c.within) {
		if _, ok := c.constant(n); ok {
			is |= Constant
		}
	}
	c.add(n.Span(), kind, is)
}

// add adds a token if it stands in the part that is asked for.
func (c *colourer) add(at source.Span, kind TokenType, is Modifiers) {
	if at.Empty() || !at.Overlaps(c.within) {
		return
	}
	c.out = append(c.out, Token{at, kind, is | c.marks.at(at)})
}
