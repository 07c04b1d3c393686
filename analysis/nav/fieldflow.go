package nav

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Between which assignments and uses of a field its value goes. Where the table stays in the file it is known which
// instructions access the field, under whatever name; else those under the same name count. An assignment is left
// out after which no execution comes to the use.

// fieldSite is an instruction that accesses a field, and where its text names the field.
type fieldSite struct {
	f   *flow.Func
	pc  int
	key source.Span
}

// instructions calls visit for the instructions that make the access, of a function whose code stands for its text.
func (q *fieldQuery) instructions(visit func(f *flow.Func, pc int)) { q.instructionsOf(&q.at, visit) }

// instructionsOf calls visit for the instructions that make an access of the field, which are in the code of a
// statement.
func (q *fieldQuery) instructionsOf(a *fieldAccess, visit func(f *flow.Func, pc int)) {
	fn, stat := syntax.FuncID(q.FuncAt(a.key.Start)), q.Text.StatAround(a.key.Span())
	if q.Facts.Code == nil || q.Unit.Funcs[fn].Broken || stat == syntax.NoStat {
		return
	}
	f, pcs := q.FlowOf(fn), q.Text.PCs(q.Unit.Tree.Stats[stat])
	origins := &q.Unit.Funcs[fn].Map.Origins
	for pc := int(pcs.Start); pc < min(int(pcs.End), len(f.Proto.Code)); pc++ {
		if pc%stride == 0 {
			q.Text.Step()
		}
		if !f.Graph.Reachable(pc) {
			continue
		}
		switch how := effect.ReferenceOf(f.Proto.Code[pc]); {
		case a.kind == Write && (how == effect.WritesField || how == effect.WritesUpvalueField):
			// What the instruction was made of first: a constructor may have a million fields, and to number one of them
			// takes a walk over those before it.
			if !a.mayBeMadeBy(origins.At(pc).Span()) {
				continue
			}
			if s, ok := q.Text.FieldStoreAt(fn, pc); ok && s.Key.Span() == a.key.Span() {
				visit(f, pc)
			}
		case a.kind == Read && (how == effect.ReadsField || how == effect.ReadsUpvalueField):
			if origins.At(pc).Span() == a.span() {
				visit(f, pc)
			}
		}
	}
}

// mayBeMadeBy reports whether an instruction that was made of a text may be that of the assignment: in a constructor it was
// made of the value.
func (a *fieldAccess) mayBeMadeBy(at source.Span) bool {
	end := a.key.End
	if a.value != nil {
		end = max(end, a.value.Span().End)
	}
	return at.Start <= end && at.End >= a.key.Start
}

// definitions returns what gives the field its value, in the order of the text: for an assignment itself; for a use
// those that it may see, or all in the file under this name if that is not known.
func (q *fieldQuery) definitions() (at []source.Span) {
	if q.at.kind == Write {
		return []source.Span{q.at.key.Span()}
	}
	known := false
	q.instructions(func(f *flow.Func, pc int) {
		near := q.Near(syntax.FuncID(f.Number))
		relation := near.Relation()
		if relation == nil {
			return
		}
		t, ok := relation.SlotsReadBy(f, pc)
		if !ok {
			return
		}
		to := q.newReach(f, pc, f.Graph.Preds)
		for slot := range relation.Found(t) {
			for site := range relation.WritersOf(slot) {
				q.Text.Step()
				by, ok := q.writer(near, site)
				known = known || ok
				if ok && to.has(by.f, by.pc) {
					at = append(at, by.key)
				}
			}
		}
	})
	if !known {
		at = q.named(Write, (*cfg.Graph).Preds)
	}
	slices.SortFunc(at, bySpan)
	return slices.Compact(at)
}

