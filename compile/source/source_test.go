package source

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"luaflow/compile/testkit/scale"
)

// samples are texts in which each rule for lines, columns and bytes shows.
var samples = []string{
	"",
	"\n",
	"one line",
	"a\nbc\n\nd",
	"a\r\nbc\r\n\r\nd\r\n",
	"a\rb\r\rc",
	"a\n\rb\n\rc",
	"\r\n\r\r\n\n\r\n",
	"\r",
	"tab\tand\x00nul",
	"é ü ß\nжук\n",
	"漢字\r\nかな",
	"😀a😀\n😀😀\r\n",
	"a\u0300\u0301b", // combining
	"\xff\xfe\n\x80\x80\n",
	"\xe6\xbc\n\xf0\x9f\x98\r\n\xf0\x9f",   // cut short
	"\xed\xa0\x80\xc0\x80\xf5\x80\x80\x80", // surrogate, overlong, too large
	"\xEF\xBB\xBFprint(1)\n",               // byte order mark
	"#!/usr/bin/lua\nprint(1)\n",           // skipped line
	"\xEF\xBB\xBF#!lua\rstill skipped\nprint(1)", // both
	"# no line break",
	strings.Repeat("x", 1000) + "é" + strings.Repeat("y", 1000) + "\n" + strings.Repeat("😀", 500),
	strings.Repeat("жж\n", 300),
	strings.Repeat("\x80", 700) + "\n",
}

// randomText strings together pieces that are likely to matter.
func randomText(r *rand.Rand) string {
	pieces := []string{"a", "bc", " ", "\n", "\r", "\r\n", "\n\r", "é", "漢", "😀", "\x80", "\xe6\xbc", "\xf0\x9f\x98", "#", "--"}
	var b strings.Builder
	for range r.IntN(60) {
		b.WriteString(pieces[r.IntN(len(pieces))])
		if r.IntN(20) == 0 {
			b.WriteString(strings.Repeat(pieces[r.IntN(len(pieces))], r.IntN(400)))
		}
	}
	return b.String()
}

// forTexts runs a property on the samples and on random texts.
func forTexts(t *testing.T, property func(t *testing.T, f *File)) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range samples {
		property(t, NewFile("sample", text))
	}
	for range 300 {
		property(t, NewFile("random", randomText(r)))
	}
}

// slowLines splits a text byte by byte.
func slowLines(text string, body int, isBreak func(a, b byte) bool) []Pos {
	lines := []Pos{0}
	for i := body; i < len(text); i++ {
		if text[i] != '\n' && text[i] != '\r' {
			continue
		}
		if i+1 < len(text) && isBreak(text[i], text[i+1]) {
			i++
		}
		lines = append(lines, Pos(i+1))
	}
	return lines
}

func TestLineTables(t *testing.T) {
	forTexts(t, func(t *testing.T, f *File) {
		lua := slowLines(f.Text(), int(f.Body()), func(a, b byte) bool {
			return a == '\n' && b == '\r' || a == '\r' && b == '\n'
		})
		if got := f.LuaLines(); !slices.Equal(got, lua) {
			t.Errorf("%q: Lua's lines begin at %v, want %v", f.Text(), got, lua)
		}
		editor := slowLines(f.Text(), 0, func(a, b byte) bool { return a == '\r' && b == '\n' })
		if got := f.EditorLines(); !slices.Equal(got, editor) {
			t.Errorf("%q: the editor's lines begin at %v, want %v", f.Text(), got, editor)
		}
	})
}

// TestCountLikeLua: the places that a terminal names are on Lua's lines.
func TestCountLikeLua(t *testing.T) {
	forTexts(t, func(t *testing.T, f *File) {
		like := NewFile(f.Name(), f.Text())
		like.CountLikeLua()
		for p := range Pos(f.Len() + 1) {
			if at := like.floor(p); at == p && like.Point(p, UTF8).Line+1 != f.Line(p) {
				t.Fatalf("%q: byte %d is at %v, Lua says line %d", f.Text(), p, like.Point(p, UTF8), f.Line(p))
			}
		}
		for line := range like.NumLines() {
			if like.LineSpan(line).Start >= f.Body() {
				roundTripLine(t, like, line, UTF8)
			}
		}
	})
}

func TestLineAndCursorAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	forTexts(t, func(t *testing.T, f *File) {
		c := f.Cursor()
		at := 0
		for range 50 {
			if r.IntN(3) == 0 {
				at = r.IntN(f.Len() + 1)
			} else {
				at = min(f.Len(), at+r.IntN(5))
			}
			line := f.Line(Pos(at))
			starts := f.LuaLines()
			if starts[line-1] > Pos(at) || line < len(starts) && starts[line] <= Pos(at) {
				t.Fatalf("%q: byte %d is not on line %d", f.Text(), at, line)
			}
			if got := c.Line(Pos(at)); got != line {
				t.Fatalf("%q: cursor puts byte %d on line %d, want %d", f.Text(), at, got, line)
			}
		}
	})
}

// slowUnits counts the units of a text in one encoding.
func slowUnits(text string, enc Encoding) int {
	n := 0
	for i := 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case enc == UTF8:
			n += size
		case enc == UTF16 && size == 4:
			n += 2
		default:
			n++
		}
		i += size
	}
	return n
}

var encodings = map[string]Encoding{"utf-8": UTF8, "utf-16": UTF16, "utf-32": UTF32}

// TestPointsRoundTrip walks over each code point of each line: its point must be
// the number of units in front of it, and lead back to it; so must what lies
// inside it.
func TestPointsRoundTrip(t *testing.T) {
	for name, enc := range encodings {
		t.Run(name, func(t *testing.T) {
			forTexts(t, func(t *testing.T, f *File) {
				for line := range f.NumLines() {
					roundTripLine(t, f, line, enc)
				}
			})
		})
	}
}

func roundTripLine(t *testing.T, f *File, line int, enc Encoding) {
	t.Helper()
	sp := f.LineSpan(line)
	if strings.ContainsAny(f.Slice(sp), "\r\n") {
		t.Fatalf("%q: line %d holds a break: %q", f.Text(), line, f.Slice(sp))
	}
	for p := sp.Start; ; {
		want := Point{line, slowUnits(f.Text()[sp.Start:p], enc)}
		if got := f.Point(p, enc); got != want {
			t.Fatalf("%q: byte %d is at %v, want %v", f.Text(), p, got, want)
		}
		if got := f.Pos(want, enc); got != p {
			t.Fatalf("%q: %v is byte %d, want %d", f.Text(), want, got, p)
		}
		if p == sp.End {
			return
		}
		_, n := utf8.DecodeRuneInString(f.Text()[p:])
		units := slowUnits(f.Text()[p:p+Pos(n)], enc)
		for i := 1; i < units; i++ {
			if got := f.Pos(Point{line, want.Col + i}, enc); got != p {
				t.Fatalf("%q: a point inside the code point at %d is byte %d", f.Text(), p, got)
			}
		}
		for i := 1; i < n; i++ {
			if got := f.Point(p+Pos(i), enc); got != want {
				t.Fatalf("%q: byte %d inside a code point is at %v, want %v", f.Text(), int(p)+i, got, want)
			}
		}
		p += Pos(n)
	}
}

// TestUnits compares units of a whole text with those that are counted one by one, at each byte, and where there is none.
func TestUnits(t *testing.T) {
	forTexts(t, func(t *testing.T, f *File) {
		for name, enc := range encodings {
			text := f.Text()
			for at := 0; at <= len(text); {
				_, n := utf8.DecodeRuneInString(text[at:])
				units := slowUnits(text[:at], enc)
				for i := range max(n, 1) {
					if got := f.Units(Pos(at+i), enc); got != units && (enc != UTF8 || i == 0) {
						t.Fatalf("%q: %d units in %s before byte %d, want %d", text, got, name, at+i, units)
					}
				}
				for i := range max(slowUnits(text[at:at+n], enc), 1) {
					if got := f.AtUnit(units+i, enc); got != Pos(at) {
						t.Fatalf("%q: unit %d in %s is at byte %d, want %d", text, units+i, name, got, at)
					}
				}
				at += max(n, 1)
			}
			end := Pos(len(text))
			if f.Units(end+10, enc) != f.Units(end, enc) || f.AtUnit(1<<30, enc) != end || f.AtUnit(-1, enc) != 0 {
				t.Errorf("%q: outside of the text in %s", text, name)
			}
		}
	})
}

