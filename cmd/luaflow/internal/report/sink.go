package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/config/rootfs"
	"luaflow/cmd/luaflow/internal/atomicfile"
)

// Sink is a format and the place that it is printed to.
type Sink struct {
	Format
	out     *bufio.Writer
	color   Colors
	target  *atomicfile.File // nil for the standard output
	shut    string
	printed bool
	isBlank bool   // the last that was printed ends with an empty line
	kept    []byte // for whole
	failed  []Failure
	noted   []Noted
}

// NewSink returns a sink for what is printed to out.
func NewSink(f Format, out *bufio.Writer, color Colors) *Sink {
	return &Sink{Format: f, out: out, color: color}
}

// OpenSinks opens a sink for each of the values of --format: NAME, or NAME=FILE. At most one is
// printed to out, the standard output.
func OpenSinks(specs []string, out *bufio.Writer, color Colors) (sinks []*Sink, err error) {
	defer func() {
		if err != nil {
			discard(sinks)
		}
	}()
	var onOutput string
	for _, spec := range specs {
		name, path, toFile := strings.Cut(spec, "=")
		f, ok := Formats[name]
		switch {
		case !ok:
			return sinks, fmt.Errorf("unknown format %q: choose %s", name, FormatNames)
		case toFile && path == "":
			return sinks, fmt.Errorf("--format %s names no file", spec)
		case !toFile && onOutput != "":
			return sinks, fmt.Errorf("formats %s and %s cannot both be the standard output: write one to a file, as in %[2]s=FILE", onOutput, name)
		}
		s := NewSink(f, out, color)
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
func discard(sinks []*Sink) {
	for _, s := range sinks {
		if s.target != nil {
			s.target.Discard()
		}
	}
}

// Begin prints what stands before the first file.
func (s *Sink) Begin() {
	if s.frame != nil {
		var open string
		open, s.shut = s.frame()
		s.write(open)
	}
}

// Add prints the text that print has made of a file.
func (s *Sink) Add(text []byte, r *File) {
	if r.Failed != "" {
		s.failed = append(s.failed, r.Failure())
	}
	if len(r.Notes) > 0 {
		s.noted = append(s.noted, Noted{r.Name, r.Notes})
	}
	if len(text) == 0 {
		return
	}
	if s.printed {
		s.write(s.join)
	}
	s.printed = true
	s.isBlank = bytes.HasSuffix(text, []byte("\n\n"))
	if s.Whole != nil {
		s.kept = append(s.kept, text...)
		return
	}
	_, _ = s.out.Write(text) // an error stays and is met again by close
}

// Close prints the end, and puts a file in its place.
func (s *Sink) Close(t Totals) error {
	if !s.printed {
		s.shut = strings.TrimLeft(s.shut, "\n")
	}
	if s.Whole != nil {
		s.write(string(s.Whole(s.kept)))
	}
	if len(s.failed)+len(s.noted) > 0 && s.After != nil {
		at := strings.Index(s.shut, "]") + 1
		s.shut = s.shut[:at] + s.After(s.failed, s.noted) + s.shut[at:]
	}
	s.write(s.shut)
	if s.Always && s.printed && !s.isBlank {
		s.write("\n")
	}
	if s.Summary != nil && (t.Files > 0 || s.Always) {
		s.write(s.Summary(t))
	}
	if s.target == nil {
		return nil
	}
	err := s.out.Flush()
	if err == nil {
		err = s.target.Commit()
	}
	if err != nil {
		s.target.Discard()
		return fmt.Errorf("%s: %s", s.target.Path, rootfs.Reason(err))
	}
	return nil
}

func (s *Sink) write(text string) { _, _ = io.WriteString(s.out, text) }

// Print returns what the format has to say of a file, nil for nothing. It may be called by
// several goroutines.
func (s *Sink) Print(r File, hints bool) []byte {
	r.Findings, r.Color = s.shown(r.Findings, hints), s.color
	if len(r.Findings) > 0 || s.Clean || s.Notes && len(r.Notes) > 0 || s.Failures && r.Failed != "" {
		return s.Append(nil, &r)
	}
	return nil
}

// shown drops the hints that a format is not to print.
func (s *Sink) shown(findings []Finding, hints bool) []Finding {
	n := 0
	for i := range findings {
		if findings[i].Severity < analysis.Hint {
			n++
		}
	}
	if hints || n == len(findings) {
		return findings
	}
	kept := make([]Finding, 0, n)
	for i := range findings {
		if findings[i].Severity < analysis.Hint {
			kept = append(kept, findings[i])
		}
	}
	return kept
}
