package console

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/printable"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/compile/source"
)

// The exit codes of every command. The highest that any file asks for wins.
const (
	ExitOK         = 0 // nothing of warning rank, nothing left to fix
	ExitFindings   = 1 // warnings, something left to fix, a diff
	ExitSyntax     = 2 // a file that Lua would refuse
	ExitUnreadable = 3 // a file could not be read or written
	ExitUsage      = 4 // a command line that makes no sense
	ExitCrash      = 5 // a bug of luaflow that cost a file
)

// Console is where a command reads, talks to people, and collects its exit code.
// It belongs to one goroutine.
type Console struct {
	In         io.Reader     // the standard input, for the file "-"
	Out        *bufio.Writer // what was asked for; flushed by Close
	Raw        io.Writer     // what Out writes to, for a command that does its own buffering
	Err        io.Writer     // what went wrong, one line each
	Color      report.Colors // there is somebody to see them on Out
	IsTerminal bool          // Out is one
	Debug      Debug         // what to show or verify besides
	code       int

	// Progress is the bar on the error stream, which shows nothing where that is no terminal.
	Progress *Progress
}

// New returns a Console on the streams of a process.
func New(in io.Reader, out, err *os.File) *Console {
	bar := NewProgress(err)
	return &Console{
		In:         in,
		Out:        bufio.NewWriterSize(screen{out, bar}, 64<<10),
		Raw:        out,
		Err:        screen{err, bar},
		Progress:   bar,
		IsTerminal: isTerminal(out),
		Color:      report.Colors(isTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"),
	}
}

// To returns a Console of which both streams are out, for a command line that nobody watches and that reads nothing.
func To(out io.Writer) *Console {
	bar := NewProgress(nil)
	return &Console{In: strings.NewReader(""), Out: bufio.NewWriterSize(out, 64<<10), Raw: out, Err: out, Progress: bar}
}

// isTerminal reports whether a file is a terminal by its kind, and takes /dev/null for one too;
// there nobody sees the colours.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Raise makes the exit code at least code.
func (c *Console) Raise(code int) { c.code = max(c.code, code) }

// Fail prints one line on the error stream and raises the exit code.
func (c *Console) Fail(code int, format string, args ...any) {
	var o Outcome
	o.Fail(code, format, args...)
	c.Show(o)
}

// Tell prints what was met while files were looked for.
func (c *Console) Tell(problems []project.Problem) {
	for _, p := range problems {
		code := ExitOK
		if p.IsMissing {
			code = ExitUnreadable
		}
		c.Fail(code, "%s: %s", p.Path, p.Message)
	}
}

// Gather returns the files that the paths of a command line stand for.
func (c *Console) Gather(paths []string, options project.Options) []project.File {
	files, told := project.Gather(paths, options)
	c.Tell(told)
	return files
}

// Note prints one line on the error stream.
func (c *Console) Note(format string, args ...any) { c.Fail(ExitOK, format, args...) }

// Outcome is what became of one file: what to print where, and the exit code that
// it asks for. Workers make outcomes, the console shows them one by one.
type Outcome struct {
	Out  []byte // for the standard output
	Err  []byte // lines for the error stream
	Code int    // the exit code: the console keeps the highest
}

// Fail adds a line for the error stream and raises the exit code.
func (o *Outcome) Fail(code int, format string, args ...any) {
	o.Code = max(o.Code, code)
	o.Note(format, args...)
}

// Note adds a line for the error stream.
func (o *Outcome) Note(format string, args ...any) {
	o.Err = fmt.Appendf(o.Err, "luaflow: %s\n", printable.Text(strings.TrimRight(fmt.Sprintf(format, args...), "\n")))
}

// Show prints an outcome. What it printed before stands before the error lines.
func (c *Console) Show(o Outcome) {
	c.Raise(o.Code)
	_, _ = c.Out.Write(o.Out) // an error stays and is met again by close
	if len(o.Err) > 0 {
		_ = c.Out.Flush()
		_, _ = c.Err.Write(o.Err)
	}
}

// Print writes to the standard output; an error stays and is met again by close.
func (c *Console) Print(s string) { _, _ = c.Out.WriteString(s) }

// Close flushes the output and returns the exit code.
func (c *Console) Close() int {
	if err := c.Out.Flush(); err != nil {
		c.Fail(ExitUnreadable, "standard output: %s", rootfs.Reason(err))
	}
	return c.code
}

// Trace returns a function to call at the end of a phase, which then notes how
// long the phase took.
func (o *Outcome) Trace(con *Console, phase string, f *source.File) (done func()) {
	if !con.Debug.Has(DebugTrace) {
		return func() {}
	}
	start := time.Now()
	return func() {
		o.Note("trace: %s: %s: %d bytes in %s", f.Name(), phase, f.Len(), time.Since(start))
	}
}