// uses returns the uses that may see the value of the assignment asked about, in the order of the text: of which it is
// among the definitions.
func (q *fieldQuery) uses() (at []source.Span) {
	known := false
	q.instructions(func(f *flow.Func, pc int) {
		relation := q.Near(syntax.FuncID(f.Number)).Relation()
		if relation == nil {
			return
		}
		t := relation.Objects.Touch(f, pc)
		if known = t.How&tables.WritesSlot != 0; !known {
			return
		}
		from := q.newReach(f, pc, f.Graph.Succs)
		for site := range relation.ReadersOf(t.Object) {
			q.Text.Step()
			read := relation.Objects.Touch(&relation.Program.Funcs[site.Func], int(site.PC))
			for slot := range relation.Found(read) {
				if by, ok := q.reader(site); slot == t.Slot && ok && from.has(by.f, by.pc) {
					at = append(at, by.key)
				}
			}
		}
	})
	if !known {
		at = q.named(Read, (*cfg.Graph).Succs)
	}
	for i := range q.found {
		q.Text.Step()
		a, isPlaced := &q.found[i], false
		if !known || a.kind != Read {
			continue
		}
		q.instructionsOf(a, func(*flow.Func, int) { isPlaced = true })
		if !isPlaced { // of which nothing else is known than its name
			at = append(at, a.key.Span())
		}
	}
	slices.SortFunc(at, bySpan)
	return slices.Compact(at)
}

// flow returns the occurrences between which the value of the one asked about goes.
func (q *fieldQuery) flow() []Occurrence {
	others, kind := q.uses, Read
	if q.at.kind == Read {
		others, kind = q.definitions, Write
	}
	found := []Occurrence{{Span: q.at.key.Span(), Kind: q.at.kind}}
	for _, at := range others() {
		found = append(found, Occurrence{Span: at, Kind: kind})
	}
	return inOrder(found)
}

// writer returns an assignment to a field of which is known what near knows, as a place in the text; not ok if it has none, or is never executed.
func (q *fieldQuery) writer(near *waste.Parts, at flow.Site) (site fieldSite, ok bool) {
	f := q.FlowOf(syntax.FuncID(at.Func))
	s, ok := q.Text.FieldStoreAt(syntax.FuncID(at.Func), int(at.PC))
	if !ok || !near.Facts.Constants().Executable(f, int(at.PC)) {
		return site, false
	}
	return fieldSite{f, int(at.PC), s.Key.Span()}, true
}

// reader returns a use of a field, as a place in the text; not ok if it has none.
func (q *fieldQuery) reader(at flow.Site) (site fieldSite, ok bool) {
	site = fieldSite{q.FlowOf(syntax.FuncID(at.Func)), int(at.PC), source.NoSpan}
	switch e := expressionAt(q.Text, q.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span()).(type) {
	case *syntax.Field:
		site.key = e.Key.Span()
	case *syntax.MethodCall:
		site.key = e.Name.Span()
	case *syntax.Index:
		if key, isName := e.Key.(*syntax.String); isName {
			site.key = key.Span()
		}
	}
	return site, site.key.Valid()
}

// named returns the accesses of a kind that lead to the field from the same variable. If only the chunk has the table,
// which each of its executions makes anew, those are left out between which and the one asked about control does not
// go; next is where it goes from a block of that.
func (q *fieldQuery) named(kind OccurrenceKind, next func(*cfg.Graph, cfg.BlockID) []cfg.BlockID) (at []source.Span) {
	var from *fieldReach
	if len(q.keys) == 1 && q.isMadeByChunk() && q.FuncAt(q.at.key.Start) == 0 {
		q.instructions(func(f *flow.Func, pc int) {
			from = q.newReach(f, pc, func(b cfg.BlockID) []cfg.BlockID { return next(&f.Graph, b) })
		})
	}
	for i := range q.found {
		q.Text.Step()
		a := &q.found[i]
		if a.kind != kind {
			continue
		}
		goes, known := false, false
		if from != nil && q.FuncAt(a.key.Start) == 0 {
			q.instructionsOf(a, func(f *flow.Func, pc int) {
				known = true
				goes = goes || from.has(f, pc)
			})
		}
		if goes || !known {
			at = append(at, a.key.Span())
		}
	}
	return at
}

