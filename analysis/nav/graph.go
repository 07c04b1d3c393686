package nav

import (
	"errors"
	"fmt"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// The control-flow graph of a function in terms of its text.

// Graph is the control-flow graph of one function, beside its text.
type Graph struct {
	Path   string      // of the function from main, as listings have it: 0/1
	Span   source.Span // the function's text; all of it for main
	Inner  []Inner     // the functions directly inside, in the order of their text
	Blocks []Block     // by cfg.BlockID
}

// Block is a basic block in terms of the text.
type Block struct {
	Lines  []BlockLine // ascending; none for a block that only jumps
	Status Status      // Unreachable, or Live
	Edges  []Edge      // to where control goes from here, in the order of the graph
	// Dominator and PostDominator are the numbers of the immediate ones, and Loop that of the header
	// of the innermost loop around the block; -1 for none.
	Dominator, PostDominator, Loop int
}

// BlockLine is a line of the text that the block has instructions of.
type BlockLine struct {
	Line   int         // as an editor counts, from 0
	Span   source.Span // from the first to the last piece of the line that the block has instructions of
	Status Status      // of all of these instructions; Live if they differ
}

// Edge is an edge of the graph.
type Edge struct {
	To int    // the number of a block
	If string // when control goes there: "`a` is true"; "" for always
}

// MaxDrawn bounds how many instructions a function has of which GraphAt returns a graph: nobody sees anything in the picture of
// a larger one.
const MaxDrawn = MaxListed

var errNoGraph = errors.New("this function has errors, or is too large to be followed")

// GraphAt returns the graph of the innermost function around a place. The error says why there is
// none.
func GraphAt(p *waste.Parts, pos source.Pos) (Graph, error) {
	q := codeQuery{place.At(p, pos)}
	return q.graphOf(q.FuncAt(pos))
}

// GraphOf returns the graph of a function. The error says why there is none.
func GraphOf(p *waste.Parts, fn syntax.FuncID) (Graph, error) {
	return codeQuery{&place.Query{Parts: p}}.graphOf(int(fn))
}

// graphOf returns the graph of a function, or why there is none.
func (q codeQuery) graphOf(fn int) (Graph, error) {
	if q.Facts.Code == nil || q.Unit.Funcs[fn].Broken {
		return Graph{}, errNoGraph
	}
	if n := len(q.Unit.Funcs[fn].Proto.Code); n > MaxDrawn {
		return Graph{}, fmt.Errorf("this function has %d instructions: a graph of more than %d is not drawn", n, MaxDrawn)
	}
	graph := Graph{Path: q.pathOf(fn), Span: q.spanOf(fn)}
	graph.Inner = q.innerOf(fn, graph.Path)
	f := &q.Facts.Code.Funcs[fn]
	dominators, postDominators := q.Facts.Code.Dominators(f), q.Facts.Code.PostDominators(f)
	choice := witness.Choices(q.Query, f)
	for b := range f.Graph.Blocks {
		q.Text.Step()
		id := cfg.BlockID(b)
		block := Block{Lines: q.linesOf(f, id), Edges: edgesOf(f, id, choice), Dominator: -1, PostDominator: -1, Loop: -1}
		if !q.Facts.Code.Constants().Executable(f, int(f.Graph.Blocks[b].Start)) {
			block.Status = Unreachable
		}
		if dominators.Has(id) {
			block.Dominator = max(-1, int(dominators.Parent(id)))
			block.PostDominator = max(-1, int(postDominators.Parent(id)))
		}
		if loop := f.Loops().Innermost(id); loop >= 0 {
			block.Loop = int(f.Loops().All[loop].Header)
		}
		if isImplicitReturn := int(f.Graph.Blocks[b].Start) == len(f.Proto.Code)-1; isImplicitReturn && f.Graph.Rank(id) < 0 && len(f.Graph.Preds(id)) == 0 {
			break // the last block: every function ends so, and nobody has written it
		}
		graph.Blocks = append(graph.Blocks, block)
	}
	return graph, nil
}

// linesOf returns the lines that a block has instructions of, but for a jump at its end: the edge says
// that. Its instructions need not stand in the order of the text.
func (q codeQuery) linesOf(f *flow.Func, id cfg.BlockID) (lines []BlockLine) {
	fn, block := f.Number, f.Graph.Blocks[id]
	for pc := int(block.Start); pc < int(block.End); pc++ {
		at := q.Unit.Funcs[fn].Map.Origins.At(pc).Span()
		if !at.Valid() || pc > int(block.Start) && effect.IsJump(f.Proto.Code[pc]) {
			continue
		}
		number := q.Unit.File.Point(at.Start, source.UTF8).Line
		at.End = min(at.End, q.Unit.File.LineSpan(number).End)
		status := q.statusOf(int(fn), pc)
		i := len(lines)
		for i > 0 && lines[i-1].Line >= number {
			i--
		}
		if i == len(lines) || lines[i].Line != number {
			lines = append(lines, BlockLine{})
			copy(lines[i+1:], lines[i:])
			lines[i] = BlockLine{number, at, status}
			continue
		}
		line := &lines[i]
		line.Span = source.Span{Start: min(line.Span.Start, at.Start), End: max(line.Span.End, at.End)}
		if line.Status != status {
			line.Status = Live
		}
	}
	return lines
}

// edgesOf returns the edges from a block. What one of two means choice says.
func edgesOf(f *flow.Func, id cfg.BlockID, choice func(cfg.Branch) witness.Step) (edges []Edge) {
	succs := f.Graph.Succs(id)
	for i, to := range succs {
		edge := Edge{To: int(to)}
		if len(succs) > 1 {
			edge.If = choice(cfg.Branch{Block: id, Succ: int32(i)}).Text
		}
		edges = append(edges, edge)
	}
	return edges
}
