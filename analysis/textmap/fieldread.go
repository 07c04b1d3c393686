package textmap

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/compile/bytecode"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// FieldReadAt returns the text of the read of a field, as far as the key, that the instruction of fn at pc stands for, which gets
// the field under a constant string of a table; of several in one expression that read that of the same variable the
// first. ok is false if it stands for none, or it is not known for which.
func (x *Text) FieldReadAt(fn syntax.FuncID, pc int, key string) (at source.Span, ok bool) {
	f := &x.Unit.Funcs[fn]
	around := f.Map.Origins.At(pc).Span()
	id := x.StatAround(around)
	if id == syntax.NoStat {
		return source.Span{}, false
	}
	r := fieldReader{Text: x, ins: f.Proto.Code[pc], key: key}
	if a, isAssign := x.Unit.Tree.Stats[id].(*syntax.Assign); isAssign {
		r.targets = a.Targets()
	}
	syntax.Inspect(x.Unit.Tree.Stats[id], func(n syntax.Node) bool {
		if _, isFunction := n.(*syntax.Function); isFunction {
			return false
		}
		r.visit(n, around)
		return true
	})
	return r.found, r.count == 1
}

// fieldReader looks for the text that an instruction stands for.
type fieldReader struct {
	*Text
	ins     bytecode.Instruction
	key     string
	targets []syntax.Expr // of the assignment that it stands in

	found source.Span
	count int // how many it may stand for
}

// visit looks at a node in the statement of the instruction, of which the text is around.
func (r *fieldReader) visit(n syntax.Node, around source.Span) {
	object, key := indexed(n)
	if key == nil || !standsFor(around, n, object, key) || r.Unit.Tree.Str(key.Sym) != r.key || slices.ContainsFunc(r.targets, func(t syntax.Expr) bool { return t == n }) {
		return
	}
	variable, isName := object.(*syntax.Name)
	if isName && !r.holds(variable) || isName && r.count > 0 {
		return
	}
	r.count++
	r.found = source.Span{Start: object.Span().Start, End: key.Span().End}
	if _, isBracketed := n.(*syntax.Index); isBracketed {
		r.found = n.Span()
	}
}

// standsFor reports whether the text of an instruction may be that of the read of a field: the object and the key or, if it fetches a method,
// the object.
func standsFor(around source.Span, n syntax.Node, object syntax.Expr, key *syntax.String) bool {
	if _, isMethod := n.(*syntax.MethodCall); isMethod {
		return around == object.Span()
	}
	return around.Covers(source.Span{Start: object.Span().Start, End: key.Span().End})
}

// indexed returns the object and the key of what reads or writes a field under a constant string; nil if n does not.
func indexed(n syntax.Node) (object syntax.Expr, key *syntax.String) {
	switch n := n.(type) {
	case *syntax.Field:
		return n.Obj, n.Key
	case *syntax.MethodCall:
		return n.Obj, n.Name
	case *syntax.Index:
		key, _ = n.Key.(*syntax.String)
		return n.Obj, key
	}
	return nil, nil
}

// holds reports whether the instruction finds its table in a variable.
func (r *fieldReader) holds(n *syntax.Name) bool {
	ref := &r.Unit.Res.Refs[n.ID]
	if index, how := effect.Upvalue(r.ins); how != 0 {
		return ref.Kind == resolve.ToUpvalue && int(ref.Upvalue) == index
	}
	return ref.Kind == resolve.ToLocal && int(r.Unit.Map.Regs[ref.Binding]) == effect.Table(r.ins)
}
