// Package std knows which global names a program may use: those of the versions of Lua
// and of what embeds it, under luacheck's names, and trees of such names that
// configurations add to and take from. It is a part of configuration, which speaks of standards
// by their names; which values of a program are those of standard names is known to package
// analysis/names.
//
// What functions do (whether they have effects, return at all, read or write their
// arguments) is in the tables of package analysis/value: one of the standard library, and
// one of each host, that is of the standards busted, love, minetest (which luanti is
// another name of), neovim, ngx_lua and playdate. A name from here leads there by
// value.Library, whose hosts are those of the standards in effect for a file
// (config.Config.Hosts). A function without a row may do anything, which costs findings and
// never makes a false one. The standards ldoc, luacheckrc and rockspec have no functions
// that could have rows: what they list is assigned, or, of ldoc, called for what it does.
package std
