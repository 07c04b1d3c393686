package nav

import (
	"errors"
	"fmt"

	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Another name for a variable or a label, in a text that means the same after.
//
// A name means the variable that was declared last of those that have it and whose scope it is in. So
// a variable V can be called N unless
//
//   - an occurrence of V is in the scope of an N that is declared after V, which would capture it, or
//   - an occurrence of N is in the scope of V, and means what is declared before V, or a global: V would
//     capture it.
//
// Scopes nest, and numbers of variables are in the order of their declarations.

// Renamable returns the name that touches pos, if it is that of a variable or a label that Rename can
// rename; NoSpan without an error if there is no name. The error says why it cannot be renamed.
func Renamable(p *waste.Parts, pos source.Pos) (at source.Span, err error) {
	u := p.Unit
	if at, label := labelAt(u, pos); label != 0 {
		return at, nil
	}
	q := place.At(p, pos)
	if q.Name == nil {
		for _, a := range u.Tree.Attribs {
			if a.Span.Touches(pos) {
				return source.NoSpan, errors.New("an attribute cannot be renamed")
			}
		}
		return source.NoSpan, nil
	}
	name := place.Quote(u.Tree.Str(q.Name.Sym))
	switch b := q.Binding; {
	case q.Name.Sym == syntax.SymEnv && u.Dialects&syntax.WithEnv != 0:
		return source.NoSpan, errors.New("`_ENV` has a meaning of its own")
	case b == nil:
		return source.NoSpan, fmt.Errorf("%s is a global, which other files may use", name)
	case b.Kind == resolve.Self:
		return source.NoSpan, fmt.Errorf("%s is an implicit parameter, whose name is part of the language", name)
	case b.Exposed:
		return source.NoSpan, fmt.Errorf("text with syntax errors may use %s", name)
	}
	return q.Name.Span(), nil
}

// Rename returns the edits, in the order of the text, that give the variable or label whose name touches
// pos another name; none if it has that name. The error says why that cannot be, or why the text would
// mean something else.
func Rename(p *waste.Parts, pos source.Pos, name string) ([]source.Edit, error) {
	at, err := Renamable(p, pos)
	if err != nil {
		return nil, err
	}
	if !at.Valid() {
		return nil, errors.New("there is no name here")
	}
	u := p.Unit
	if u.File.Slice(at) == name {
		return nil, nil
	}
	if err := CheckName(u, name); err != nil {
		return nil, err
	}
	var found []Occurrence
	if _, label := labelAt(u, pos); label != 0 {
		err, found = sameLabel(u, label, name), mentionsOf(u, label)
	} else {
		q := place.At(p, pos)
		found = occurrencesOf(q)
		err = (&renaming{q, name}).conflict(found)
	}
	if err != nil {
		return nil, err
	}
	edits := make([]source.Edit, len(found))
	for i, o := range found {
		edits[i] = source.Edit{Span: o.Span, New: name}
	}
	return edits, nil
}

// CheckName returns an error that says why a text cannot be the name of a variable in a unit, in each dialect that it may be written
// in; nil if it can.
func CheckName(u *compile.Unit, name string) error {
	quoted, dialects := place.Quote(place.Shorten(name)), u.Tree.Dialects
	extensions := u.Tree.Language().Extensions
	const head = "local "
	tree := syntax.Parse(source.NewFile("", head+name), syntax.Language{Dialects: syntax.Any, Extensions: extensions})
	whole := source.Span{Start: source.Pos(len(head)), End: source.Pos(len(head) + len(name))}
	isName := len(tree.Errors) == 0 && len(tree.Stats) == 1 && tree.Names.Len() == 1 && tree.Names.At(0).Span() == whole
	isKeyword := name == "global" && dialects&syntax.Lua55 != 0 || name == "continue" && extensions&syntax.ContinueWord != 0
	switch {
	case name == "":
		return errors.New("a name is not empty")
	case !isName && !isWord(name):
		return fmt.Errorf("%s is not a name", quoted)
	case !isName || isKeyword:
		return fmt.Errorf("%s is a keyword", quoted)
	case tree.Dialects&dialects != dialects:
		return fmt.Errorf("%s is not a name in Lua %s", quoted, dialects&^tree.Dialects)
	case name == "_ENV" && dialects&syntax.WithEnv != 0:
		return errors.New("`_ENV` has a meaning of its own")
	}
	return nil
}

// isWord reports whether a text is made of letters, which is a keyword if it is no name.
func isWord(text string) bool {
	for _, c := range text {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return text != ""
}

// sameLabel returns that a label or a `goto` in the function of a label has a name; nil if none has. Labels
// of other blocks may have the same name, but people would have to look which one is meant.
func sameLabel(u *compile.Unit, label resolve.LabelID, name string) error {
	for i := range u.Res.Labels[1:] {
		l := &u.Res.Labels[i+1]
		if l.Func == u.Res.Labels[label].Func && u.Tree.Str(l.Stat.Label) == name {
			return fmt.Errorf("the function has a label %s already, in line %d", place.Quote(name), u.File.Line(l.Stat.Start))
		}
	}
	return nil
}

// renaming is a question about another name for a variable.
type renaming struct {
	*place.Query
	name string
}

// conflict returns what would be captured by what; nil if nothing is. found is the occurrences of the
// variable, in order.
func (r *renaming) conflict(found []Occurrence) error {
	if err := r.isCaptured(found); err != nil {
		return err
	}
	return r.captures()
}

// has reports whether a sym is the new name.
func (r *renaming) has(sym syntax.Sym) bool { return r.Unit.Tree.Str(sym) == r.name }

// hider is a declaration that hides variables of the same name in its scope.
type hider struct {
	scope source.Span // in which it hides them
	line  int         // Lua's number of the line that declares it
}

// hiders returns what has the new name and is declared in the scope of the variable, or beside it and
// after it, in the order in which their scopes begin.
func (r *renaming) hiders() (found []hider) {
	u, own := r.Unit, r.Binding.Scope
	globals := u.Res.Globals
	add := func(g *resolve.Global) {
		if g.Decl != nil && r.has(g.Sym) && own.Contains(g.Decl.Start) {
			found = append(found, hider{g.Scope, u.File.Line(g.Decl.Start)})
		}
	}
	for id := r.Ref.Binding + 1; int(id) < len(u.Res.Bindings); id++ {
		b := &u.Res.Bindings[id]
		if b.Scope.Start >= own.End {
			break
		}
		for len(globals) > 0 && globals[0].Scope.Start < b.Scope.Start {
			add(&globals[0])
			globals = globals[1:]
		}
		if r.has(b.Sym) {
			found = append(found, hider{b.Scope, u.File.Line(r.Text.DeclaredAt(b).Start)})
		}
	}
	for i := range globals {
		add(&globals[i])
	}
	return found
}

// isCaptured returns that an occurrence of the variable would mean what is declared later; nil if none
// would.
func (r *renaming) isCaptured(found []Occurrence) error {
	hiders := r.hiders()
	var last hider // of those that begin before the occurrence the one that ends last
	for _, o := range found {
		for len(hiders) > 0 && hiders[0].scope.Start <= o.Span.Start {
			if hiders[0].scope.End > last.scope.End {
				last = hiders[0]
			}
			hiders = hiders[1:]
		}
		if !o.IsDeclaration && o.Span.Start < last.scope.End {
			return fmt.Errorf("%s in line %d would then be the %s that line %d declares",
				place.Quote(r.Unit.File.Slice(o.Span)), r.Unit.File.Line(o.Span.Start), place.Quote(r.name), last.line)
		}
	}
	return nil
}

// captures returns that an occurrence of the new name would mean the variable; nil if none would.
func (r *renaming) captures() error {
	u, own := r.Unit, r.Binding.Scope
	names := &u.Tree.Names
	for n := range names.From(names.Search(own.Start)) {
		if n.Start >= own.End {
			return nil
		}
		if !r.has(n.Sym) {
			continue
		}
		switch ref := &u.Res.Refs[n.ID]; {
		case ref.Kind == resolve.ToGlobal:
			return fmt.Errorf("the global %s in line %d would then be this variable", place.Quote(r.name), u.File.Line(n.Start))
		case ref.Kind != resolve.Declaration && ref.Binding < r.Ref.Binding:
			b := &u.Res.Bindings[ref.Binding]
			return fmt.Errorf("%s in line %d would then be this variable, not the one that line %d declares",
				place.Quote(r.name), u.File.Line(n.Start), u.File.Line(r.Text.DeclaredAt(b).Start))
		}
	}
	return nil
}
