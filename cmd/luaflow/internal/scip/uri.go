package scip

import (
	"net/url"
	"path/filepath"
	"strings"
)

// uri returns the URI of a folder, of which the absolute path is given.
func uri(folder string) string {
	at := filepath.ToSlash(folder)
	if !strings.HasPrefix(at, "/") { // C:/folder
		at = "/" + at
	}
	u := url.URL{Scheme: "file", Path: at}
	return u.String()
}
