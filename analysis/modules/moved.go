package modules

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"luaflow/analysis/summary"
)

// What was said of a file while it is edited.

// On returns what a Slice, which is said of a file whose Summary was `was`, says of it with the Summary now, before the program is linked
// again: what the file itself refutes by now is left out, and what is about something that is gone, or not to be told apart. It is nil if
// nothing is left.
func (s *Slice) On(was, now *summary.Summary) *Slice {
	if s == nil || now.Broken != was.Broken || now.Returns != was.Returns {
		return nil
	}
	m := newMoved(was, now)
	left := &Slice{IsUnused: s.IsUnused}
	for _, k := range s.Unused {
		e := &was.Exports[k]
		at, ok := now.Export(e.Name)
		if ok && now.Exports[at].Function == e.Function && m.isSame(summary.Own) && !m.names.any(e.Name) {
			left.Unused = append(left.Unused, at)
			for _, x := range s.Slips {
				if x.Index == k {
					x.Index = at
					left.Slips = append(left.Slips, x)
				}
			}
		}
	}
	for _, v := range s.Requires {
		if v.Index = m.to(v.Index); m.isSame(v.Index) {
			left.Requires = append(left.Requires, v)
		}
	}
	for _, u := range s.Unset {
		if u.Of = m.to(u.Of); m.isSame(u.Of) && !writes(now, u) {
			left.Unset = append(left.Unset, u)
		}
	}
	for _, u := range s.Unread {
		if _, is := slices.BinarySearch(now.OfSelf, u.Field); is && !m.names.any(u.Field) {
			left.Unread = append(left.Unread, u)
		}
	}
	left.Calls = m.calls(s.Calls)
	if left.IsZero() {
		return nil
	}
	return left
}

// moved is what has changed of a Summary.
type moved struct {
	was, now *summary.Summary
	requires []int
	others   map[int]bool // the tables of which something else is known by now, by the Of that they have now; gone among them
	names    names        // the new ones
}

// gone is the Of of what is required no more.
const gone = summary.Own - 1

func newMoved(was, now *summary.Summary) *moved {
	m := &moved{was: was, now: now, requires: sameRequires(was, now), others: map[int]bool{gone: true}, names: newNames(was, now)}
	m.others[summary.Own] = now.Open != was.Open || now.Filled != was.Filled
	if !slices.Equal(now.Provides, was.Provides) { // another module may be there instead
		for k := range now.Requires {
			m.others[k] = true
		}
	}
	handed := map[summary.Field]bool{}
	eachHanded(was, func(f summary.Field) { handed[summary.Field{Of: m.to(f.Of), Name: f.Name}] = true })
	eachHanded(now, func(f summary.Field) { m.others[f.Of] = m.others[f.Of] || !handed[f] }) // to what may do anything with it
	return m
}

// to returns the Of that a table has by now.
func (m *moved) to(of int) int {
	if of == summary.Own {
		return of
	}
	return m.requires[of]
}

// isSame reports whether all is known of a table that was.
func (m *moved) isSame(of int) bool { return !m.others[of] }

// eachHanded visits the methods that a file calls.
func eachHanded(s *summary.Summary, visit func(summary.Field)) {
	for i := range s.Parts {
		for _, u := range s.Parts[i].Uses {
			if u.How == summary.Hands {
				visit(summary.Field{Of: u.Of, Name: u.Field})
			}
		}
	}
}

// calls returns what is left of what was said of calls: of a function of another file, if the calls of it are the same by now, and of one
// of the file, if it is the same, nothing else may mean it by now, and the file calls its own functions as before. It is nil if that is
// nothing.
func (m *moved) calls(v *CallVerdicts) *CallVerdicts {
	if v == nil {
		return nil
	}
	var left CallVerdicts
	before, after := calledIn(m.was), calledIn(m.now)
	for _, c := range v.Callees {
		called := before[c.Field]
		c.Of = m.to(c.Of)
		if m.isSame(c.Of) && called.isLike(after[c.Field]) && !writes(m.now, Unset{Of: c.Of, Field: c.Name}) {
			left.Callees = append(left.Callees, c)
		}
	}
	slices.SortFunc(left.Callees, func(a, b Callee) int { return cmp.Or(a.Of-b.Of, strings.Compare(a.Name, b.Name)) })
	if m.isSame(summary.Own) && ownAlike(before, after) {
		for _, r := range v.Exports {
			if m.receiver(&r, after) {
				left.Exports = append(left.Exports, r)
			}
		}
	}
	if len(left.Callees)+len(left.Exports) == 0 {
		return nil
	}
	return &left
}

