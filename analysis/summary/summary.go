// Package summary says what one file has to do with the other files of its program: what it requires, when, and what it does with
// that, what it returns, and which names stand in it. It is made of the facts of one file alone, and is a value that can be written and
// read again, so that a program of any size is put together of the summaries of its files (package modules).
//
// What a call requires is known from the values of the file, not from its words: `require` may stand in a local variable,
// be called by pcall, or be handed a name that is put together. In text that is not understood words have to do.
//
//	Summary        summary.go, encode.go
//	Of, Locate     new.go
//	requires       requires.go
//	where a value goes in the file       spread.go
//	what the file returns, its exports   module.go
//	names          words.go, selves.go
//	whether loading it does more         acts.go
//	functions of exports, and calls      calls.go, function.go, called.go
//	what may come to anything            blind.go
package summary

import (
	"cmp"
	"slices"
	"strings"

	"luaflow/analysis/flow"
	"luaflow/compile/source"
)

// Summary is what other files need to know of a file.
type Summary struct {
	Path  string `json:"path"`  // with slashes, from wherever the program is put together
	Lines int    `json:"lines"` // the last one need not be ended
	Bytes int    `json:"bytes"` // of its text
	// Broken: some of the text is not understood, so that there may be more.
	Broken bool `json:"broken,omitempty"`
	// Script: its first line says which program runs it.
	Script bool `json:"script,omitempty"`
	// Meta: it is one of definitions for a language server, which nothing runs.
	Meta bool `json:"meta,omitempty"`
	// Foreign: it is no Lua, so that what stands in it may name anything.
	Foreign bool `json:"foreign,omitempty"`
	// Paths is the paths in a file that is no Lua that end in `.lua`, with slashes and sorted. In front of one may be words that are no
	// part of it; each star in it stands for a piece that is not known.
	Paths []string `json:"paths,omitempty"`
	// System: it uses the part of the standard library that comes to files and other modules, or the arguments of a command: what a program
	// that is run by itself needs, and what not every host has.
	System bool `json:"system,omitempty"`
	// Acts: to load it does more than to make what it returns and to require others: it calls something, sets globals or fields of
	// tables that others have, may raise an error, or go on forever.
	Acts    bool    `json:"acts,omitempty"`
	Returns Results `json:"returns"` // what `require` gives those who load it
	// Open: the table that it returns goes elsewhere too, so that others may come to its fields without requiring the file, and under any
	// name that they have.
	Open bool `json:"open,omitempty"`
	// Filled: the table may have more fields than the Exports.
	Filled   bool      `json:"filled,omitempty"`
	Exports  []Export  `json:"exports,omitempty"` // the fields of the table that it returns, in the order of their names
	Requires []Require `json:"requires"`          // in the order of the text
	// Provides is the modules that the file makes without a file for each: what it puts into package.preload or package.loaded,
	// also by `module`; a star for a name that is not known. Sorted.
	Provides []string `json:"provides,omitempty"`
	// Globals is what the file does with global variables; nil where nobody has asked.
	Globals *Globals `json:"globals,omitempty"`
	// Parts is what the file does, by what has to be used for it to happen: the first one for all that is not in a function of an
	// Export, then those.
	Parts []Part `json:"parts,omitempty"`
	// OfSelf is the fields that the file sets in self and whose names it has nowhere else; sorted.
	OfSelf []string `json:"ofSelf,omitempty"`
	// KeysOfSelf is the names under which it gets at other fields of self, each with a star for the pieces that are not known; sorted.
	KeysOfSelf []string `json:"keysOfSelf,omitempty"`
	// Called is the fields that the file calls, or whose functions it hands on, by Of and Name.
	Called []Called `json:"called,omitempty"`
}

// Globals is names of globals, as globals.Names has them, each list sorted.
type Globals struct {
	Defined []string `json:"defined,omitempty"` // for all files
	Read    []string `json:"read,omitempty"`    // or a field of it is set
	Set     []string `json:"set,omitempty"`     // by whatever assignment; with dots, fields of globals
}

// Results says what a file returns.
type Results string

// The results of files.
const (
	Nothing Results = "nothing"
	ATable  Results = "table" // that it makes, whatever path it takes
	Other   Results = "other" // what is not known, or not always the same
)

// Export is a field of the table that a file returns.
type Export struct {
	Name     string `json:"name"`               // the key, a string
	Line     int    `json:"line"`               // of the first assignment
	Writes   int    `json:"writes"`             // how many assignments there are
	Function bool   `json:"function,omitempty"` // each assignment gives it one of the file
	// Is tells of the function; nil if it is not known which one is there.
	Is *Function `json:"is,omitempty"`
}

