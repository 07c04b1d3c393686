// Package cfg cuts the code of a function into basic blocks and puts them into a
// graph: successors, predecessors, the block of every pc, reverse post-order and
// reachability. On the graph it finds dominators and post-dominators, dominance
// frontiers, control dependence, and loops; it draws pictures of it as text and DOT,
// and verifies all of that.
//
// # Blocks
//
// A block begins at pc 0, at every instruction that another one jumps or skips to,
// and after every instruction that may go elsewhere than to the one after it
// (effect.EndsBlock). The JMP after a test, which nothing else can lead to, is still
// part of the test's block if it closes no cells: it does nothing then, and the first
// edge leads where it leads. That saves a third of the blocks of usual code. Graph.Last
// is the instruction that decides; all up to it is executed as often as the first
// instruction of the block, unless an error ends the function in the middle. A call ends
// no block. An edge follows the order of effect.Successors: definitions that are made on
// one edge only are made on the first.
//
// The graph has one entry, block 0, and as many exits as the function has RETURNs:
// none where a loop has no end.
//
// # Trees, dependence, loops
//
// They are about the blocks that the entry reaches; the others take no part. All are
// found without recursion and in almost linear time, since functions have paths of a
// hundred thousand blocks and gotos make graphs that no statement makes: with loops
// that are entered in the middle, or nested as deep as there are labels.
//
// Post-dominators and control dependence need a way to the exit from every block. A
// part of the graph that cannot be left has none, so that it gets edges that are
// never taken (Graph.PostDominators says which).
//
// # Files
//
// Graph, Tree, Loops, Frontiers and Control are data, each in the file of its name. The
// searches know the graph and their own state: span, semidominators, nest, and that in
// frontier. A Memory holds what both need. Above it stands what puts them together: build and
// order make the graph; dominate, postdominate and forest find facts of it.
package cfg
