package syntax

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// check parses a text and verifies the tree.
func check(t testing.TB, text string) *Tree {
	t.Helper()
	tree := Parse(source.NewFile("test.lua", text), Language{})
	if err := Verify(tree); err != nil {
		t.Fatalf("%v\nof the text:\n%q", err, text)
	}
	return tree
}

func TestTrees(t *testing.T) {
	goldens(t, "testdata/trees", func(t *testing.T, text string) string {
		tree := check(t, text)
		for _, e := range tree.Errors {
			t.Errorf("line %d: %s", e.Line, e.Msg)
		}
		if int(tree.Sound()) != len(text) {
			t.Errorf("sound up to byte %d of %d", tree.Sound(), len(text))
		}
		return dump(tree)
	})
}

// TestBroken shows what becomes of broken text: the errors, and the tree.
func TestBroken(t *testing.T) {
	goldens(t, "testdata/broken", func(t *testing.T, text string) string {
		tree := check(t, text)
		if len(tree.Errors) == 0 {
			t.Error("no error")
		}
		return dump(tree)
	})
}

// TestTooDeep: what is nested too deep is one error, at the parenthesis that is one too many.
// The parentheses around it are in the tree, each around the next; what stands after them
// is read as if nothing had happened.
func TestTooDeep(t *testing.T) {
	const deep, most = 210, 197 // of 200 levels, the function, its block and the statement take three
	text := "local function f(a)\n  return " + strings.Repeat("(", deep) + "a" + strings.Repeat(")", deep) + ", a\nend\nlocal b\n"
	tree := check(t, text)
	first := source.Pos(strings.IndexByte(text, '\n') + 1 + len("  return "))
	if len(tree.Errors) != 1 {
		t.Fatalf("%d errors", len(tree.Errors))
	}
	at := source.Span{Start: first + most, End: first + most + 1}
	if e := tree.Errors[0]; e.Span != at || e.Detect != at.Start || e.Line != 2 ||
		e.Msg != "too many C levels (limit is 200) in function at line 1 near '('" {
		t.Errorf("at %v, found at %d, line %d: %s", e.Span, e.Detect, e.Line, e.Msg)
	}
	stats := tree.Main.Body.Stats
	f, ok := stats[0].(*LocalFunction)
	if !ok || len(stats) != 2 || text[stats[1].Span().Start:stats[1].Span().End] != "local b" {
		t.Fatalf("the statements are %v", stats)
	}
	if !f.Func.Tainted || tree.Main.Tainted {
		t.Errorf("tainted: f %t, main %t", f.Func.Tainted, tree.Main.Tainted)
	}
	values := f.Func.Body.Stats[0].(*Return).Exprs()
	if len(values) != 2 || tree.File.Slice(values[1].Span()) != "a" {
		t.Fatalf("%d values are returned", len(values))
	}
	x := values[0]
	for n := range source.Pos(most) {
		p, ok := x.(*Paren)
		if want := (source.Span{Start: first + n, End: first + 2*deep + 1 - n}); !ok || p.Span() != want {
			t.Fatalf("%d parentheses deep there is %T at %v, want parentheses at %v", n, x, x.Span(), want)
		}
		x = p.X
	}
	if want := (source.Span{Start: first + most, End: first + 2*deep + 1 - most}); x.Span() != want {
		t.Errorf("inside there is %T at %v, want it at %v", x, x.Span(), want)
	} else if _, ok := x.(*BadExpr); !ok {
		t.Errorf("inside there is %T", x)
	}
}

func TestEveryPrefix(t *testing.T) {
	text := must.Read(t, "testdata/trees/sample.lua")
	for n := range len(text) {
		check(t, text[:n])
	}
}

func TestEveryLineDeleted(t *testing.T) {
	lines := strings.SplitAfter(must.Read(t, "testdata/trees/sample.lua"), "\n")
	for i := range lines {
		check(t, strings.Join(lines[:i], "")+strings.Join(lines[i+1:], ""))
	}
}

