package luacheckrc

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// This file has the system itself hold the child: no more memory, no file opened or
// written, no core dumped, no more work than a minute, which is more than what it may cost
// takes anywhere.

func limit() {
	hard := func(resource int, n uint64) {
		// A limit that cannot be set is one that was lower already.
		_ = syscall.Setrlimit(resource, &syscall.Rlimit{Cur: n, Max: n})
	}
	if size := addressSpace(); size > 0 {
		hard(syscall.RLIMIT_AS, size+2*maxTotal) // Go reserves more than it uses
	}
	hard(syscall.RLIMIT_CPU, 60)
	hard(syscall.RLIMIT_FSIZE, 0)
	hard(syscall.RLIMIT_CORE, 0)
	hard(syscall.RLIMIT_NOFILE, 0)
}

// addressSpace returns how much of it the process has, in bytes; 0 if that is not known.
func addressSpace() uint64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	first, _, _ := bytes.Cut(data, []byte(" "))
	pages, err := strconv.ParseUint(string(first), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}