// Require is a call of require, dofile or loadfile.
type Require struct {
	// Name is what is required. Each star in it stands for a piece that is not known, if IsPattern says so.
	Name      string `json:"name"`
	IsPattern bool   `json:"pattern,omitempty"`
	File      bool   `json:"file,omitempty"` // it is loaded by its path (dofile, loadfile), of which Name is all but `.lua`
	Line      int    `json:"line"`           // from 1 on
	// Loading: it is called while the file is loaded, and not by a function that somebody calls later.
	Loading bool `json:"loading,omitempty"`
	// Always: no branch decides whether it is called when what it stands in runs.
	Always bool `json:"always,omitempty"`
	// Protected: by pcall or xpcall, so that the program goes on without what is required.
	Protected bool `json:"protected,omitempty"`
	// Unused: nothing asks for its value. Open: that goes elsewhere than into variables of the file, so that any field of it may be used,
	// under any name that the program has.
	Unused bool `json:"unused,omitempty"`
	Open   bool `json:"open,omitempty"`
	Part   int  `json:"part,omitempty"` // in which of the Parts it stands
}

// Part is a part of a file.
type Part struct {
	Export string `json:"export,omitempty"` // in whose functions all of it stands; "" for the first Part
	// Words is the names that stand in it as fields, methods or strings, and patterns of such; sorted. Names of fields of the own table
	// that are assigned are not among them.
	Words []string `json:"words,omitempty"`
	Uses  []Use    `json:"uses,omitempty"` // sorted
	// Opens is the tables that go elsewhere in it, as Open of the Summary or of a Require says: which of the Requires, Own for the own table;
	// sorted.
	Opens []int `json:"opens,omitempty"`
	// Blind is the first line on which it reads a field under a name that is not known of a table that may be any, goes through the fields
	// of such a table, or makes code of text; 0 if it does none of that.
	Blind int `json:"blind,omitempty"`
	// Through: it goes through the fields of a table that may be any, so that Blind is not 0.
	Through bool `json:"through,omitempty"`
}

// Use is what a Part does with a field of the table that the file returns, or that it requires.
type Use struct {
	Of    int    `json:"of"`              // which of the Requires; Own for the own table
	Field string `json:"field,omitempty"` // with a star for each piece that is not known; "" for the value itself, which is called
	How   How    `json:"how"`             // what is done with it
}

// Own is the Of of a Use of the own table.
const Own = -1

// How says what is done with a field.
type How string

// What is done. A method that is called finds the table in its self: Hands is in the file that calls it, and what the file of the method does
// with its self is Touches or Writes, for it may be handed another table as well.
const (
	Reads   How = "reads"
	Writes  How = "writes"
	Calls   How = "calls"
	Hands   How = "hands"   // it is called as a method, with the table as its first argument, besides being read
	Touches How = "touches" // it is read, of what may be another table
)

// Located is a Summary with its places in the File.
type Located struct {
	*Summary
	File       *source.File
	RequiredAt []source.Span          // by index in Requires: the calls
	ExportedAt []source.Span          // by index in Exports: the first assignments
	WrittenAt  [][]flow.Site          // by index in Exports: the instructions that assign, in the order of functions and pcs
	UsedAt     map[Use][]flow.Site    // the instructions, in the order of functions and pcs; none of what is done with self
	SetAt      map[string][]flow.Site // by name, in OfSelf: the instructions that set the field, in the order of functions and pcs
	// Functions is, by index in Exports, the number of the function that Is tells of; -1 if that is nil.
	Functions []int
	// CalledAt is the calls that call nothing but what is in a field, in the order of functions and pcs.
	CalledAt map[Field][]flow.Site
}

// ExportAt returns the name of the Export whose first assignment names it at a place; "" if there is none.
func (l *Located) ExportAt(pos source.Pos) (name string) {
	for k, span := range l.ExportedAt {
		if span.Touches(pos) {
			return l.Exports[k].Name
		}
	}
	return ""
}

// Export returns the index of the Export with a name; ok is false if there is none.
func (s *Summary) Export(name string) (k int, ok bool) {
	return slices.BinarySearchFunc(s.Exports, name, func(e Export, name string) int { return strings.Compare(e.Name, name) })
}

// finish puts what was found into its order.
func (p *Part) finish() {
	slices.Sort(p.Words)
	p.Words = slices.Compact(p.Words)
	slices.Sort(p.Opens)
	p.Opens = slices.Compact(p.Opens)
	slices.SortFunc(p.Uses, compareUses)
	p.Uses = slices.Compact(p.Uses)
}

func compareUses(a, b Use) int {
	return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Field, b.Field), cmp.Compare(a.How, b.How))
}
