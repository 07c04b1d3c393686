package resolve

import (
	"slices"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// revise.go resolves the names of a text of which another version was resolved before: only those
// in the function that differs. The others mean what they did, with other numbers, if the function
// captures what it did, in the same order.

// Revision says how the numbers of a tree's answers have changed.
type Revision struct {
	Bindings syntax.Numbers // those declared in the function that differs are the new ones
	Labels   syntax.Numbers // likewise
	// Loose: no block of the functions around the one that differs has to close a variable because that captures
	// it, or did. What it captures may be others than before.
	Loose bool
	// Same: the function that differs captures what it did, in the same order.
	Same bool
}

// Revise returns what Resolve does for a tree that syntax.Memory.Revise made of the one that was resolved
// in m last, with what is new in it, and what is new in the answer; nil if all is.
func (m *Memory) Revise(t *syntax.Tree, change *syntax.Revision) (*Info, *Revision) {
	if change != nil && m.latest != nil && m.latest.isPlain() {
		if info, r := m.revise(t, change); r != nil {
			m.latest = info
			return info, r
		}
	}
	return m.Resolve(t), nil
}

// isPlain reports whether nothing is in the answer that makes names depend on what stands in functions beside
// their own.
func (i *Info) isPlain() bool { return len(i.Errors) == 0 && !i.Overfull && len(i.Globals) == 0 }

// reviser is the state of one Revise.
type reviser struct {
	*resolver
	change   *syntax.Revision
	was      *Info
	fn       *syntax.Function // which differs
	around   []BindingID      // what is declared around it
	bindings []Binding        // those after it
	labels   []LabelInfo      // likewise
	Revision
}

func (m *Memory) revise(t *syntax.Tree, change *syntax.Revision) (*Info, *Revision) {
	r := &reviser{resolver: &m.resolver, change: change, was: m.latest, fn: t.Funcs[change.Func]}
	m.latest = nil
	r.meter = m.Meter
	r.discount()
	captured := r.was.Upvalues[change.Func]
	r.cut(m, t)
	outer := r.enter()
	r.function(r.fn)
	r.leave()
	captures := r.info.Upvalues[change.Func]
	reaches := r.fn.Parent.Parent == nil || r.reachesAlike(captured, captures) // the chunk has its only upvalue in any case
	r.Loose = reaches && r.isLoose(captured) && r.isLoose(captures)
	r.Same = slices.Equal(captured, captures)
	if !r.info.isPlain() || r.captures(outer) || !reaches && !r.needsAlike() {
		return nil, nil
	}
	r.put()
	r.release(captured, captures)
	m.bindings, m.labels = r.info.Bindings, r.info.Labels
	m.refs, m.upvalues, m.firstBinding = r.info.Refs, r.info.Upvalues, r.info.FirstBinding
	return r.info, &r.Revision
}

// discount takes the uses in the function as it was from what is known of the variables around it.
func (r *reviser) discount() {
	first := r.was.FirstBinding[r.change.Func]
	for _, ref := range r.was.Refs[r.change.Names.From:r.change.Names.Was] {
		if ref.Kind == Declaration || ref.Binding == 0 || ref.Binding >= first {
			continue
		}
		if b := &r.was.Bindings[ref.Binding]; ref.Write && ref.Kind != ToGlobal {
			b.Writes--
		} else {
			b.Reads--
		}
	}
	outer := func(e syntax.Expr) *Binding {
		n, ok := e.(*syntax.Name)
		if !ok {
			return nil
		}
		ref := &r.was.Refs[n.ID]
		if ref.Kind == ToGlobal || ref.Binding == 0 || ref.Binding >= first {
			return nil
		}
		return &r.was.Bindings[ref.Binding]
	}
	syntax.Inspect(r.change.Body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Call:
			if b := outer(n.Fn); b != nil {
				b.Calls--
			}
		case *syntax.Compound:
			if b := outer(n.Target); b != nil {
				b.Reads--
			}
		}
		return true
	})
}

