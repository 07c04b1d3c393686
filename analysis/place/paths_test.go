package place_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"luaflow/analysis/place"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestAnswersAreThoseOfThePaths follows one variable along all paths of random programs, in
// the text: what is told of each place is what some path shows, and no more.
func TestAnswersAreThoseOfThePaths(t *testing.T) {
	reads, dead := 0, 0
	for seed := range uint64(scale.Of(2000)) {
		p := program{rng: rand.New(rand.NewPCG(seed, 0)), read: map[int]lines{}, replaced: map[int]lines{}, self: lines{}}
		p.line("local x = 0")
		p.run(p.block(3), lines{1: true})
		u := compile.Compile(source.NewFile("random.lua", p.text.String()))
		if len(u.Errors) > 0 {
			t.Fatalf("seed %d: %v", seed, u.Errors[0])
		}
		parts := place.PartsOf(u, 0)
		for n := range u.Tree.Names.All() {
			if u.Tree.Str(n.Sym) != "x" {
				continue
			}
			if ref := &u.Res.Refs[n.ID]; !ref.Write && selfAssigned(u)[n.ID] {
				continue
			}
			info, _ := answer(parts, n.Start)
			line := u.File.Line(n.Start)
			var got, want lines
			switch {
			case info.IsUse:
				reads++
				got, want = linesOf(info.Defs), p.read[line]
			case info.Dead:
				dead++
				got, want = linesOf(info.Overwritten), p.replaced[line]
			default:
				got, want = linesOf(info.Uses), lines{}
			}
			if !info.IsUse {
				uses := lines{}
				for at, from := range p.read {
					if from[line] {
						uses[at] = true
					}
				}
				if info.Dead != (len(uses) == 0) {
					t.Fatalf("seed %d, line %d: dead %t, read at %v\n%s", seed, line, info.Dead, uses, p.text.String())
				}
				if !info.Dead {
					want = uses
				} else if p.self[line] {
					continue // no instruction of its own is overwritten
				}
			}
			if !maps.Equal(got, want) {
				t.Fatalf("seed %d, line %d: %v, want %v\n%s", seed, line, got, want, p.text.String())
			}
		}
	}
	if reads == 0 || dead == 0 {
		t.Errorf("%d reads, %d dead stores", reads, dead)
	}
}

// lines is a set of lines: of the stores that the variable may have its value from.
type lines map[int]bool

func linesOf(places []place.Place) lines {
	out := lines{}
	for _, p := range places {
		out[p.Line] = true
	}
	return out
}

func union(a, b lines) lines {
	out := lines{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// program is a random program with what its paths show, by line: which stores a read may see,
// and which stores take the place of what a store gave.
type program struct {
	rng            *rand.Rand
	text           strings.Builder
	number         int // of lines
	read, replaced map[int]lines
	self           lines // the stores that give the variable its own value
}

// statement is a statement of a program. Its blocks are the branches of an if, or the body of a
// loop.
type statement struct {
	kind   string
	line   int
	blocks [][]statement
}

func (p *program) line(format string, args ...any) int {
	fmt.Fprintf(&p.text, format+"\n", args...)
	p.number++
	return p.number
}

// block writes random statements, with others in them down to so many levels.
func (p *program) block(levels int) (out []statement) {
	kinds := []string{"store", "read", "self", "if", "while", "repeat"}
	if levels == 0 {
		kinds = kinds[:3]
	}
	for range 1 + p.rng.IntN(3) {
		s := statement{kind: kinds[p.rng.IntN(len(kinds))]}
		switch s.kind {
		case "store":
			s.line = p.line("x = %d", p.number)
		case "read":
			s.line = p.line("use(x)")
		case "self":
			s.line = p.line("x = x use()") // at the end of a branch it has no place in the code
			p.self[s.line] = true
		case "if":
			p.line("if c() then")
			s.blocks = append(s.blocks, p.block(levels-1))
			p.line("else")
			s.blocks = append(s.blocks, p.block(levels-1))
			p.line("end")
		case "while":
			p.line("while c() do")
			s.blocks = append(s.blocks, p.block(levels-1))
			p.line("end")
		case "repeat":
			p.line("repeat")
			s.blocks = append(s.blocks, p.block(levels-1))
			p.line("until c()")
		}
		out = append(out, s)
	}
	return out
}

// run follows all paths through a block that begin with the value of one of some stores, and
// returns from which stores it is at the end. A loop that has run twice shows nothing new.
func (p *program) run(block []statement, from lines) lines {
	for _, s := range block {
		switch s.kind {
		case "store":
			for line := range from {
				if line != s.line { // of a loop, which nobody is told of
					p.replaced[line] = union(p.replaced[line], lines{s.line: true})
				}
			}
			from = lines{s.line: true}
		case "read":
			p.read[s.line] = union(p.read[s.line], from)
		case "self": // hands on what was there
			from = union(from, lines{s.line: true})
		case "if":
			from = union(p.run(s.blocks[0], from), p.run(s.blocks[1], from))
		case "while":
			from = union(from, p.run(s.blocks[0], from))
			from = union(from, p.run(s.blocks[0], from))
		case "repeat":
			from = p.run(s.blocks[0], from)
			from = union(from, p.run(s.blocks[0], from))
		}
	}
	return from
}
