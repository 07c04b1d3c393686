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
	// byHand: it is no fix that anybody would want everywhere. It is offered if there is
	// no other, never preferred, and never made together with others of a file.
	byHand bool
	// moves: it does not only delete, but lets something happen earlier than it did.
	moves bool
	// interprocedural: it needs to be known what other functions do. The proof knows most if
	// much is changed, so that it may refuse the fix alone that it accepts together
	// with others.
	interprocedural bool
	// locals is how many variables it declares that live on to the end of a block.
	locals int
	// extent says how far the fix changes the statements that it touches.
	extent extent
}

// extent is a bound on what a fix changes.
type extent uint8

const (
	wholeStatements extent = iota
	someTargets            // with their values
	someNames              // or operands that decide nothing
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

	"dead-cycle":            deadCycle,
	"write-only-table":      writeOnlyTable,
	"unread-field":          unreadField,
	"redundant-return":      redundantReturn,
	"discarded-pure-call":   discardedCall,
	"empty-block":           emptyBlock,
	"unbalanced-assignment": surplus,
	"useless-suppression":   uselessSuppression,
	"negated-comparison":    negatedComparison,
	"reversed-loop":         reversedLoop,
	"duplicate-condition":   repeated,
}

// plans returns the choices for a finding; none if there is no exact way.
func (b *before) plans(f *analysis.Finding) []choice {
	b.unit.Meter.Step()
	if plan, ok := planners[f.Code]; ok {
		return plan(b, f)
	}
	return nil
}

// quote returns a name as titles show it.
func quote(name string) string { return "`" + name + "`" }

// attempt runs change on a new script; the plan is what it made of it, if it
// reports true.
func (b *before) attempt(c choice, change func(*script) (title string, ok bool)) choice {
	s := b.newScript()
	title, ok := change(s)
	if !ok {
		return c
	}
	p := plan{edits: s.finish(), extent: s.extent, locals: s.locals, byHand: s.leavesEmpty}
	p.title = s.caveat(title)
	return append(c, p)
}

