// Package layout places the blocks of a control-flow graph in layers from the entry down, so that few edges cross and long
// ones are straight: the method of Sugiyama, Tagawa and Toda, in the steps of Gansner, Koutsofios, North and Vo, "A
// technique for drawing directed graphs", TSE 19.3, 1993.
//
//	graph.go       what is placed, and where it is then
//	place.go       the steps, one after another
//	rank.go        which layer a node is in: edges back are turned round, and the longest way from the entry counts
//	layers.go      the layers, with a bend in each that a long edge goes through
//	order.go       the order inside the layers, by medians, against crossings
//	coordinates.go how far to the right: the least squares of edges' slopes that leave room for what is beside
//	route.go       the points of the edges, which lead through no node
//
// Nothing depends on chance or on the order of a map: the same graph is always placed in the same way. The time is that of
// the nodes and bends, which are bounded, times a constant number of rounds and a logarithm.
package layout
