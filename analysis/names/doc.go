// Package names finds which values are those of standard names, and of names of hosts, and
// what a program assigns of them. It rests on the forms of all functions (package ssa), on the
// table of cells (package flow), and on the library whose names count (package value).
//
//	Names, Of, OfCallee           names.go
//	what a program assigns        assign.go, assign_module.go, assign_text.go, assign_large.go
//	Path, by the text alone       path.go
package names
