//go:build unix

package atomicfile

import (
	"os"
	"syscall"
)

// keepOwner gives a new file the owner and group of an old one, and reports whether it has
// them: only root can give a file away.
func keepOwner(f *os.File, old os.FileInfo) bool {
	st, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return true
	}
	info, err := f.Stat()
	if err != nil {
		return false
	}
	if has := info.Sys().(*syscall.Stat_t); has.Uid == st.Uid && has.Gid == st.Gid {
		return true
	}
	return f.Chown(int(st.Uid), int(st.Gid)) == nil
}

// linksOf returns how many names a file has.
func linksOf(info os.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}

// IsOwn reports whether a file or folder belongs to the user.
func IsOwn(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(st.Uid) == os.Geteuid()
}

// IsPrivate reports whether nobody but its owner may read or write a file.
func IsPrivate(info os.FileInfo) bool { return info.Mode().Perm()&0o077 == 0 }

// IsShared reports whether somebody but its owner may write a file.
func IsShared(info os.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
