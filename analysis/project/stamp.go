package project

import (
	"encoding/binary"
	"os"
)

// Stamp is what tells an unchanged file without reading it. The zero Stamp is that of no file.
type Stamp struct {
	Size     int64
	Modified int64 // in nanoseconds since 1970
	Inode    uint64
}

// StampOf returns the stamp of a regular file, and none for any other.
func StampOf(info os.FileInfo) Stamp {
	if !info.Mode().IsRegular() {
		return Stamp{}
	}
	return Stamp{info.Size(), info.ModTime().UnixNano(), inodeOf(info)}
}

// IsValid reports whether there is a stamp.
func (s Stamp) IsValid() bool { return s != Stamp{} }

// String returns a text of the same length for all stamps.
func (s Stamp) String() string {
	b := binary.LittleEndian.AppendUint64(nil, uint64(s.Size))
	b = binary.LittleEndian.AppendUint64(b, uint64(s.Modified))
	return string(binary.LittleEndian.AppendUint64(b, s.Inode))
}
