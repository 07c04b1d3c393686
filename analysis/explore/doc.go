// Package explore answers what a page asks that shows a program in all the pictures that there are of it: the text with
// its findings, the code after each pass, the control-flow graph in layers, what registers hold, and what hangs together
// with a place. What is asked and answered stands in page.go, as JSON.
//
// Nothing is found out here: the analysis is that of the other packages, chiefly checker, fix and nav, whose answers are
// given the page's numbers. An Explorer (explorer.go) holds one text for a page that runs it itself, or asks a program
// over a connection; a View (view.go) answers about a text that somebody else keeps, as the server of an editor does.
package explore
