// Package luacheckrc evaluates .luacheckrc, which is a Lua program, and trusts it with
// nothing.
//
// It runs in a child process (child.go), which is this program's own binary: Evaluate
// starts it, and whoever owns main calls EvalMain in it. The child has an empty
// environment, no arguments, no file and no folder. It gets the source on its standard
// input and gives what the program set on its standard output; where the program
// requires or loads a neighbour, the child asks for the text in the same way, and the
// parent (parent.go) answers with regular files of the project only. What it does is
// counted (meter.go): instructions of the interpreter, what functions do in their place, and
// bytes of strings, so that a configuration that is too long is too long on every machine.
// Before gopher-lua compiles it, it is rewritten so that what it costs grows with its length
// only (lower.go). The child's memory is capped by the system where the system can
// (limit_linux.go), and watched by itself everywhere (watch.go); the limits of the system,
// and the parent's patience, are beyond what the count allows.
//
// Inside, the program sees what sandbox.go gives it: no io, no debug, nothing of os but
// a getenv that finds nothing, no bytecode, and functions on strings whose results and
// whose work are bounded (strings.go). env.go makes the environment that luacheck gives
// to a configuration: what is assigned to globals are options, `files` makes its tables
// when they are asked for, and `stds` falls back to the built-in standards.
package luacheckrc
