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

// TestSliceOfEditedFile: what is said of a file holds for the file itself; after an edit, what is said of it before the program is linked
// again is part of what is said after that if the edit is in no other file's way, and never of what the file itself uses by now.
func TestSliceOfEditedFile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	kept, dropped := 0, 0
	for range scale.Of(2_000) {
		all := randomProgram(r)
		p := modules.Link(all, modules.Roots{})
		for i, s := range p.Slices() {
			was := all[slices.IndexFunc(all, func(s *summary.Summary) bool { return s.Path == p.Files[i].Path })]
			if same := s.On(was, was); s.IsZero() != (same == nil) || same != nil && !reflect.DeepEqual(*same, s) {
				t.Fatalf("%+v becomes %+v, in\n%s", s, same, shown(all))
			}
			if len(s.Unused) == 0 {
				continue
			}
			now := *was
			now.Parts = slices.Clone(was.Parts)
			word := letters[r.IntN(len(letters))]
			now.Parts[0].Words = []string{word}
			now.Exports = append([]summary.Export{{Name: "Z"}}, was.Exports...)
			on := s.On(was, &now)
			for _, k := range s.Unused {
				name := was.Exports[k].Name
				isLeft := on != nil && slices.ContainsFunc(on.Unused, func(at int) bool { return now.Exports[at].Name == name })
				isWord := name == word && !slices.ContainsFunc(was.Parts, func(p summary.Part) bool { return slices.Contains(p.Words, word) }) &&
					!slices.ContainsFunc(was.Parts, func(p summary.Part) bool {
						return slices.ContainsFunc(p.Uses, func(u summary.Use) bool { return u.Of == summary.Own && u.Field == word })
					})
				if isLeft == isWord {
					t.Fatalf("%s is left: %v, after the word %s, in\n%s", name, isLeft, word, shown(all))
				}
				if isLeft {
					kept++
				} else {
					dropped++
				}
			}
		}
	}
	if kept == 0 || dropped == 0 {
		t.Errorf("%d are kept, %d are dropped", kept, dropped)
	}
}

// TestSliceOfChangedRequires: of calls of require with one name what is said is left out if there are more or fewer of them than before, or
// another thing is done with what is required; what is said of the others moves with them.
func TestSliceOfChangedRequires(t *testing.T) {
	was := &summary.Summary{Requires: []summary.Require{{Name: "a", Unused: true}, {Name: "b", Line: 2}, {Name: "b", Line: 3}}}
	s := &modules.Slice{
		Requires: []modules.RequireVerdict{{Index: 0, IsIdle: true}, {Index: 2, IsUnresolved: true}},
		Unset:    []modules.Unset{{Of: 1, Field: "f"}},
	}
	for _, c := range []struct {
		now  []summary.Require
		want string
	}{
		{[]summary.Require{{Name: "c"}, {Name: "a", Unused: true}, {Name: "b", Line: 7}, {Name: "b", Line: 8}}, "[{1 false  { 0} true []} {3 true  { 0} false []}] [{2 f  { 0}}]"},
		{[]summary.Require{{Name: "a"}, {Name: "b"}, {Name: "b"}}, "[{2 true  { 0} false []}] [{1 f  { 0}}]"},
		{[]summary.Require{{Name: "a", Unused: true}, {Name: "b"}}, "[{0 false  { 0} true []}] []"},
		{nil, "nothing"},
	} {
		got := "nothing"
		if on := s.On(was, &summary.Summary{Requires: c.now}); on != nil {
			got = fmt.Sprint(on.Requires, on.Unset)
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.now, got, c.want)
		}
	}
}