// sharedDeadStore returns the choices of deadStore, with interprocedural plans if other functions share the variable:
// that they do not need the value may only be seen where they change as well.
func sharedDeadStore(b *before, f *analysis.Finding) []choice {
	choices := deadStore(b, f)
	if f.Subject.Binding != 0 && b.binding(f.Subject.Binding).Captured {
		for _, c := range choices {
			for i := range c {
				c[i].interprocedural = true
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
	name := quote(b.name(store.Binding))
	switch stat := stat.(type) {
	case *syntax.FunctionStat:
		return []choice{b.attempt(nil, func(s *script) (string, bool) {
			s.cut(stat)
			return s.deadStoreTitle(name, keptNothing), true
		})}
	case *syntax.LocalFunction:
		return []choice{b.attempt(nil, func(s *script) (string, bool) {
			s.declareOnly(stat)
			return s.deadStoreTitle(name, keptNothing), true
		})}
	}
	a, ok := asAssignment(stat)
	if !ok {
		return nil
	}
	i := a.targetOf(store.Name)
	if a.isLocal {
		choices := b.attemptForms(func(s *script) (string, kept, bool) {
			what, ok := s.blank(&a, i)
			return s.deadStoreTitle(name, what), what, ok
		})
		if b.isApart(store.Binding) {
			return choices
		}
		return either(b.joins(store.Binding), choices)
	}
	gone := make([]bool, len(a.targets))
	gone[i] = true
	choices := b.dropTargets(&a, gone, name, (*script).deadStoreTitle)
	if all, names := b.deadTargets(f, &a); len(choices[0]) == 0 && all != nil {
		choices = b.dropTargets(&a, all, names, (*script).deadStoreTitle)
	}
	return choices
}

// either returns the choices of two ways to do something: both, but only one for each of what
// is done by hand, that of the first if there is one.
func either(first, second []choice) []choice {
	if len(first) == 0 {
		return second
	}
	both := []choice{first[0], second[0]}
	for i := range max(len(first), len(second)) - 1 {
		var c choice
		for _, choices := range [][]choice{first, second} {
			if i+1 < len(choices) {
				c = append(c, choices[i+1]...)
			}
		}
		both = append(both, c)
	}
	return both
}

func (s *script) deadStoreTitle(names string, what kept) string {
	if title, ok := s.titleByHand(what); ok {
		return title
	}
	if what == keptCalls {
		return "keep the call, drop the assignment to " + names
	}
	return "remove the dead store to " + names
}

// titleByHand returns what caveat begins the title with of what is done by hand about a single
// statement.
func (s *script) titleByHand(what kept) (title string, ok bool) {
	switch {
	case what == keptValues:
		return "", true
	case len(s.lost) > 0 && what == keptCalls:
		return "keep the call", true
	}
	return "delete", len(s.lost) > 0
}

// dropTargets drops targets of an assignment. name and what is kept make the title.
func (b *before) dropTargets(a *assignment, gone []bool, name string, title func(s *script, name string, what kept) string) []choice {
	return b.attemptForms(func(s *script) (string, kept, bool) {
		what, ok := s.drop(a, gone)
		return title(s, name, what), what, ok
	})
}

// deadTargets returns the targets of an assignment that findings of f's kind are about,
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
	name := quote(b.name(id))
	if all := b.unusedTargets(&a); all != nil {
		return append(b.dropTargets(&a, all, name, (*script).unusedTitle), b.dropRequire(&a)...)
	}
	gone := make([]bool, len(a.targets))
	gone[i] = true
	if a.isSecondary(i) {
		return []choice{b.rename(nil, id)}
	}
	choices := b.dropTargets(&a, gone, name, (*script).unusedTitle)
	isCall := i < len(a.values) && asCall(a.values[i]) != nil
	if isCall || len(choices) == 1 {
		choices[0] = b.rename(choices[0], id)
		return choices[:1]
	}
	return b.orRename(choices, id)
}

func (s *script) unusedTitle(name string, what kept) string {
	if title, ok := s.titleByHand(what); ok {
		return title
	}
	if what == keptCalls {
		return "keep the call, drop the unused local " + name
	}
	return "remove the unused local " + name
}

// orRename adds the choice to mark a variable as unused by its name; by hand if values can
// go or be kept by hand: it hides that nobody needs what it holds.
func (b *before) orRename(choices []choice, id resolve.BindingID) []choice {
	if !slices.ContainsFunc(choices[1:], func(c choice) bool { return len(c) > 0 }) {
		choices[0] = b.rename(choices[0], id)
		return choices
	}
	renames := b.rename(nil, id)
	for i := range renames {
		renames[i].byHand = true
	}
	return append(choices, renames)
}

// unusedTargets returns all targets of a declaration if nothing refers to any of them.
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

// dropRequire deletes a declaration with a call of require, which most likely nobody
// wants.
func (b *before) dropRequire(a *assignment) []choice {
	if len(a.values) != 1 {
		return nil
	}
	call, ok := b.requireIn(a.values[0])
	if !ok {
		return nil
	}
	s := b.newScript()
	s.cut(a.stat)
	title := "delete; " + s.excerpts([]syntax.Expr{call}) + " may have done something"
	return []choice{{{title: title, edits: s.finish(), lossy: true}}}
}

// requireIn returns the call of require that an expression consists of, but for reads of fields.
func (b *before) requireIn(e syntax.Expr) (call *syntax.Call, ok bool) {
	if p, isParen := e.(*syntax.Paren); isParen {
		return b.requireIn(p.X)
	}
	if obj, key := indexed(e); obj != nil {
		if key != nil && !b.isPure(key) {
			return nil, false
		}
		return b.requireIn(obj)
	}
	call, ok = e.(*syntax.Call)
	if !ok {
		return nil, false
	}
	fn, isName := call.Fn.(*syntax.Name)
	ok = isName && b.isStandard(fn) && b.unit.Tree.Str(fn.Sym) == "require" && len(call.Args()) == 1 && b.isPure(call.Args()[0])
	return call, ok
}

// oneLine returns text that titles can show: its white space as single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// indexed returns the object and the key of a read of a field; the key is nil if it is a
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
	return b.dropTargets(&a, gone, quote(b.name(f.Subject.Binding)), func(_ *script, name string, _ kept) string {
		return "remove the self-assignment of " + name
	})
}

// refersTo reports whether a name means a variable.
func (b *before) refersTo(n *syntax.Name, id resolve.BindingID) bool {
	ref := &b.unit.Res.Refs[n.ID]
	return ref.Binding == id && ref.Kind != resolve.ToGlobal
}