func TestPointsOutsideTheText(t *testing.T) {
	forTexts(t, func(t *testing.T, f *File) {
		end := Pos(f.Len())
		for name, enc := range encodings {
			last := f.NumLines() - 1
			for _, c := range []struct {
				pt   Point
				want Pos
			}{
				{Point{-1, 5}, 0},
				{Point{0, -1}, 0},
				{Point{last + 1, 0}, end},
				{Point{1 << 30, 1 << 30}, end},
				{Point{last, 1 << 30}, end},
				{Point{0, 1 << 30}, f.LineSpan(0).End},
			} {
				if got := f.Pos(c.pt, enc); got != c.want {
					t.Errorf("%q: %v in %s is byte %d, want %d", f.Text(), c.pt, name, got, c.want)
				}
			}
			if got, want := f.Point(end+10, enc), f.Point(end, enc); got != want {
				t.Errorf("%q: after the text is at %v, want %v", f.Text(), got, want)
			}
		}
	})
}

// TestPointInLineBreak: between '\r' and '\n' is the end of the line.
func TestPointInLineBreak(t *testing.T) {
	f := NewFile("x", "ab\r\ncd")
	if got := f.Point(3, UTF16); got != (Point{0, 2}) {
		t.Errorf("got %v", got)
	}
	if got := f.Range(Span{1, 5}, UTF16); got != (Range{Point{0, 1}, Point{1, 1}}) {
		t.Errorf("got %v", got)
	}
}

func TestBody(t *testing.T) {
	for _, c := range []struct {
		text string
		body Pos
	}{
		{"", 0},
		{"x = 1", 0},
		{"\xEF\xBB\xBFx = 1", 3},
		{"\xEF\xBBx = 1", 0},
		{"#!/bin/lua\nx = 1", 10},
		{"#!/bin/lua\r\nx = 1", 11},
		{"\xEF\xBB\xBF# x\ny", 6},
		{"# only", 6},
		{" # not first", 0},
	} {
		if got := NewFile("x", c.text).Body(); got != c.body {
			t.Errorf("%q: body at %d, want %d", c.text, got, c.body)
		}
	}
}

func TestSpans(t *testing.T) {
	s := Span{2, 5}
	for _, c := range []struct {
		what      string
		got, want bool
	}{
		{"contains its start", s.Contains(2), true},
		{"contains its end", s.Contains(5), false},
		{"touches its end", s.Touches(5), true},
		{"touches what is after", s.Touches(6), false},
		{"covers itself", s.Covers(s), true},
		{"covers more", s.Covers(Span{1, 3}), false},
		{"overlaps its neighbour", s.Overlaps(Span{5, 6}), false},
		{"overlaps what shares a byte", s.Overlaps(Span{4, 6}), true},
		{"is empty", s.Empty(), false},
		{"nowhere is valid", NoSpan.Valid(), false},
		{"no position is valid", NoPos.Valid(), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %t", c.what, c.got)
		}
	}
	if s.Len() != 3 {
		t.Errorf("length %d", s.Len())
	}
}

// TestFollowLines holds that the lines of a text which are made of those of another version are its own.
func TestFollowLines(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	letters := []string{"a", "b", "\n", "\n\n", "cd\n", "\r", "\n\r"}
	followed := 0
	for range scale.Of(20_000) {
		kinds := 5 + 2*r.IntN(2)
		text := func() (s string) {
			for range r.IntN(8) {
				s += letters[r.IntN(kinds)]
			}
			return s
		}
		was := NewFile("", text())
		was.EditorLines()
		start := r.IntN(was.Len() + 1)
		end := start + r.IntN(was.Len()-start+1)
		edit := Edit{Span: Span{Start: Pos(start), End: Pos(end)}, New: text()}
		now := was.Text()[:start] + edit.New + was.Text()[end:]
		f := NewFile("", now)
		f.FollowLines(was, edit)
		if want := NewFile("", now).LuaLines(); !slices.Equal(f.LuaLines(), want) {
			t.Fatalf("lines of %q after %q are %v, want %v", now, was.Text(), f.LuaLines(), want)
		}
		if want := NewFile("", now).EditorLines(); !slices.Equal(f.EditorLines(), want) {
			t.Fatalf("an editor's lines of %q after %q are %v, want %v", now, was.Text(), f.EditorLines(), want)
		}
		if len(f.LuaLines()) > 1 {
			followed++
		}
	}
	if followed == 0 {
		t.Error("no text has lines")
	}
}
