// Package cfg cuts the code of a function into basic blocks and puts them into a
// graph: successors, predecessors, the block of every pc, reverse post-order and
// reachability; pictures of the graph as text and DOT; and a verifier.
//
// # Blocks
//
// A block begins at pc 0, at every instruction that another one jumps or skips to,
// and behind every instruction that may go elsewhere than to the one behind it
// (effect.EndsBlock). So a comparison ends a block, and the JMP behind it is a
// block of its own, entered on one of the two edges: all that stands in a block is
// executed as often as its first instruction, unless an error ends the function in
// the middle. A call ends no block. An edge follows the order of
// effect.Successors: definitions that are made on one edge only are made on the
// first.
//
// The graph has one entry, block 0, and as many exits as the function has RETURNs:
// none where a loop has no end.
package cfg
