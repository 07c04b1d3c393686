package textmap_test

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/textmap"
	"luaflow/compile"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
)

func textOf(t *testing.T, text string) *textmap.Text {
	t.Helper()
	u := compile.Compile(source.NewFile("test.lua", text))
	if len(u.Errors) > 0 {
		t.Fatalf("%s: %v", text, u.Errors[0])
	}
	return textmap.New(u)
}

// TestUsedBy names the unused functions that use a variable.
func TestUsedBy(t *testing.T) {
	x := textOf(t, "local a, b, c, d, e")
	var users []resolve.BindingID
	for i := range x.Unit.Res.Bindings {
		if x.Unit.Res.Bindings[i].Decl != nil {
			users = append(users, resolve.BindingID(i))
		}
	}
	for n, want := range map[int]string{
		1: "only used by `a`, which is unused too",
		2: "only used by `a` and `b`, which are unused too",
		5: "only used by `a`, `b`, `c` and 2 more, which are unused too",
	} {
		if got := x.UsedBy(users[:n]); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestEnumerations(t *testing.T) {
	for _, c := range []struct{ parts, join, enumerate, are string }{
		{"a", "a", "a", "a is"},
		{"a b", "a and b", "a and b", "a and b are"},
		{"a b c", "a, b and c", "a, b and c", "a, b and c are"},
		{"a b c d", "a, b, c and d", "a, b, c and 1 more", "a, b, c and 1 more are"},
	} {
		parts := strings.Fields(c.parts)
		if got := textmap.Join(parts, "and"); got != c.join {
			t.Errorf("Join is %q, want %q", got, c.join)
		}
		if got := textmap.Enumerate(slices.Clone(parts)); got != c.enumerate {
			t.Errorf("Enumerate is %q, want %q", got, c.enumerate)
		}
		if got := textmap.Are(slices.Clone(parts)); got != c.are {
			t.Errorf("Are is %q, want %q", got, c.are)
		}
	}
}

// TestStores asks about the last store of each text.
func TestStores(t *testing.T) {
	for _, c := range []struct {
		text  string
		value string // the expression; empty if there is none
		nth   int
		of    int
		is    string // implicit nil, self assignment
	}{
		{"local a", "", 0, 1, "implicit nil"},
		{"local a = nil", "nil", 0, 1, ""},
		{"local a, b = 1, 2", "2", 0, 1, ""},
		{"local a, b, c = 1, f()", "f()", 1, 2, ""},
		{"local a, b = 1", "", 0, 1, "implicit nil"},
		{"local a = 1 a = a", "a", 0, 1, "self assignment"},
		{"local a, b = 1, 2 a, b = b, a", "a", 0, 1, ""},
		{"function f(a) end", "", 0, 1, ""},
		{"for i = 1, 2 do end", "", 0, 1, ""},
	} {
		x := textOf(t, c.text)
		var last *srcmap.StoreRec
		x.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
			if last == nil || x.StoredAt(s).Start >= x.StoredAt(last).Start {
				last = s
			}
		})
		v, is, value := x.ValueOf(last), "", ""
		if x.IsImplicitNil(last) {
			is = "implicit nil"
		} else if x.IsSelfAssignment(last) {
			is = "self assignment"
		}
		if v.Expr != nil {
			value = x.Unit.File.Slice(v.Expr.Span())
		}
		if value != c.value || is != c.is || v.Expr != nil && (v.Nth != c.nth || v.Of != c.of) {
			t.Errorf("%s: value %q, %d of %d, %q", c.text, value, v.Nth, v.Of, is)
		}
	}
}

