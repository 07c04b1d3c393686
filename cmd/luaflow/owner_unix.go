//go:build unix

package main

import (
	"os"
	"syscall"
)

// keepOwner gives f the owner and group of info as far as this process may. Only
// root can give a file away; for anybody else the two are the same, or the file is
// theirs from now on.
func keepOwner(f *os.File, info os.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}
