package value

import (
	"iter"
	"strings"

	"luaflow/compile/syntax"
)

// This file defines the rows of the tables of names: of the standard ones (library.go) and of
// those of hosts (host_NAME.go). Of a function a row says
//
//   - which arguments it takes without an error, one letter each: a any value, m one
//     that a metamethod speaks for, n a number, i one that stands for an integer, s a
//     string or number, q a string alone, c a number alone, b a boolean, t a table, r a
//     table that no metamethod is asked about, l one or a string, f a function, u one of
//     which the letters cannot tell whether it will do; in capitals nil and nothing will
//     do as well; a star lets the last one be repeated;
//   - what it gives: x any value, n i d numbers (d is a float), s b t f o as in the
//     names of types, z nil; `?` is or nil; a star stands for any number of values,
//     that one or nil in the first place;
//   - what it does with its arguments, in words apart by spaces: r Reads, w Writes,
//     s Stored, p Returned, c Contents, k Kept, f Called, - nothing; the last word holds
//     for all further arguments;
//   - its Impact, if the arguments will do: a row may say that it depends on more
//     than their types;
//   - what else is to be said, by a rule.
//
// In place of its arguments the row of another name says what it is.

// row is one line of a table.
type row struct {
	name                   string
	dialects               syntax.Dialect
	params, results, roles string
	impact                 Impact
	rule                   rule
}

const (
	depends = Operators // on values
	acts    = Effects

	// In place of the arguments.
	table    = "a table"
	constant = "a constant, the same in every version"
	variable = "a variable"

	sameAs     = "another name of " // in front of the other name
	calledWith = "a table, called with "
)

// The dialects that the rows name. LuaJIT has what 5.1 has but for the names that were
// old there; what it has of later versions its rows say, some of it only with its 5.2
// compatibility.
const (
	lua51  = syntax.Lua51 | syntax.LuaJIT
	luaJIT = syntax.LuaJIT
	lua52  = syntax.Lua52
	lua54  = syntax.Lua54
	lua55  = syntax.Lua55

	always  = syntax.Any
	until52 = lua51 | lua52
	since52 = lua52 | since53
	compat  = since52 | syntax.LuaJITCompat
	since53 = syntax.WithIntegers
	since54 = lua54 | lua55
	backJIT = since53 | luaJIT // which LuaJIT took from 5.3
)

// names returns the names that a row is about.
func (r *row) names() iter.Seq[string] {
	return func(yield func(string) bool) {
		in, fields, isList := strings.Cut(r.name, ": ")
		if !isList {
			yield(r.name)
			return
		}
		for field := range strings.FieldsSeq(fields) {
			if !yield(in + "." + field) {
				return
			}
		}
	}
}

// rule says what there is to know of a function beside its row in the table.
type rule uint8

const (
	ruleAssert rule = iota + 1
	ruleChar
	ruleDate
	ruleExtend
	ruleExtreme
	ruleFmod
	ruleFormat
	ruleGsub
	ruleInsert
	ruleIpairs
	ruleLen
	ruleNext
	ruleNoReturn
	ruleOwnTables
	rulePairs
	rulePattern
	ruleRawset
	ruleRemove
	ruleRep
	ruleRound
	ruleSelect
	ruleSort
	ruleTime
	ruleToNumber
	ruleToString
	ruleType
	ruleUnpack
	ruleUtf8Len
)

// looksAtTypes reports whether a rule asks of its arguments only which are there, and which of
// the types that dialects do not differ in they have.
func (r rule) looksAtTypes() bool {
	switch r {
	case 0, ruleDate, ruleInsert, ruleIpairs, ruleNext, ruleNoReturn, ruleOwnTables, rulePairs, ruleRemove,
		ruleSort, ruleTime, ruleUnpack, ruleUtf8Len:
		return true
	}
	return false
}
