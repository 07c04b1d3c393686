// Package source is the only place that knows how a byte offset becomes a line
// and a column, for Lua (which counts LF, CRLF, CR and LFCR as one line break)
// and for an editor (which counts LF, CRLF and CR, and columns in UTF-8, UTF-16
// or UTF-32 units).
//
// Everything else in luaflow speaks of a Pos, a byte offset into the text as it
// came from the disk or the editor, and of half-open Spans of them. A byte order
// mark and a first line that begins with '#' are part of the text, so that
// offsets are those of the file; File.Body says where Lua starts to read.
//
// A File never changes. Invalid UTF-8 survives: each stray byte counts as one
// code point and one UTF-16 unit.
package source
