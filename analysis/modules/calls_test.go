package modules_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/calls"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/compile/testkit/scale"
)

// What is solved by search against what rounds over all functions come to, until nothing changes.

// randomCalls returns summaries of files of which the functions call one another, hand on what they are given, and what they get.
func randomCalls(r *rand.Rand) (all []*summary.Summary) {
	n := 2 + r.IntN(4)
	for i := range n {
		s := &summary.Summary{Path: fmt.Sprintf("m%d.lua", i), Returns: summary.ATable, Parts: []summary.Part{{}}, Requires: []summary.Require{}}
		if i == 0 {
			s.Script, s.Returns = true, summary.Nothing
		}
		for k := range n {
			s.Requires = append(s.Requires, summary.Require{Name: fmt.Sprintf("m%d", k)})
		}
		for _, name := range letters[:min(i, 1)*r.IntN(3)] {
			is := &summary.Function{Params: 2, Asked: 3, Returns: r.IntN(4) > 0, IsKept: r.IntN(12) == 0}
			if is.Returns {
				is.Least = r.IntN(3)
				is.Most = is.Least + r.IntN(2)
			}
			for range r.IntN(2) {
				is.On = append(is.On, summary.Field{Of: r.IntN(n), Name: letters[r.IntN(2)]})
			}
			s.Exports = append(s.Exports, summary.Export{Name: name, Function: true, Writes: 1, Line: 1, Is: is})
		}
		for k := range n {
			for _, name := range letters[:2] {
				if r.IntN(2) == 0 {
					c := summary.Called{Field: summary.Field{Of: k, Name: name}, Calls: 1, Line: 1, Given: 2, Wanted: r.IntN(4), IsUsed: true}
					c.Arguments = []summary.Argument{randomArgument(r, s), randomArgument(r, s)}
					s.Called = append(s.Called, c)
				}
			}
		}
		all = append(all, s)
	}
	return all
}

func randomArgument(r *rand.Rand, s *summary.Summary) (a summary.Argument) {
	if r.IntN(8) > 0 && len(s.Exports) > 0 && r.IntN(2) == 0 {
		a.Of = []summary.Parameter{{Export: s.Exports[r.IntN(len(s.Exports))].Name, Index: r.IntN(2)}}
		return a
	}
	if r.IntN(6) > 0 {
		a.Is = []string{"1", "1", "1", "true"}[r.IntN(4)]
	}
	return a
}

// solved is what the rounds come to, by function, as `m1.a`, or parameter, as `m1.a 0`.
type solved struct {
	exports map[string]*summary.Function
	calls   map[string]int
	is      map[string]string // "" as long as nothing is given; "any"
	counts  map[string]calls.Count
}

func solve(all []*summary.Summary) *solved {
	v := &solved{map[string]*summary.Function{}, map[string]int{}, map[string]string{}, map[string]calls.Count{}}
	for i, s := range all {
		for _, e := range s.Exports {
			v.exports[fmt.Sprintf("m%d.%s", i, e.Name)] = e.Is
		}
		for _, c := range s.Called {
			v.calls[fmt.Sprintf("m%d.%s", c.Of, c.Name)] += c.Calls
		}
	}
	for name, is := range v.exports {
		for k := range 2 {
			if is.IsKept || v.calls[name] == 0 {
				v.is[fmt.Sprint(name, " ", k)] = "any"
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i, s := range all {
			changed = v.round(i, s) || changed
		}
	}
	return v
}

// round joins what one file gives with what is known so far, and what its functions give.
func (v *solved) round(i int, s *summary.Summary) (changed bool) {
	for _, c := range s.Called {
		for k, a := range c.Arguments {
			given := a.Is
			if given == "" && len(a.Of) == 0 {
				given = "any"
			}
			for _, of := range a.Of {
				given = v.is[fmt.Sprintf("m%d.%s %d", i, of.Export, of.Index)]
			}
			at := fmt.Sprintf("m%d.%s %d", c.Of, c.Name, k)
			before := v.is[at]
			switch {
			case before == "" || given == "any":
				v.is[at] = given
			case given != "" && given != before:
				v.is[at] = "any"
			}
			changed = changed || v.is[at] != before
		}
	}
	for _, e := range s.Exports {
		name := fmt.Sprintf("m%d.%s", i, e.Name)
		n := v.counts[name].Join(calls.Count{Least: e.Is.Least, Most: e.Is.Most, Returns: e.Is.Returns})
		if !e.Is.Returns {
			n = v.counts[name]
		}
		for _, on := range e.Is.On {
			to := fmt.Sprintf("m%d.%s", on.Of, on.Name)
			if v.exports[to] == nil {
				n = n.Join(calls.Count{Most: calls.Unbounded, Returns: true})
			}
			n = n.Join(v.counts[to])
		}
		changed = changed || n != v.counts[name]
		v.counts[name] = n
	}
	return changed
}

// TestCallsOfRandomPrograms compares what is said of parameters and results with what the rounds come to.
func TestCallsOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	tried := map[string]int{}
	for range scale.Of(20_000) {
		all := randomCalls(r)
		want := solve(all)
		said := map[string]string{}
		p := modules.Link(all, modules.Roots{})
		for i, slice := range p.Slices() {
			if slice.Calls == nil {
				continue
			}
			for _, e := range slice.Calls.Exports {
				for _, k := range e.Constants {
					said[fmt.Sprintf("m%d.%s %d", i, all[i].Exports[e.Index].Name, k.Parameter)] = k.Is
				}
			}
			for _, c := range slice.Calls.Callees {
				said[fmt.Sprintf("m%d in m%d.%s", i, c.Of, c.Name)] = fmt.Sprint(c.Gives)
			}
		}
		for at, is := range want.is {
			if is == "any" || want.exports[strings.Fields(at)[0]] == nil {
				is = ""
			}
			if said[at] != is {
				t.Fatalf("%s is %q, not %q, in\n%s", at, said[at], is, shown(all))
			}
			if is != "" {
				tried["constants"]++
			}
		}
		for i, s := range all {
			for _, c := range s.Called {
				at, gives := fmt.Sprintf("m%d in m%d.%s", i, c.Of, c.Name), ""
				if n := want.counts[fmt.Sprintf("m%d.%s", c.Of, c.Name)]; i != c.Of && n.Returns && n.Most != calls.Unbounded && n.Most < c.Wanted {
					gives = fmt.Sprint(n.Most)
					tried["results"]++
				}
				if said[at] != gives {
					t.Fatalf("%s gives %q, not %q, in\n%s", at, said[at], gives, shown(all))
				}
			}
		}
	}
	for _, what := range []string{"constants", "results"} {
		if tried[what] < scale.Of(1000) {
			t.Errorf("%s: only %d are known", what, tried[what])
		}
	}
	t.Log(tried)
}
