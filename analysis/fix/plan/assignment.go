package plan

import (
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what an assignment is: targets, and the value that each of them gets.

// Assignment is a *syntax.Local, *syntax.Assign or *syntax.Compound.
type Assignment struct {
	Stat    syntax.Stat   // the statement viewed
	Targets []syntax.Expr // names, if it is local
	// Values are as they are written: fewer or more than targets, maybe. That of a *syntax.Compound is its Computed.
	Values  []syntax.Expr
	IsLocal bool // Stat is a *syntax.Local, and Targets are declarations
}

// AsAssignment views a statement as an assignment; ok is false if it is not one.
func AsAssignment(s syntax.Stat) (a Assignment, ok bool) {
	switch s := s.(type) {
	case *syntax.Local:
		a = Assignment{Stat: s, Values: s.Exprs(), IsLocal: true}
		for _, n := range s.Names {
			a.Targets = append(a.Targets, n)
		}
	case *syntax.Assign:
		a = Assignment{Stat: s, Targets: s.Targets(), Values: s.Values()}
	case *syntax.Compound:
		a = Assignment{Stat: s, Targets: []syntax.Expr{s.Target}, Values: []syntax.Expr{s.Computed()}}
	default:
		return a, false
	}
	return a, true
}

// TargetOf returns the index of the target with this name, or -1.
func (a *Assignment) TargetOf(id syntax.NameID) int {
	for i, t := range a.Targets {
		if n, ok := t.(*syntax.Name); ok && n.ID == id {
			return i
		}
	}
	return -1
}

// Assigned is what a target gets: value number nth of an expression; nil for the nil
// that is not written.
type Assigned struct {
	Expr syntax.Expr // nil for the nil that is not written
	nth  int
}

// ValueFor returns what target i of n gets from a list of values.
func ValueFor(values []syntax.Expr, i, n int) Assigned {
	last := len(values) - 1
	if i >= last && last >= 0 && textmap.IsMulti(values[last]) && n > len(values) {
		return Assigned{values[last], i - last}
	}
	if i > last {
		return Assigned{}
	}
	return Assigned{values[i], 0}
}

// IsSecondary reports whether target i gets one of several values that the
// statement takes from one call or `...`.
func (a *Assignment) IsSecondary(i int) bool {
	last := len(a.Values) - 1
	return last >= 0 && i >= last && len(a.Targets) > len(a.Values) && textmap.IsMulti(a.Values[last])
}

// spans returns where the targets and values stand.
func (a *Assignment) spans() []source.Span {
	return append(spans(a.Targets), spans(a.Values)...)
}

func spans(list []syntax.Expr) []source.Span {
	out := make([]source.Span, len(list))
	for i, e := range list {
		out[i] = e.Span()
	}
	return out
}

// writtenNil stands for a nil that a script writes.
var writtenNil syntax.Expr = &syntax.Literal{}

// givesSame reports whether the targets that stay get from values what they got
// from a's. An assignment needs one value at least.
func (a *Assignment) givesSame(gone []bool, stay int, values []syntax.Expr) bool {
	if len(values) == 0 && !a.IsLocal {
		return false
	}
	at := 0
	for i := range a.Targets {
		if gone[i] {
			continue
		}
		now, was := ValueFor(values, at, stay), ValueFor(a.Values, i, len(a.Targets))
		if now.Expr == writtenNil {
			now = Assigned{}
		}
		if now != was {
			return false
		}
		at++
	}
	return true
}
