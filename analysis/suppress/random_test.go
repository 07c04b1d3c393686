package suppress

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/config"
	"luaflow/analysis/suppress/pragma"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/scale"
)

// pieces is what random files are made of, a line each; %s is a random name.
var pieces = []string{
	"-- luacheck: ignore 311", "-- luacheck: ignore 2", "-- luacheck: ignore %s", "-- luacheck: ignore 311/%s 211/%s",
	"-- luacheck: ignore %s.*", "-- luacheck: ignore .*", "-- luacheck: ignore dead-store",
	"-- luacheck: enable 211", "-- luacheck: enable %s", "-- luacheck: enable 3/%s", "-- luacheck: only 2 3",
	"-- luacheck: only %s", "-- luacheck: no unused", "-- luacheck: unused", "-- luacheck: no unused args, enable 212",
	"-- luacheck: unused args", "-- luacheck: no redefined", "-- luacheck: push", "-- luacheck: push ignore 311",
	"-- luacheck: pop", "f() -- luacheck: ignore %s", "f() -- luacheck: enable 311", "-- luacheck: globals %s",
	"-- luaflow: ignore dead-store", "-- luaflow: ignore 2/%s", "-- luaflow: push ignore /%s", "-- luaflow: pop",
	"f() -- luaflow: ignore unused-local", "---@diagnostic disable: unused-local", "---@diagnostic enable: unused-local",
	"---@diagnostic disable: unused-local/%s", "---@diagnostic disable", "---@diagnostic enable",
	"-- luacheck: no self", "-- luacheck: self, no unused secondaries", "-- luacheck: unused secondaries",
	"f() -- luacheck: no unused secondaries", "---@diagnostic disable-next-line: redefined-local", "f() ---@diagnostic disable-line", "do f() end", "f()", "f()",
}

// randomFile returns a file with functions, many of whose lines are comments.
func randomFile(r *rand.Rand) string {
	var b strings.Builder
	menu := make([]string, 1+r.IntN(8)) // few kinds, so that many of them are in force
	for i := range menu {
		menu[i] = pieces[r.IntN(len(pieces))]
	}
	open := 0
	for range 20 + r.IntN(300) {
		switch n := r.IntN(60); {
		case n == 0:
			b.WriteString("function f()\n")
			open++
		case n == 1 && open > 0:
			b.WriteString("end\n")
			open--
		default:
			line := menu[r.IntN(len(menu))]
			for strings.Contains(line, "%s") {
				line = strings.Replace(line, "%s", randomName(r), 1)
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String() + strings.Repeat("end ", open)
}

func randomName(r *rand.Rand) string { return string(rune('a' + r.IntN(4))) }

func randomSubject(r *rand.Rand) config.Subject {
	s := []config.Subject{
		{Code: "dead-store", Luacheck: "311"}, {Code: "unused-local", Luacheck: "211"},
		{Code: "unused-parameter", Luacheck: "212"}, {Code: "shadowing", Luacheck: "411"}, {Code: "dead-cycle"},
	}[r.IntN(5)]
	if r.IntN(8) > 0 {
		s.Name = randomName(r)
	}
	s.Needs = []config.Flag{"", "", config.UnusedSecondaries, config.Self}[r.IntN(4)]
	return s
}

// TestLikePlain: what the comments of random files say of a finding is what comes of
// asking all that are in force one after the other.
func TestLikePlain(t *testing.T) {
	stack, _ := config.NewStack(&config.Layer{Folder: "/", Ignore: &config.List[config.Pattern]{
		Items: []config.Setting[config.Pattern]{{Value: mustParse("212/a"), Origin: config.Origin{Name: "file", Line: 1}}},
	}})
	c := stack.For("/x.lua")
	hidden := 0
	for seed := range uint64(scale.Of(300)) {
		r := rand.New(rand.NewPCG(seed, 1))
		text := randomFile(r)
		file := source.NewFile("x.lua", text)
		s := Parse(syntax.Parse(file, syntax.Language{}), c)
		if s == nil {
			continue
		}
		a := newApplication(s, nil, nil)
		for range 200 {
			line, subj := 1+r.IntN(file.NumLines()), randomSubject(r)
			clear(a.used)
			hides, want := a.hides(line, subj), plainly(s, line, subj)
			if got := fmt.Sprint(hides, used(a)); got != want {
				t.Fatalf("seed %d, line %d, %v: %s, want %s\n%s", seed, line, subj, got, want, text)
			}
			if hides {
				hidden++
			}
		}
	}
	if hidden < 1000 {
		t.Errorf("%d findings are hidden", hidden)
	}
}

// used returns the items that have been of use.
func used(a *application) (ids []int) {
	for id, ok := range a.used {
		if ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// plainly returns what the comments say, asked one by one: whether they hide a finding, and the
// items that do.
func plainly(s *Set, line int, subj config.Subject) string {
	luacheck := s.tracks[pragma.OfLuacheck].at(line)
	passes, it := plainLuacheck(s.config, luacheck, subj)
	isOff, off := plainSwitch(s.config, luacheck, subj.Needs)
	items := []*item{off, it}
	for f := s.tracks[pragma.OfLuaflow].at(line); f != nil && len(items) < 3; f = f.outer {
		if it := f.match(subj); it != nil {
			items = append(items, it)
		}
	}
	items = append(items, plainServer(&s.server, line, subj))
	var ids []int
	hides := isOff || !passes
	for i, it := range items {
		if it != nil {
			ids = append(ids, it.id)
			hides = hides || i != 1
		}
	}
	slices.Sort(ids)
	return fmt.Sprint(hides, ids)
}

func plainSwitch(c *config.Config, f *frame, needs config.Flag) (off bool, by *item) {
	if needs == "" {
		return false, nil
	}
	for ; f != nil; f = f.outer {
		if value, ok := f.layer.Flags[needs]; ok && value.Value {
			return false, nil
		} else if ok {
			return true, f.withNeed(needs)
		}
	}
	return !c.Flag(needs).Value, nil
}

func plainLuacheck(c *config.Config, f *frame, subj config.Subject) (passes bool, by *item) {
	var layers []*config.Layer
	for f := f; f != nil; f = f.outer {
		layers = append(layers, f.layer)
	}
	slices.Reverse(layers)
	var q config.Inquiry
	a, ok := q.Ask(c.With(layers...).Rules(), subj)
	if !ok || a.Passes || a.By.Name != comment {
		return !ok || a.Passes, nil
	}
	for f.line != a.By.Line {
		f = f.outer
	}
	return false, f.withText(a.By.Value.String())
}

func plainServer(s *serverSet, line int, subj config.Subject) *item {
	for _, d := range s.lines {
		if it := d.match(subj); it != nil && d.target() == line {
			return it
		}
	}
	hiding := []*item{nil}
	for _, d := range s.open {
		it := d.match(subj)
		switch {
		case d.line >= line || it == nil:
		case d.act&ends == 0:
			hiding = append(hiding, it)
		case len(hiding) > 1:
			hiding = hiding[:len(hiding)-1]
		}
	}
	return hiding[len(hiding)-1]
}
