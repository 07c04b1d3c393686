package modules

import (
	"cmp"
	"maps"
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
	requires := sameRequires(was, now)
	left := &Slice{IsUnused: s.IsUnused}
	names := newNames(was, now)
	for _, k := range s.Unused {
		e := &was.Exports[k]
		at, ok := exportOf(now, e.Name)
		if ok && now.Exports[at].Function == e.Function && !names.any(e.Name) {
			left.Unused = append(left.Unused, at)
		}
	}
	for _, v := range s.Requires {
		if v.Index = requires[v.Index]; v.Index >= 0 {
			left.Requires = append(left.Requires, v)
		}
	}
	for _, u := range s.Unset {
		own := u.Of == summary.Own
		switch {
		case own && (now.Open != was.Open || now.Filled != was.Filled):
			continue
		case !own:
			if u.Of = requires[u.Of]; u.Of < 0 {
				continue
			}
		}
		if !writes(now, u) {
			left.Unset = append(left.Unset, u)
		}
	}
	left.Calls = s.Calls.on(was, now, requires, &names)
	if left.IsZero() {
		return nil
	}
	return left
}

// on returns what is left of what was said of calls: of a function of another file, if the calls of it are the same by now, and of one of
// the file, if it is the same, nothing else may mean it by now, and the file calls its own functions as before. It is nil if that is
// nothing. requires says where the Requires are by now.
func (v *CallVerdicts) on(was, now *summary.Summary, requires []int, names *names) *CallVerdicts {
	if v == nil {
		return nil
	}
	var left CallVerdicts
	before, after := calledIn(was), calledIn(now)
	for _, c := range v.Callees {
		called := before[c.Field]
		if c.Of != summary.Own {
			c.Of = requires[c.Of]
		}
		if reflect.DeepEqual(called, after[c.Field]) && !writes(now, Unset{Of: c.Of, Field: c.Name}) {
			left.Callees = append(left.Callees, c)
		}
	}
	slices.SortFunc(left.Callees, func(a, b Callee) int { return cmp.Or(a.Of-b.Of, strings.Compare(a.Name, b.Name)) })
	isOwn := func(f summary.Field, _ summary.Called) bool { return f.Of != summary.Own }
	maps.DeleteFunc(before, isOwn)
	maps.DeleteFunc(after, isOwn)
	for _, r := range v.Exports {
		e := &was.Exports[r.Index]
		at, ok := exportOf(now, e.Name)
		if ok && reflect.DeepEqual(now.Exports[at].Is, e.Is) && reflect.DeepEqual(before, after) && !names.any(e.Name) {
			r.Index = at
			left.Exports = append(left.Exports, r)
		}
	}
	if len(left.Callees)+len(left.Exports) == 0 {
		return nil
	}
	return &left
}

// calledIn returns what calls in a file ask, but for where they stand, by what they call.
func calledIn(s *summary.Summary) map[summary.Field]summary.Called {
	all := make(map[summary.Field]summary.Called, len(s.Called))
	for _, c := range s.Called {
		at := c.Field
		c.Field, c.Line = summary.Field{}, 0
		all[at] = c
	}
	return all
}

func exportOf(s *summary.Summary, name string) (at int, ok bool) {
	return slices.BinarySearchFunc(s.Exports, name, func(e summary.Export, name string) int { return strings.Compare(e.Name, name) })
}

// writes reports whether a file sets a field that is said to be set by nothing.
func writes(s *summary.Summary, u Unset) bool {
	if u.Of == summary.Own {
		if _, is := exportOf(s, u.Field); is {
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

// sameRequires returns, by index in the Requires of a file, where the same call is by now; -1 where that is not known: of calls with one name
// there are more or fewer than before, or what is done with what is required is something else.
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
		to[k] = -1
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
