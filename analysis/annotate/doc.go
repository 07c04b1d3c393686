// Package annotate says what an editor may show beside the names of a text: what each one is and what
// is true of it, for colouring, and what a reader would have to look up, for hints between the words.
//
// What names mean it takes from the tree. What is unused, dead or unreachable it takes from the findings
// (analysis.Check.Mark), so that no colour says what no check would say. What is constant it takes from
// the facts: a variable is constant at a read if all that may reach the read is one value.
package annotate
