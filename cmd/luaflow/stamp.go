package main

import (
	"encoding/binary"
	"os"
)

// stamp is what tells an unchanged file without reading it. The zero stamp is none.
type stamp struct {
	size     int64
	modified int64 // in nanoseconds since 1970
	inode    uint64
}

// stampOf is the stamp of a regular file.
func stampOf(info os.FileInfo) stamp {
	if !info.Mode().IsRegular() {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime().UnixNano(), inodeOf(info)}
}

func (s stamp) valid() bool { return s != stamp{} }

// String is of the same length for all stamps.
func (s stamp) String() string {
	b := binary.LittleEndian.AppendUint64(nil, uint64(s.size))
	b = binary.LittleEndian.AppendUint64(b, uint64(s.modified))
	return string(binary.LittleEndian.AppendUint64(b, s.inode))
}
