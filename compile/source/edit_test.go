package source

import (
	"strings"
	"testing"
)

func TestApply(t *testing.T) {
	const text = "local x = 1\nprint(x)\n"
	for _, c := range []struct {
		name  string
		edits []Edit
		want  string // empty: refused
	}{
		{"nothing", nil, text},
		{"delete", []Edit{{Span{0, 12}, ""}}, "print(x)\n"},
		{"any order", []Edit{{Span{18, 19}, "y"}, {Span{6, 7}, "y"}}, "local y = 1\nprint(y)\n"},
		{"insertions keep their order", []Edit{{Span{6, 6}, "a"}, {Span{6, 6}, "b, "}}, "local ab, x = 1\nprint(x)\n"},
		{"insert in front of what is replaced", []Edit{{Span{6, 7}, "z"}, {Span{6, 6}, "y, "}}, "local y, z = 1\nprint(x)\n"},
		{"insert after what is replaced", []Edit{{Span{7, 7}, ", y"}, {Span{6, 7}, "z"}}, "local z, y = 1\nprint(x)\n"},
		{"whole text", []Edit{{Span{0, 21}, "return"}}, "return"},
		{"at the end", []Edit{{Span{21, 21}, "return"}}, text + "return"},
		{"overlap", []Edit{{Span{0, 5}, ""}, {Span{4, 6}, ""}}, ""},
		{"the same twice", []Edit{{Span{0, 5}, ""}, {Span{0, 5}, ""}}, ""},
		{"insert into what is deleted", []Edit{{Span{0, 5}, ""}, {Span{3, 3}, "x"}}, ""},
		{"after the text", []Edit{{Span{21, 22}, ""}}, ""},
		{"turned round", []Edit{{Span{5, 4}, ""}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := NewFile("x", text).Apply(c.edits)
			if (err != nil) != (c.want == "") {
				t.Fatalf("error: %v", err)
			}
			if err == nil && f.Text() != c.want {
				t.Errorf("got %q, want %q", f.Text(), c.want)
			}
		})
	}
}

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name, text string
		r          Range
		new, want  string
	}{
		{"inside a line", "aé😀b\nc", Range{Point{0, 2}, Point{0, 4}}, "x", "aéxb\nc"},
		{"over a line break", "ab\r\ncd", Range{Point{0, 1}, Point{1, 1}}, "", "ad"},
		{"half a surrogate pair", "😀", Range{Point{0, 1}, Point{0, 2}}, "x", "x"},
		{"after the line's end", "ab\ncd", Range{Point{0, 9}, Point{0, 9}}, "x", "abx\ncd"},
		{"after the text", "ab", Range{Point{7, 0}, Point{8, 0}}, "x", "abx"},
		{"turned round", "abc", Range{Point{0, 2}, Point{0, 1}}, "x", "abxc"},
		{"whole text", "ab\ncd\n", Range{Point{0, 0}, Point{2, 0}}, "", ""},
		{"grows a line break", "a\nb", Range{Point{0, 1}, Point{0, 1}}, "\r", "a\r\nb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := NewFile("x", c.text).Replace(c.r, UTF16, c.new).Text(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// FuzzReplace holds editing by points against editing by bytes, and the two
// directions of the conversion against each other.
func FuzzReplace(f *testing.F) {
	for i, s := range samples {
		f.Add(s, i%3, i, 2*i, 0, i, "x\n")
	}
	f.Fuzz(func(t *testing.T, text string, enc, startLine, startCol, endLine, endCol int, repl string) {
		e := Encoding(uint(enc) % 3)
		file := NewFile("x", text)
		r := Range{Point{startLine, startCol}, Point{endLine, endCol}}
		s := file.Span(r, e)
		if s.Start > s.End || int(s.End) > len(text) {
			t.Fatalf("%v is %v in a text of %d bytes", r, s, len(text))
		}
		back := file.Span(file.Range(s, e), e)
		if back != s {
			t.Fatalf("%v becomes %v", s, back)
		}
		got := file.Replace(r, e, repl).Text()
		want, err := file.Apply([]Edit{{s, repl}})
		if err != nil || got != want.Text() {
			t.Fatalf("replaced: %q, applied: %q, %v", got, want.Text(), err)
		}
		if !strings.HasPrefix(got, text[:s.Start]) || !strings.HasSuffix(got, text[s.End:]) {
			t.Fatal("the text around the range changed")
		}
	})
}
