// Package web is the page of the explorer as its files, for a program that serves them. They are made from src by npm run
// build: see README.md here.
package web

import (
	"embed"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Files returns the files of the page: index.html, and what that names.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}