// TestCalledHere: only who sees all calls of a function knows what its parameters get.
func TestCalledHere(t *testing.T) {
	for text, want := range map[string]string{
		"local function f() end f()":                       "f",
		"local function f() end f() f()":                   "f",
		"local f = function() end f()":                     "f",
		"local function f() return f() end f()":            "f",
		"local function f() end g(f)":                      "",
		"local function f() end local g = f g()":           "",
		"local function f() end f() f = g":                 "",
		"function f() end f()":                             "",
		"local t = {} function t.f() end t.f()":            "",
		"local function f() end return function() f() end": "f",
	} {
		x := textOf(t, text)
		got := ""
		for fn := range x.Unit.Tree.Funcs {
			if id := x.CalledHere(syntax.FuncID(fn)); id != 0 {
				got += x.Name(&x.Unit.Res.Bindings[id])
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestCalledHereOfAll: of every function of the files that checks are tested with, what is looked up
// is what a look at all stores finds.
func TestCalledHereOfAll(t *testing.T) {
	found := 0
	eachTested(t, func(x *textmap.Text) {
		want := make(map[syntax.FuncID]resolve.BindingID)
		x.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
			if s.Value != srcmap.FunctionValue || s.Kind == srcmap.Assign {
				return
			}
			b := &x.Unit.Res.Bindings[s.Binding]
			if b.Writes == 0 && !b.Exposed && b.Attrib != syntax.Close && b.Reads > 0 && b.Calls == b.Reads {
				want[x.ValueOf(s).Expr.(*syntax.Function).ID] = s.Binding
				found++
			}
		})
		for fn := range x.Unit.Tree.Funcs {
			if got := x.CalledHere(syntax.FuncID(fn)); got != want[syntax.FuncID(fn)] {
				t.Errorf("%s: function %d is held by %d, want %d", x.Unit.File.Name(), fn, got, want[syntax.FuncID(fn)])
			}
		}
	})
	if found < 20 {
		t.Errorf("only %d functions are called by a name of their own", found)
	}
}

// TestEachStat: every statement of a function that is understood is visited, with the innermost function
// around it.
func TestEachStat(t *testing.T) {
	eachTested(t, func(x *textmap.Text) {
		next := syntax.StatID(0)
		x.EachStat(func(fn syntax.FuncID, s syntax.Stat) {
			owner := x.Unit.Tree.Main
			for _, f := range x.Unit.Tree.Funcs {
				if f.Parent != nil && f.Body.Start <= s.Span().Start && s.Span().Start < f.End {
					owner = f
				}
			}
			if fn != owner.ID || s.ID() != next {
				t.Fatalf("%s: statement %d of function %d, want %d of %d", x.Unit.File.Name(), s.ID(), fn, next, owner.ID)
			}
			next++
		})
		if int(next) != len(x.Unit.Tree.Stats) {
			t.Errorf("%s: %d of %d statements", x.Unit.File.Name(), next, len(x.Unit.Tree.Stats))
		}
	})
}

// eachTested calls visit for the files that checks are tested with, but those with errors.
func eachTested(t *testing.T, visit func(*textmap.Text)) {
	t.Helper()
	for _, file := range must.Glob(t, "../checks/*/testdata/*.lua") {
		if u := compile.Compile(source.NewFile(file, must.Read(t, file))); len(u.Errors) == 0 {
			visit(textmap.New(u))
		}
	}
}

// TestPlacesOfNames: of every name of the files that checks are tested with, the function and
// the statement are the innermost ones around it.
func TestPlacesOfNames(t *testing.T) {
	eachTested(t, func(x *textmap.Text) {
		u, file := x.Unit, x.Unit.File.Name()
		owners := x.Owners()
		for n := range u.Tree.Names.All() {
			at := n.Span()
			var stat syntax.Stat
			for _, s := range u.Tree.Stats {
				if s.Span().Covers(at) && (stat == nil || stat.Span().Covers(s.Span())) {
					stat = s
				}
			}
			if got := x.StatOf(n); (got == syntax.NoStat) != (stat == nil) || stat != nil && u.Tree.Stats[got].Span() != stat.Span() {
				t.Fatalf("%s: the statement of %s at byte %d is %d", file, u.File.Slice(at), at.Start, got)
			}
			var owner *syntax.Function
			for _, f := range u.Tree.Funcs {
				inside := source.Span{Start: textmap.ParamsStart(f), End: f.Span().End}
				if f.ID == 0 || inside.Covers(at) {
					owner = f // they are in the order of the text, outer ones first
				}
			}
			if got := owners.Of(n.ID); got != owner.ID {
				t.Fatalf("%s: the function of %s at byte %d is %d in the order of the text, want %d", file, u.File.Slice(at), at.Start, got, owner.ID)
			}
			if got := x.Owner(n.ID); got != owner.ID {
				t.Fatalf("%s: the function of %s at byte %d is %d, want %d", file, u.File.Slice(at), at.Start, got, owner.ID)
			}
		}
	})
}

// TestValueKind compares what the code generator says of the value of each store with the
// text, in every form of statement that stores.
func TestValueKind(t *testing.T) {
	kinds := make(map[srcmap.ValueKind]int)
	for _, text := range []string{
		"local a, b, c = function() end, {}", "local a, b = {}, f()", "local a, b, c = 1, ...",
		"local a, b a, b = {}, function() end", "local a, b, c a, b, c = f()", "local a, b a, b = nil", "local a a, t.x = t.x, {}",
		"local a = (function() end)", "local a = ({})", "local a function a() end", "local function f(a, ...) a = {} end",
		"local t function t.f() end function t:m() self = {} end", "for i = 1, 2 do i = {} end for k, v in f do k, v = v end",
		"local a local function f() a = {} a = function() end end", "local a, b = {}, f() do local a = a end",
	} {
		x := textOf(t, text)
		x.EachStore(func(_ syntax.FuncID, s *srcmap.StoreRec) {
			want := srcmap.AnyValue
			switch x.ValueOf(s).Expr.(type) {
			case *syntax.Function:
				want = srcmap.FunctionValue
			case *syntax.Table:
				want = srcmap.TableValue
			case nil:
				if s.Stat != syntax.NoStat && s.Kind != srcmap.LoopInit {
					want = srcmap.NoValue
				}
			}
			if s.Value != want {
				t.Errorf("%s: the store to %s is said to have value %d, want %d", text, x.Unit.File.Slice(x.StoredAt(s)), s.Value, want)
			}
			kinds[want]++
		})
	}
	if len(kinds) != 4 {
		t.Errorf("not every kind of value is stored: %v", kinds)
	}
}
