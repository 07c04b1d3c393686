// Package luacheckrc evaluates .luacheckrc, which is a Lua program, and trusts it with
// nothing.
//
// It runs in a child process (child.go), which is this program's own binary: Evaluate
// starts it, and whoever owns main calls EvalMain in it. The child has an empty
// environment, no arguments, no file and no folder. It gets the source on its standard
// input and gives what the program set on its standard output; where the program
// requires or loads a neighbour, the child asks for the text in the same way, and the
// parent (parent.go) answers with regular files of the project only. After a second of
// work it ends itself, whatever it does, and it is killed if it does not: a Lua interpreter
// in the parent's process could not be stopped in the midst of one call of string.find. A
// second by the clock would fail what is right on a machine that is busy. Its memory is
// capped by the system where the system can (limit_linux.go), and watched by itself
// everywhere (watch.go).
//
// Inside, the program sees what sandbox.go gives it: no io, no debug, nothing of os but
// a getenv that finds nothing, no bytecode, and functions on strings whose results and
// whose work are bounded (strings.go). env.go makes the environment that luacheck gives
// to a configuration: what is assigned to globals are options, `files` makes its tables
// when they are asked for, and `stds` falls back to the built-in standards.
package luacheckrc
