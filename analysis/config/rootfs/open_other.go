//go:build !unix

package rootfs

// nonBlocking: a path of the file system leads to no pipe here.
const nonBlocking = 0
