package modules_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"luaflow/analysis/facts"
	"luaflow/analysis/modules"
	"luaflow/analysis/summary"
	"luaflow/analysis/value"
	"luaflow/compile"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
	"luaflow/compile/testkit/must"
	"luaflow/compile/testkit/scale"
)

// summaryOf returns the summary of a file.
func summaryOf(path, text string) *summary.Summary {
	u := compile.CompileAs(source.NewFile(path, text), syntax.Language{Dialects: syntax.Lua53})
	return summary.Of(path, facts.Of(u, value.Hosts(0), new(facts.Memory)))
}

// TestPrograms: each archive is a program, and what is written of it as text and for Graphviz. The order of the files makes no
// difference.
func TestPrograms(t *testing.T) {
	for _, path := range must.Glob(t, "testdata/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive := txtar.Parse([]byte(must.Read(t, path)))
			var all []*summary.Summary
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".lua") {
					all = append(all, summaryOf(f.Name, string(f.Data)))
				}
			}
			for round := range 5 {
				g := modules.New(all)
				for i := range archive.Files {
					f := &archive.Files[i]
					var out bytes.Buffer
					switch f.Name {
					case "text":
						must.Do(t, g.WriteText(&out))
					case "dot":
						must.Do(t, g.WriteDOT(&out))
					default:
						continue
					}
					if *must.Update && round == 0 {
						f.Data = out.Bytes()
					} else if out.String() != string(f.Data) {
						t.Errorf("round %d, %s:\n%s", round, f.Name, &out)
					}
				}
				rand.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
			}
			if *must.Update {
				must.Write(t, path, string(txtar.Format(archive)))
			}
		})
	}
}

// TestCyclesOfRandomPrograms compares with who comes to whom: each file that comes to itself is in a cycle of its own part, each cycle is
// a way along what is required, and there is one for each part.
func TestCyclesOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cycles := 0
	for range scale.Of(2000) {
		n := 1 + r.IntN(8)
		all := make([]*summary.Summary, n)
		comes := make([][]bool, n)
		for i := range all {
			all[i] = &summary.Summary{Path: "m" + strconv.Itoa(i) + ".lua"}
			comes[i] = make([]bool, n)
			for range r.IntN(3) {
				to := r.IntN(n)
				call := summary.Require{Name: "m" + strconv.Itoa(to), Loading: r.IntN(6) > 0, Protected: r.IntN(6) == 0}
				all[i].Requires = append(all[i].Requires, call)
				comes[i][to] = comes[i][to] || call.Loading && !call.Protected
			}
		}
		direct := make([][]bool, n)
		for i := range comes {
			direct[i] = slices.Clone(comes[i])
		}
		for k := range n { // Warshall, 1962
			for i := range n {
				for j := range n {
					comes[i][j] = comes[i][j] || comes[i][k] && comes[k][j]
				}
			}
		}
		g := modules.New(all)
		var lowest []int
		for i := range n {
			if comes[i][i] && !slices.ContainsFunc(lowest, func(k int) bool { return comes[i][k] && comes[k][i] }) {
				lowest = append(lowest, i)
			}
		}
		var got []int
		for _, c := range g.Cycles {
			got = append(got, c[0])
			for i, from := range c {
				if !direct[from][c[(i+1)%len(c)]] {
					t.Fatalf("%v is no cycle of %v", c, direct)
				}
			}
			if c[0] != slices.Min(c) {
				t.Fatalf("%v does not begin with the lowest", c)
			}
		}
		if !slices.Equal(got, lowest) {
			t.Fatalf("cycles from %v, want %v: %v", got, lowest, direct)
		}
		cycles += len(got)
	}
	if cycles < scale.Of(1000) {
		t.Errorf("%d cycles", cycles)
	}
}
