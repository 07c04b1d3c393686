package nav

import (
	"slices"

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
	s := searchAt(p.Text, pos)
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
	visited := make(map[syntax.StatID]bool)
	first := q.Unit.Tree.Str(q.keys[0])
	for _, o := range occurrencesOf(q.Query) {
		if leadsElsewhere(q.Unit.File.Text()[o.Span.End:], first) {
			continue
		}
		id := q.Unit.Tree.Names.Search(o.Span.Start)
		if int(id) >= q.Unit.Tree.Names.Len() || q.Unit.Tree.Names.At(id).Span() != o.Span {
			continue // the colon that declares self
		}
		stat := q.Text.StatOf(q.Unit.Tree.Names.At(id))
		if stat == syntax.NoStat || visited[stat] {
			continue
		}
		visited[stat] = true
		s := fieldSearch{text: q.Text, query: q}
		s.stat(q.Unit.Tree.Stats[stat])
	}
	// A target is found twice: first as what is assigned to, then among what the statement reads. The first counts.
	slices.SortStableFunc(q.found, func(a, b fieldAccess) int { return bySpan(a.key.Span(), b.key.Span()) })
	q.found = slices.CompactFunc(q.found, func(a, b fieldAccess) bool { return a.key == b.key })
}

// leadsElsewhere reports whether a name that some text follows leads to another field than that of a key: most do,
// and need not be looked at.
func leadsElsewhere[T string | []byte](text T, key string) bool {
	if len(text) == 0 || text[0] != '.' && text[0] != ':' {
		return false
	}
	rest := text[1:min(len(text), 2+len(key))]
	for i := range len(rest) {
		if c := rest[i]; i == len(key) || c != key[i] {
			return syntax.IsNameByte(c)
		}
	}
	return false
}

// fieldSearch looks through a statement, without those inside it: for the field at a place, which sets root, path, key
// and kind, or for the occurrences of one.
type fieldSearch struct {
	text *textmap.Text

	pos  source.Pos
	root *syntax.Name
	path []syntax.Sym
	key  source.Span // the last of path
	kind OccurrenceKind

	query *fieldQuery // nil if a place is looked for
}

// searchAt returns a search for the field whose name touches pos; without a root if there is none.
func searchAt(x *textmap.Text, pos source.Pos) fieldSearch {
	s := fieldSearch{text: x, pos: pos}
	if around := x.StatAround(source.Span{Start: pos, End: pos}); around != syntax.NoStat {
		s.stat(x.Unit.Tree.Stats[around])
	}
	return s
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
	syntax.Children(stat, func(n syntax.Node) { syntax.Inspect(n, s.read) })
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
	s.constructors(root, keys, value)
}

// constructors looks at the fields of the constructors that may give a value to which some names lead: one, or those in a choice by `and`
// and `or`.
func (s *fieldSearch) constructors(root *syntax.Name, keys []*syntax.String, value syntax.Expr) {
	for {
		switch e := value.(type) {
		case *syntax.Table:
			s.items(root, keys, e)
		case *syntax.Paren:
			value = e.X
			continue
		case *syntax.Binary:
			if e.Op == syntax.Or || e.Op == syntax.And {
				s.constructors(root, keys, e.Y)
			}
			if e.Op == syntax.Or { // a chain may be long
				value = e.X
				continue
			}
		}
		return
	}
}

// items looks at the fields of a constructor that some names lead to.
func (s *fieldSearch) items(root *syntax.Name, keys []*syntax.String, table *syntax.Table) {
	for _, item := range table.Items {
		s.text.Step()
		key, ok := item.Key().(*syntax.String)
		if !ok {
			continue
		}
		path := append(keys[:len(keys):len(keys)], key)
		s.access(root, path, key, Write, item.Value())
		s.constructors(root, path, item.Value())
	}
}

// read looks at what an expression reads.
func (s *fieldSearch) read(n syntax.Node) bool {
	s.text.Step()
	switch n := n.(type) {
	case *syntax.Block:
		return false // statements of their own
	case *syntax.Field, *syntax.Index:
		if root, keys := pathOf(n.(syntax.Expr)); root != nil {
			s.access(root, keys, n.(syntax.Expr), Read, nil)
		}
	case *syntax.MethodCall:
		if root, keys := pathOf(n.Obj); root != nil {
			s.access(root, append(keys, n.Name), n, Read, nil)
		}
	}
	return true
}

// access notes an access to a field, if it is the one, or one that is looked for.
func (s *fieldSearch) access(root *syntax.Name, keys []*syntax.String, access syntax.Expr, kind OccurrenceKind, value syntax.Expr) {
	key := keys[len(keys)-1]
	if s.query == nil {
		if s.root == nil && key.Span().Touches(s.pos) { // what is assigned to comes before what the statement reads
			s.root, s.path, s.key, s.kind = root, symsOf(keys), key.Span(), kind
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

// maxPath bounds how many names lead on from a variable: each of a chain is looked at with all in front of it.
const maxPath = 100

// pathOf returns the variable that an expression begins with, and the names that lead on from there; nil if it
// is not made of these alone, or has too many.
func pathOf(e syntax.Expr) (root *syntax.Name, keys []*syntax.String) {
	for len(keys) <= maxPath {
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
		case *syntax.Guard:
			e = x.X
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// span returns the text of the access: from the variable to the field.
func (a *fieldAccess) span() source.Span {
	if x, ok := a.access.(*syntax.Index); ok {
		return x.Span()
	}
	return source.Span{Start: a.access.Span().Start, End: a.key.End}
}

// name returns how the field is called with what leads to it, as it is for a function that has self or none.
func (a *fieldAccess) name(p *waste.Parts, hasSelf bool) string {
	dot := "."
	if hasSelf {
		dot = ":"
	}
	switch x := a.access.(type) {
	case *syntax.Field:
		return p.Unit.File.Slice(x.Obj.Span()) + dot + p.Unit.File.Slice(a.key.Span())
	case *syntax.MethodCall:
		return p.Unit.File.Slice(x.Obj.Span()) + dot + p.Unit.File.Slice(a.key.Span())
	}
	return p.Unit.File.Slice(a.span())
}

// asOccurrences returns the occurrences of the field.
func (q *fieldQuery) asOccurrences() []Occurrence {
	found := make([]Occurrence, len(q.found))
	for i, a := range q.found {
		found[i] = Occurrence{Span: a.key.Span(), Kind: a.kind}
	}
	return found
}
