package compile_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

const (
	dialectDir    = "testdata/dialects"
	dialectGolden = dialectDir + "/said.golden"
)

// eachDialect is the dialects one by one, with those that have an interpreter first.
var eachDialect = []syntax.Dialect{
	syntax.Lua51, syntax.OldLuaJIT51, syntax.LuaJIT51, syntax.Lua52, syntax.Lua53, syntax.Lua54, syntax.Lua55, syntax.LuaJIT52,
	syntax.OldLuaJIT52,
}

// TestDialects compiles testdata/dialects/*.lua, small files with one rule each, as each
// dialect and as all of them, and compares what is said of them with a golden. That our
// lines are the interpreters' is TestInterpreters' business.
func TestDialects(t *testing.T) {
	var got strings.Builder
	for _, file := range sources(t, dialectDir) {
		text := must.Read(t, file)
		fmt.Fprintf(&got, "%s\n%s", filepath.Base(file), saidOf(text))
	}
	must.Match(t, dialectGolden, got.String())
}

// saidOf returns what is said of a text: a line for the dialects that say the same, "each"
// if all do, and one for all dialects together, with those that are left of them.
func saidOf(text string) string {
	var order []string // what is said
	by := map[string][]string{}
	for _, d := range eachDialect {
		name := title(d)
		said, _ := saidAs(text, d)
		said = strings.ReplaceAll(said, "is checked as "+name+";", "is checked as that;")
		if by[said] == nil {
			order = append(order, said)
		}
		by[said] = append(by[said], name)
	}
	var b strings.Builder
	for _, said := range order {
		names := strings.Join(by[said], ", ")
		if len(order) == 1 {
			names = "each"
		}
		fmt.Fprintf(&b, "\t%s:%s\n", names, said)
	}
	said, left := saidAs(text, syntax.Any)
	name := "any"
	if left != syntax.Any {
		name += " (" + left.String() + ")"
	}
	fmt.Fprintf(&b, "\t%s:%s\n", name, said)
	return b.String()
}

// title returns how messages name a dialect.
func title(d syntax.Dialect) string {
	switch d {
	case syntax.LuaJIT51:
		return "LuaJIT since July 2026"
	case syntax.OldLuaJIT51:
		return "LuaJIT before July 2026"
	case syntax.LuaJIT52:
		return "LuaJIT since July 2026 with 5.2 compatibility"
	case syntax.OldLuaJIT52:
		return "LuaJIT before July 2026 with 5.2 compatibility"
	}
	return "Lua " + d.String()
}

// saidAs returns the errors of a text in some dialects, and those of them that it can be.
func saidAs(text string, dialects syntax.Dialect) (said string, left syntax.Dialect) {
	u := compile.CompileAs(source.NewFile("x", text), syntax.Language{Dialects: dialects})
	for _, e := range u.Errors {
		said += fmt.Sprintf(" %d: %s;", e.Line, e.Msg)
	}
	return said, u.Dialects
}

// TestInterpreters holds the files of testdata/dialects, and texts with tokens of some
// of them changed at random, against the real interpreters.
func TestInterpreters(t *testing.T) {
	files := sources(t, dialectDir)
	files = append(files, changedTexts(t, files, scale.Of(40))...)
	for _, in := range interpreters {
		t.Run(in.program, func(t *testing.T) {
			program := external.Program(t, in.program)
			for i, said := range judge(t, program, files) {
				text := must.Read(t, files[i])
				if ours := judgeOurselves(files[i], text, in.dialect); ours.line != said.line {
					t.Errorf("%s: it says %d: %s\n\twe say %d: %s\nof\n%s", files[i], said.line, said.msg, ours.line, ours.msg, text)
				}
			}
		})
	}
}