// cut takes what belongs to the function out of the tables, of which those in front of it become the
// resolver's.
func (r *reviser) cut(m *Memory, t *syntax.Tree) {
	was, c := r.was, r.change
	isInside := func(fn syntax.FuncID) bool { return fn >= c.Func && int(fn) < c.Funcs.Was }
	first := int(was.FirstBinding[c.Func])
	end := first
	for end < len(was.Bindings) && isInside(was.Bindings[end].Func) {
		end++
	}
	r.Bindings = syntax.Numbers{From: first, Was: end}
	label := slices.IndexFunc(was.Labels, func(l LabelInfo) bool { return l.Stat != nil && int(l.Stat.Start) >= c.Text.From })
	if label < 0 {
		label = len(was.Labels)
	}
	afterLabel := label
	for afterLabel < len(was.Labels) && isInside(was.Labels[afterLabel].Func) {
		afterLabel++
	}
	r.Labels = syntax.Numbers{From: label, Was: afterLabel}
	r.bindings, r.labels = slices.Clone(was.Bindings[end:]), slices.Clone(was.Labels[afterLabel:])
	labelOf := was.labelOf
	if len(labelOf) > 0 {
		labelOf = replace(labelOf, c.Stats)
		r.resolver.labelOf = labelOf
	}
	info := &Info{
		Tree:         t,
		Bindings:     was.Bindings[:first],
		Refs:         replace(was.Refs, c.Names),
		Upvalues:     replace(was.Upvalues, c.Funcs),
		FirstBinding: replace(was.FirstBinding, c.Funcs),
		Labels:       was.Labels[:label],
		labelOf:      labelOf,
	}
	info.Upvalues[c.Func] = nil
	old := r.resolver
	*old = resolver{
		meter: old.meter, tree: t, info: info, rules: rulesOf(t.Dialects),
		current: extend(old.current, t.NumSyms()), hidden: extend(old.hidden, first), cached: extend(old.cached, first),
		active: old.active[:0], pending: old.pending[:0], visible: old.visible[:0], spine: old.spine[:0],
		labelNames: old.labelNames[:0], labelOf: old.labelOf, waiting: old.waiting[:0],
		free: old.free, freeBlock: old.freeBlock, upvalues: old.upvalues,
	}
}

// replace makes room for what is new in a list by number, which it clears, and moves what comes after it.
func replace[T any](list []T, n syntax.Numbers) []T {
	by := n.By()
	if by > 0 {
		list = extend(list, len(list)+by)
		copy(list[n.Now:], list[n.Was:len(list)-by])
	} else if by < 0 {
		list = append(list[:n.Now], list[n.Was:]...)
	}
	clear(list[n.From:n.Now])
	return list
}

// extend makes a list n elements long. Those that it did not have are zero.
func extend[T any](list []T, n int) []T {
	if n <= len(list) {
		return list[:n]
	}
	had := len(list)
	list = slices.Grow(list, n-had)[:n]
	clear(list[had:])
	return list
}

// enter makes what is declared around the function visible, and returns the functions around it with how many
// upvalues they have.
func (r *reviser) enter() (outer []*function) {
	body := r.fn.Body.Start
	c := r.change
	for id := 1; id < len(r.info.Bindings); id++ {
		b := &r.info.Bindings[id]
		b.Exposed = false // what was not understood, if anything, was in the function
		if b.Scope.Start <= body && body < moved(b.Scope.End, c.Text) {
			r.cached[id] = upvalueAt{}
			r.current[b.Sym] = BindingID(id)
			r.active = append(r.active, BindingID(id))
		}
	}
	r.around = slices.Clone(r.active)
	for fn := r.fn.Parent; fn != nil; fn = fn.Parent {
		f := &function{fn: fn, upvalues: slices.Clone(r.was.Upvalues[fn.ID]), env: -1}
		for i, u := range f.upvalues {
			if u.Binding == 0 {
				f.env = int16(i)
			}
		}
		outer = append(outer, f)
	}
	for i, f := range outer[:len(outer)-1] {
		f.parent = outer[i+1]
	}
	r.resolver.fn = outer[0]
	return outer
}

// leave makes nothing visible.
func (r *reviser) leave() {
	for _, id := range r.around {
		r.current[r.info.Bindings[id].Sym] = 0
	}
	r.active = r.active[:0]
}

// captures reports whether some function around refers to more variables than before.
func (r *reviser) captures(outer []*function) bool {
	return slices.ContainsFunc(outer, func(f *function) bool {
		return len(f.upvalues) != len(r.info.Upvalues[f.fn.ID])
	})
}

// isLoose reports whether the local variables among upvalues of the function that differs are all declared in the outermost
// block of their function, which ends by returning.
func (r *reviser) isLoose(upvalues []Upvalue) bool {
	outer := r.fn.Parent.Body
	if n := len(outer.Stats); n > 0 {
		if last, ok := outer.Stats[n-1].(*syntax.Repeat); ok && last.End == outer.End {
			return false // its variables seem to end where those of the function do
		}
	}
	return !slices.ContainsFunc(upvalues, func(u Upvalue) bool {
		return u.InStack && moved(r.info.Bindings[u.Binding].Scope.End, r.change.Text) != outer.End
	})
}

