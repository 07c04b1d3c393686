package cfg

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luaflow/compile"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/testkit/must"
)

// TestFunctions shows graphs of Lua code, and what is found out about them.
func TestFunctions(t *testing.T) {
	text := must.Read(t, "testdata/loops.lua")
	u := compile.Compile(source.NewFile("loops.lua", text))
	if len(u.Errors) > 0 {
		t.Fatal(u.Errors[0])
	}
	var got bytes.Buffer
	if err := WriteText(&got, u.Main); err != nil {
		t.Fatal(err)
	}
	for i, p := range u.Main.Protos {
		fmt.Fprintf(&got, "\nfunction 0/%d\n", i)
		describe(&got, p)
	}
	must.Match(t, "testdata/loops.txt", got.Bytes())
}

// describe prints what the picture does not.
func describe(w *bytes.Buffer, p *bytecode.Proto) {
	m := new(Memory)
	g := Build(p, m)
	post := g.PostDominators(m)
	frontiers, control := g.Frontiers(g.Dominators(m), m), g.ControlDependence(post, m)
	for _, b := range g.Order {
		fmt.Fprintf(w, "b%d:", b)
		list(w, " frontier", frontiers.Of(b))
		if on := slices.Collect(control.On(b)); len(on) > 0 {
			w.WriteString(" on")
			branches(w, on)
		}
		if slices.Contains(post.Endless, b) {
			w.WriteString(" endless")
		}
		w.WriteByte('\n')
	}
	loops := g.Loops(m)
	for i, loop := range loops.All {
		fmt.Fprintf(w, "%sloop b%d:", strings.Repeat("  ", int(loop.Depth)), loop.Header)
		list(w, " entries", slices.Collect(loops.Entries(i)))
		list(w, " blocks", loop.Blocks)
		w.WriteString(" back")
		branches(w, slices.Collect(loops.BackEdges(i)))
		w.WriteString(" exits")
		branches(w, slices.Collect(loops.Exits(i)))
		w.WriteByte('\n')
	}
}

func list(w *bytes.Buffer, word string, blocks []BlockID) {
	if len(blocks) > 0 {
		w.WriteString(word)
	}
	for _, b := range blocks {
		fmt.Fprintf(w, " b%d", b)
	}
}

func branches(w *bytes.Buffer, edges []Branch) {
	for _, e := range edges {
		fmt.Fprintf(w, " b%d.%d", e.Block, e.Succ)
	}
}
