// Package tables finds the tables that a program makes and keeps to itself, which values may
// hold which of them, which instructions read and write which of their fields, and which of
// these writes are undone before anything reads them.
//
//	Objects               objects.go
//	which tables escape   escape.go, escape_call.go, unify.go
//	Touch, slots          slots.go
//	OverwrittenFields     overwrite.go, fieldwrites.go
//
// It rests on package ssa and on package names. What escapes is strict: a table of which
// anything is claimed is in the hands of known code alone.
package tables
