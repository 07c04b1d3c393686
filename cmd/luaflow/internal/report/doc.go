// Package report holds what is found in files, so that it needs no text any more, and the
// formats that it is printed in: text, plain, json, sarif, junit, checkstyle, github and gitlab.
package report
