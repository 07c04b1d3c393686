package luacheckrc

import "io"

// EvalMain returns an exit code that says of failure: where no program can be started there is no child process
// to be, and nothing asks for one. The interpreter is left out of such a program, which people load over networks.
func EvalMain(io.Reader, io.Writer) int { return 1 }
