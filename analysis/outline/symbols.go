package outline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"luaflow/compile/meter"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// SymbolKind says what a symbol stands for.
type SymbolKind uint8

// The kinds of symbols.
const (
	Variable SymbolKind = iota
	Constant            // a variable that is declared `<const>`
	Function            // a variable or field that a function is put into
	Method              // a function with a colon in its name
	Object              // a variable or field that a table constructor with symbols in it is put into
)

// Symbol is something that a text gives a name.
type Symbol struct {
	Name string     // as it is written, without white space and comments; never blank
	Kind SymbolKind // what a client shows it as
	// Parameters is the parameter list of a function, in parentheses; "" for all else.
	Parameters string
	Span       source.Span // of the statement or field that defines it
	NameSpan   source.Span // of its name, in Span
	// Children are the symbols in Span, in the order of the text. They do not overlap.
	Children []Symbol
}

// Symbols returns what a text defines, in the order of the text: the functions that get a name,
// wherever they stand, the variables that are declared at the top level, and the tables in whose
// constructors there are symbols. The symbols in a function without a name belong to what is around it.
//
// The spans of symbols at one level do not overlap: one of several names that a statement defines
// together spans its name alone, and what its value holds follows at the same level. Symbols counts its steps.
func Symbols(t *syntax.Tree, steps *meter.Meter) []Symbol {
	o := outliner{tree: t, steps: steps}
	for _, s := range t.Main.Body.Stats {
		if !o.visit(s, true) {
			o.node(s)
		}
	}
	return o.found
}

// outliner collects the symbols of one level.
type outliner struct {
	tree  *syntax.Tree
	steps *meter.Meter
	found []Symbol
}

// below returns the symbols in some nodes, which are in the order of the text.
func (o *outliner) below(nodes ...syntax.Node) []Symbol {
	inner := outliner{tree: o.tree, steps: o.steps}
	for _, n := range nodes {
		inner.node(n)
	}
	return inner.found
}

// node adds the symbols in a node below the top level.
func (o *outliner) node(n syntax.Node) {
	syntax.Inspect(n, func(n syntax.Node) bool { return !o.visit(n, false) })
}

// visit adds the symbols in a node of a kind that has some of its own, which may be a statement of the top
// level. It reports false for other nodes.
func (o *outliner) visit(n syntax.Node, isTop bool) bool {
	o.steps.Step()
	switch n := n.(type) {
	case *syntax.Local:
		o.declaration(n, n.Names, n.Exprs(), isTop)
	case *syntax.Global:
		o.declaration(n, n.Names, n.Exprs(), isTop)
	case *syntax.LocalFunction:
		o.function(n, n.Name, n.Func)
	case *syntax.FunctionStat:
		o.function(n, n.Target, n.Func)
	case *syntax.Assign:
		o.assignment(n)
	case *syntax.Table:
		for _, item := range n.Items {
			o.item(item)
		}
	default:
		return false
	}
	return true
}

// function adds a function statement.
func (o *outliner) function(s syntax.Stat, target syntax.Expr, f *syntax.Function) {
	symbol := Symbol{
		Kind: Function, Name: o.name(target), Parameters: o.parameters(f),
		Span: s.Span(), NameSpan: target.Span(), Children: o.below(target, f),
	}
	if f.HasSelf {
		symbol.Kind = Method
		if dot := strings.LastIndexByte(symbol.Name, '.'); dot >= 0 {
			symbol.Name = symbol.Name[:dot] + ":" + symbol.Name[dot+1:]
		}
	}
	o.add(symbol)
}

// declaration adds the variables of a statement that declares them.
func (o *outliner) declaration(s syntax.Stat, names []*syntax.Name, values []syntax.Expr, isTop bool) {
	for i, name := range names {
		symbol := Symbol{Name: o.tree.Str(name.Sym), NameSpan: name.Span()}
		if o.tree.Attrib(name.ID) == syntax.Const {
			symbol.Kind = Constant
		}
		o.defined(symbol, s, len(names), i, values, isTop)
	}
	if len(names) != 1 || len(values) > 1 {
		o.all(values)
	}
}

// assignment adds what an assignment puts functions and tables into.
func (o *outliner) assignment(s *syntax.Assign) {
	targets, values := s.Targets(), s.Values()
	for i, target := range targets {
		symbol := Symbol{Name: o.name(target), NameSpan: target.Span(), Children: o.below(target)}
		o.defined(symbol, s, len(targets), i, values, false)
	}
	if len(targets) != 1 || len(values) > 1 {
		o.all(values)
	}
}

