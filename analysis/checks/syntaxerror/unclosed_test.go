package syntaxerror_test

import (
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks/syntaxerror"
	"luaflow/compile"
	"luaflow/compile/source"
)

// unclosed are texts in which a word is missing that closes a block: » stands after the word that
// opens it, and « where the word belongs. Without « the place is the one that Lua names.
var unclosed = []struct{ name, text string }{
	{"last function", "function» f()\n  x()«\n"},
	{"last if", "if» a then\n  x()«"},
	{"last of two", "function f()\n  x()\nend\nfunction» g()\n  x()«\n\n-- the end\n"},
	{"function in front of a function", "local function» f()\n  x()«\n\nlocal function g()\n  y()\nend\nreturn f, g\n"},
	{"function in front of a comment", "function» f()\n  x()«\n\n-- about g\nfunction g()\n  y()\nend\n"},
	{"function in front of a statement", "function» f()\n  x()«\ny()\nz()\n"},
	{"function in an assignment", "f = function» ()\n  x()«\ny()\n"},
	{"function in an argument", "f(function» ()\n  x()«\ny()\n"},
	{"if in a function", "function f()\n  if» a then\n    x()«\nend\nfunction g()\n  y()\nend\n"},
	{"if in front of a statement", "function f()\n  if» a then\n    x()«\n  y()\nend\nreturn f\n"},
	{"if in front of a return", "function f()\n  if» a then\n    x()«\n  return 1\nend\nreturn f\n"},
	{"return in if in front of a return", "function f()\n  if» a then\n    return 1«\n  return 2\nend\nreturn f\n"},
	{"else branch", "function f()\n  if» a then\n    x()\n  else\n    y()«\n  z()\nend\n"},
	{"elseif branch", "function f()\n  if» a then\n    x()\n  elseif b then\n    y()«\n  z()\nend\n"},
	{"while in front of an else", "if a then\n  while» b do\n    x()«\nelse\n  y()\nend\n"},
	{"while", "function f()\n  while» a do\n    x()«\n  y()\nend\n"},
	{"for", "function f(t)\n  for» i = 1, 3 do\n    x(i)«\n  return t\nend\n"},
	{"for in", "function f(t)\n  for» k, v in pairs(t) do\n    x(k, v)«\n  return t\nend\n"},
	{"do", "do»\n  x()«\ny()\n"},
	{"repeat", "function f()\n  repeat»\n    x()«\n  y()\nend\n"},
	{"repeat in front of an end", "function f()\n  repeat»\n    x()«\nend\n"},
	{"innermost of three", "function f()\n  while a do\n    if b then\n      for» i = 1, 3 do\n        x()«\n    end\n  end\nend\n"},
	{"middle of three", "function f()\n  while a do\n    if» b then\n      for i = 1, 3 do\n        x()\n      end«\n  end\nend\n"},
	{"nested functions", "function f()\n  local function» g()\n    x()«\n  local function h()\n    y()\n  end\n  return g, h\nend\nreturn f\n"},
	{"nested function in front of a return", "function f()\n  local function» g()\n    x()«\n  return g\nend\nreturn f\n"},
	{"if on one line", "function f()\n  if» a then x()«\n  y()\nend\n"},
	{"function on one line", "local function» f() return 1«\nlocal function g() return 2 end\nreturn f, g\n"},
	{"tabs", "function f()\n\tif» a then\n\t\tx()«\n\ty()\nend\n"},
	{"spaces after tabs", "function f()\n\tif» a then\n\t  x()«\n\ty()\nend\n"},
	{"carriage returns", "function f()\r\n  if» a then\r\n    x()«\r\n  y()\r\nend\r\n"},
	{"outdented line in a block that is closed", "function f()\n  if a then\nprint(a)\n  end\n  while» b do\n    x()«\nend\n"},

	{"function in a call", "foo(function» ()\n  print(1)«\n)\nprint(2)\n"},
	{"function in a call on one line", "foo(function» () print(1)« )\nprint(2)\n"},
	{"function in a call, with its arguments after it", "foo(function» ()\n  print(1)«\n, 2)\nprint(2)\n"},
	{"function in a call, which returns", "foo(function» ()\n  return 1«\n)\nprint(2)\n"},
	{"function in a call, not indented", "foo(function» ()\nprint(1)«\n)\nprint(2)\n"},
	{"function in a call, tabs for spaces", "  foo(function» ()\n\tprint(1)«\n )\n"},
	{"function in an index", "x = t[function» ()\n  y()«\n]\nprint(2)\n"},
	{"function in a method call in a function", "function f()\n  a:b(c, function» ()\n    d()«\n  )\n  return 1\nend\n"},
	{"branch in a function in a call", "foo(function()\n  if» x then\n    print(1)«\nend)\nprint(2)\n"},
	{"function around a branch in a call", "foo(function» ()\n  if x then\n    print(1)\n  end«\n)\nprint(2)\n"},
	{"function that returns in a constructor", "local t = {\n  a = function» ()\n    return 1«\n  ,\n  b = 2,\n}\nreturn t\n"},
	{"function that assigns in a constructor", "local t = {\n  a = function» ()\n    x = 1«\n  ,\n  b = 2,\n}\nreturn t\n"},
	{"function that calls in a constructor", "local t = {\n  a = function» ()\n    g()«\n  ,\n  b = 2,\n}\nreturn t\n"},
	{"last function in a constructor", "local t = {\n  b = 2,\n  a = function» ()\n    g()«\n}\nreturn t\n"},

	// Of these nobody but Lua says which it is.
	{"tabs and spaces", "function» f()\n\tif a then\n\t\tx()\n        y()\nend\n"},
	{"tabs for spaces", "function» f()\n  if a then\n\tx()\n  y()\nend\n"},
	{"nothing indented", "function» f()\nif a then\nx()\nend\ny()\n"},
	{"empty block", "function» f()\nfunction g()\n  x()\nend\n"},
	{"another error first", "x = = 1\nfunction f()\n  x()\ny()\n"},
	{"two are missing", "function f()\n  if» a then\n    x()\n\nfunction g()\n  y()\nend\n"},
	{"nothing but the word", "if» a then"},
	// Here too much is closed, or something else is wrong.
	{"a parenthesis too many", "foo(function()\n  x = f(1))\n  y()\nend)\nprint(2)\n"},
	{"a list in a function", "foo(function()\n  x = 1\n  , 2\nend)\nprint(= 2)\n"},
	{"a field that is no statement", "local t = {\n  a = function()\n    (b) = 2, 3\n    f() = 3\n  end,\n}\n"},
	{"a parenthesis that nothing opened", "function f()\n  x()\n)\nend\n"},
}

