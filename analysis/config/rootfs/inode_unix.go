//go:build unix

package rootfs

import (
	"os"
	"syscall"
)

// inodeOf returns the number of a file in its file system.
func inodeOf(info os.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino)
	}
	return 0
}
