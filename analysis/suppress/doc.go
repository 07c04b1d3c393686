// Package suppress reads the comments that change which findings of a file are shown,
// and applies them. There are three families:
//
//	-- luacheck: OPTION [, OPTION]…       luacheck's inline options, all of them
//	---@diagnostic MODE [: NAME, NAME…]   lua-language-server's
//	-- luaflow: ignore CODE, CODE…        luaflow's own
//
// # luacheck's
//
// A comment after code acts on its line. One on a line of its own acts from there to
// the end of the innermost function, or of the part between `push` and `pop` that it
// stands in; `push` may be followed by options. Only short comments count. Text in
// balanced parentheses is a remark. What is between the commas is an option:
//
//	ignore PATTERN…   enable PATTERN…   only PATTERN…    (bare ignore: everything)
//	[no] unused   [no] unused args   [no] unused secondaries   [no] self
//	[no] global   [no] redefined   [no] compat   [no] module
//	[no] allow defined   [no] allow defined top
//	globals NAME…   read globals NAME…   new globals NAME…   new read globals NAME…
//	not globals NAME…   std NAME
//	max line length N   no max line length   (code, string, comment; cyclomatic complexity)
//
// A PATTERN is CODE, NAME or CODE/NAME, all Lua patterns; a code is anchored at its
// beginning, a name at both ends. Of two options of one name in a comment the later
// counts. Words after two dashes are patterns too, but nothing is said of those that hide
// nothing. What it all does to findings is for package config to say: a comment is a layer
// of the configuration. Errors are worded as luacheck words them, but for the quotes.
//
// # lua-language-server's
//
// `disable-line` and `disable-next-line` act on a line; `disable` on every line after
// it, until as many `enable`. Without names they are about everything. Also
// --[[@diagnostic …]] counts.
//
// # luaflow's
//
//	ignore [CODE | CODE/NAME | /NAME]…   push [ignore …]   pop
//
// It acts where a comment of luacheck's in its place would. A CODE is one of ours, a
// name of lua-language-server's, or luacheck's number or the beginning of one. Commas
// and spaces separate. What is in parentheses, or after two dashes, is a remark.
//
// In all three families the names of findings of all three tools are understood. Nothing
// suppresses an error, and a comment that suppresses nothing can only be kept silent by
// its code.
package suppress
