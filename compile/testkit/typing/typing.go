// Package typing edits texts at random, as people do who type: a few bytes at a place, then near it; and makes
// texts to type into.
package typing

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luaflow/compile/testkit/must"
)

// words is what is typed.
var words = []string{
	"x", "x", "x", " ", "\n", ".", "(", ")", "()", ",", "=", "1", `"`, "--", "--[[", "]]", "{", "}", "[", "]", ":", "::l::", "goto l",
	"end", " end ", " do ", " if x then ", " else ", " function f() ", " function(a, ...) end ", " local y = x ", " return ", "not x",
	" and x or y", " repeat ", " until x ", ";", "...", "//", " local z <const> = 1 ", " global x ", "0x1p4", `"\q"`, `"\x41"`, "é",
	" local function g() return g end ", "\r", " for i = 1, 2 do end ", "continue", "x += 1", " break ",
}

// lines is what is typed as lines of its own.
var lines = []string{
	"local y = x\n", "x = x + 1\n", "print(x, y)\n", "local function h(a) return x, a end\n", "if not x then y = x end\n", "for i = 1, 2 do print(i) end\n",
	"do goto l end ::l::\n", "local t = {x, y = 1, [2] = z}\n", "t.x.y = t:f(x)\n", "-- note\n", "while x do break end\n", "a = function() return a end\n",
	"x = 'print' .. 1.5\n", "require 'x'.y()\n", "\n", "local x\n",
}

// Typist edits a text.
type Typist struct {
	Text string // as it is now

	first string
	at    int
	*rand.Rand
}

// New returns a Typist who edits a text, by a seed.
func New(text string, seed uint64) *Typist {
	return &Typist{Text: text, first: text, Rand: rand.New(rand.NewPCG(seed, 7))}
}

// Type edits the text once, near the last place or anywhere; or puts it back to what it was at first.
func (t *Typist) Type() {
	if t.IntN(3) == 0 || t.Text == "" {
		t.Text = t.first
		return
	}
	if t.IntN(3) == 0 {
		t.at = t.IntN(len(t.Text) + 1)
	}
	at := min(t.at, len(t.Text))
	switch t.IntN(8) {
	case 0:
		n := min(1+t.IntN(1+t.IntN(12)), len(t.Text)-at)
		t.Text, t.at = t.Text[:at]+t.Text[at+n:], at
	case 1:
		n := min(1, at)
		t.Text, t.at = t.Text[:at-n]+t.Text[at:], at-n
	case 2, 3, 4, 5:
		start := strings.LastIndexByte(t.Text[:at], '\n') + 1
		w := lines[t.IntN(len(lines))]
		t.Text, t.at = t.Text[:start]+w+t.Text[start:], start+t.IntN(len(w))
	default:
		w := words[t.IntN(len(words))]
		t.Text, t.at = t.Text[:at]+w+t.Text[at:], at+len(w)
	}
}

// Texts returns the texts of files, those and as the body of a function, and, if LUAFLOW_CORPUS names a folder,
// of some files there.
func Texts(t *testing.T, files ...string) (texts []string) {
	t.Helper()
	for _, file := range files {
		text := must.Read(t, file)
		texts = append(texts, text, "local a = 1\nlocal function f(x, ...)\n"+text+"\nend\nlocal function g(y) return y, a end\n")
	}
	const most, largest = 60, 8_000
	if corpus := os.Getenv("LUAFLOW_CORPUS"); corpus != "" {
		found := 0
		must.Do(t, filepath.WalkDir(corpus, func(path string, d os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".lua") && found < most {
				if text := must.Read(t, path); len(text) > 0 && len(text) < largest {
					texts = append(texts, text)
					found++
				}
			}
			return err
		}))
	}
	return texts
}

// Code returns files of the corpus one after the other, each in a function of its own, as most end with a
// return, until there are so many lines. compiles reports whether a text does.
func Code(b *testing.B, lines int, compiles func(text string) bool) string {
	b.Helper()
	paths := must.Corpus(b)
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
	var text strings.Builder
	n := 0
	for _, path := range paths {
		content := must.Read(b, path)
		part := "call(function(...)\n" + strings.TrimRight(content, " \t\n") + "\nend)\n"
		if count := strings.Count(part, "\n"); count < 1000 && n+count <= lines && compiles(part) {
			text.WriteString(part)
			n += count
		}
	}
	if n < lines*9/10 {
		b.Fatalf("the corpus has %d lines, not %d", n, lines)
	}
	return text.String()
}
