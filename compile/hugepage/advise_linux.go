package hugepage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// size is that of a huge page on amd64, and on arm64 with pages of 4 kB. Where it is another
// one, madvise takes an address that is a multiple of this one all the same.
const size = 2 << 20

// advise asks for huge pages for all of array but its ends, which share a huge page with
// what stands beside it.
func advise(array []byte) {
	start := int(-uintptr(unsafe.Pointer(unsafe.SliceData(array))) % size)
	end := start + (len(array)-start)/size*size
	if start < end {
		_ = unix.Madvise(array[start:end], unix.MADV_HUGEPAGE) // advice; without, all is as before
	}
}
