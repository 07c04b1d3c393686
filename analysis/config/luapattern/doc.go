// Package luapattern matches Lua's patterns (reference manual §6.4.1) with a bound on
// the work: a pattern may backtrack for longer than anyone will wait, and those that
// configurations bring are not to be trusted.
//
// A pattern is compiled into a list of items. As the language has no alternation and
// no groups that repeat, the items are passed strictly in their order, which number
// the captures have is known before anything is matched, and a capture that a failed
// attempt has set is set anew before it is looked at.
package luapattern
