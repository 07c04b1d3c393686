// Package project finds and reads the files of a workspace, for a terminal and for an editor
// alike, and sums up what they say to one another.
//
// The files of a folder are *.lua and scripts whose #! line names Lua, but for what stands in
// hidden folders or node_modules, for what git ignores, for what a configuration excludes, and
// for what lies outside. A file that somebody has named is one whatever it is called.
package project