// TestEveryTokenDeleted also holds that one missing token costs no function that
// begins on another line.
func TestEveryTokenDeleted(t *testing.T) {
	text := must.Read(t, "testdata/trees/sample.lua")
	whole := check(t, text)
	for p := whole.After(0); int(p) < len(text); {
		tok := whole.TokenAt(p)
		tree := check(t, text[:tok.Start]+strings.Repeat(" ", tok.Len())+text[tok.End:])
		for _, f := range whole.Funcs[1:] {
			if !sameLine(whole.File, f.Span().Start, p) && !hasFunctionAt(tree, f) {
				t.Errorf("without %q on line %d, the function on line %d is lost",
					whole.File.Slice(tok), whole.File.Line(p), whole.File.Line(f.Start))
			}
		}
		p = whole.After(tok.End)
	}
}

func sameLine(f *source.File, p, q source.Pos) bool { return f.Line(p) == f.Line(q) }

// hasFunctionAt reports whether the tree has a function where f is, as deep.
func hasFunctionAt(t *Tree, f *Function) bool {
	for _, g := range t.Funcs {
		if g.Start == f.Start {
			return depth(g) == depth(f)
		}
	}
	return false
}

func depth(f *Function) int {
	n := 0
	for f = f.Parent; f != nil; f = f.Parent {
		n++
	}
	return n
}

