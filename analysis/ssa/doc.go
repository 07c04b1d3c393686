// Package ssa numbers the values of the registers of a function: static single assignment
// form, as Forms for all functions of a program.
//
//	Form, Users          ssa.go, users.go
//	how it is made       phi.go, rename.go, note.go
//	Given, Constant      given.go, operand.go: what the form alone tells
//	Seen                 seen.go: which values closures may see in a cell
//
// A form rests on package flow alone: on liveness, and on what closures may read and write.
package ssa
