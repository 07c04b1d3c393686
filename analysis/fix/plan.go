package fix

import (
	"slices"
	"sort"
	"strings"

	"luaflow/analysis"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// This file defines what can be done about each kind of finding.

// plan is a fix that has not been checked.
type plan struct {
	title string
	edits []source.Edit // one at least
	// lossy: the fix gives up effects, and says so in its title; or it mends what is
	// most likely a mistake (mistake.go).
	lossy bool
	// isDeep: it needs to be known what other functions do. The proof knows most if
	// much is changed, so that it may refuse the fix alone that it accepts together
	// with others.
	isDeep bool
	// extent says how far the fix changes the statements that it touches.
	extent extent
}

// extent is a bound on what a fix changes.
type extent uint8

const (
	wholeStatements extent = iota
	someTargets            // with their values
	someNames
)

// choice is a list of plans for the same thing, the best first: of those that can
// be verified, only the first is offered.
type choice []plan

// planners makes the choices for a finding by its code, the preferred one first.
var planners = map[string]func(*before, *analysis.Finding) []choice{
	"dead-store":           sharedDeadStore,
	"unused-local":         unusedLocal,
	"unused-function":      unusedFunction,
	"unused-parameter":     renamed,
	"unused-loop-variable": renamed,
	"never-read":           neverRead,
	"self-assignment":      selfAssignment,
	"unreachable-code":     unreachable,
	"unused-label":         unusedLabel,

	"dead-cycle":          deadCycle,
	"write-only-table":    writeOnlyTable,
	"unread-field":        unreadField,
	"redundant-return":    redundantReturn,
	"discarded-pure-call": discardedCall,
	"empty-block":         emptyBlock,
	"useless-suppression": uselessSuppression,
	"negated-comparison":  negatedComparison,
	"reversed-loop":       reversedLoop,
}

// plans is the choices for a finding; none if there is no exact way.
func (b *before) plans(f *analysis.Finding) []choice {
	if plan, ok := planners[f.Code]; ok {
		return plan(b, f)
	}
	return nil
}

// quote is a name as titles show it.
func quote(name string) string { return "`" + name + "`" }

// attempt runs change on a new script; the plan is what it made of it, if it
// reports true.
func (b *before) attempt(c choice, change func(*script) (title string, ok bool)) choice {
	s := b.newScript()
	title, ok := change(s)
	if !ok {
		return c
	}
	return append(c, plan{title: title, edits: s.finish(), extent: s.extent})
}

// attemptForms is attempt for each way of keeping values that are no calls. If some
// effect is kept, what the marking makes of it comes first.
func (b *before) attemptForms(c choice, change func(*script, localForm) (title string, what kept, ok bool)) choice {
	plain, what := b.forms(false, change)
	if what == keptNothing && len(plain) > 0 {
		return append(c, plain...)
	}
	deep, _ := b.forms(true, change)
	if len(deep) > 0 && len(plain) > 0 && slices.Equal(deep[0].edits, plain[0].edits) {
		deep = nil
	}
	for i := range deep {
		deep[i].isDeep = true
	}
	return append(append(c, deep...), plain...)
}

// forms is the plans for each way of keeping values, and what the last one keeps.
func (b *before) forms(isDeep bool, change func(*script, localForm) (title string, what kept, ok bool)) (c choice, what kept) {
	for _, form := range []localForm{plainLocal, scopedLocal} {
		c = b.attempt(c, func(s *script) (title string, ok bool) {
			s.isDeep = isDeep
			title, what, ok = change(s, form)
			return title, ok
		})
		if what != keptValues {
			break
		}
	}
	return c, what
}

// sharedDeadStore is deadStore, with deep plans if other functions share the variable:
// that they do not need the value may only be seen where they change as well.
func sharedDeadStore(b *before, f *analysis.Finding) []choice {
	choices := deadStore(b, f)
	if f.Subject.Binding != 0 && b.binding(f.Subject.Binding).Captured {
		for _, c := range choices {
			for i := range c {
				c[i].isDeep = true
			}
		}
	}
	return choices
}

// deadStore takes a value away that nobody reads.
func deadStore(b *before, f *analysis.Finding) []choice {
	if f.Subject.Store < 0 || f.Subject.Stat == syntax.NoStat {
		return nil // what a caller or a loop gives
	}
	store := &b.unit.Funcs[f.Subject.Func].Map.Stores[f.Subject.Store]
	stat := b.unit.Tree.Stats[f.Subject.Stat]
	title := func(what kept) string { return deadStoreTitle(quote(b.name(store.Binding)), what) }
	switch stat := stat.(type) {
	case *syntax.FunctionStat:
		return []choice{b.attempt(nil, func(s *script) (string, bool) {
			s.cut(stat)
			return title(keptNothing), true
		})}
	case *syntax.LocalFunction:
		return []choice{b.attempt(nil, func(s *script) (string, bool) {
			s.declareOnly(stat)
			return title(keptNothing), true
		})}
	}
	a, ok := asAssignment(stat)
	if !ok {
		return nil
	}
	i := a.targetOf(store.Name)
	if a.isLocal {
		return append([]choice{b.attemptForms(nil, func(s *script, form localForm) (string, kept, bool) {
			what, ok := s.blank(&a, i, form)
			return title(what), what, ok
		})}, b.joins(store.Binding)...)
	}
	gone := make([]bool, len(a.targets))
	gone[i] = true
	c := b.dropTargets(nil, &a, gone, title)
	if all, names := b.deadTargets(f, &a); len(c) == 0 && all != nil {
		c = b.dropTargets(c, &a, all, func(what kept) string { return deadStoreTitle(names, what) })
	}
	return []choice{c}
}

func deadStoreTitle(names string, what kept) string {
	switch what {
	case keptCalls:
		return "keep the call, drop the assignment to " + names
	case keptValues:
		return "keep the expression, drop the assignment to " + names
	}
	return "remove the dead store to " + names
}

// dropTargets drops targets of an assignment.
func (b *before) dropTargets(c choice, a *assignment, gone []bool, title func(kept) string) choice {
	return b.attemptForms(c, func(s *script, form localForm) (string, kept, bool) {
		what, ok := s.drop(a, gone, form)
		return title(what), what, ok
	})
}

// deadTargets is the targets of an assignment that findings of f's kind are about,
// with their names, if those are all of them.
func (b *before) deadTargets(f *analysis.Finding, a *assignment) (gone []bool, names string) {
	gone = make([]bool, len(a.targets))
	left := len(a.targets)
	var ids []resolve.BindingID
	at := a.stat.Span()
	first := sort.Search(len(b.findings), func(i int) bool { return b.findings[i].Span.Start >= at.Start })
	for i := first; i < len(b.findings) && b.findings[i].Span.Start < at.End; i++ {
		g := &b.findings[i]
		if g.Code != f.Code || g.Subject.Func != f.Subject.Func || g.Subject.Stat != f.Subject.Stat {
			continue
		}
		name := b.unit.Funcs[g.Subject.Func].Map.Stores[g.Subject.Store].Name
		if k := a.targetOf(name); k >= 0 && !gone[k] {
			gone[k] = true
			left--
			ids = append(ids, g.Subject.Binding)
		}
	}
	if left > 0 {
		return nil, ""
	}
	return gone, b.quoted(ids)
}

// unusedLocal removes a declaration that nothing refers to, or marks it as unused by
// its name where it holds the place of another.
func unusedLocal(b *before, f *analysis.Finding) []choice {
	id := f.Subject.Binding
	a, ok := asAssignment(b.unit.Tree.Stats[f.Subject.Stat])
	if !ok {
		return nil
	}
	i := a.targetOf(b.binding(id).Decl.ID)
	title := func(what kept) string { return unusedTitle(b.name(id), what) }
	if all := b.unusedTargets(&a); all != nil {
		choices := []choice{b.dropTargets(nil, &a, all, title)}
		return append(choices, b.dropLosing(&a, b.name(id))...)
	}
	gone := make([]bool, len(a.targets))
	gone[i] = true
	c := b.attemptForms(nil, func(s *script, form localForm) (string, kept, bool) {
		if a.isSecondary(i) || i < len(a.values) && !s.isFree(a.values[i]) {
			return "", keptNothing, false
		}
		what, ok := s.drop(&a, gone, form)
		return title(what), what, ok
	})
	return []choice{b.rename(c, id)}
}

func unusedTitle(name string, what kept) string {
	switch what {
	case keptCalls:
		return "keep the call, drop the unused local " + quote(name)
	case keptValues:
		return "keep the expression, drop the unused local " + quote(name)
	}
	return "remove the unused local " + quote(name)
}

// unusedTargets is all targets of a declaration if nothing refers to any of them.
func (b *before) unusedTargets(a *assignment) []bool {
	gone := make([]bool, len(a.targets))
	for i, t := range a.targets {
		v := b.binding(b.unit.Res.Refs[t.(*syntax.Name).ID].Binding)
		if v.Reads > 0 || v.Writes > 0 || v.Exposed {
			return nil
		}
		gone[i] = true
	}
	return gone
}

// dropLosing deletes a declaration with the effects of its value, where these are
// a require or reads of fields, which most likely nobody wants.
func (b *before) dropLosing(a *assignment, name string) []choice {
	if len(a.values) != 1 || b.isPure(a.values[0]) {
		return nil
	}
	lost, ok := b.lostWith(a.values[0])
	if !ok {
		return nil
	}
	s := b.newScript()
	s.cut(a.stat)
	return []choice{{{title: "delete " + quote(name) + ", dropping " + lost, edits: s.finish(), lossy: true}}}
}

// lostWith says what is lost with a value that consists of reads of fields and
// calls of require.
func (b *before) lostWith(e syntax.Expr) (lost string, ok bool) {
	text := b.unit.File.Slice(e.Span())
	switch e := e.(type) {
	case *syntax.Paren:
		return b.lostWith(e.X)
	case *syntax.Name:
		return "the read of " + quote(text), true
	case *syntax.Field, *syntax.Index:
		base := e
		for {
			obj, key := indexed(base)
			if obj == nil {
				break
			}
			if key != nil && !b.isPure(key) {
				return "", false
			}
			base = obj
		}
		if _, isName := base.(*syntax.Name); isName {
			return "the read of " + quote(oneLine(text)), true
		}
		return b.lostWith(base)
	case *syntax.Call:
		fn, isName := e.Fn.(*syntax.Name)
		if isName && b.isStandard(fn) && b.unit.Tree.Str(fn.Sym) == "require" && len(e.Args()) == 1 && b.isPure(e.Args()[0]) {
			return "the call of `require`", true
		}
	}
	return "", false
}

// oneLine is text that titles can show: its white space as single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// indexed is the object and the key of a read of a field; the key is nil if it is a
// name, the object if e is no such read.
func indexed(e syntax.Expr) (obj, key syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Field:
		return e.Obj, nil
	case *syntax.Index:
		return e.Obj, e.Key
	}
	return nil, nil
}