// TestUnionAccepts: all dialects together accept what any of them accepts, as far as
// the first syntax that decides leaves it possible; and what they accept one of those
// that are left does.
func TestUnionAccepts(t *testing.T) {
	files := sources(t, dialectDir)
	for _, file := range append(files, changedTexts(t, files, scale.Of(40))...) {
		text := must.Read(t, file)
		var accept syntax.Dialect
		for _, d := range eachDialect {
			if judgeOurselves(file, text, d).line == 0 {
				accept |= d
			}
		}
		u := compile.CompileAs(source.NewFile("x", text), syntax.Language{Dialects: syntax.Any})
		switch accepted := len(u.Errors) == 0; {
		case accepted && accept&u.Dialects == 0:
			t.Errorf("accepted as %v, but only by %v:\n%s", u.Dialects, accept, text)
		case !accepted && accept&u.Dialects&^syntax.NewLuaJIT != 0: // what that alone has decides nothing
			t.Errorf("accepted by %v, refused as %v: %v\n%s", accept, u.Dialects, u.Errors[0], text)
		}
	}
}

// changedTexts writes texts that are made of others by changes of tokens, a number of
// each, and returns their files.
func changedTexts(t testing.TB, files []string, each int) []string {
	t.Helper()
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(7, 11))
	var made []string
	for i, file := range files {
		text := must.Read(t, file)
		for n := range each {
			name := filepath.Join(dir, fmt.Sprintf("%d-%d-%s", i, n, filepath.Base(file)))
			must.Write(t, name, []byte(changeTokens(text, rnd)))
			made = append(made, name)
		}
	}
	return made
}

// tokensOfDialects are put into texts by changeTokens.
var tokensOfDialects = []string{
	"goto", "goto x", "::x::", "global", "break", ";", "local y <const> = 1", "local z <close>", "<const>", "~", "//", "<<",
	"&", "1LL", "0x1p4", "3i", `"\x41"`, `"\q"`, `"\u{41}"`, "[[ [[ ]]", "(", ")", "end", "do", "while x do", "repeat",
	"?.", "??", "?", ":", "->", "~>>", "!", "!=", "&&", "||", "|", "+= 1", "~= 2", "continue", "const", "const x = 1", "1_0", "x -> x",
	"|x|", "until x", "function f(...)", "return", "...", "x", "x = 1", "if x then", "else", "=", ",", "{", "}", "[", "]", ".y",
	":y()", "\n", "not", "-", "#", "2", "nil", "--[[ [[ ]]", "3x", "é", "for i = 1, 2 do", "for a, b in x do", "local",
}

// changeTokens takes tokens out of a text, and puts others into it.
func changeTokens(text string, rnd *rand.Rand) string {
	t := syntax.Parse(source.NewFile("", text), syntax.Language{Dialects: syntax.Any})
	var pieces []string
	at := 0
	for p := t.After(0); int(p) < len(text); {
		end := t.TokenAt(p).End
		pieces = append(pieces, text[at:end])
		at = int(end)
		p = t.After(end)
	}
	for range 1 + rnd.IntN(2) {
		if len(pieces) == 0 {
			break
		}
		i := rnd.IntN(len(pieces))
		switch rnd.IntN(4) {
		case 0:
			pieces[i] = ""
		case 1:
			j := rnd.IntN(len(pieces))
			pieces[i], pieces[j] = pieces[j], pieces[i]
		default:
			pieces[i] += []string{" ", "\n", ""}[rnd.IntN(3)] + tokensOfDialects[rnd.IntN(len(tokensOfDialects))] + []string{" ", "\n"}[rnd.IntN(2)]
		}
	}
	return strings.Join(pieces, "") + text[at:]
}

// FuzzInterpreters holds any text, as each dialect, against its interpreter.
func FuzzInterpreters(f *testing.F) {
	for _, file := range sources(f, dialectDir) {
		text := must.Read(f, file)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "\x1b") || strings.Count(text, "(")+strings.Count(text, "{") > 100 {
			return // a chunk; what nests too deep for some
		}
		file := filepath.Join(t.TempDir(), "fuzz.lua")
		must.Write(t, file, text)
		for _, in := range interpreters {
			said := judge(t, external.Program(t, in.program), []string{file})[0]
			if ours := judgeOurselves(file, text, in.dialect); ours.line != said.line {
				t.Errorf("%s says %d: %s\nwe say %d: %s", in.program, said.line, said.msg, ours.line, ours.msg)
			}
		}
	})
}
