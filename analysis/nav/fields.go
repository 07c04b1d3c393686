package nav

import (
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/textmap"
	"luaflow/analysis/waste"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Fields of what a variable holds: `M.count`, `M.items["first"]`, `M:add()`, and `count` in `M = {count = 0}`. The
// occurrences of a field are those that the text leads to from the same variable, by the same names. That is not
// all that may be the field: a table has other names, and code elsewhere has it too. Where the table stays in the
// file it is known which assignments a use may see, under whatever name.

// fieldQuery is a question about an occurrence of a field.
type fieldQuery struct {
	*place.Query               // about the variable
	keys         []syntax.Sym  // the names that lead from the variable to the field
	found        []fieldAccess // all occurrences, in the order of the text
	at           fieldAccess   // the one that is asked about
}

// fieldAccess is an occurrence of a field.
type fieldAccess struct {
	key    *syntax.String
	access syntax.Expr // what reads or writes the field: from the variable to the key; in a constructor the key
	kind   OccurrenceKind
	value  syntax.Expr // that it is given; nil if that is not written there
}

// fieldAt returns a question about the field whose name touches pos, with all occurrences found; nil if no name of a
// field does, or if something else than a variable and names leads to it, as in `f().count`.
func fieldAt(p *waste.Parts, pos source.Pos) *fieldQuery {
	s := fieldSearch{text: p.Text, pos: pos}
	around := p.Text.StatAround(source.Span{Start: pos, End: pos})
	if around == syntax.NoStat {
		return nil
	}
	s.stat(p.Unit.Tree.Stats[around])
	if s.root == nil {
		return nil
	}
	q := &fieldQuery{Query: place.At(p, s.root.Start), keys: s.path}
	if q.Name != s.root {
		return nil
	}
	q.occurrences()
	for _, a := range q.found {
		if a.key.Span().Touches(pos) {
			q.at = a
		}
	}
	if q.at.key == nil {
		return nil
	}
	return q
}

// occurrences finds the statements that name the variable, and the field in them.
func (q *fieldQuery) occurrences() {
	seen := make(map[syntax.StatID]bool)
	for _, o := range occurrencesOf(q.Query) {
		id := q.Unit.Tree.Names.Search(o.Span.Start)
		if int(id) >= q.Unit.Tree.Names.Len() || q.Unit.Tree.Names.At(id).Span() != o.Span {
			continue // the colon that declares self
		}
		stat := q.Text.StatOf(q.Unit.Tree.Names.At(id))
		if stat == syntax.NoStat || seen[stat] {
			continue
		}
		seen[stat] = true
		s := fieldSearch{text: q.Text, query: q}
		s.stat(q.Unit.Tree.Stats[stat])
	}
	// A target is found twice: first as what is assigned to, then among what the statement reads. The first counts.
	slices.SortStableFunc(q.found, func(a, b fieldAccess) int { return bySpan(a.key.Span(), b.key.Span()) })
	q.found = slices.CompactFunc(q.found, func(a, b fieldAccess) bool { return a.key == b.key })
}

// fieldSearch looks through a statement, without those inside it: for the field at a place, which sets root and
// path, or for the occurrences of one.
type fieldSearch struct {
	text *textmap.Text

	pos  source.Pos
	root *syntax.Name
	path []syntax.Sym

	query *fieldQuery // nil if a place is looked for
}

// stat looks at what a statement assigns, and then at all that it reads.
func (s *fieldSearch) stat(stat syntax.Stat) {
	switch stat := stat.(type) {
	case *syntax.Local:
		for i, name := range stat.Names {
			if i < len(stat.Exprs()) {
				s.assigned(name, stat.Exprs()[i])
			}
		}
	case *syntax.Global:
		for i, name := range stat.Names {
			if i < len(stat.Exprs()) {
				s.assigned(name, stat.Exprs()[i])
			}
		}
	case *syntax.Assign:
		for i, target := range stat.Targets() {
			var value syntax.Expr
			if i < len(stat.Values()) {
				value = stat.Values()[i]
			}
			s.assigned(target, value)
		}
	case *syntax.Compound:
		s.assigned(stat.Target, nil)
	case *syntax.FunctionStat:
		s.assigned(stat.Target, stat.Func)
	}
	syntax.Children(stat, s.read)
}

// assigned looks at what an assignment writes: its target, and the fields of a constructor.
func (s *fieldSearch) assigned(target, value syntax.Expr) {
	root, keys := pathOf(target)
	if root == nil {
		return
	}
	if len(keys) > 0 {
		s.access(root, keys, target, Write, value)
	}
	if table, ok := value.(*syntax.Table); ok {
		s.items(root, keys, table)
	}
}

// items looks at the fields of a constructor that some names lead to.
func (s *fieldSearch) items(root *syntax.Name, keys []*syntax.String, table *syntax.Table) {
	for _, item := range table.Items {
		key, ok := item.Key().(*syntax.String)
		if !ok {
			continue
		}
		path := append(keys[:len(keys):len(keys)], key)
		s.access(root, path, key, Write, item.Value())
		if inner, ok := item.Value().(*syntax.Table); ok {
			s.items(root, path, inner)
		}
	}
}

// read looks at what an expression reads.
func (s *fieldSearch) read(n syntax.Node) {
	s.text.Step()
	switch n := n.(type) {
	case *syntax.Block:
		return // statements of their own
	case *syntax.Field, *syntax.Index:
		if root, keys := pathOf(n.(syntax.Expr)); root != nil {
			s.access(root, keys, n.(syntax.Expr), Read, nil)
		}
	case *syntax.MethodCall:
		if root, keys := pathOf(n.Obj); root != nil {
			s.access(root, append(keys, n.Name), n, Read, nil)
		}
	}
	syntax.Children(n, s.read)
}

// access notes an access to a field, if it is the one, or one that is looked for.
func (s *fieldSearch) access(root *syntax.Name, keys []*syntax.String, access syntax.Expr, kind OccurrenceKind, value syntax.Expr) {
	key := keys[len(keys)-1]
	if s.query == nil {
		if key.Span().Touches(s.pos) {
			s.root, s.path = root, symsOf(keys)
		}
		return
	}
	q := s.query
	if isSame(q.Query, root, &q.Unit.Res.Refs[root.ID]) && slices.Equal(symsOf(keys), q.keys) {
		q.found = append(q.found, fieldAccess{key, access, kind, value})
	}
}

func symsOf(keys []*syntax.String) []syntax.Sym {
	syms := make([]syntax.Sym, len(keys))
	for i, key := range keys {
		syms[i] = key.Sym
	}
	return syms
}

// pathOf returns the variable that an expression begins with, and the names that lead on from there; nil if it
// is not made of these alone.
func pathOf(e syntax.Expr) (root *syntax.Name, keys []*syntax.String) {
	for {
		switch x := e.(type) {
		case *syntax.Name:
			slices.Reverse(keys)
			return x, keys
		case *syntax.Field:
			keys, e = append(keys, x.Key), x.Obj
		case *syntax.Index:
			key, ok := x.Key.(*syntax.String)
			if !ok {
				return nil, nil
			}
			keys, e = append(keys, key), x.Obj
		case *syntax.Paren:
			e = x.X
		default:
			return nil, nil
		}
	}
}

// span returns the text of the access: from the variable to the field.
func (a *fieldAccess) span() source.Span {
	if x, ok := a.access.(*syntax.Index); ok {
		return x.Span()
	}
	return source.Span{Start: a.access.Span().Start, End: a.key.End}
}

// instructions calls visit for the instructions that make the access, of a function whose code stands for its text.
func (q *fieldQuery) instructions(visit func(f *flow.Func, pc int)) {
	fn := syntax.FuncID(q.FuncAt(q.at.key.Start))
	if q.Facts.Code == nil || q.Unit.Funcs[fn].Broken {
		return
	}
	f := q.FlowOf(fn)
	for pc, o := range q.Unit.Funcs[fn].Map.Origins.All() {
		if !f.Graph.Reachable(pc) {
			continue
		}
		switch how := effect.ReferenceOf(f.Proto.Code[pc]); {
		case q.at.kind == Write && (how == effect.WritesField || how == effect.WritesUpvalueField):
			if s, ok := q.Text.FieldStoreAt(fn, pc); ok && s.Key.Span() == q.at.key.Span() {
				visit(f, pc)
			}
		case q.at.kind == Read && (how == effect.ReadsField || how == effect.ReadsUpvalueField):
			if o.Span() == q.at.span() {
				visit(f, pc)
			}
		}
	}
}

// writers returns the assignments that a use may see of a table that stays in the file, where they name the field;
// nil if it is not known which table that is.
func (q *fieldQuery) writers() (at []source.Span) {
	relation := q.Relation()
	if relation == nil {
		return nil
	}
	constants := q.Facts.Constants()
	q.instructions(func(f *flow.Func, pc int) {
		t, ok := relation.SlotsReadBy(f, pc)
		if !ok {
			return
		}
		for slot := range relation.Found(t) {
			for site := range relation.WritersOf(slot) {
				by := q.FlowOf(syntax.FuncID(site.Func))
				if s, ok := q.Text.FieldStoreAt(syntax.FuncID(site.Func), int(site.PC)); ok && constants.Executable(by, int(site.PC)) {
					at = append(at, s.Key.Span())
				}
			}
		}
	})
	slices.SortFunc(at, bySpan)
	return slices.Compact(at)
}

// definitions returns what gives the field its value: for an assignment itself; for a use those that it may see, or
// all in the file under this name if that is not known.
func (q *fieldQuery) definitions() (at []source.Span) {
	if q.at.kind == Write {
		return []source.Span{q.at.key.Span()}
	}
	if at = q.writers(); len(at) > 0 {
		return at
	}
	for _, a := range q.found {
		if a.kind == Write {
			at = append(at, a.key.Span())
		}
	}
	return at
}

// asOccurrences returns the occurrences of the field.
func (q *fieldQuery) asOccurrences() []Occurrence {
	found := make([]Occurrence, len(q.found))
	for i, a := range q.found {
		found[i] = Occurrence{Span: a.key.Span(), Kind: a.kind}
	}
	return found
}

// values returns the functions that the field is given under this name, nil for another value; of an assignment
// what that gives.
func (q *fieldQuery) values() (values []*syntax.Function) {
	for _, a := range q.found {
		if a.kind == Write && (q.at.kind == Read || a.key == q.at.key) {
			fn, _ := a.value.(*syntax.Function)
			values = append(values, fn)
		}
	}
	return values
}
