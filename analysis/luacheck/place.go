package luacheck

import (
	"slices"
	"sort"
	"strings"

	"luaflow/analysis"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines where luacheck places findings.

// place returns what luacheck marks.
func (w *writer) place(f *analysis.Finding) source.Span {
	switch f.Luacheck {
	case "111", "112", "113", "121", "122", "131", "142", "143":
		return w.base(f.Span)
	case "221":
		return w.Text.DeclaredAt(&w.Unit.Res.Bindings[f.Subject.Binding])
	case "511", "512", "531", "532", "571":
		return w.Unit.Tree.Stats[f.Subject.Stat].Span()
	case "542":
		return w.head(f)
	}
	return f.Span
}

// base returns the name that an expression begins with.
func (w *writer) base(e source.Span) source.Span {
	if n := w.nameAt(e.Start); n != nil {
		return n.Span()
	}
	return e
}

// nameAt returns the first name from a position on, nil if there is none.
func (w *writer) nameAt(at source.Pos) *syntax.Name {
	names := &w.Unit.Tree.Names
	i := sort.Search(names.Len(), func(i int) bool { return names.At(syntax.NameID(i)).Start >= at })
	if i == names.Len() {
		return nil
	}
	return names.At(syntax.NameID(i))
}

// head returns the last word of what begins a branch: `then` or `else`.
func (w *writer) head(f *analysis.Finding) source.Span {
	at := f.Span
	if strings.HasSuffix(w.Unit.File.Slice(at), "then") {
		at.Start = at.End - source.Pos(len("then"))
	}
	return at
}

// findSuperfluous finds the unused functions that luacheck reports: those that nothing
// uses, and those that are used in rings only, of which no other one is a user.
func (w *writer) findSuperfluous() {
	w.rings = map[source.Pos]string{}
	unused := w.Waste.UnusedFunctions()
	users := map[resolve.BindingID][]resolve.BindingID{}
	for i := range unused {
		users[unused[i].Binding] = unused[i].Users
	}
	for i := range unused {
		u := &unused[i]
		inRing, fromOutside := false, len(u.Users) == 0
		eachUser(users, u.Binding, func(id resolve.BindingID) {
			inRing = inRing || id == u.Binding
			fromOutside = fromOutside || len(users[id]) == 0
		})
		at := w.Text.NameSpan(u.Name).Start
		switch {
		case len(u.Users) == 0:
			w.rings[at] = "function"
		case fromOutside || !inRing:
		case slices.Contains(u.Users, u.Binding):
			w.rings[at] = "recursive function"
		default:
			w.rings[at] = "mutually recursive function"
		}
	}
}

// eachUser visits what uses a variable, and what uses that, each once.
func eachUser(users map[resolve.BindingID][]resolve.BindingID, of resolve.BindingID, visit func(resolve.BindingID)) {
	seen := map[resolve.BindingID]bool{}
	todo := users[of]
	for len(todo) > 0 {
		id := todo[0]
		todo = todo[1:]
		if !seen[id] {
			seen[id] = true
			visit(id)
			todo = append(todo[:len(todo):len(todo)], users[id]...)
		}
	}
}
