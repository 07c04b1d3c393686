//go:build !unix

package main

import "os"

// keepOwner reports true: the system has no owner that os could set.
func keepOwner(*os.File, os.FileInfo) bool { return true }

// linksOf is 1: os does not know of others.
func linksOf(os.FileInfo) int { return 1 }

// isOwn reports true: what is in the user's folder is the user's.
func isOwn(os.FileInfo) bool { return true }

// isPrivate reports true for the same reason.
func isPrivate(os.FileInfo) bool { return true }

// isShared reports false: nor may others write it.
func isShared(os.FileInfo) bool { return false }
