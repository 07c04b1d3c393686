package textmap

import (
	"sort"

	"luaflow/analysis/effect"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Reads: how occurrences of a name in the text become instructions that read a
// register.

// EachRead calls visit for the occurrences that read a variable, in functions inside
// its own too, in the order of the text, until it returns false. A field of a
// variable that is called _ENV is no read of it here.
func (x *Text) EachRead(id resolve.BindingID, visit func(*syntax.Name, *resolve.Ref) bool) {
	b := &x.Unit.Res.Bindings[id]
	var first syntax.NameID
	if b.Decl != nil {
		first = b.Decl.ID
	} else {
		first = x.Unit.Tree.Names.Search(b.Scope.Start)
	}
	for n := range x.Unit.Tree.Names.From(first) {
		if n.Start >= b.Scope.End {
			return
		}
		ref := &x.Unit.Res.Refs[n.ID]
		isRead := ref.Binding == id && !ref.Write && (ref.Kind == resolve.ToLocal || ref.Kind == resolve.ToUpvalue)
		if isRead && !visit(n, ref) {
			return
		}
	}
}

// ReadAt returns the pc of the instruction, in the function of the variable, that looks at
// its register where a name reads it: the first after the point at which the
// generator met the name that uses the register; that point itself if none does,
// since `x = x` needs no instruction. It is -1 if the name stands where nothing is
// read.
func (x *Text) ReadAt(n *syntax.Name) int {
	pc := int(x.Unit.Map.ReadPC(n.ID))
	if pc < 0 {
		return -1
	}
	id := x.Unit.Res.Refs[n.ID].Binding
	reg := int(x.Unit.Map.Regs[id])
	proto := x.Unit.Funcs[x.Unit.Res.Bindings[id].Func].Proto
	end := len(proto.Code)
	if stat := x.StatOf(n); stat != syntax.NoStat {
		end = int(x.Unit.Map.PCs(stat).End)
	}
	for at := pc; at < end; at++ {
		if effect.Uses(proto, at).Has(reg) {
			return at
		}
	}
	return pc
}

// StatOf returns the innermost statement around a name, NoStat if there is none.
func (x *Text) StatOf(n *syntax.Name) syntax.StatID { return x.StatAround(n.Span()) }

// StatAround returns the innermost statement around a piece of text, NoStat if there is none.
func (x *Text) StatAround(at source.Span) syntax.StatID {
	stats := x.Unit.Tree.Stats // in the order in which they begin
	i := sort.Search(len(stats), func(i int) bool { return stats[i].Span().Start > at.Start }) - 1
	for ; i >= 0; i-- {
		if stats[i].Span().Covers(at) {
			return syntax.StatID(i)
		}
	}
	return syntax.NoStat
}
