package modules

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteText writes the files in the order of their paths, each with what it requires, then the cycles, and a line that counts
// all.
func (g *Graph) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i := range g.Files {
		f := &g.Files[i]
		if f.Foreign {
			continue
		}
		fmt.Fprintf(out, "%s: %s", f.Path, counted(f.Lines, "line"))
		if f.Broken {
			out.WriteString(", not understood in part")
		}
		if len(f.RequiredBy) == 0 {
			out.WriteString(", required by no file")
		}
		if f.Unused {
			out.WriteString(", unused")
		}
		out.WriteByte('\n')
		for k := range f.Requires {
			e := &f.Requires[k]
			fmt.Fprintf(out, "  %d: %s%s -> %s\n", e.Line, e.Name, e.when(), g.target(e))
		}
	}
	for _, c := range g.Cycles {
		fmt.Fprintf(out, "cycle: %s\n", g.way(c))
	}
	edges, inside, lines := 0, 0, 0
	files := 0
	for i := range g.Files {
		if g.Files[i].Foreign {
			continue
		}
		files++
		lines += g.Files[i].Lines
		for k := range g.Files[i].Requires {
			if edges++; len(g.Files[i].Requires[k].To) > 0 {
				inside++
			}
		}
	}
	fmt.Fprintf(out, "%s, %s; %s, %d of files of the program; %s\n", counted(files, "file"), counted(lines, "line"),
		counted(edges, "require"), inside, counted(len(g.Cycles), "cycle"))
	return out.Flush()
}

// when returns in words when a call is made, "" if the file is certainly loaded.
func (e *Edge) when() string {
	var words []string
	if !e.Loading {
		words = append(words, "later")
	}
	if e.Protected {
		words = append(words, "if it is there")
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// target returns the paths of the files that are required, or why there are none.
func (g *Graph) target(e *Edge) string {
	if len(e.To) == 0 {
		return string(e.Reason)
	}
	paths := make([]string, len(e.To))
	for i, to := range e.To {
		paths[i] = g.Files[to].Path
	}
	return strings.Join(paths, ", ")
}

// way returns the paths of a cycle, the first one at its end again.
func (g *Graph) way(cycle []int) string {
	var paths []string
	for _, i := range append(cycle[:len(cycle):len(cycle)], cycle[0]) {
		paths = append(paths, g.Files[i].Path)
	}
	return strings.Join(paths, " -> ")
}

// counted returns a number and what it counts.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
