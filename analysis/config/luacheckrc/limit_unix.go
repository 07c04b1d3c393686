//go:build unix && !linux

package luacheckrc

import "syscall"

// This file has the system itself hold the child: no file written, no core dumped, no more
// work than a minute, which is more than what it may cost takes anywhere. How much memory a
// process has before it starts to work differs too much for a limit here; watch looks at it.

func limit() {
	// A limit that cannot be set is one that was lower already.
	_ = syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: 60, Max: 60})
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{})
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
}
