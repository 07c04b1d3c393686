package annotate

import (
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/analysis/waste"
	"luaflow/compile/resolve"
	"luaflow/compile/syntax"
)

// reader tells the values that names read, which are asked for in the order of the text.
type reader struct {
	*waste.Parts
	known  *consts.Constants // nil if nothing is known
	owners textmap.Owners
}

func newReader(p *waste.Parts) *reader {
	r := &reader{Parts: p, owners: p.Text.Owners()}
	if p.Facts.Code != nil {
		r.known = p.Facts.Constants()
	}
	return r
}

// constant returns the constant that a variable always is where a name reads it; not ok if it may be
// something else, if the read is never executed, or nobody can tell.
func (r *reader) constant(n *syntax.Name) (is value.Value, ok bool) {
	ref := &r.Unit.Res.Refs[n.ID]
	if r.known == nil || ref.Write || ref.Kind != resolve.ToLocal && ref.Kind != resolve.ToUpvalue || r.Unit.Res.Bindings[ref.Binding].Exposed {
		return value.Bottom, false
	}
	if ref.Kind == resolve.ToUpvalue {
		is = r.ofUpvalue(n)
	} else {
		is = r.ofLocal(n, ref)
	}
	return is, is.IsConstant()
}

// ofUpvalue returns what is known of the value that an upvalue is read to have.
func (r *reader) ofUpvalue(n *syntax.Name) value.Value {
	f := r.function(r.owners.Of(n.ID))
	pc := int(r.Unit.Map.ReadPC(n.ID))
	if f == nil || pc < 0 || !r.known.Executable(f, pc) || effect.ReferenceOf(f.Proto.Code[pc]) != effect.ReadsUpvalue {
		return value.Bottom
	}
	form := r.Facts.Code.SSA(f)
	return r.known.Value(f, form.Def(pc, f.Proto.Code[pc].A()))
}

// ofLocal returns what is known of the value that a local variable is read to have.
func (r *reader) ofLocal(n *syntax.Name, ref *resolve.Ref) value.Value {
	f := r.function(r.Unit.Res.Bindings[ref.Binding].Func)
	pc := r.Text.ReadAt(n)
	if f == nil || pc < 0 || !r.known.Executable(f, pc) {
		return value.Bottom
	}
	i, reg := 0, int(r.Unit.Map.Regs[ref.Binding])
	for used := range effect.Uses(f.Proto, pc).All() {
		if used == reg {
			return r.known.Operand(f, pc, i)
		}
		i++
	}
	return value.Bottom
}

// function returns a function of which the values are known, nil if they are not.
func (r *reader) function(fn syntax.FuncID) *flow.Func {
	if r.Unit.Funcs[fn].Broken {
		return nil
	}
	f := r.Facts.At(fn).Flow
	if r.Facts.Code.SSA(f) == nil {
		return nil
	}
	return f
}
