// Package config knows what a project has decided: it finds configuration files, reads
// them, and merges what they say about one file of Lua.
//
// # Which files
//
// For a file of Lua its folder is searched, then the folders above it, up to the
// workspace's folder; without a workspace up to the folder that holds .git; without
// either the file's own folder only. Of each of the following the nearest counts and
// those further up do not:
//
//	.luacheckrc                       package luacheckrc evaluates it
//	.luarc.json, .luarc.jsonc         the former if both stand in one folder
//	.luaflow.json
//
// Options can name files by hand, and the user's own .luacheckrc for where there is no
// other.
//
// # Merge order
//
// What comes later overrides what comes before:
//
//  1. the defaults;
//  2. .luacheckrc;
//  3. .luarc.json;
//  4. .luaflow.json;
//  5. what the editor says;
//  6. the command line.
//
// In each of them what holds for all files comes first, then what its `files` say of
// paths that match, the more special path later. The standards that luacheck adds by the
// path of a file (tests of busted, rockspecs, …) are part of the `files` of the last of
// 2 to 5 that chooses a standard. On top of all, inline comments are put by Config.With.
//
// A value that is alone of its kind is replaced. Globals, custom standards, symbols and
// excluded or included paths add up; `std` does if it begins with a plus sign. Rules
// (enable, ignore, only, and the switches that stand for rules) are asked from the last
// source to the first, and the first that decides wins, as in luacheck.
//
// # Dialects
//
// The first of these that says something decides what Lua a file is read as: a dialect
// chosen by name, in the order above from 6 to 3; the standards; .rockspec in the file's
// name, which is 5.1; the program that its #! line names; the first syntax in it that only
// some dialects have. What is left is a set, and findings hold in all of it.
//
// # What is wrong
//
// A file that cannot be read or evaluated says nothing, a value that is of a wrong type
// or unknown is left out, and each gives a Problem with file and line.
package config
