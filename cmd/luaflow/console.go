package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
)

// The exit codes of every command. The highest that any file asks for wins.
const (
	exitOK         = 0 // nothing of warning rank, nothing left to fix
	exitFindings   = 1 // warnings, something left to fix, a diff
	exitSyntax     = 2 // a file that Lua would refuse
	exitUnreadable = 3 // a file could not be read or written
	exitUsage      = 4 // a command line that makes no sense
	exitCrash      = 5 // a bug of luaflow that cost a file
)

// console is where a command reads, talks to people, and collects its exit code.
// It belongs to one goroutine.
type console struct {
	in         io.Reader
	out        *bufio.Writer // what was asked for; flushed by close
	raw        io.Writer     // what out writes to, for a command that does its own buffering
	err        io.Writer     // what went wrong, one line each
	color      report.Colors // isTerminal, and its user has not asked for NO_COLOR
	isTerminal bool          // out is one
	debug      debugMask
	code       int

	progress *progress
}

func newConsole(in io.Reader, out, err *os.File) *console {
	bar := newProgress(err)
	return &console{
		in:         in,
		out:        bufio.NewWriterSize(screen{out, bar}, 64<<10),
		raw:        out,
		err:        screen{err, bar},
		progress:   bar,
		isTerminal: isTerminal(out),
		color:      report.Colors(isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"),
	}
}

// isTerminal is a guess by the kind of file, which takes /dev/null for a terminal
// too; there nobody sees the colours.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// raise makes the exit code at least code.
func (c *console) raise(code int) { c.code = max(c.code, code) }

// fail prints one line on the error stream and raises the exit code.
func (c *console) fail(code int, format string, args ...any) {
	var o outcome
	o.fail(code, format, args...)
	c.show(o)
}

// tell prints what was met while files were looked for.
func (c *console) tell(problems []project.Problem) {
	for _, p := range problems {
		code := exitOK
		if p.IsMissing {
			code = exitUnreadable
		}
		c.fail(code, "%s: %s", p.Path, p.Message)
	}
}

// gather returns the files that the paths of a command line stand for.
func (c *console) gather(paths []string, options project.Options) []project.File {
	files, told := project.Gather(paths, options)
	c.tell(told)
	return files
}

// note prints one line on the error stream.
func (c *console) note(format string, args ...any) { c.fail(exitOK, format, args...) }

// outcome is what became of one file: what to print where, and the exit code that
// it asks for. Workers make outcomes, the console shows them one by one.
type outcome struct {
	out  []byte // for the standard output
	err  []byte // lines for the error stream
	code int
}

// fail adds a line for the error stream and raises the exit code.
func (o *outcome) fail(code int, format string, args ...any) {
	o.code = max(o.code, code)
	o.note(format, args...)
}

// note adds a line for the error stream.
func (o *outcome) note(format string, args ...any) {
	o.err = fmt.Appendf(o.err, "luaflow: %s\n", printable.Text(strings.TrimRight(fmt.Sprintf(format, args...), "\n")))
}

// show prints an outcome. What it printed before stands before the error lines.
func (c *console) show(o outcome) {
	c.raise(o.code)
	_, _ = c.out.Write(o.out) // an error stays and is met again by close
	if len(o.err) > 0 {
		_ = c.out.Flush()
		_, _ = c.err.Write(o.err)
	}
}

// print writes to the standard output; an error stays and is met again by close.
func (c *console) print(s string) { _, _ = c.out.WriteString(s) }

// close flushes the output and returns the exit code.
func (c *console) close() int {
	if err := c.out.Flush(); err != nil {
		c.fail(exitUnreadable, "standard output: %s", rootfs.Reason(err))
	}
	return c.code
}
