//go:build !unix

package main

import "os"

// keepOwner does nothing: the system has no owner that os could set.
func keepOwner(*os.File, os.FileInfo) {}