// TestHugeInputs holds that no text makes the parser slow, or its stack deep: an
// effort that grew with the square of the length would show as a time-out.
func TestHugeInputs(t *testing.T) {
	const n = 100_000
	for name, text := range map[string]string{
		"parentheses":       strings.Repeat("(", n),
		"closed":            "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"braces":            "x = " + strings.Repeat("{", n),
		"braces and names":  "x = " + strings.Repeat("{a ", n),
		"brackets":          strings.Repeat("a[", n),
		"blocks":            strings.Repeat("do ", n),
		"blocks on lines":   strings.Repeat("do\n", n),
		"closed blocks":     strings.Repeat("do ", n) + strings.Repeat("end ", n),
		"functions":         strings.Repeat("function f() ", n),
		"function values":   "x = " + strings.Repeat("function() return ", n),
		"ends":              strings.Repeat("end ", n),
		"ends on lines":     strings.Repeat("end\n", n),
		"ifs":               strings.Repeat("if x then\n", n),
		"elses":             strings.Repeat("else ", n),
		"unary":             "x = " + strings.Repeat("- ", n),
		"concatenation":     "x = " + strings.Repeat("a..", n) + "a",
		"sum":               "x = " + strings.Repeat("1+", n) + "1",
		"calls":             "f" + strings.Repeat("()", n),
		"targets":           strings.Repeat("a,", n) + "a = 1",
		"labels":            strings.Repeat("::a::", n),
		"words":             strings.Repeat("word ", n),
		"words on lines":    strings.Repeat("word\n", n),
		"bad bytes":         strings.Repeat("\x01$\xff", n),
		"bad strings":       strings.Repeat("\"\\q\n", n),
		"open brackets":     strings.Repeat("[==", n),
		"comment brackets":  strings.Repeat("--[==[", n),
		"closing brackets":  "[==[" + strings.Repeat("]=", n),
		"indented junk":     "f(" + strings.Repeat("\n= ", n),
		"one line of ends":  "function f()\n" + strings.Repeat(" ", n) + strings.Repeat("x = end ", n/8),
		"indented openers":  strings.Repeat(strings.Repeat(" ", 1000)+"if x then\n", n/1000),
		"returns":           strings.Repeat("return 1\n", n),
		"missing commas":    "x = {" + strings.Repeat("1 ", n),
		"missing operators": "x = (" + strings.Repeat("1 ", n),
	} {
		t.Run(name, func(t *testing.T) { check(t, text) })
	}
}

// TestErrorsAreCapped: a text in which every line is wrong gives no flood.
func TestErrorsAreCapped(t *testing.T) {
	tree := check(t, strings.Repeat("x = = 1\n", 1000))
	if n := len(tree.Errors); n != maxErrors {
		t.Errorf("%d errors, want %d", n, maxErrors)
	}
}

// TestLongConstructor: the items of a constructor that takes several segments of
// the parser's stack are all there, in order; inside another one, too.
func TestLongConstructor(t *testing.T) {
	for _, n := range []int{itemsOnStack - 1, itemsOnStack, itemsOnStack + 1, 3*itemsOnStack + 5} {
		var b strings.Builder
		b.WriteString("return {7, {")
		for i := range n {
			fmt.Fprintf(&b, "%d, ", i)
		}
		b.WriteString("}, 8}")
		tree := check(t, b.String())
		outer := tree.Stats[0].(*Return).Exprs()[0].(*Table)
		if len(outer.Items) != 3 {
			t.Fatalf("%d items around %d", len(outer.Items), n)
		}
		items := outer.Items[1].Value().(*Table).Items
		if len(items) != n {
			t.Fatalf("%d items, want %d", len(items), n)
		}
		for i, it := range items {
			if got := tree.Int(it.Value().(*Number)); got != int64(i) {
				t.Fatalf("item %d of %d is %d", i, n, got)
			}
		}
	}
}

// TestNearText: what another phase would put after "near".
func TestNearText(t *testing.T) {
	const text = "local x = 'a\\65\\0b' .. [==[\nc]==] + 0x1F \x01 \x00 -- end"
	tree := Parse(source.NewFile("test.lua", text), Language{})
	want := []string{"'local'", "'x'", "'='", "''aA'", "'..'", "'[==[c]==]'", "'+'", "'0x1F'", `'<\1>'`, "", "<eof>"}
	p := tree.After(0)
	for _, w := range want {
		if got := tree.NearText(p); got != w {
			t.Errorf("at %d: got %s, want %s", p, got, w)
		}
		p = tree.After(tree.TokenAt(p).End)
	}
}

// TestSound: the tree is Lua's up to the first error, or to an earlier place where
// indentation decided.
func TestSound(t *testing.T) {
	for _, c := range []struct{ text, at string }{
		{"x = 1", ""},
		{"x = 1 y = = 2", "= 2"},
		{"do\n  if x then\n    y()\nend\nz()", "end\nz()"},
		{"x = 'open", "'open"},
		{"x = (", ""},
	} {
		tree := check(t, c.text)
		if got := c.text[tree.Sound():]; got != c.at {
			t.Errorf("%q is sound up to %q, want %q", c.text, got, c.at)
		}
	}
}

// TestPlain: where indentation decided, the tree as Lua reads it is still there.
func TestPlain(t *testing.T) {
	tree := check(t, "local function f()\n  if x then\nend\nlocal function g() end\n")
	plain := tree.Plain()
	if err := Verify(plain); err != nil {
		t.Error(err)
	}
	if depth(tree.Funcs[2]) != 1 || depth(plain.Funcs[2]) != 2 {
		t.Errorf("g is %d deep, and %d as Lua reads it", depth(tree.Funcs[2]), depth(plain.Funcs[2]))
	}
	if firstError(tree) != firstError(plain) {
		t.Errorf("%q, and as Lua reads it %q", firstError(tree), firstError(plain))
	}
	if whole := check(t, "x = = 1"); whole.Plain() != whole {
		t.Error("a tree without guesses is not its own plain tree")
	}
}

// TestLongChain: a tree that is as deep as its text is long is verified with a stack that does not grow with it.
func TestLongChain(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 10))
	for _, link := range []string{".b", "[1]", "()", ":b()", "'s'", "+1", "==a", " and a"} {
		check(t, "x = a"+strings.Repeat(link, 20_000))
	}
}

// TestLexical: only what the scanner finds is marked so.
func TestLexical(t *testing.T) {
	for text, want := range map[string]bool{"x = '": true, "x = 3..4": true, "--[[": true, "x = $": false, "x = = 1": false} {
		if got := check(t, text).Errors[0].Lexical; got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
