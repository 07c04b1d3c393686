package session

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// plants are functions with dead code in them, whose names end in a number. What an untouched one is fixed to has
// no line with the word dead in it.
var plants = []string{
	"local function f0(a)\n  local dead = 1\n  return a\nend\nprint(f0)\n",
	"local function f0(a)\n  local x = 'dead 10'\n  x = a()\n  return x\nend\nprint(f0)\n",
	"local function f0(a)\n  local function dead(b)\n    local c = b + 1 -- dead\n    return c -- dead\n  end -- dead\n  return a\nend\nprint(f0)\n",
	"local function f0(a)\n  local dead = function(b)\n    return b -- dead\n  end -- dead\n  return a\nend\nprint(f0)\n",
	"local function f0(a)\n  local dead = 0\n  for i = 1, a do\n    dead = dead + i\n    print(i)\n  end\n  return a\nend\nprint(f0)\n",
	"local function f0(a)\n  local dead = {}\n  dead.x = 1\n  dead.y = 2\n  return a\nend\nprint(f0)\n",
	"local function f0(a)\n  do return a end\n  print(a, 10) -- dead\n  print(a, 20) -- dead\nend\nprint(f0)\n",
	"local function f0(a)\n  local g = 1 -- dead\n  local dead = g\n  return a\nend\nprint(f0)\n",
	"local function f0(a)\n  if a then\n    local dead = 1\n  else\n    print(a)\n  end\n  return a\nend\nprint(f0)\n",
}

// typed is a text of which it is known which bytes were typed.
type typed struct {
	text  string
	isNew []bool // by byte

}

// replace does what an editor does.
func (d *typed) replace(start, end int, with string) {
	d.text = d.text[:start] + with + d.text[end:]
	d.isNew = slices.Replace(d.isNew, start, end, slices.Repeat([]bool{true}, len(with))...)
}

// write makes one edit of some kind, of which most leave the text one that Lua accepts. What is put in says a number
// that is nowhere else.
func (d *typed) write(r *rand.Rand, number int) {
	starts := []int{0}
	for i := range d.text {
		if d.text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	line := r.IntN(len(starts))
	start, end := starts[line], len(d.text)
	if line+1 < len(starts) {
		end = starts[line+1] - 1
	}
	switch r.IntN(12) {
	case 0, 1, 2:
		with := []string{"print(%d)\n", "local g = %d\n", "x = %d\n", "a = %d\n", "dead = %d\n", "dead.z = %d\n", "-- %d\n", "\n", "dead = dead + %d\n", "for i = 1, %d do print(i) end\n", "if a then a = %d end\n"}[r.IntN(11)]
		if strings.Contains(with, "%") {
			with = fmt.Sprintf(with, 1000+number)
		}
		d.replace(start, start, with)
	case 3, 4:
		d.replace(end, end, fmt.Sprintf(" -- %d", 1000+number))
	case 5, 6, 7:
		if at := strings.IndexAny(d.text[start:end], "0123456789"); at >= 0 {
			d.replace(start+at+1, start+at+1, fmt.Sprintf(" + %d", 1000+number))
		}
	case 8:
		if at := strings.IndexAny(d.text[start:end], "12"); at >= 0 {
			d.replace(start+at, start+at+1, fmt.Sprint(1000+number))
		}
	case 9:
		d.replace(start, min(end+1, len(d.text)), "") // mostly a line
	case 10:
		at := start + r.IntN(end-start+1)
		d.replace(at, at, " ")
	default:
		at := start + r.IntN(end-start+1)
		d.replace(at, at, fmt.Sprintf("--[[%d]]", 1000+number))
	}
}

// TestSettledKeepsWhatWasTyped types into texts with dead code at random. What is fixed without being asked for
// takes no byte that was typed, and puts nothing between two of them; the dead code of functions that nobody
// has touched is fixed.
func TestSettledKeepsWhatWasTyped(t *testing.T) {
	fixed, kept := 0, 0
	for seed := range uint64(max(scale.Of(4_000), 200)) {
		r := rand.New(rand.NewPCG(seed, 7))
		var parts []string
		for i := range 2 + r.IntN(3) {
			parts = append(parts, strings.ReplaceAll(plants[r.IntN(len(plants))], "f0", fmt.Sprint("f", i)))
		}
		text := strings.Join(parts, "")
		d := &typed{text: text, isNew: make([]bool, len(text))}
		s := New(always(defaultEngine()))
		snap := open(s, text)
		for i := range 1 + r.IntN(4) {
			d.write(r, i)
			var err error
			snap, err = s.Change("a", int32(i+2), func(f *source.File) *source.File { return source.NewFile(f.Name(), d.text) })
			if err != nil {
				t.Fatal(err)
			}
		}
		edits, _, err := snap.FixSettled(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		fixed += len(edits)
		after, err := snap.File.Apply(edits)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range edits {
			if slices.Contains(d.isNew[e.Span.Start:e.Span.End], true) {
				t.Fatalf("seed %d: %q was typed and goes\n%s\nmade of\n%s\nfixed to\n%s", seed, snap.File.Slice(e.Span), d.text, text, after.Text())
			}
			if at := e.Span.Start; e.Span.Empty() && at > 0 && int(at) < len(d.isNew) && d.isNew[at-1] && d.isNew[at] && d.text[at-1] != '\n' {
				t.Fatalf("seed %d: %q is put into what was typed\n%s", seed, e.New, d.text)
			}
		}
		if all, _, _ := snap.FixAll(t.Context()); len(all) == 0 {
			continue // Lua may not accept the text
		}
		for _, p := range parts {
			if !strings.Contains(d.text, p) {
				kept++
				continue
			}
			name := p[strings.Index(p, "f"):strings.Index(p, "(")]
			from := strings.Index(after.Text(), name)
			to := strings.Index(after.Text(), "print("+name[len("function "):]+")")
			if left := after.Text()[from:to]; strings.Contains(left, "dead") {
				t.Errorf("seed %d: nobody has touched\n%s\nmade of\n%s", seed, left, p)
			}
		}
	}
	if fixed < 100 || kept < 100 {
		t.Errorf("%d edits, and %d functions were edited", fixed, kept)
	}
}
