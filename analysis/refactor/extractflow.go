package refactor

import (
	"errors"
	"fmt"
	"slices"

	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file defines what goes into a selection that becomes a function and comes out of it: control, which
// may only come out at its end, and variables.
//
//   - What no closure captures, or nothing assigns, goes in as a parameter if it is live where the selection begins
//     and read there, and comes out as a result if it is live where the selection ends and assigned there.
//     What a way through the selection may leave as it is goes in too, to come out again.
//   - What is captured and assigned stays the variable that it is: the new function captures it too. That must
//     be declared in front of it.
//   - A local function, what functions around declare, and what a function in the selection captures anyway
//     stays as well, where it can.

// leaving is what looks for ways out of a selection.
type leaving struct {
	*extraction
	mayReturn bool
	loops     int // around the node, in the selection
	err       error
}

// findLeaves returns an error if control may leave the selection elsewhere than at its end, or come into it.
func (x *extraction) findLeaves() error {
	if x.expr != nil {
		l := leaving{extraction: x}
		l.visit(x.expr)
		return l.err
	}
	last := x.stats[len(x.stats)-1]
	in := x.Places()[last.ID()]
	l := leaving{extraction: x}
	_, l.mayReturn = last.(*syntax.Return)
	if in.Block == x.function.Body && x.onlyEmpty(in.Block.Stats[in.Index+1:]) {
		l.mayReturn = true
	}
	for _, s := range x.stats {
		l.visit(s)
	}
	if l.err != nil {
		return l.err
	}
	return x.findJumps()
}

// visit looks at a node and what is in it.
func (l *leaving) visit(n syntax.Node) {
	if l.err != nil {
		return
	}
	line := func() int { return l.line(n.Span().Start) }
	switch n := n.(type) {
	case *syntax.Function:
		return
	case *syntax.Vararg:
		l.err = errors.New("the selection uses `...` of the function around it")
	case *syntax.Return:
		l.returns = true
		if !l.mayReturn {
			l.err = fmt.Errorf("the selection returns from the function around it, in line %d", line())
		}
	case *syntax.Break:
		if l.loops == 0 {
			l.err = fmt.Errorf("`break` in line %d leaves a loop around the selection", line())
		}
	case *syntax.Continue:
		if l.loops == 0 {
			l.err = fmt.Errorf("`continue` in line %d is about a loop around the selection", line())
		}
	case *syntax.Name:
		if name := l.Unit.Tree.Str(n.Sym); l.Unit.Res.Refs[n.ID].Kind == resolve.ToGlobal && slices.Contains(levelled, name) {
			l.err = fmt.Errorf("%s in line %d may look at the function that calls it", plan.Quote(name), line())
		}
	}
	switch n.(type) {
	case *syntax.While, *syntax.Repeat, *syntax.NumericFor, *syntax.GenericFor:
		l.loops++
		defer func() { l.loops-- }()
	}
	syntax.Children(n, l.visit)
}

// levelled are the standard names of what knows functions by their level of the stack.
var levelled = []string{"getfenv", "setfenv", "debug"}

// findJumps returns an error if a `goto` leads out of the selection, or into it.
func (x *extraction) findJumps() error {
	for i, s := range x.Unit.Tree.Stats {
		g, ok := s.(*syntax.Goto)
		if !ok {
			continue
		}
		to := x.Unit.Res.Labels[x.Unit.Res.LabelOf(syntax.StatID(i))].Stat
		from, goal := x.at.Covers(g.Span()), x.at.Covers(to.Span())
		switch {
		case from && !goal:
			return fmt.Errorf("`goto` in line %d leaves the selection", x.line(g.Start))
		case goal && !from:
			return fmt.Errorf("`goto` in line %d leads into the selection", x.line(g.Start))
		}
	}
	return nil
}

// variable is what a selection does with a variable of the function around it, or one that it declares.
type variable struct {
	id                  bindingID
	reads, writes       bool
	isInner             bool // a function in the selection names it
	isDeclared, isAfter bool // in the selection, and used after it
}

// findVariables finds what goes in and out, or why that cannot be.
func (x *extraction) findVariables() error {
	for _, v := range x.variables() {
		if err := x.classify(v); err != nil {
			return err
		}
	}
	if x.returns { // control does not come to what follows
		x.assigned, x.declared = nil, nil
	}
	return x.findClash()
}

// findClash returns an error if the call would have to declare a variable beside another one of that name,
// which it is given or assigns.
func (x *extraction) findClash() error {
	others := x.assigned
	if len(x.assigned) > 0 {
		others = slices.Concat(x.assigned, x.inputs)
	}
	for _, v := range x.variables() {
		for _, other := range x.assigned {
			if v.isDeclared && x.isOpen(x.Binding(v.id)) && x.Name(v.id) == x.Name(other) {
				return fmt.Errorf("the selection declares another %s, which hides the one of line %d at its end", plan.Quote(x.Name(other)), x.line(birthplace(x.Binding(other))))
			}
		}
	}
	for _, id := range x.declared {
		for _, other := range others {
			if x.Name(id) == x.Name(other) {
				return fmt.Errorf("the selection declares another %s beside the one of line %d, and the call would need both", plan.Quote(x.Name(id)), x.line(birthplace(x.Binding(other))))
			}
		}
	}
	return nil
}

// variables returns what the selection does with variables, in the order of their declarations.
func (x *extraction) variables() (list []variable) {
	known := make(map[bindingID]int)
	for _, n := range namesIn(x.Unit.Tree, x.at) {
		ref := &x.Unit.Res.Refs[n.ID]
		id := ref.Binding
		if id == 0 || x.Binding(id).Func != x.function.ID {
			continue
		}
		i, ok := known[id]
		if !ok {
			i = len(list)
			known[id] = i
			list = append(list, variable{id: id, isDeclared: x.at.Contains(birthplace(x.Binding(id)))})
		}
		list[i].isInner = list[i].isInner || ref.Kind == resolve.ToUpvalue
		list[i].writes = list[i].writes || ref.Write
		list[i].reads = list[i].reads || !ref.Write && ref.Kind != resolve.Declaration || x.isCompound(n)
	}
	for i := range list {
		v := &list[i]
		x.Occurrences(v.id, func(n *syntax.Name, _ *resolve.Ref) { v.isAfter = v.isAfter || n.Start >= x.at.End })
	}
	slices.SortFunc(list, func(a, b variable) int { return int(a.id) - int(b.id) })
	return list
}

// isCompound reports whether a name is assigned by an operator, and so read too.
func (x *extraction) isCompound(n *syntax.Name) bool {
	s, ok := x.statAt(n.Start).(*syntax.Compound)
	return ok && s.Target == syntax.Expr(n)
}

// classify makes a variable a parameter, a result or both, or leaves it as it is; an error if none of that
// is right.
func (x *extraction) classify(v variable) error {
	b := x.Binding(v.id)
	name := plan.Quote(x.Unit.Tree.Str(b.Sym))
	stays := b.Scope.Contains(x.place.Span().Start)
	switch {
	case v.isDeclared && (!v.isAfter || x.expr != nil):
		if b.Attrib == syntax.Close && x.isOpen(b) {
			return fmt.Errorf("%s is closed at the end of the block, after the selection", name)
		}
	case v.isDeclared && b.Attrib == syntax.Close:
		return fmt.Errorf("%s is closed at the end of the block, after the selection", name)
	case v.isDeclared && b.Captured && b.Writes > 0:
		return fmt.Errorf("%s is declared in the selection, used after it, and assigned though a function captures it", name)
	case v.isDeclared:
		x.declared = append(x.declared, v.id)
	case x.Unit.Tree.Str(b.Sym) == "_ENV":
		if !stays {
			return fmt.Errorf("globals of the selection are fields of the local `_ENV` of line %d", x.line(birthplace(b)))
		}
	case b.Captured && b.Writes > 0 || (b.Kind == resolve.LocalFunction || v.isInner) && b.Writes == 0:
		if stays {
			return nil
		}
		if b.Writes > 0 {
			return fmt.Errorf("%s is assigned, a function captures it, and it is not declared where the new function would stand", name)
		}
		x.inputs = append(x.inputs, v.id)
	default:
		x.flow(v)
	}
	return nil
}

// isOpen reports whether the scope of a variable that the selection declares goes on to its end.
func (x *extraction) isOpen(b *resolve.Binding) bool { return b.Scope.End >= x.at.End }

// flow makes a variable that is handed over a parameter, a result or both, or one of the new function's own.
func (x *extraction) flow(v variable) {
	isResult := v.writes && x.isLiveAfter(v.id)
	if isResult {
		x.assigned = append(x.assigned, v.id)
	}
	if !v.writes || (v.reads || isResult) && x.isLiveBefore(v.id) {
		x.inputs = append(x.inputs, v.id)
	} else {
		x.own = append(x.own, v.id)
	}
}

// isLiveBefore reports whether the value of a variable may be read after the selection begins.
func (x *extraction) isLiveBefore(id bindingID) bool {
	return x.expr != nil || x.isLive(func(pcs srcmap.PCRange) int32 { return pcs.Start }, x.stats, id)
}

// isLiveAfter reports whether the value of a variable may be read after the selection ends.
func (x *extraction) isLiveAfter(id bindingID) bool {
	stats := slices.Clone(x.stats)
	slices.Reverse(stats)
	return x.isLive(func(pcs srcmap.PCRange) int32 { return pcs.End }, stats, id)
}

// isLive reports whether a variable is live at the end of the first of some statements that has code, or
// its start.
func (x *extraction) isLive(end func(srcmap.PCRange) int32, stats []syntax.Stat, id bindingID) bool {
	for _, s := range stats {
		if pcs := x.Unit.Map.PCs(s.ID()); !pcs.Empty() {
			f := &x.Code().Funcs[x.function.ID]
			pc := int(end(pcs))
			return pc >= len(f.Proto.Code) || f.LiveAt(pc, int(x.Unit.Map.Regs[id]))
		}
	}
	return true
}