func TestUnclosed(t *testing.T) {
	for _, c := range unclosed {
		t.Run(c.name, func(t *testing.T) {
			opener := strings.Index(c.text, "»")
			text := strings.Replace(c.text, "»", "", 1)
			end := strings.Index(text, "«")
			u := compile.Compile(source.NewFile("test.lua", strings.Replace(text, "«", "", 1)))
			var found []analysis.Finding
			analysis.NewPass(u, 0, nil, func(f analysis.Finding) { found = append(found, f) }).Run(syntaxerror.Check.Check)
			if len(found) == 0 {
				t.Fatal("nothing found")
			}
			f := found[0]
			if !strings.HasPrefix(f.Message, u.Errors[0].Msg) {
				t.Errorf("%q is not Lua's own %q", f.Message, u.Errors[0].Msg)
			}
			if end < 0 {
				if f.Span != u.Errors[0].Span {
					t.Errorf("%q at %q, not where Lua says it", f.Message, u.File.Slice(f.Span))
				}
			} else if int(f.Span.End) != end || f.Span.Len() == 0 {
				t.Errorf("%q after %q, want byte %d", f.Message, u.File.Text()[:f.Span.End], end)
			}
			if opener < 0 && len(f.Related) > 0 || opener >= 0 && (len(f.Related) != 1 || int(f.Related[0].Span.End) != opener) {
				t.Errorf("%q: opened by %v, want byte %d", f.Message, f.Related, opener)
			}
			if end >= 0 && len(found) > 1 {
				t.Errorf("%q, and then %q", f.Message, found[1].Message)
			}
		})
	}
}
