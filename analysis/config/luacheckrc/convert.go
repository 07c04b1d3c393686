//go:build !js

package luacheckrc

import (
	"cmp"
	"fmt"
	"slices"

	lua "github.com/yuin/gopher-lua"

	"luaflow/analysis/config/tree"
)

// This file makes values with lines of what a configuration set.

// Limits of a result.
const (
	maxDepth = 30
	maxNodes = 100_000
	maxText  = 4 << 20 // bytes of all strings
)

type converter struct {
	name    string
	nodes   int
	text    int
	problem *tree.Error
}

// options returns the table of all options.
func (c *converter) options(env *environment, lines *place) (*tree.Node, *tree.Error) {
	all := env.state.NewTable()
	env.table.ForEach(func(key, value lua.LValue) { all.RawSet(key, value) })
	for name, value := range env.special {
		all.RawSetString(name, value)
	}
	if stds, ok := env.special["stds"].(*lua.LTable); ok {
		for name, t := range env.builtin { // it may have been changed
			if stds.RawGetString(name) == lua.LNil {
				stds.RawSetString(name, t)
			}
		}
	}
	node := c.convert(all, lines, 0, 0)
	if c.problem != nil {
		return nil, c.problem
	}
	return node, nil
}

// convert makes a node of a value that is set at a place; line is that of what it is
// in.
func (c *converter) convert(value lua.LValue, at *place, line, depth int) *tree.Node {
	if at != nil && at.line > 0 {
		line = at.line
	}
	n := &tree.Node{Line: line}
	c.count(value, line, depth)
	if c.problem != nil {
		return n
	}
	switch value := value.(type) {
	case *lua.LNilType:
	case lua.LBool:
		n.Kind, n.Bool = tree.Bool, bool(value)
	case lua.LNumber:
		n.Kind, n.Number = tree.Number, finite(float64(value))
	case lua.LString:
		n.Kind, n.Text = tree.String, string(value)
	case *lua.LTable:
		n.Kind = tree.Table
		c.table(n, value, at, depth)
	default:
		n.Kind, n.Text = tree.Other, value.Type().String()
	}
	return n
}

// count complains of a result that is larger than any configuration.
func (c *converter) count(value lua.LValue, line, depth int) {
	c.nodes++
	if s, ok := value.(lua.LString); ok {
		c.text += len(s)
	}
	switch {
	case c.problem != nil:
	case depth > maxDepth || c.nodes > maxNodes:
		c.problem = &tree.Error{File: c.name, Line: line, Message: "a table is nested too deep, contains itself, or has too many values"}
	case c.text > maxText:
		c.problem = &tree.Error{File: c.name, Line: line, Message: fmt.Sprintf("sets more than %d MB of options", maxText>>20)}
	}
}

// finite replaces what JSON cannot say by a number that no option takes.
func finite(n float64) float64 {
	if n-n != 0 {
		return -1
	}
	return n
}

// table fills in fields in the order of their names, and items in that of their
// numbers, the gaps between them closed.
func (c *converter) table(n *tree.Node, t *lua.LTable, at *place, depth int) {
	type item struct {
		key   lua.LNumber
		value lua.LValue
	}
	var items []item
	var names []string
	t.ForEach(func(key, value lua.LValue) {
		switch key := key.(type) {
		case lua.LNumber:
			items = append(items, item{key, value})
		case lua.LString:
			names = append(names, string(key))
			c.text += len(key)
		}
	})
	slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.key, b.key) })
	slices.Sort(names)
	for _, i := range items {
		n.Items = append(n.Items, c.convert(i.value, at.item(int(i.key)), n.Line, depth+1))
	}
	for _, name := range names {
		value := c.convert(t.RawGetString(name), at.field(name), n.Line, depth+1)
		n.Fields = append(n.Fields, tree.Field{Name: name, Line: value.Line, Value: value})
	}
}
