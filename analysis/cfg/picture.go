package cfg

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"luaflow/compile/bytecode"
)

// Pictures of graphs: as text for terminals and goldens, as DOT for Graphviz. pcs
// count from 1 in both, as in listings, and functions have the paths of listings.

// WriteText prints the graph of main and of every function in it. After from where
// and to where control goes a block names its immediate dominator, its immediate
// post-dominator, and the header of the innermost loop that it is in. Blocks that
// cannot be reached say so.
func WriteText(w io.Writer, main *bytecode.Proto) error {
	return eachFunc(w, main, writeText)
}

// WriteDOT prints the graphs of main and of every function in it as one digraph,
// each function in a box. The second of two edges is dashed, blocks that cannot be
// reached are grey.
func WriteDOT(w io.Writer, main *bytecode.Proto) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph luaflow {\n\tnode [shape=box, fontname=monospace];\n")
	if err := eachFunc(b, main, writeDOT); err != nil {
		return err
	}
	b.WriteString("}\n")
	return b.Flush()
}

// eachFunc prints the functions in pre-order; the only errors are w's.
func eachFunc(w io.Writer, main *bytecode.Proto, print func(*bufio.Writer, *Graph, string, *Memory)) error {
	b := bufio.NewWriter(w)
	var m Memory
	var visit func(p *bytecode.Proto, path string)
	visit = func(p *bytecode.Proto, path string) {
		g := Build(p, &m)
		print(b, &g, path, &m)
		m.Reset()
		for i, child := range p.Protos {
			visit(child, path+"/"+strconv.Itoa(i))
		}
	}
	visit(main, "0")
	return b.Flush()
}

// title names a function as a listing does.
func title(p *bytecode.Proto, path string) string {
	return fmt.Sprintf("function %s <%s:%d,%d>", path, bytecode.SourceName(p.Source), p.LineDefined, p.LastLineDefined)
}

func writeText(w *bufio.Writer, g *Graph, path string, m *Memory) {
	if path != "0" {
		w.WriteByte('\n')
	}
	fmt.Fprintln(w, title(g.Proto, path))
	dominators, post, loops := g.Dominators(m), g.PostDominators(m), g.Loops(m)
	for i := range g.Blocks {
		b := BlockID(i)
		fmt.Fprintf(w, "b%d:", b)
		writeBlocks(w, "from", g.Preds(b)...)
		writeBlocks(w, "to", g.Succs(b)...)
		if g.Rank(b) < 0 {
			w.WriteString(" unreachable")
		} else {
			writeBlocks(w, "idom", dominators.Parent(b))
			writeBlocks(w, "ipdom", post.Parent(b))
		}
		if loop := loops.Innermost(b); loop >= 0 {
			writeBlocks(w, "loop", loops.All[loop].Header)
		}
		w.WriteByte('\n')
		for pc := g.Blocks[b].Start; pc < g.Blocks[b].End; pc++ {
			fmt.Fprintf(w, "%6d  %s\n", pc+1, bytecode.Format(g.Proto, int(pc)))
		}
	}
}

// writeBlocks prints a list of blocks, if there is one, after a word.
func writeBlocks(w *bufio.Writer, word string, blocks ...BlockID) {
	if len(blocks) == 0 || blocks[0] == None {
		return
	}
	fmt.Fprintf(w, " %s", word)
	for _, b := range blocks {
		if b == Exit {
			w.WriteString(" exit")
		} else {
			fmt.Fprintf(w, " b%d", b)
		}
	}
}

func writeDOT(w *bufio.Writer, g *Graph, path string, _ *Memory) {
	id := strings.ReplaceAll(path, "/", "_")
	fmt.Fprintf(w, "\tsubgraph cluster_%s {\n\t\tlabel=%s;\n", id, quoteDOT(title(g.Proto, path)))
	for b, block := range g.Blocks {
		var text strings.Builder
		for pc := block.Start; pc < block.End; pc++ {
			fmt.Fprintf(&text, "%d  %s\n", pc+1, bytecode.Format(g.Proto, int(pc)))
		}
		color := ""
		if block.rank < 0 {
			color = ", color=grey, fontcolor=grey"
		}
		fmt.Fprintf(w, "\t\tf%s_b%d [label=%s%s];\n", id, b, quoteDOT(text.String()), color)
	}
	for b := range g.Blocks {
		for k, to := range g.Succs(BlockID(b)) {
			style := ""
			if k > 0 {
				style = " [style=dashed]"
			}
			fmt.Fprintf(w, "\t\tf%s_b%d -> f%s_b%d%s;\n", id, b, id, to, style)
		}
	}
	w.WriteString("\t}\n")
}

// quoteDOT makes a DOT string whose lines are set to the left.
func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\l`).Replace(s) + `"`
}