// reachesAlike reports whether the function that differs asks those around it for the variables that it did, in the
// same order.
func (r *reviser) reachesAlike(was, now []Upvalue) bool {
	isLocal := func(u Upvalue) bool { return u.InStack }
	return slices.Equal(slices.DeleteFunc(slices.Clone(was), isLocal), slices.DeleteFunc(slices.Clone(now), isLocal))
}

// needsAlike reports whether the function around the one that differs needs the upvalues that it had, in the same
// order: it gets them where it, or a function in it, first asks for them. Then so do all around that.
func (r *reviser) needsAlike() bool {
	fn, names := r.fn.Parent, &r.tree.Names
	all := len(r.info.Upvalues[fn.ID])
	needed := 0
	isInOrder := true
	need := func(i int16) {
		isInOrder = isInOrder && int(i) <= needed
		if int(i) == needed {
			needed++
		}
	}
	id, inner := names.Search(fn.Body.Start), int(fn.ID)+1
	for isInOrder && needed < all {
		var child *syntax.Function
		end := fn.Body.End
		if inner < len(r.tree.Funcs) && r.tree.Funcs[inner].Start < end {
			child = r.tree.Funcs[inner]
			end = child.Body.Start
		}
		for ; int(id) < names.Len() && names.At(id).Start < end; id++ {
			if i := r.info.Refs[id].Upvalue; i >= 0 {
				need(i)
			}
		}
		if child == nil {
			break
		}
		for _, u := range r.info.Upvalues[child.ID] {
			if !u.InStack {
				need(u.Index)
			}
		}
		id = names.Search(child.Body.End)
		for inner < len(r.tree.Funcs) && r.tree.Funcs[inner].Start < child.End {
			inner++
		}
	}
	return isInOrder && needed == all
}

// release notes which variables the function captured that nobody captures any more.
func (r *reviser) release(was, now []Upvalue) {
	for _, u := range was {
		if u.Binding == 0 || slices.ContainsFunc(now, func(n Upvalue) bool { return n.Binding == u.Binding }) {
			continue
		}
		r.info.Bindings[u.Binding].Captured = slices.ContainsFunc(r.info.Refs, func(ref Ref) bool {
			return ref.Binding == u.Binding && ref.Upvalue >= 0
		})
	}
}

// moved returns where a place outside of the body is now.
func moved(p source.Pos, n syntax.Numbers) source.Pos {
	if int(p) >= n.Was && p.Valid() {
		return p + source.Pos(n.By())
	}
	return p
}

// put adds what comes after the function to the tables, with the numbers that it has now.
func (r *reviser) put() {
	c, info := r.change, r.info
	r.Bindings.Now, r.Labels.Now = len(info.Bindings), len(info.Labels)
	for id := range info.Bindings[:r.Bindings.From] {
		info.Bindings[id].Scope.End = moved(info.Bindings[id].Scope.End, c.Text)
	}
	for _, b := range r.bindings {
		b.Exposed = false
		b.Scope = source.Span{Start: moved(b.Scope.Start, c.Text), End: moved(b.Scope.End, c.Text)}
		if int(b.Func) >= c.Funcs.Was {
			b.Func += syntax.FuncID(c.Funcs.By())
		}
		if b.Stat != syntax.NoStat && int(b.Stat) >= c.Stats.Was {
			b.Stat += syntax.StatID(c.Stats.By())
		}
		info.Bindings = append(info.Bindings, b)
	}
	for _, l := range r.labels {
		if int(l.Func) >= c.Funcs.Was {
			l.Func += syntax.FuncID(c.Funcs.By())
		}
		info.Labels = append(info.Labels, l)
	}
	bindings, labels := BindingID(r.Bindings.By()), LabelID(r.Labels.By())
	if bindings != 0 {
		after := BindingID(r.Bindings.Was)
		for i := range info.Refs { // those of a `local` around the function are in front of it
			isInside := i >= c.Names.From && i < c.Names.Now
			if ref := &info.Refs[i]; ref.Binding >= after && !isInside {
				ref.Binding += bindings
			}
		}
		for i := c.Funcs.Now; i < len(info.Upvalues); i++ {
			info.FirstBinding[i] += bindings
			for k := range info.Upvalues[i] {
				if u := &info.Upvalues[i][k]; u.Binding >= after {
					u.Binding += bindings
				}
			}
		}
	}
	if labels != 0 && len(info.labelOf) > 0 {
		for i, l := range info.labelOf[c.Stats.Now:] {
			if int(l) >= r.Labels.Was {
				info.labelOf[c.Stats.Now+i] += labels
			}
		}
	}
}
