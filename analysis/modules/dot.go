package modules

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteDOT writes the graph in the language of Graphviz: the files, larger ones with larger names, those that no file requires with
// a double border, grey those that nothing uses, and who requires whom, dashed what is only required later, or if it is there, and red the cycles.
func (g *Graph) WriteDOT(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString("digraph modules {\n\trankdir=LR;\n\tnode [shape=box, fontname=\"sans-serif\"];\n")
	for i := range g.Files {
		f := &g.Files[i]
		if f.Foreign && f.requires() == 0 {
			continue
		}
		fmt.Fprintf(out, "\tf%d [label=%s, fontsize=%d", i, quoted(fmt.Sprintf("%s\n%s", f.Path, counted(f.Lines, "line"))), fontSize(f.Lines))
		if len(f.RequiredBy) == 0 {
			out.WriteString(", peripheries=2")
		}
		if f.Unused {
			out.WriteString(", style=filled, fillcolor=lightgrey")
		}
		out.WriteString("];\n")
	}
	for i := range g.Files {
		for k := range g.Files[i].Requires {
			e := &g.Files[i].Requires[k]
			for _, to := range e.To {
				style := "solid"
				if e.when() != "" {
					style = "dashed"
				}
				fmt.Fprintf(out, "\tf%d -> f%d [style=%s", i, to, style)
				if style == "solid" && g.inCycle(i, to) {
					out.WriteString(", color=red")
				}
				out.WriteString("];\n")
			}
		}
	}
	out.WriteString("}\n")
	return out.Flush()
}

// requires returns how many files a file requires.
func (f *File) requires() (n int) {
	for i := range f.Requires {
		n += len(f.Requires[i].To)
	}
	return n
}

// inCycle reports whether one file comes after another in one of the cycles.
func (g *Graph) inCycle(from, to int) bool {
	return slices.ContainsFunc(g.Cycles, func(c []int) bool {
		at := slices.Index(c, from)
		return at >= 0 && c[(at+1)%len(c)] == to
	})
}

// fontSize returns the size of a name, in points: two more for ten times as many lines.
func fontSize(lines int) int {
	size := 10
	for ; lines >= 10; lines /= 10 {
		size += 2
	}
	return size
}

// quoted returns a string of Graphviz.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
