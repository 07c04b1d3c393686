// Package outline reads the shape of a text off its tree: the symbols that it defines, what an editor
// may fold, what a selection grows to, and which other files it names. Nothing here rests on what the
// program does, so that all of it is there for broken text too: the parser always returns a whole tree.
//
// Each function takes time in proportion to the text, but for a logarithm where lines are counted.
package outline
