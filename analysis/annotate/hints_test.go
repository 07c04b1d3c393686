package annotate

import (
	"slices"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/compile/source"
)

func TestHints(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = 1\nreturn x + x", "x= 1 x= 1"},
		{"local x = 1 return x", ""},
		{"local x = 1\nif ... then x = 2 end\nreturn x", ""},
		{"local x = 'a'\nreturn function() return x end", `x= "a"`},
		{"local x = '" + strings.Repeat("a", 40) + "'\nreturn x", ""},
		{"local n = 0\nreturn function() n = n + 1 return n end", "ncaptured"},
		{"local n = f()\nreturn function() return n end", ""},
		{"local n = 0\nn = f()\nreturn n", ""},
		{"local x = 1\nif\nreturn x", ""}, // broken
		{"local x if c then x = 1 end return x", "xnil on some path"},
		{"local x if c then x = 1 end f(x, x)", "xnil on some path"}, // the first read may be how one finds out
		{"local x if c then x = 1 elseif d then x = 2 end return x", ""},
		{"local x if c then x = 1 else stop() end return x", ""}, // which need not return
		{"local x if c then x = 1 end check(c) return x", ""},
		{"local x if c then x = 1 end if x then return x end", ""}, // a test
		{"local x if c then x = 1 end if c then return x end", ""},
		{"if not c then return end local x if c then x = 1 end return x", ""},
		{"local n = #c if n == 0 then return end local x if c[1] then x = 1 end return x", ""},
		{"if d then return end local x if c then x = 1 end return x", "xnil on some path"},
		{"local x if d then f() else g() end if c then x = 1 end return x", "xnil on some path"},
		{"local x for i = 1, n do x = i end return x", ""}, // it may turn once at least
		{"local x while c do x = f() end return x", ""},
		{"for i = 1, n do local x if c then x = 1 end t[i] = x end", "xnil on some path"},
		{"local x if true then x = 1 end return x", ""},
		{"local x if c then error() end x = 1 return x", ""},
		{"local x if c then x = 1 end return function() return x end", ""},
		{"local x = nil if c then x = 1 end return x", ""}, // it is written
		{"local x if c and d then x = 1 end return x", "xnil on some path"},
		{"local x repeat x = a or f(x) until c return x", "xnil on some path"}, // in the first turn
		{"local x if c then x = 1 end if return x", ""},
	} {
		s := newSample(c.text)
		var got []string
		for _, h := range Hints(s.Parts, s.all()) {
			start := h.At - 1
			got = append(got, s.Unit.File.Slice(source.Span{Start: start, End: h.At})+h.Text)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, text, c.want)
		}
	}
}

// TestHintsAreInOrder holds that hints stand after names, in order, one at a place, and that those of a part
// of the text are those of the whole that stand there; and that where a variable is said to be nil on some
// path, the nil of its declaration is among the values that reach it, with others.
func TestHintsAreInOrder(t *testing.T) {
	seen := map[HintKind]int{}
	check := func(t *testing.T, s *sample) {
		t.Helper()
		all := Hints(s.Parts, s.all())
		last := source.Pos(0)
		for _, h := range all {
			seen[h.Kind]++
			if h.At <= last {
				t.Fatalf("a hint at %d, after %d\nin %q", h.At, last, s.text)
			}
			last = h.At
			q := place.At(s.Parts, h.At-1)
			if q.Name == nil || q.Name.End != h.At {
				t.Fatalf("a hint at %d stands after no name\nin %q", h.At, s.text)
			}
			if h.Kind != NilHint {
				continue
			}
			q.Answer()
			isNil := func(p place.Place) bool { return !p.Span.Valid() && strings.HasPrefix(p.Text, "nil, as") }
			if !slices.ContainsFunc(q.Info.Defs, isNil) || len(q.Info.Defs) < 2 {
				t.Fatalf("the value of %s at %d comes from %v\nin %q", q.Info.Name, h.At, q.Info.Defs, s.text)
			}
		}
		half := source.Span{Start: source.Pos(len(s.text) / 3), End: source.Pos(len(s.text) / 3 * 2)}
		got := Hints(s.Parts, half)
		want := slices.DeleteFunc(slices.Clone(all), func(h Hint) bool {
			q := place.At(s.Parts, h.At-1)
			return q.Name.Start < half.Start || q.Name.Start >= half.End
		})
		if !slices.Equal(got, want) {
			t.Fatalf("in %v got %v, want %v\nin %q", half, got, want, s.text)
		}
	}
	check(t, newSample("local x if c then x = 1 end return x")) // the others have few of these
	eachSample(t, check)
	for kind := ConstantHint; kind <= NilHint; kind++ {
		if seen[kind] == 0 {
			t.Errorf("no text has a hint of kind %d", kind)
		}
	}
}
