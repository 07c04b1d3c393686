//go:build unix && !linux

package luacheckrc

import "syscall"

// This file has the system itself hold the child: no file written, no core dumped, two
// seconds of work. How much memory a process has before it starts to work differs too
// much for a limit here; watch looks at it.

func limit() {
	// A limit that cannot be set is one that was lower already.
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: 2, Max: 2})
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}
