package flow

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"luaflow/compile/bytecode"
)

// Pictures of dependences: as text for terminals and goldens, as DOT for Graphviz.
// pcs count from 1 in both, as in listings.

// WriteDependences prints, below each instruction of every function, what it depends
// on. What the code of closures depends on that it may run is left out.
func (p *Program) WriteDependences(w io.Writer, form Form) error {
	b := bufio.NewWriter(w)
	for i, facts := range p.Dependences(form).Functions {
		if i > 0 {
			b.WriteByte('\n')
		}
		p.Funcs[i].writeDependences(b, &facts)
	}
	return b.Flush()
}

func (f *Func) writeDependences(w *bufio.Writer, facts *FunctionDependences) {
	fmt.Fprintln(w, f.title(facts.Path))
	data, control := facts.Data, facts.Control
	for pc := range f.Proto.Code {
		unreachable := ""
		if !f.Graph.Reachable(pc) {
			unreachable = " (unreachable)"
		}
		fmt.Fprintf(w, "%6d  %s%s%s\n", pc+1, f.lineOf(pc), bytecode.Format(f.Proto, pc), unreachable)
		n := 0
		for n < len(data) && data[n].To.PC == pc+1 {
			n++
		}
		for _, line := range dependenceLines(slices.DeleteFunc(data[:n], func(d DataDependence) bool { return d.To.isCell() })) {
			fmt.Fprintf(w, "\t%s\n", line)
		}
		data = data[n:]
		n = 0
		var on []string
		for ; n < len(control) && control[n].To == pc+1; n++ {
			on = append(on, control[n].String())
		}
		if n > 0 {
			fmt.Fprintf(w, "\tcontrol on %s\n", strings.Join(on, ", "))
		}
		control = control[n:]
	}
}

// lineOf returns the line of the instruction at pc, as a listing shows it; "" in a stripped
// function.
func (f *Func) lineOf(pc int) string {
	if f.Proto.Lines.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("[%d] ", f.Proto.Lines.At(pc))
}

// dependenceLines returns what one instruction depends on, a line for each kind and register.
func dependenceLines(data []DataDependence) []string {
	var lines []string
	for len(data) > 0 {
		d := &data[0]
		var on []string
		listed := make(map[string]bool)
		rest := data[:0:0]
		for _, other := range data {
			if other.kind != d.kind || other.Reg != d.Reg {
				rest = append(rest, other)
			} else if from := other.From.String(); !listed[from] { // two operands are one line
				listed[from] = true
				on = append(on, from)
			}
		}
		lines = append(lines, fmt.Sprintf("%s on %s for %s", d.Kind, strings.Join(on, ", "), d.variable()))
		data = rest
	}
	return lines
}

// variable returns the register with the name of the variable in it, if there is one.
func (d *DataDependence) variable() string {
	reg := "R" + strconv.Itoa(d.Reg)
	if d.Name == "" {
		return reg
	}
	return d.Name + " (" + reg + ")"
}

// String returns where the reference is made.
func (r RefFact) String() string {
	switch {
	case r.PC == 0:
		return "entry"
	case r.isCell():
		return fmt.Sprintf("a closure at %d", r.PC)
	}
	return strconv.Itoa(r.PC)
}

func (r RefFact) isCell() bool { return r.As == CellUse.String() || r.As == CellDef.String() }

// String returns the branch, and which way it goes.
func (c ControlFact) String() string {
	if c.From == 0 {
		return "entry"
	}
	return fmt.Sprintf("%d to %d", c.From, c.Next)
}

// title names a function as a listing does.
func (f *Func) title(path string) string {
	return fmt.Sprintf("function %s <%s:%d,%d>", path,
		bytecode.SourceName(f.Proto.Source), f.Proto.LineDefined, f.Proto.LastLineDefined)
}

// WriteDependenceDOT prints the program dependence graph of every function, each in
// a box of one digraph: control dependence bold, flow dependence solid, output
// dependence dashed, anti dependence dotted. Input dependence, which constrains
// nothing, is left out, and what WriteDependences leaves out.
func (p *Program) WriteDependenceDOT(w io.Writer, form Form) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph luaflow {\n\tnode [shape=box, fontname=monospace];\n")
	for i, facts := range p.Dependences(form).Functions {
		p.Funcs[i].writeDependenceDOT(b, &facts)
	}
	b.WriteString("}\n")
	return b.Flush()
}

var dotStyles = [...]string{Flow: "solid", Output: "dashed", Anti: "dotted"}

func (f *Func) writeDependenceDOT(w *bufio.Writer, facts *FunctionDependences) {
	id := strings.ReplaceAll(facts.Path, "/", "_")
	fmt.Fprintf(w, "\tsubgraph cluster_%s {\n\t\tlabel=%s;\n", id, quoteDOT(f.title(facts.Path)))
	fmt.Fprintf(w, "\t\tf%s_0 [label=entry, shape=ellipse];\n", id)
	for pc := range f.Proto.Code {
		if f.Graph.Reachable(pc) {
			fmt.Fprintf(w, "\t\tf%s_%d [label=%s];\n", id, pc+1, quoteDOT(fmt.Sprintf("%d  %s%s", pc+1, f.lineOf(pc), bytecode.Format(f.Proto, pc))))
		}
	}
	for i := range facts.Control {
		c := &facts.Control[i]
		fmt.Fprintf(w, "\t\tf%s_%d -> f%s_%d [style=bold];\n", id, c.From, id, c.To)
	}
	var last string
	for i := range facts.Data {
		d := &facts.Data[i]
		if d.kind == Input || d.To.isCell() {
			continue
		}
		edge := fmt.Sprintf("\t\tf%s_%d -> f%s_%d [style=%s, label=%s];\n", id, d.From.PC, id, d.To.PC, dotStyles[d.kind], quoteDOT(d.variable()))
		if edge != last {
			w.WriteString(edge)
		}
		last = edge
	}
	w.WriteString("\t}\n")
}

func quoteDOT(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
