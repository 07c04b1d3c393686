// Package std knows which global names a program may use: those of the versions of Lua
// and of what embeds it, under luacheck's names, and trees of such names that
// configurations add to and take from.
//
// What the functions of the standard library do (whether they have effects, return at
// all, write to their arguments) is in the table of package analysis/value; a name
// from here leads there by value.Lookup. Of the functions that a host adds nothing is there:
// a call of one may do anything, which costs findings and never makes a false one. In a
// corpus of ten thousand files hardly any statement throws away what a function of a host
// computes without effects.
package std
