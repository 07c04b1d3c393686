package modules

import (
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
	if left.IsZero() {
		return nil
	}
	return left
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
