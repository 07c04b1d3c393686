package luacheck

import (
	"fmt"

	"luaflow/analysis/config"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file measures functions (McCabe, A Complexity Measure, 1976): the number of
// decisions in a function and one more.

// complexity looks at all functions of a file, where there is a limit.
func (o *owner) complexity() {
	for _, fn := range o.Unit.Tree.Funcs {
		at := fn.Span()
		if fn == o.Unit.Tree.Main {
			at = source.Span{}
		}
		if !o.Part.Touches(at) {
			continue
		}
		most := o.rules(o.Unit.File.Line(at.Start)).Limit(config.MaxComplexity).Value
		if most == config.NoLimit {
			continue
		}
		if n := 1 + decisions(fn.Body); n > most {
			o.report("561", at, fmt.Sprintf("cyclomatic complexity of %s is too high (%d > %d)", o.describe(fn), n, most))
		}
	}
}

// decisions counts the decisions below a node, functions inside left out.
func decisions(n syntax.Node) (count int) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Function:
			return false
		case *syntax.If:
			count += len(n.Clauses())
		case *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
			count++
		case *syntax.Binary:
			if n.Op == syntax.And || n.Op == syntax.Or || n.Op == syntax.Coalesce {
				count++
			}
		case *syntax.Conditional:
			count++
		}
		return true
	})
	return count
}

// describe names a function.
func (o *owner) describe(fn *syntax.Function) string {
	if fn == o.Unit.Tree.Main {
		return "main chunk"
	}
	kind := "function"
	if fn.HasSelf {
		kind = "method"
	}
	if o.names == nil {
		o.names = o.findNames()
	}
	if name := o.names[fn]; name != "" {
		return kind + " " + quote(name)
	}
	return "function"
}

// findNames finds what functions are assigned to: variables, fields, and fields of tables
// that are.
func (o *owner) findNames() map[*syntax.Function]string {
	names := map[*syntax.Function]string{}
	var give func(e syntax.Expr, name string)
	give = func(e syntax.Expr, name string) {
		switch e := e.(type) {
		case *syntax.Function:
			names[e] = name
		case *syntax.Table:
			for _, item := range e.Items {
				if key, ok := item.Key().(*syntax.String); ok && name != "" {
					give(item.Value(), name+"."+o.Unit.Tree.Str(key.Sym))
				}
			}
		}
	}
	for _, s := range o.Unit.Tree.Stats {
		switch s := s.(type) {
		case *syntax.FunctionStat:
			give(s.Func, o.fullName(s.Target))
		case *syntax.LocalFunction:
			give(s.Func, o.fullName(s.Name))
		case *syntax.Local:
			for i, e := range s.Exprs() {
				if i < len(s.Names) {
					give(e, o.fullName(s.Names[i]))
				}
			}
		case *syntax.Assign:
			for i, e := range s.Values() {
				if i < len(s.Targets()) {
					give(e, o.fullName(s.Targets()[i]))
				}
			}
		}
	}
	return names
}

// fullName returns a name with the fields after it; "" if a key is not a constant
// string.
func (o *owner) fullName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return o.Unit.Tree.Str(e.Sym)
	case *syntax.Field:
		if base := o.fullName(e.Obj); base != "" {
			return base + "." + o.Unit.Tree.Str(e.Key.Sym)
		}
	case *syntax.Index:
		key, ok := e.Key.(*syntax.String)
		if base := o.fullName(e.Obj); ok && base != "" {
			return base + "." + o.Unit.Tree.Str(key.Sym)
		}
	}
	return ""
}
