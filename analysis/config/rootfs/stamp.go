package rootfs

import (
	"encoding/binary"
	"os"
)

// Stamp tells an unchanged file without reading it: two equal stamps of one path are those of
// the same text, unless somebody writes in the same tick of the file system's clock. The zero
// Stamp is that of no file.
type Stamp struct {
	Size     int64  // in bytes
	Modified int64  // in nanoseconds since 1970
	Inode    uint64 // of the file in its file system; 0 where files have no numbers
}

// StampOf returns the stamp of a regular file, and the zero Stamp for any other.
func StampOf(info os.FileInfo) Stamp {
	if !info.Mode().IsRegular() {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime().UnixNano(), inodeOf(info)}
}

// StampAt returns the stamp of what is at a path, where links are followed; the zero Stamp if
// there is no regular file.
func StampAt(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{}
	}
	return StampOf(info)
}

// IsValid reports whether s is the stamp of a file.
func (s Stamp) IsValid() bool { return s != Stamp{} }

// String returns the numbers of s as 24 bytes, for keys.
func (s Stamp) String() string {
	b := binary.LittleEndian.AppendUint64(nil, uint64(s.Size))
	b = binary.LittleEndian.AppendUint64(b, uint64(s.Modified))
	return string(binary.LittleEndian.AppendUint64(b, s.Inode))
}
