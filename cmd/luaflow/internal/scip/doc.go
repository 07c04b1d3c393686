// Package scip writes an index of a program in the SCIP Code Intelligence Protocol, for sites that show code with its definitions and
// references: https://github.com/scip-code/scip, whose scip.proto says what the fields mean.
//
//	Program     which file answers to which name: program.go
//	symbols     the strings that stand for things: package.go, symbol.go
//	Document    a file with its occurrences and findings: draft.go, information.go, document.go
//	messages    what of scip.proto is written, and how: messages.go, encode.go
//	Writer      one document after the other: write.go
//
// A local variable, and a field of a table that stays in its file, are local symbols. A global is `NAME.`, a module `FOLDER/FILE/`, and a
// field what it is a field of with `FIELD.` after it.
package scip
