package layout

import "unicode/utf8"

// Size is the size of a node. The unit is the width of a character, and a line of text is LineHeight high.
type Size struct {
	Width, Height float64 // in the unit
}

// LineHeight is how high a line of text is.
const LineHeight = 1.8

// Distances, in the unit of a Size.
const (
	padding   = 1.0 // between the text of a node and its border
	besides   = 4.0 // between nodes of a layer
	bendRoom  = 2.0 // between a bend and what is beside it
	below     = 4.5 // between two layers: the words of an edge stand there
	loopReach = 2.5 // how far the edge of a node to itself goes to the right
)

// SizeOf returns the size of a node with a title and lines of text.
func SizeOf(title string, lines []string) Size {
	width := utf8.RuneCountInString(title)
	for _, l := range lines {
		width = max(width, utf8.RuneCountInString(l))
	}
	return Size{float64(width) + 2*padding, float64(1+len(lines))*LineHeight + padding}
}

// Edge is an edge between two nodes, by their numbers.
type Edge struct {
	From, To int  // from 0
	Back     bool // it is to lead up
}

// Graph is what is to be placed. Node 0 is the entry. Edges that are not Back may form cycles: then some lead up all the
// same.
type Graph struct {
	Nodes []Size // by number
	Edges []Edge // in any order
}

// Point is a place.
type Point struct {
	X, Y float64 // to the right and downward, in the unit of a Size
}

// Placed is a graph with its places. All are between the origin and Width and Height.
type Placed struct {
	Width, Height float64
	Nodes         []Point        // the upper left corners
	Edges         [][][2]float64 // the points of each edge, from its beginning to its end, two at least
}

// placer is the work on one graph.
type placer struct {
	Graph
	up    []bool    // by edge: it is turned round for all steps but the last
	ranks []int     // by node: its layer
	sites []site    // nodes first, by number, then bends
	lines [][]int   // by edge: what it goes over, from the upper end to the lower one
	layer [][]int   // by rank: the sites, from left to right
	x     []float64 // by site: its middle
	outer []int     // the edges that are too long for bends, and go round on the right
}

// site is what takes room in a layer: a node or the bend of a long edge.
type site struct {
	rank        int
	width       float64
	isBend      bool
	above, next []int // the sites that it is joined with in the layer above and below
}
