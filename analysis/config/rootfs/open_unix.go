//go:build unix

package rootfs

import "syscall"

// nonBlocking has the opening of a pipe not wait for one who writes.
const nonBlocking = syscall.O_NONBLOCK
