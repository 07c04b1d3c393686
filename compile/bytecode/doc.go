// Package bytecode is the virtual machine of Lua 5.3 as data: opcodes,
// instructions, prototypes, and the ways in and out of them (binary chunks,
// listings, a verifier). It knows nothing of source text and imports nothing of
// luaflow.
//
// pcs are 0-based in all Go types; listings and the JSON of `luaflow facts` count
// from 1 as luac does.
package bytecode
