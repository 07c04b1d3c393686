// Package syntax holds the tokens, the scanner and the parser of Lua 5.3, and the
// tree they make.
//
// The parser always returns a whole tree. A statement or expression that it cannot
// understand becomes a node of its own, follow sets say where to go on, and the
// first error is the one that Lua 5.3 itself would report, in its words and with
// its line number.
//
// The tree keeps no commas, keywords or brackets: Tree.After finds the token
// behind a node when somebody needs it. That keeps a node small, and most readers
// never ask.
package syntax
