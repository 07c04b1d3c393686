package place_test

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
)

// askedIn compiles a text and returns the place of the | in it, which is no part of it.
func askedIn(text string) (*compile.Unit, source.Pos) {
	pos := strings.IndexByte(text, '|')
	return compile.Compile(source.NewFile("test.lua", text[:pos]+text[pos+1:])), source.Pos(pos)
}

// TestAnswer asks about names: what they are, and from where or to where their values go, by
// lines; those in brackets only if a closure runs in between.
func TestAnswer(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"local x = 1\nreturn |x", "local x from 1"},
		{"local |x = 1\nreturn x", "local x to 2"},
		{"local x| = 1\nreturn x", "local x to 2"},
		{"local x = 1\nreturn| x", "nothing"},
		{"local |x = 1", "local x to nothing: nothing reads `x`"},
		{"local |x = 1\nx = 2\nreturn x", "local x to nothing: overwritten at line 2"},
		{"local x = 1\nif ... then x = 2 end\nreturn |x", "local x from 1 2"},
		{"local x = 1\nif ... then |x = 2 end\nreturn x", "local x to 3"},
		{"local x = 1\nwhile ... do\nprint(|x)\nx = 2\nend", "local x from 1 4"},
		{"local x\n|x = nil\nreturn x", "local x to 3"},
		{"local |x\nx = nil\nreturn x", "local x to nothing: overwritten at line 2"},
		{"local x = 1\nprint(|x)\nx = nil\nx = nil", "local x from 1"}, // one LOADNIL for both
		{"return function(p)\nreturn |p\nend", "parameter p from 1"},
		{"return function(|p)\np = 1\nreturn p\nend", "parameter p to nothing: overwritten at line 2"},
		{"for i = 1, 2 do\nprint(|i)\nend", "loop variable i from 1"},
		{"for |i = 1, 2 do\nprint(i)\nend", "loop variable i to 2"},
		{"do return end\nlocal x = 1\nreturn |x", "local x from nothing: never executed"},
		{"local x = 1\nlocal function f() x = 2 end\nf()\nreturn |x", "local x, a cell, from 1 [2]"},
		{"local |x = 1\nlocal function f() return x end\nreturn f, x", "local x, a cell, to 3 [2]"},
		{"local x = 1\nx = 3\nreturn function() return |x end", "upvalue x, a cell, from [2]"},
		{"local x = 1\nreturn function() return |x end", "upvalue x, a cell, from 1"},
		{"local x = 1\nlocal function f() return |x end\nx = 2\nf()\nx = 3", "upvalue x, a cell, from [3]"},
		{"local x = 1\nlocal function f() return x end\nx = 2\nf()\n|x = 3", "local x, a cell, to nothing"},
		{"local x = 1\nlocal function f() return x end\n|x = 2\nf()\nx = 3", "local x, a cell, to [2]"},
		{"local x = 1\nlocal function f() return |x end\nx = 2\ng(f)\nx = 3", "upvalue x, a cell, from [3] [5]"},
		{"local x = 1\nlocal function f() return |x end\nwhile ... do f()\nx = 2 end\nx = 3", "upvalue x, a cell, from [1] [4]"},
		{"local x = 1\nx = x\nprint(|x)", "local x from 1 2"},
		{"local x = 1\n|x = x\nprint(x)", "local x to 3"},
		{"local |x = 1\nx = x\nprint(x)", "local x to 3"},
		{"local x = 1\nif ... then x = x end\nx = 2\nreturn |x", "local x from 3"},
		{"local x = 1\nwhile ... do\nprint(|x)\nx = x\nend", "local x from 1 4"},
		{"local x = 1\nx = x\nreturn |x", "local x from 1 2"},
		{"x = 1\nreturn |x", "global x from [1]"},
		{"|x = 1\nreturn x", "global x to [2]"},
		{"local x = 1\nx = = 2\nreturn |x", "local x from [1] [2]"}, // not understood: any of them
	} {
		u, pos := askedIn(c.text)
		got := "nothing"
		if info, ok := answer(place.PartsOf(u, 0), pos); ok {
			got = describe(&info)
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func describe(info *place.Info) string {
	kind := [...]string{"local", "parameter", "loop variable", "upvalue", "global"}[info.Kind]
	text := kind + " " + info.Name
	if info.Cell {
		text += ", a cell,"
	}
	places, word := info.Uses, " to"
	if info.IsUse {
		places, word = info.Defs, " from"
	}
	text += word
	for _, p := range places {
		if p.May {
			text += fmt.Sprintf(" [%d]", p.Line)
		} else {
			text += fmt.Sprint(" ", p.Line)
		}
	}
	if len(places) == 0 {
		text += " nothing"
	}
	if info.Why != "" {
		text += ": " + info.Why
	}
	return text
}

// TestInstructions asks which instructions a name, or the smallest piece of text around a
// place, stands for: function, pc from 1, opcode, and the register if one of those that it
// reads is meant.
func TestInstructions(t *testing.T) {
	for _, c := range []struct{ text, name, expression string }{
		{"local |x = 1", "0:1 LOADK", "nothing"},
		{"local x = |1", "nothing", "0:1 LOADK"},
		{"local x = 1\nreturn |x", "0:2 RETURN r0", "0:2 RETURN"},
		{"local x = 1\nreturn |x + 1", "0:2 ADD r0", "0:2 ADD"},
		{"local x, y = 1, 2\nreturn y + |x", "0:3 ADD r0", "0:3 ADD"},
		{"local |x = ... and 1", "0:1 VARARG, 0:4 LOADK", "nothing"},
		{"return function(|p) return p end", "1:0 entry r0", "0:1 CLOSURE"},
		{"local x\nreturn function() return |x end", "1:1 GETUPVAL", "1:1 GETUPVAL"},
		{"local x\nreturn function() |x = 1 end", "1:2 SETUPVAL", "1:1 LOADK, 1:2 SETUPVAL"},
		{"for |i = 1, 2 do end", "0:5 FORLOOP", "0:4 FORPREP, 0:5 FORLOOP"},
		{"return |x", "nothing", "0:1 GETTABUP"},
		{"return 1 +| ...", "nothing", "0:2 ADD"},
	} {
		u, pos := askedIn(c.text)
		q := place.At(place.PartsOf(u, 0), pos)
		if q.Name != nil {
			if got := list(q, q.OfName()); got != c.name {
				t.Errorf("%q: the name is %s, want %s", c.text, got, c.name)
			}
		} else if c.name != "nothing" {
			t.Errorf("%q: there is no name", c.text)
		}
		found, at := q.OfExpression(pos)
		if got := list(q, found); got != c.expression {
			t.Errorf("%q: the expression is %s, want %s", c.text, got, c.expression)
		}
		if len(found) > 0 && !at.Touches(pos) {
			t.Errorf("%q: %q is elsewhere", c.text, u.File.Slice(at))
		}
	}
}

func list(q *place.Query, found []place.Instruction) string {
	var out []string
	for _, i := range found {
		text := fmt.Sprintf("%d:0 entry", i.Func)
		if i.PC != flow.Entry {
			text = fmt.Sprintf("%d:%d %v", i.Func, i.PC+1, q.FlowOf(q.Unit.Tree.Funcs[i.Func].ID).Proto.Code[i.PC].Op())
		}
		if i.Reg >= 0 {
			text += fmt.Sprint(" r", i.Reg)
		}
		out = append(out, text)
	}
	if out == nil {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

// TestNearest asks what is near a place: the name, on the same line if there is one, and the
// innermost function; and where the line begins, for a place in front of it.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		text, name string
		fn         int
	}{
		{"|  local x = 1", "x", 0},
		{"local first = 1 + |  2\nsecond = 3", "first", 0},
		{"local a = 1    | local bb = 2", "bb", 0},
		{"local far = 1\n                             |\nlocal near = 2", "near", 0},
		{"return 1 |+ 2", "", 0},
		{"local f = function() return |1 end", "f", 1},
		{"local f = function() end |\nlocal function g() end", "f", 0},
		{"local function f() return function() | end end", "f", 2},
	} {
		u, pos := askedIn(c.text)
		q := place.At(place.PartsOf(u, 0), pos)
		got := ""
		if at := q.Nearest(pos); at.Valid() {
			got = u.File.Slice(at)
		}
		if fn := q.FuncAt(pos); got != c.name || fn != c.fn {
			t.Errorf("%q: near %q in function %d, want %q in %d", c.text, got, fn, c.name, c.fn)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"x = 1\n|\t y = 2", "y = 2"}, {"x = 1\n\t| y = 2", "y = 2"}, {"x = |1", "1"}, {"|x = 1", "x = 1"},
	} {
		u, pos := askedIn(c.text)
		if got := u.File.Text()[place.Indented(u.File, pos):]; string(got) != c.want {
			t.Errorf("%q: from %q, want %q", c.text, got, c.want)
		}
	}
}

func TestQuoteAndShorten(t *testing.T) {
	for text, want := range map[string]string{
		"x": "`x`", "": "``", "a`b": "`` a`b ``", "``": "``` `` ```", "`": "`` ` ``",
	} {
		if got := place.Quote(text); got != want {
			t.Errorf("%q is quoted as %s, want %s", text, got, want)
		}
	}
	a := strings.Repeat("a", 119)
	for text, want := range map[string]string{
		" x = 1\t": "x = 1", a + "b": a + "b", a + "bc": a + "b", a + "é": a,
		a + " b": a, strings.Repeat("\x80", 130): strings.Repeat("\x80", 116), a + "b é": a + "b",
	} {
		if got := place.Shorten(text); got != want {
			t.Errorf("%q is shortened to %q, want %q", text, got, want)
		}
	}
}
