package modules_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/compile/testkit/scale"
)

var letters = []string{"a", "b", "c", "d", "e", "f"}

// randomProgram returns summaries of files that use one another's fields at random. Some start the program, so that it is no library.
func randomProgram(r *rand.Rand) (all []*summary.Summary) {
	n := 2 + r.IntN(5)
	for i := range n {
		s := &summary.Summary{Path: fmt.Sprintf("m%d.lua", i), Script: i == 0, Returns: summary.ATable, Open: r.IntN(3) == 0, Requires: []summary.Require{}}
		if i == 0 {
			s.Returns = summary.Nothing
		}
		s.Parts = []summary.Part{{}}
		for _, name := range letters[:r.IntN(len(letters))] {
			s.Exports = append(s.Exports, summary.Export{Name: name, Function: r.IntN(2) == 0})
			if r.IntN(2) == 0 {
				s.Parts = append(s.Parts, summary.Part{Export: name})
			}
		}
		for range r.IntN(4) {
			s.Requires = append(s.Requires, summary.Require{Name: fmt.Sprintf("m%d", r.IntN(n)), Part: r.IntN(len(s.Parts)), Open: r.IntN(5) == 0})
		}
		for p := range s.Parts {
			for k := range s.Requires {
				if r.IntN(3) == 0 {
					s.Parts[p].Uses = append(s.Parts[p].Uses, summary.Use{Of: k, Field: letters[r.IntN(len(letters))], How: summary.Reads})
				}
			}
			if r.IntN(4) == 0 {
				s.Parts[p].Uses = append(s.Parts[p].Uses, summary.Use{Of: summary.Own, Field: letters[r.IntN(len(letters))], How: summary.Calls})
			}
			if r.IntN(4) == 0 {
				s.Parts[p].Words = []string{letters[r.IntN(len(letters))]}
			}
		}
		all = append(all, s)
	}
	return all
}

// usedIn returns what of a program of one folder is used, as PATH or PATH FIELD, by going through all of it until nothing is added.
func usedIn(all []*summary.Summary) map[string]bool {
	of := map[string]*summary.Summary{}
	open := map[string]bool{}
	for _, s := range all {
		of[strings.TrimSuffix(s.Path, ".lua")] = s
	}
	for _, s := range all {
		open[s.Path] = open[s.Path] || s.Open
		for _, q := range s.Requires {
			open[of[q.Name].Path] = open[of[q.Name].Path] || q.Open
		}
	}
	used := map[string]bool{"m0.lua": true}
	use := func(s *summary.Summary, field string) {
		if slices.ContainsFunc(s.Exports, func(e summary.Export) bool { return e.Name == field }) {
			used[s.Path], used[s.Path+" "+field] = true, true
		}
	}
	for before := 0; before < len(used); {
		before = len(used)
		for _, s := range all {
			for p, part := range s.Parts {
				if !used[strings.TrimSpace(s.Path+" "+part.Export)] {
					continue
				}
				for _, q := range s.Requires {
					if q.Part == p {
						used[of[q.Name].Path] = true
					}
				}
				for _, u := range part.Uses {
					if u.Of == summary.Own {
						use(s, u.Field)
					} else {
						use(of[s.Requires[u.Of].Name], u.Field)
					}
				}
				for _, word := range part.Words {
					for _, other := range all {
						if open[other.Path] {
							use(other, word)
						}
					}
				}
			}
		}
	}
	return used
}

// TestLinkOfRandomPrograms compares what is used with what usedIn says, and looks at each way there: every step but the first, which is a root, is
// used by the one in front. Neither the order of the files nor the steps in which sets of them are merged make a difference.
func TestLinkOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	usedCount, unusedCount := 0, 0
	for range scale.Of(2_000) {
		all := randomProgram(r)
		want := usedIn(all)
		p := modules.Link(all, modules.Roots{})
		for i, f := range p.Files {
			s := all[slices.IndexFunc(all, func(s *summary.Summary) bool { return s.Path == f.Path })]
			for _, export := range append([]summary.Export{{}}, s.Exports...) {
				way, ok := p.Why(i, export.Name)
				if is := want[strings.TrimSpace(f.Path+" "+export.Name)]; !ok || is != (way != nil) {
					t.Fatalf("%s %s: used %v, the way there is %v, in\n%s", f.Path, export.Name, is, way, shown(all))
				}
				if way == nil {
					unusedCount++
					continue
				}
				usedCount++
				if last := way[len(way)-1]; way[0].Why == "" || last.File != i || last.Export != export.Name {
					t.Fatalf("%s %s: the way there is %v, in\n%s", f.Path, export.Name, way, shown(all))
				}
			}
		}
		slices := p.Slices()
		cut := r.IntN(len(all) + 1)
		merged := summary.Merge(all[cut:], summary.Merge(all[:cut], all))
		if again := modules.Link(merged, modules.Roots{}).Slices(); !reflect.DeepEqual(again, slices) {
			t.Fatalf("merged in other steps, %+v becomes %+v, in\n%s", slices, again, shown(all))
		}
	}
	if usedCount == 0 || unusedCount == 0 {
		t.Errorf("%d are used, %d are not", usedCount, unusedCount)
	}
}

func shown(all []*summary.Summary) string {
	var b strings.Builder
	for _, s := range all {
		fmt.Fprintf(&b, "%+v\n", *s)
	}
	return b.String()
}
