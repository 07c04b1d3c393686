package noeffectassignment_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luaflow/analysis"
	"luaflow/analysis/checks/noeffectassignment"
	"luaflow/compile"
	"luaflow/compile/external"
	"luaflow/compile/source"
	"luaflow/compile/testkit/scale"
)

// TestIsThere runs random programs that copy variables about, and asks in front of each assignment that is reported whether
// its value is there: with each value a table of its own, in branches, loops and next to closures that write.
func TestIsThere(t *testing.T) {
	lua := external.Program(t, "lua5.3")
	found := 0
	for seed := range uint64(scale.Of(400)) {
		g := &copier{Rand: rand.New(rand.NewPCG(seed, 1))}
		g.block(3)
		text := "local step = 0\nlocal function more() step = step + 1 return step % 7 > 2 and step < 300 end\n" +
			"local a, b, c, d = {}, {}, {}, {}\nlocal function write() d = {} end\nfor turn = 1, 9 do\n" + g.String() + "end\nprint(a, b, c, d, write)\n"
		asserted, n := assertAll(text)
		found += n
		if got := run(t, lua, asserted); got != "" {
			t.Fatalf("seed %d: %s\n%s", seed, got, asserted)
		}
	}
	t.Log(found, "assignments")
	if found < 5 {
		t.Errorf("only %d assignments are reported", found)
	}
}

// assertAll returns a text with an assertion in front of each of the n assignments that are reported.
func assertAll(text string) (asserted string, n int) {
	u := compile.Compile(source.NewFile("copies.lua", text))
	var places []source.Span
	p := analysis.NewPass(u, 0, nil, func(f analysis.Finding) { places = append(places, u.Tree.Stats[f.Subject.Stat].Span()) })
	p.Run(noeffectassignment.Check.Check)
	slices.SortFunc(places, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out strings.Builder
	from := source.Pos(0)
	for _, at := range places {
		target, value, _ := strings.Cut(u.File.Slice(at), " = ")
		fmt.Fprintf(&out, "%sassert(%s == %s) ", text[from:at.Start], target, value)
		from = at.Start
	}
	return out.String() + text[from:], len(places)
}

// run returns what a program writes when it fails; "" if it does not.
func run(t *testing.T, lua, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "copies.lua")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(lua, name).CombinedOutput(); err != nil {
		return string(out)
	}
	return ""
}

// copier writes programs that copy variables about.
type copier struct {
	*rand.Rand
	strings.Builder
}

func (g *copier) variable() string { return string("abcd"[g.IntN(4)]) }

func (g *copier) block(depth int) {
	for range 2 + g.IntN(4) {
		switch n := g.IntN(12); {
		case n < 6:
			fmt.Fprintf(g, "%s = %s\n", g.variable(), g.variable())
		case n == 6:
			fmt.Fprintf(g, "%s = {}\n", g.variable())
		case n == 7:
			g.WriteString("write()\n")
		case n == 8:
			x, y := g.variable(), g.variable()
			fmt.Fprintf(g, "local t = %s\nprint(t)\n%s = t\n", x, y)
		case depth == 0:
		case n == 9:
			g.nested("if more() then\n", depth)
		case n == 10:
			g.nested("while more() do\n", depth)
		default:
			g.nested("if more() then\n", depth)
			g.nested("for _ = 1, 2 do\n", depth)
		}
	}
}

func (g *copier) nested(head string, depth int) {
	g.WriteString(head)
	g.block(depth - 1)
	g.WriteString("end\n")
}
