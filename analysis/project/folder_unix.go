//go:build unix

package project

import "syscall"

// errNotFolder is the error of a path that leads through a file: .git is one in a worktree
// or submodule.
var errNotFolder error = syscall.ENOTDIR
