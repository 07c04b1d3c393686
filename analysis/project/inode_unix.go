//go:build unix

package project

import (
	"os"
	"syscall"
)

// errNotFolder is the error of a path that leads through a file: .git is one in a worktree
// or submodule.
var errNotFolder error = syscall.ENOTDIR

// inodeOf returns the number of a file in its file system.
func inodeOf(info os.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino)
	}
	return 0
}