// receiver moves what was said of a function of the file; it reports whether that still holds.
func (m *moved) receiver(r *Receiver, after map[summary.Field]called) bool {
	e := &m.was.Exports[r.Index]
	at, ok := m.now.Export(e.Name)
	if !ok || !reflect.DeepEqual(m.now.Exports[at].Is, e.Is) || m.names.any(e.Name) {
		return false
	}
	r.Index, r.Calls = at, slices.Clone(r.Calls)
	for i := range r.Calls {
		if r.Calls[i].Path == m.was.Path {
			r.Calls[i].Line = after[summary.Field{Of: summary.Own, Name: e.Name}].line
		}
	}
	return true
}

// called is what the calls of a function ask, but for where they stand.
type called struct {
	asked summary.Called
	line  int
}

func (c called) isLike(other called) bool { return reflect.DeepEqual(c.asked, other.asked) }

// ownAlike reports whether the calls of a file's own functions ask the same.
func ownAlike(before, after map[summary.Field]called) bool {
	isWithin := func(some, others map[summary.Field]called) bool {
		for at, c := range some {
			if other, ok := others[at]; at.Of == summary.Own && !(ok && c.isLike(other)) {
				return false
			}
		}
		return true
	}
	return isWithin(before, after) && isWithin(after, before)
}

// calledIn returns what calls in a file ask, by what they call.
func calledIn(s *summary.Summary) map[summary.Field]called {
	all := make(map[summary.Field]called, len(s.Called))
	for _, c := range s.Called {
		at, line := c.Field, c.Line
		c.Field, c.Line = summary.Field{}, 0
		all[at] = called{c, line}
	}
	return all
}

// writes reports whether a file sets a field that is said to be set by nothing.
func writes(s *summary.Summary, u Unset) bool {
	if u.Of == summary.Own {
		if _, is := s.Export(u.Field); is {
			return true
		}
	}
	for i := range s.Parts {
		for _, use := range s.Parts[i].Uses {
			if use.Of == u.Of && use.How == summary.Writes && (use.Field == u.Field || strings.Contains(use.Field, "*")) {
				return true
			}
		}
	}
	return false
}

// sameRequires returns, by index in the Requires of a file, where the same call is by now; gone where that is not known: of calls with one
// name there are more or fewer than before, or what is done with what is required is something else.
func sameRequires(was, now *summary.Summary) []int {
	at := make(map[string][]int, len(now.Requires))
	for k := range now.Requires {
		name := now.Requires[k].Name
		at[name] = append(at[name], k)
	}
	count := make(map[string]int, len(was.Requires))
	for k := range was.Requires {
		count[was.Requires[k].Name]++
	}
	to, met := make([]int, len(was.Requires)), make(map[string]int, len(was.Requires))
	for k := range was.Requires {
		before := was.Requires[k]
		to[k] = gone
		if same := at[before.Name]; len(same) == count[before.Name] {
			next := same[met[before.Name]]
			after := now.Requires[next]
			if before.Line, before.Part = after.Line, after.Part; before == after {
				to[k] = next
			}
		}
		met[before.Name]++
	}
	return to
}

// names is names that stand in a file, and patterns of such.
type names struct {
	names    map[string]bool
	patterns []string
}

// newNames returns the names that stand in a file by now and did not before.
func newNames(was, now *summary.Summary) names {
	before := map[string]bool{}
	eachName(was, func(name string) { before[name] = true })
	n := names{names: map[string]bool{}}
	eachName(now, func(name string) {
		switch {
		case before[name]:
		case strings.Contains(name, "*"):
			n.patterns = append(n.patterns, name)
		default:
			n.names[name] = true
		}
	})
	return n
}

func eachName(s *summary.Summary, visit func(string)) {
	for i := range s.Parts {
		for _, word := range s.Parts[i].Words {
			visit(word)
		}
		for _, u := range s.Parts[i].Uses {
			if u.Of == summary.Own {
				visit(u.Field)
			}
		}
	}
}

// any reports whether a name is one of them.
func (n *names) any(name string) bool {
	return n.names[name] || slices.ContainsFunc(n.patterns, func(pattern string) bool { return matches(name, strings.Split(pattern, "*")) })
}