// isMadeByChunk reports whether all that the variable ever holds is tables which the chunk makes.
func (q *fieldQuery) isMadeByChunk() bool {
	if q.Binding == nil || q.Binding.Func != 0 || q.Facts.Code == nil || q.Unit.Funcs[0].Broken {
		return false
	}
	made := false
	stores := q.Unit.Funcs[0].Map.Stores
	for i := range stores {
		if s := &stores[i]; s.Binding == q.Ref.Binding {
			if s.Value != srcmap.TableValue {
				return false
			}
			made = true
		}
	}
	return made && q.Binding.Writes == 0
}

// fieldReach is where control goes from an access, or where it comes from.
type fieldReach struct {
	q      *fieldQuery
	f      *flow.Func
	pc     int
	isOwn  bool   // the table is one that this execution of the function has made
	isBack bool   // where it comes from
	blocks []bool // by cfg.BlockID: control is at the start of the block, or at its end
}

// newReach returns where control goes from the instruction at pc, or where it comes from: next is the way.
func (q *fieldQuery) newReach(f *flow.Func, pc int, next func(cfg.BlockID) []cfg.BlockID) *fieldReach {
	r := &fieldReach{q: q, f: f, pc: pc, isOwn: f.Number == 0 || q.isMadeHere(f, pc), isBack: q.at.kind == Read}
	if !r.isOwn {
		return r
	}
	r.blocks = make([]bool, len(f.Graph.Blocks))
	for todo := []cfg.BlockID{f.Graph.Block(pc)}; len(todo) > 0; {
		q.Text.Step()
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range next(b) {
			if !r.blocks[to] {
				r.blocks[to] = true
				todo = append(todo, to)
			}
		}
	}
	return r
}

// has reports whether control goes between the access and another one.
func (r *fieldReach) has(f *flow.Func, pc int) bool {
	if f != r.f || !r.isOwn || f.Number != 0 && !r.q.isMadeHere(f, pc) {
		return true
	}
	b := f.Graph.Block(pc)
	return r.blocks[b] || b == f.Graph.Block(r.pc) && (pc < r.pc) == r.isBack
}

// isMadeHere reports whether the table that the instruction at pc accesses is one that the same execution of the
// function has made.
func (q *fieldQuery) isMadeHere(f *flow.Func, pc int) bool {
	form := q.Facts.Code.SSA(f)
	if uses := form.Uses(pc); len(uses) == 0 || form.UseByClosure(pc, 0) || effect.ReferenceOf(f.Proto.Code[pc]) == effect.ReadsUpvalueField || effect.ReferenceOf(f.Proto.Code[pc]) == effect.WritesUpvalueField {
		return false
	}
	return isMadeIn(f, form, form.Uses(pc)[0], make(map[ssa.ValueID]bool))
}

// isMadeIn reports whether a value is a table that f has made, or is known to be one if those before it are.
func isMadeIn(f *flow.Func, form *ssa.Form, v ssa.ValueID, known map[ssa.ValueID]bool) bool {
	if v < 0 || known[v] {
		return v >= 0
	}
	known[v] = true
	switch d := &form.Values[v]; d.Kind {
	case ssa.PhiValue:
		for _, arg := range form.PhiArgs(v) {
			if !isMadeIn(f, form, arg, known) {
				return false
			}
		}
		return true
	case ssa.DefValue:
		switch pc := int(d.PC); effect.ReferenceOf(f.Proto.Code[pc]) {
		case effect.Makes:
			return true
		case effect.Copies:
			return !form.UseByClosure(pc, 0) && isMadeIn(f, form, form.Uses(pc)[0], known)
		}
	}
	return false
}
