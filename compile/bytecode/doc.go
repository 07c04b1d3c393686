// Package bytecode is the virtual machine of Lua 5.3 as data: opcodes,
// instructions, prototypes, and the ways in and out of them (binary chunks,
// listings, a verifier). It knows nothing of source text and imports nothing of
// luaflow.
//
//	Proto   -> chunk    Dump, byte-identical to luac5.3 -o
//	chunk   -> Proto    Undump, which trusts no byte
//	Proto   -> listing  List and Format, as luac5.3 -l -l prints
//	Proto   -> error    Verify: what code of the reference generator always keeps to
//
// What the machine does when it runs an instruction is not told here; Mode says
// how the operands of each opcode are encoded and what they number.
//
// pcs are 0-based in all Go types; listings and the JSON of `luaflow facts` count
// from 1 as luac does.
package bytecode
