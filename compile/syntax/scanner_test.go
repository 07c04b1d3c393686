package syntax

import (
	"fmt"
	"strings"
	"testing"

	"luaflow/compile/source"
)

// tokens writes the tokens of a text, one a line, with their values, and the
// errors in between.
func tokens(text string) string {
	var out strings.Builder
	s := newScanner(text, func(e lexError) { fmt.Fprintf(&out, "! %s near %s\n", e.msg, e.near) })
	for s.next(); s.kind != tEOF; s.next() {
		fmt.Fprintf(&out, "%d-%d %q", s.start, s.end, text[s.start:s.end])
		switch s.kind {
		case tName, tString:
			fmt.Fprintf(&out, " %q", s.syms[s.sym])
		case tNumber:
			n := &Number{Start: source.Pos(s.start), shape: uint32(s.end-s.start) << numberShift}
			if t := (&Tree{File: source.NewFile("", text)}); s.isFloat {
				fmt.Fprintf(&out, " float %g", t.Float(n))
			} else {
				fmt.Fprintf(&out, " int %d", t.Int(n))
			}
		case tOther:
			out.WriteString(" no token")
		}
		out.WriteByte('\n')
	}
	for _, c := range s.comments {
		fmt.Fprintf(&out, "comment %d-%d long=%t\n", c.Span.Start, c.Span.End, c.Long)
	}
	return out.String()
}

func newScanner(text string, fail func(lexError)) *scanner {
	s := &scanner{
		text: text, g: grammarOf(Language{}), hasCR: hasCR(text),
		fail: fail, uses: func(feature, int) bool { return true },
	}
	s.reset(len(text))
	return s
}

func TestTokens(t *testing.T) {
	goldens(t, "testdata/tokens", func(t *testing.T, text string) string {
		scan(t, text)
		return tokens(text)
	})
}

// scan holds what must be true of the tokens of any text: they are in order,
// nothing but white space and comments lies between them, and the tree finds them
// again without the scanner.
func scan(t *testing.T, text string) {
	t.Helper()
	tree := &Tree{File: source.NewFile("test.lua", text), g: grammarOf(Language{})}
	s := newScanner(text, func(lexError) {})
	s.end = int(tree.File.Body())
	for {
		before := s.end
		s.next()
		if s.start < before || s.end < s.start || s.prevEnd != before {
			t.Fatalf("%q: token %d-%d after %d", text, s.start, s.end, before)
		}
		if s.kind == tEOF {
			break
		}
		if s.end == s.start {
			t.Fatalf("%q: empty token at %d", text, s.start)
		}
		if got := tree.After(source.Pos(before)); int(got) != s.start {
			t.Fatalf("%q: the token after %d is at %d, not %d", text, before, s.start, got)
		}
		if got := tree.TokenAt(source.Pos(s.start)); int(got.End) != s.end {
			t.Fatalf("%q: the token at %d ends at %d, not %d", text, s.start, s.end, got.End)
		}
		if near := tree.NearText(source.Pos(s.start)); near != s.near() {
			t.Fatalf("%q: the token at %d is near %q, not %q", text, s.start, s.near(), near)
		}
	}
	if s.end != len(text) {
		t.Fatalf("%q: the end is at %d", text, s.end)
	}
}

func FuzzScan(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 1<<16 {
			scan(t, text)
		}
	})
}

func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// TestInternReadsEveryByte: texts that differ in one byte anywhere are different,
// and the table does not degenerate on them.
func TestInternReadsEveryByte(t *testing.T) {
	var in interner
	in.reset(0)
	for n := 1; n <= 40; n++ {
		base := strings.Repeat("x", n)
		for i := range n {
			for c := byte('a'); c < 'x'; c++ {
				s := base[:i] + string(rune(c)) + base[i+1:]
				sym := in.intern(s)
				if int(sym) != len(in.syms)-1 || in.syms[sym] != s {
					t.Fatalf("%q was interned before", s)
				}
				if in.internBytes([]byte(s)) != sym || in.intern(s) != sym {
					t.Fatalf("%q has two syms", s)
				}
			}
		}
	}
	hashes := map[uint32]bool{}
	for _, s := range in.syms {
		hashes[hashText(s)] = true
	}
	if len(hashes) < len(in.syms)-10 {
		t.Errorf("%d texts have %d hashes", len(in.syms), len(hashes))
	}
}

// TestSyms: the syms with names are those texts, and names, fields and strings
// share theirs.
func TestSyms(t *testing.T) {
	tree := check(t, `local self, x = _ENV, "" x.y["y"] = "\x78" goto x`)
	for sym, want := range map[Sym]string{SymEmpty: "", SymEnv: "_ENV", SymSelf: "self"} {
		if got := tree.Str(sym); got != want {
			t.Errorf("sym %d is %q, want %q", sym, got, want)
		}
	}
	seen := map[string]bool{}
	for i := range tree.NumSyms() {
		s := tree.Str(Sym(i))
		if seen[s] {
			t.Errorf("%q has two syms", s)
		}
		seen[s] = true
	}
}

// TestIsNameByte: a byte is one of a name if a name of LuaJIT goes on with it.
func TestIsNameByte(t *testing.T) {
	for c := range 256 {
		tree := Parse(source.NewFile("", "local a"+string([]byte{byte(c)})+"a"), Language{Dialects: LuaJIT})
		isOne := tree.Names.Len() == 1 && len(tree.Errors) == 0
		if isOne != IsNameByte(byte(c)) {
			t.Errorf("byte %#x: a name: %t, one of names: %t", c, isOne, IsNameByte(byte(c)))
		}
	}
}
