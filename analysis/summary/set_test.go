package summary_test

import (
	"reflect"
	"strings"
	"testing"

	"luaflow/analysis/summary"
	"luaflow/compile/testkit/must"
)

// TestSet: a set is read as it was written, in one form whatever the order, and refused if something is missing.
func TestSet(t *testing.T) {
	var all []*summary.Summary
	for i, text := range strings.Split(must.Read(t, "testdata/requires.txt"), "\n\n") {
		s := summaryOf(text)
		s.Path = strings.Repeat("a", i+1) + ".lua"
		all = append(all, s)
	}
	form := summary.AppendSet(nil, all)
	got, err := summary.ParseSet(form)
	must.Do(t, err)
	if !reflect.DeepEqual(got, all) {
		t.Errorf("written %v, read %v", all, got)
	}
	if last := len(all) - 1; string(summary.AppendSet(nil, append(all[last:last+1:last+1], all[:last]...))) != string(form) {
		t.Error("the order makes a difference")
	}
	for _, n := range []int{0, 5, len(form) / 2, len(form) - 1} {
		if _, err := summary.ParseSet(form[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(form))
		}
	}
}

// TestMerge: a union by path, for which neither the order nor the steps make a difference, and of two for one path always the same counts.
func TestMerge(t *testing.T) {
	a, b, c := summaryOf("return 1"), summaryOf("return {}"), summaryOf("local m = require 'm'")
	a.Path, b.Path, c.Path = "one.lua", "one.lua", "two.lua"
	set := func(all ...*summary.Summary) []*summary.Summary { return all }
	want := summary.Merge(set(a), set(b), set(c))
	if len(want) != 2 {
		t.Fatalf("%d summaries", len(want))
	}
	for _, got := range [][]*summary.Summary{
		summary.Merge(set(c), set(b), set(a)), summary.Merge(summary.Merge(set(a), set(c)), set(b)), summary.Merge(set(a), summary.Merge(set(c), set(b))),
		summary.Merge(want, want), summary.Merge(want, set(a), set(b)),
	} {
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v, not %v", got, want)
		}
	}
}