// TestLinker: a Linker that links a program again after its files were exchanged, one or a few at a time, added and taken away, says what
// Link says.
func TestLinker(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var linker modules.Linker
	for range scale.Of(500) {
		all := randomProgram(r)
		for range 6 {
			other := randomProgram(r)
			switch i := r.IntN(len(all)); r.IntN(4) {
			case 0:
				all = append(slices.Clone(all), &summary.Summary{Path: fmt.Sprintf("lua/n%d/init.lua", len(all)), Requires: []summary.Require{{Name: "*", IsPattern: true, Open: r.IntN(2) == 0}}, Parts: []summary.Part{{}}})
			case 1:
				all = slices.Delete(slices.Clone(all), i, i+1)
			default:
				all = slices.Clone(all)
				all[i] = other[min(i, len(other)-1)]
				all = slices.CompactFunc(slices.SortedFunc(slices.Values(all), comparePaths), func(a, b *summary.Summary) bool { return a.Path == b.Path })
			}
			got, want := linker.Link(all, modules.Roots{}), modules.Link(all, modules.Roots{})
			if !reflect.DeepEqual(got.Slices(), want.Slices()) || !reflect.DeepEqual(got.Files, want.Files) {
				t.Fatalf("it says %+v, Link says %+v, in\n%s", got.Slices(), want.Slices(), shown(all))
			}
			for i := range got.Files {
				a, _ := got.Why(i, "")
				if b, _ := want.Why(i, ""); !reflect.DeepEqual(a, b) {
					t.Fatalf("the way to %s is %v, Link says %v", got.Files[i].Path, a, b)
				}
			}
			if len(all) == 0 {
				break
			}
		}
	}
}

func comparePaths(a, b *summary.Summary) int { return strings.Compare(a.Path, b.Path) }

// TestCallsOfEditedFile: what was said of a call holds while the calls of that function are the same, what was said of a function of the
// file while it is the same, and nothing new may call it.
func TestCallsOfEditedFile(t *testing.T) {
	is := &summary.Function{}
	f, own := summary.Field{Of: 0, Name: "f"}, summary.Field{Of: summary.Own, Name: "g"}
	export := summary.Export{Name: "g", Function: true, Is: is}
	was := &summary.Summary{
		Requires: []summary.Require{{Name: "a"}}, Exports: []summary.Export{export},
		Called: []summary.Called{{Field: own, Calls: 1}, {Field: f, Calls: 1, Line: 3, Given: 2}},
	}
	s := &modules.Slice{Calls: &modules.CallVerdicts{
		Callees: []modules.Callee{{Field: f, Takes: 1}}, Exports: []modules.Receiver{{Index: 0, Given: 1}},
	}}
	further := summary.Called{Field: summary.Field{Of: 1, Name: "f"}, Calls: 1, Line: 9, Given: 2}
	for _, c := range []struct {
		name string
		edit func(now *summary.Summary)
		want string
	}{
		{"nothing", func(*summary.Summary) {}, "f of 0, function 0"},
		{"another require in front", func(now *summary.Summary) {
			now.Requires, now.Called = []summary.Require{{Name: "0"}, {Name: "a"}}, []summary.Called{was.Called[0], further}
		}, "f of 1, function 0"},
		{"an Export in front", func(now *summary.Summary) { now.Exports = []summary.Export{{Name: "b"}, export} }, "f of 0, function 1"},
		{"an argument more", func(now *summary.Summary) {
			now.Called = []summary.Called{was.Called[0], {Field: f, Calls: 1, Given: 3}}
		}, "function 0"},
		{"the field is set", func(now *summary.Summary) {
			now.Parts = []summary.Part{{Uses: []summary.Use{{Of: 0, Field: "f", How: summary.Writes}}}}
		}, "function 0"},
		{"a call of its own", func(now *summary.Summary) { now.Called = []summary.Called{{Field: own, Calls: 2}, was.Called[1]} }, "f of 0"},
		{"another function", func(now *summary.Summary) {
			now.Exports = []summary.Export{{Name: "g", Function: true, Is: &summary.Function{IsVararg: true}}}
		}, "f of 0"},
		{"a word", func(now *summary.Summary) { now.Parts = []summary.Part{{Words: []string{"g"}}} }, "f of 0"},
	} {
		now := *was
		c.edit(&now)
		var left []string
		if on := s.On(was, &now); on != nil {
			for _, callee := range on.Calls.Callees {
				left = append(left, fmt.Sprintf("%s of %d", callee.Name, callee.Of))
			}
			for _, r := range on.Calls.Exports {
				left = append(left, fmt.Sprintf("function %d", r.Index))
			}
		}
		if got := strings.Join(left, ", "); got != c.want {
			t.Errorf("%s: %s is left, want %s", c.name, got, c.want)
		}
	}
}
