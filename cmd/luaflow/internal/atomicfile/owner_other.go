//go:build !unix

package atomicfile

import "os"

// keepOwner reports true: the system has no owner that os could set.
func keepOwner(*os.File, os.FileInfo) bool { return true }

// linksOf returns 1: os does not know of others.
func linksOf(os.FileInfo) int { return 1 }

// IsOwn reports true: what is in the user's folder is the user's.
func IsOwn(os.FileInfo) bool { return true }

// IsPrivate reports true for the same reason.
func IsPrivate(os.FileInfo) bool { return true }

// IsShared reports false: nor may others write it.
func IsShared(os.FileInfo) bool { return false }