// unreachable deletes the run of statements that a finding fades.
func unreachable(b *before, f *analysis.Finding) []choice {
	first := f.Subject.Stat
	if first == syntax.NoStat || !f.Fade.Valid() {
		return nil
	}
	at := b.places[first]
	return []choice{b.attempt(nil, func(s *script) (string, bool) {
		for _, stat := range at.block.Stats[at.index:] {
			if f.Fade.Covers(stat.Span()) {
				s.cut(stat)
			}
		}
		return "remove the unreachable code", true
	})}
}

// unusedLabel deletes a label.
func unusedLabel(b *before, f *analysis.Finding) []choice {
	stat := b.unit.Res.Labels[f.Subject.Label].Stat
	return []choice{b.attempt(nil, func(s *script) (string, bool) {
		s.cut(stat)
		return "remove the unused label " + quote(b.unit.Tree.Str(stat.Label)), true
	})}
}

// selfAssignment takes the targets that get their own value out of an assignment.
func selfAssignment(b *before, f *analysis.Finding) []choice {
	a, ok := asAssignment(b.unit.Tree.Stats[f.Subject.Stat])
	if !ok {
		return nil
	}
	gone := make([]bool, len(a.targets))
	for i, t := range a.targets {
		n, ok := t.(*syntax.Name)
		gone[i] = ok && b.refersTo(n, f.Subject.Binding)
	}
	return []choice{b.dropTargets(nil, &a, gone, func(kept) string {
		return "remove the self-assignment of " + quote(b.name(f.Subject.Binding))
	})}
}

// refersTo reports whether a name means a variable.
func (b *before) refersTo(n *syntax.Name, id resolve.BindingID) bool {
	ref := &b.unit.Res.Refs[n.ID]
	return ref.Binding == id && ref.Kind != resolve.ToGlobal
}
