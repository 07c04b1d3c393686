package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/config/rootfs"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/compile/source"
)

// The formats of luaflow check, and where they are printed to. A format is a text for
// each file between an opening and an end, so that whatever is found in ten thousand
// files is never in memory together.

// format is a way to print findings. What file appends for one file is put between
// open and shut, with join between the files that had something to say.
type format struct {
	frame func() (open, shut string) // nil for none
	join  string
	wants wants
	// failures: file has something to say of what could not be read. behind is what is
	// printed of all such files instead, and of what was not looked at, after the first byte
	// of shut; nil for nothing.
	failures bool
	behind   func([]failure, []noted) string
	notes    bool                         // file has something to say of what was not looked at
	clean    bool                         // has something to say of files without findings
	file     func([]byte, *report) []byte // runs on a worker
	// summary is printed at the end; nil for none.
	summary func(totals) string
	// always: the summary is printed even if there were no files, and an empty line in front
	// of it if anything was.
	always bool
	// whole makes the output of all that was printed, which is kept until then; nil for what
	// is printed at once.
	whole func([]byte) []byte
}

// report is what a format prints of one file, or a command of places in one.
type report struct {
	file     *source.File // for what is looked up in the text; not for formats
	name     string
	findings []finding // without hints if they are not wanted
	notes    []note
	color    bool
	display
	failed  string // why the file could not be checked; "" if it could
	kind    string // what luacheck calls that
	crashed bool   // it is a bug of luaflow
}

// formats by name.
var formats = map[string]format{
	"text":       {file: appendText, notes: true, wants: wantsExcerpts, summary: summaryText},
	"plain":      {file: appendPlain, notes: true},
	"json":       {frame: frameOf("[", "\n]\n"), join: ",", wants: wantsFixes, notes: true, file: appendJSON},
	"sarif":      {frame: sarifFrame, join: ",", wants: wantsLines | wantsFixes, file: appendSARIF, behind: sarifInvocation},
	"junit":      {frame: frameOf(junitOpen, junitShut), clean: true, file: appendJUnit},
	"checkstyle": {frame: frameOf(checkstyleOpen, checkstyleShut), clean: true, file: appendCheckstyle},
	"github":     {file: appendGitHub, notes: true, failures: true},
	"gitlab":     {frame: frameOf("[", "\n]\n"), join: ",", wants: wantsLines, file: appendGitLab, notes: true, failures: true},
}

// formatNames is the formats as help and messages list them.
const formatNames = "text, plain, json, sarif, junit, checkstyle, github or gitlab"

func frameOf(open, shut string) func() (string, string) {
	return func() (string, string) { return open, shut }
}

// sink is a format and the place that it is printed to.
type sink struct {
	format
	out     *bufio.Writer
	color   bool
	target  *atomicfile.File // nil for the standard output
	shut    string
	printed bool
	isBlank bool   // the last that was printed ends with an empty line
	kept    []byte // for whole
	failed  []failure
	noted   []noted
}

// noted is what was not looked at in a file.
type noted struct {
	name  string
	notes []note
}

// failure is a file that could not be checked.
type failure struct {
	name, reason string
	crashed      bool // by a bug of luaflow; else it could not be read
}

func (r *report) failure() failure { return failure{r.name, r.failed, r.crashed} }

func (f failure) text() string {
	if f.crashed {
		return f.reason
	}
	return "the file cannot be read: " + f.reason
}

// code is the code of a failure where there must be one.
func (f failure) code() string {
	if f.crashed {
		return "crash"
	}
	return "unreadable"
}

// openSinks reads the values of --format: NAME, or NAME=FILE. At most one is printed
// on the standard output.
func openSinks(con *console, specs []string) (sinks []*sink, err error) {
	defer func() {
		if err != nil {
			discard(sinks)
		}
	}()
	var onOutput string
	for _, spec := range specs {
		name, path, toFile := strings.Cut(spec, "=")
		f, ok := formats[name]
		switch {
		case !ok:
			return sinks, fmt.Errorf("unknown format %q: choose %s", name, formatNames)
		case toFile && path == "":
			return sinks, fmt.Errorf("--format %s names no file", spec)
		case !toFile && onOutput != "":
			return sinks, fmt.Errorf("formats %s and %s cannot both be the standard output: write one to a file, as in %[2]s=FILE", onOutput, name)
		}
		s := &sink{format: f, out: con.out, color: con.color}
		if toFile {
			if s.target, err = atomicfile.Create(path); err != nil {
				return sinks, fmt.Errorf("%s: %s", path, rootfs.Reason(err))
			}
			s.out, s.color = bufio.NewWriter(s.target), false
		} else {
			onOutput = name
		}
		sinks = append(sinks, s)
	}
	return sinks, nil
}

// Discard leaves the files as they were.
func discard(sinks []*sink) {
	for _, s := range sinks {
		if s.target != nil {
			s.target.Discard()
		}
	}
}

// open prints what stands before the first file.
func (s *sink) open() {
	if s.frame != nil {
		var open string
		open, s.shut = s.frame()
		s.print(open)
	}
}

// add prints what the format had to say of a file.
func (s *sink) add(text []byte) {
	if len(text) == 0 {
		return
	}
	if s.printed {
		s.print(s.join)
	}
	s.printed = true
	s.isBlank = bytes.HasSuffix(text, []byte("\n\n"))
	if s.whole != nil {
		s.kept = append(s.kept, text...)
		return
	}
	_, _ = s.out.Write(text) // an error stays and is met again by close
}

// close prints the end, and puts a file in its place.
func (s *sink) close(con *console, t totals) {
	if !s.printed {
		s.shut = strings.TrimLeft(s.shut, "\n")
	}
	if s.whole != nil {
		s.print(string(s.whole(s.kept)))
	}
	if len(s.failed)+len(s.noted) > 0 && s.behind != nil {
		at := strings.Index(s.shut, "]") + 1
		s.shut = s.shut[:at] + s.behind(s.failed, s.noted) + s.shut[at:]
	}
	s.print(s.shut)
	if s.always && s.printed && !s.isBlank {
		s.print("\n")
	}
	if s.summary != nil && (t.files > 0 || s.always) {
		s.print(s.summary(t))
	}
	if s.target == nil {
		return
	}
	err := s.out.Flush()
	if err == nil {
		err = s.target.Commit()
	}
	if err != nil {
		s.target.Discard()
		con.fail(exitUnreadable, "%s: %s", s.target.Path, rootfs.Reason(err))
	}
}

func (s *sink) print(text string) { _, _ = io.WriteString(s.out, text) }

// shown drops the hints that a format is not to print.
func (s *sink) shown(findings []finding, hints bool) []finding {
	n := 0
	for i := range findings {
		if findings[i].severity < analysis.Hint {
			n++
		}
	}
	if hints || n == len(findings) {
		return findings
	}
	kept := make([]finding, 0, n)
	for i := range findings {
		if findings[i].severity < analysis.Hint {
			kept = append(kept, findings[i])
		}
	}
	return kept
}