// defined adds a symbol, which is number i of several that a statement gives values. A variable is one
// only if isVariable.
func (o *outliner) defined(symbol Symbol, s syntax.Stat, several, i int, values []syntax.Expr, isVariable bool) {
	symbol.Span = symbol.NameSpan
	isAlone := several == 1 && len(values) <= 1
	var inner []Symbol
	if isAlone {
		symbol.Span = s.Span()
		for _, value := range values {
			inner = o.below(value)
		}
	}
	isSymbol := isVariable
	if i < len(values) {
		switch value := values[i].(type) {
		case *syntax.Function:
			symbol.Kind, symbol.Parameters, isSymbol = Function, o.parameters(value), true
		case *syntax.Table:
			if len(inner) > 0 {
				symbol.Kind, isSymbol = Object, true
			}
		}
	}
	symbol.Children = append(symbol.Children, inner...)
	if !isSymbol {
		symbol.Name = ""
	}
	o.add(symbol)
}

// item adds a field of a table constructor that holds a function, or a table with symbols in it.
func (o *outliner) item(item syntax.Item) {
	key, value := item.Key(), item.Value()
	if key == nil {
		o.node(value)
		return
	}
	symbol := Symbol{NameSpan: key.Span(), Children: o.below(key, value)}
	symbol.Span = source.Span{Start: symbol.NameSpan.Start, End: value.Span().End}
	switch value := value.(type) {
	case *syntax.Function:
		symbol.Kind, symbol.Parameters = Function, o.parameters(value)
		symbol.Name = o.key(key)
	case *syntax.Table:
		if len(symbol.Children) > 0 {
			symbol.Kind, symbol.Name = Object, o.key(key)
		}
	}
	o.add(symbol)
}

// add adds a symbol; of one without a name what is in it.
func (o *outliner) add(symbol Symbol) {
	if strings.TrimSpace(symbol.Name) == "" {
		o.found = append(o.found, symbol.Children...)
		return
	}
	o.found = append(o.found, symbol)
}

func (o *outliner) all(values []syntax.Expr) {
	for _, value := range values {
		o.node(value)
	}
}

// maxName bounds a name, in bytes.
const maxName = 100

// name returns what is assigned to as it is written: for names and their fields without what may
// stand between them.
func (o *outliner) name(target syntax.Expr) string {
	var parts []string
	size := 0
	for at := target; ; {
		switch e := at.(type) {
		case *syntax.Name:
			parts = append(parts, o.tree.Str(e.Sym))
			slices.Reverse(parts)
			return shortened(strings.Join(parts, "."))
		case *syntax.Field:
			key := o.tree.Str(e.Key.Sym)
			if size += len(key); size > maxName {
				return o.text(target)
			}
			parts = append(parts, key)
			at = e.Obj
		default:
			return o.text(target)
		}
	}
}

// key returns the name of a field in a table constructor.
func (o *outliner) key(key syntax.Expr) string {
	if name, ok := key.(*syntax.String); ok && name.Bare {
		return shortened(o.tree.Str(name.Sym))
	}
	return "[" + o.text(key) + "]"
}

// text returns an expression as it is written, in one line.
func (o *outliner) text(e syntax.Expr) string {
	at := e.Span()
	at.End = min(at.End, at.Start+2*maxName)
	return shortened(strings.Join(strings.Fields(o.tree.File.Slice(at)), " "))
}

// shortened returns the beginning of a text that is long.
func shortened(text string) string {
	if len(text) <= maxName {
		return text
	}
	end := maxName
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// parameters returns the parameter list of a function.
func (o *outliner) parameters(f *syntax.Function) string {
	var names []string
	size := 0
	for _, p := range f.Params {
		name := o.tree.Str(p.Sym)
		if size += len(name); size > maxName {
			return "(" + strings.Join(append(names, "…"), ", ") + ")"
		}
		names = append(names, name)
	}
	if f.IsVararg() {
		last := "..."
		if f.VarargName != nil {
			last += o.tree.Str(f.VarargName.Sym)
		}
		names = append(names, last)
	}
	return "(" + strings.Join(names, ", ") + ")"
}
