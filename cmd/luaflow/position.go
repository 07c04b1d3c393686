package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/cmd/luaflow/internal/pipeline"
	"luaflow/cmd/luaflow/internal/settings"
	"luaflow/compile"
	"luaflow/compile/source"
)

// A place in a file, as a command line names it and findings print it: FILE:LINE:COL, both from 1, columns in code points.

type position struct {
	path      string
	line, col int
}

// parsePosition takes the numbers from the end: a path may hold colons.
func parsePosition(arg string) (position, error) {
	wrong := fmt.Errorf("%q is no place in a file: FILE:LINE:COL is wanted", arg)
	rest, col, ok := cutNumber(arg)
	if !ok {
		return position{}, wrong
	}
	path, line, ok := cutNumber(rest)
	if !ok || path == "" {
		return position{}, wrong
	}
	if _, err := os.Stat(path); path == project.StdinName && err != nil {
		path = project.Stdin // as findings name it; -:LINE:COL would be a flag
	}
	return position{path, line, col}, nil
}

// inProgram returns the path of the file as a program may have it; "." for the zero position.
func (at position) inProgram() string { return filepath.ToSlash(filepath.Clean(at.path)) }

// cutNumber cuts a positive number after the last colon off.
func cutNumber(s string) (rest string, n int, ok bool) {
	at := strings.LastIndexByte(s, ':')
	if at < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[at+1:])
	return s[:at], n, err == nil && n > 0
}

// in returns the place in the text.
func (p position) in(f *source.File) (source.Pos, error) {
	if p.line > f.NumLines() {
		return 0, fmt.Errorf("%s: there is no line %d", p.path, p.line)
	}
	return f.Pos(source.Point{Line: p.line - 1, Col: p.col - 1}, source.UTF32), nil
}

// placed compiles a file and finds a place in it; nil if that fails.
func placed(o *console.Outcome, con *console.Console, w *pipeline.Worker, s *settings.Settings, in project.File, at position) (*compile.Unit, source.Pos) {
	file, err := w.Source(in)
	if err != nil {
		o.Fail(console.ExitUnreadable, "%s", err)
		return nil, 0
	}
	pos, err := at.in(file)
	if err != nil {
		o.Fail(console.ExitUsage, "%s", err)
		return nil, 0
	}
	w.Configure(s.Of(in), file.Text())
	return compileUnit(o, con, w, file), pos
}
