package analysis_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/globals"
	"luaflow/compile"
	"luaflow/compile/meter"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

func unitOf(text string) *compile.Unit { return compile.Compile(source.NewFile("test.lua", text)) }

// TestRun has checks look at a file, its functions and its statements. Of one whose text is not
// understood only the file is shown, and of two checks that look at functions the second
// looks at one before the first looks at the next.
func TestRun(t *testing.T) {
	whole := func(name string) *analysis.Check {
		return &analysis.Check{Code: name, Severity: analysis.Hint, Run: func(p *analysis.Pass) {
			p.Report(p.Finding(0, source.Span{}))
		}}
	}
	funcs := func(name string) *analysis.Check {
		return &analysis.Check{Code: name, Func: func(p *analysis.Pass) func(*analysis.FuncPass) {
			return func(f *analysis.FuncPass) { p.Report(p.Finding(f.ID, f.Func.Span())) }
		}}
	}
	stats := func(name string, kinds syntax.StatKinds) *analysis.Check {
		return &analysis.Check{Code: name, Severity: analysis.Warning, Stats: kinds, Stat: func(p *analysis.Pass) func(syntax.FuncID, syntax.Stat) {
			return func(fn syntax.FuncID, s syntax.Stat) { p.Report(p.Finding(fn, s.Span())) }
		}}
	}
	nothing := &analysis.Check{
		Code: "nothing",
		Func: func(*analysis.Pass) func(*analysis.FuncPass) { return nil },
		Stat: func(*analysis.Pass) func(syntax.FuncID, syntax.Stat) { return nil }, Stats: syntax.AllStats,
	}
	all := []*analysis.Check{stats("s", syntax.AllStats), funcs("f"), whole("w"), nothing, funcs("g"), whole("v")}
	for _, c := range []struct {
		text, want string
		checks     []*analysis.Check
	}{
		{"", "hint w 0, hint v 0, error f 0, error g 0", all},
		{"f = function() a = 1 end", "hint w 0, hint v 0, error f 0, error g 0, error f 1, error g 1, warning s 0, warning s 1", all},
		{"f = function() a = = 1 end b = 1", "hint w 0, hint v 0, error f 0, error g 0, warning s 0, warning s 0", all},
		{"a = 1", "", []*analysis.Check{nothing}},
		{"local a = 1 do return a end", "warning l 0, warning l 0, warning r 0", []*analysis.Check{
			stats("r", syntax.Returns), stats("l", syntax.Locals|syntax.Dos),
		}},
	} {
		var got []string
		p := analysis.NewPass(unitOf(c.text), 0, nil, func(f analysis.Finding) {
			got = append(got, fmt.Sprint(f.Severity, " ", f.Code, " ", f.Subject.Func))
			if f.Fade.Valid() || f.Subject.Store != -1 || f.Subject.Stat != syntax.NoStat {
				t.Errorf("%q: a finding begins with %+v", c.text, f)
			}
		})
		p.Run(c.checks...)
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestSteps stops a run at its first finding, and counts in the unit that it is told of.
func TestSteps(t *testing.T) {
	u := unitOf("f() g() h()")
	counted := u.In(new(meter.Meter))
	p := analysis.NewPass(u, 0, nil, nil).In(counted, func(analysis.Finding) { t.Error("a finding after the stop") })
	p.Step()
	if n := counted.Meter.Steps(); n != 1 || p.Facts.Unit != counted || p.Waste.Unit != counted {
		t.Errorf("%d steps", n)
	}
	counted.Meter.Watch(func(int) { counted.Meter.Stop() })
	if counted.Meter.Run(func() { p.Report(analysis.Finding{}) }) {
		t.Error("the work came to its end")
	}
}

// TestOmissions names what is too large: function by function, or together where there are many.
func TestOmissions(t *testing.T) {
	large := func(n int) (text string) {
		for i := range n {
			text += fmt.Sprintf("local function f%d(a,\n b) if a then b = a end return b end\n", i)
		}
		return text
	}
	for _, c := range []struct {
		text  string
		bound int
		want  []string
	}{
		{large(6), 0, nil},
		{"x = = 1", 0, nil},
		{large(1), 2, []string{"the code outside of functions", "this function function f0("}},
		{large(4), 2, []string{"the code outside of functions",
			"this function function f0(", "this function function f1(",
			"this function function f2(", "this function function f3("}},
		{large(5), 2, []string{"6 functions"}},
	} {
		u := unitOf(c.text)
		var mem analysis.Memory
		mem.Follow(c.bound)
		var got []string
		for _, o := range analysis.NewPass(u, 0, &mem, nil).Omissions() {
			what, _, _ := strings.Cut(o.What, " are too large")
			what, _, _ = strings.Cut(what, " is too large")
			if o.Span.Valid() {
				what += " " + u.File.Slice(o.Span)
			}
			got = append(got, what)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestPointAtVariables points at declarations, and names what is declared.
func TestPointAtVariables(t *testing.T) {
	p := analysis.NewPass(unitOf("local a, b, c"), 0, nil, nil)
	var variables []resolve.BindingID
	for i := range p.Unit.Res.Bindings {
		if p.Unit.Res.Bindings[i].Decl != nil {
			variables = append(variables, resolve.BindingID(i))
		}
	}
	var got []string
	for _, r := range analysis.PointAtVariables(p.Text, variables, "is one") {
		got = append(got, p.Unit.File.Slice(r.Span)+": "+r.Message)
	}
	if want := []string{"a: `a` is one", "b: `b` is one", "c: `c` is one"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestPassIsSmall: what checks find is found in packages of its own, and a Pass only leads there.
func TestPassIsSmall(t *testing.T) {
	if n := reflect.TypeFor[*analysis.Pass]().NumMethod(); n > 10 {
		t.Errorf("a Pass has %d exported methods, at most 10 are allowed", n)
	}
}

// TestFindings asks what may refute a finding, and which places belong to it.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		unless globals.Unless
		field  string
		want   string
	}{
		{globals.UnlessDefined, "", "g"}, {globals.UnlessSet, "x.y", "g"},
		{globals.UnlessFieldSet, "", "g"}, {globals.UnlessFieldSet, "x.y", "g.x.y"},
	} {
		f := analysis.Finding{Unless: c.unless, Subject: analysis.Subject{Global: "g", Field: c.field}}
		if got := f.Refutable(); got != c.want {
			t.Errorf("%d, %q: %s, want %s", c.unless, c.field, got, c.want)
		}
	}
	places := []source.Span{{Start: 1, End: 2}, {Start: 3, End: 4}}
	related := analysis.Point(places, "here")
	if len(related) != 2 || related[1] != (analysis.Related{Span: places[1], Message: "here"}) || len(analysis.Point(nil, "")) != 0 {
		t.Errorf("%v", related)
	}
}
