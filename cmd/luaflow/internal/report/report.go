package report

import "luaflow/analysis"

// Format is a way to print findings: a text for each file between an opening and an end, so that
// whatever is found in ten thousand files is never in memory together.
type Format struct {
	// frame returns what is printed before the first file and after the last; nil for nothing.
	frame func() (open, shut string)
	join  string // between files that had something to say
	Wants Wants  // beside places and messages
	// Append adds the text of a file. It is called by several goroutines.
	Append   func([]byte, *File) []byte
	Failures bool // Append has something to say of files that could not be read
	Notes    bool // Append has something to say of what was not looked at
	Clean    bool // Append has something to say of files without findings
	// After returns what is printed of all files that could not be read, and of all that was not
	// looked at, after the first byte of what ends the output; nil for nothing.
	After func([]Failure, []Noted) string
	// Summary returns what is printed at the end; nil for nothing.
	Summary func(Totals) string
	// Always: the summary is printed even if there were no files, and an empty line in front
	// of it if anything was.
	Always bool
	// Whole makes the output of all that was printed, which is kept until then; nil for what
	// is printed at once.
	Whole func([]byte) []byte
}

// File is what a format prints of one file.
type File struct {
	Name     string    // as it is printed: the path that was named or found
	Top      string    // the folder in which the paths of other files begin that findings name
	Findings []Finding // without hints if they are not wanted
	Notes    []Note    // what was not looked at; nil if nothing
	Color    Colors    // none where nobody sees them
	Display
	Failed  string // why the file could not be checked; "" if it could
	Kind    string // what luacheck calls that
	Crashed bool   // it is a bug of luaflow
}

// Display is how much is printed of findings.
type Display struct {
	Quiet int // 0 to 3
	// Codes prints luacheck's code of each finding too, Ranges its last column.
	Codes, Ranges bool
}

// Noted is what was not looked at in a file.
type Noted struct {
	Name  string // of the file, as it is printed
	Notes []Note // one at least
}

// Failure is a file that could not be checked.
type Failure struct {
	name, reason string
	crashed      bool // by a bug of luaflow; else it could not be read
}

// Failure returns that the file could not be checked, and why.
func (r *File) Failure() Failure { return Failure{r.Name, r.Failed, r.Crashed} }

// text returns what people are told.
func (f Failure) text() string {
	if f.crashed {
		return f.reason
	}
	return "the file cannot be read: " + f.reason
}

// Code returns the code of a failure where there must be one.
func (f Failure) Code() string {
	if f.crashed {
		return "crash"
	}
	return "unreadable"
}

// Totals counts findings by severity, and files.
type Totals struct {
	Files   int                    // those that failed included
	Failed  int                    // files that could not be checked
	Partial int                    // files that were not looked at in full
	Count   [analysis.Hint + 1]int // of findings that are printed, by severity
	LeftOut int                    // hints that were not wanted
	Older   int                    // findings that the baseline knows, or of lines that have not changed
}

// TotalsOf counts the findings of one file.
func TotalsOf(findings []Finding) Totals {
	t := Totals{Files: 1}
	for i := range findings {
		t.Count[findings[i].Severity]++
	}
	return t
}

// Add adds what was counted in other files.
func (t *Totals) Add(o Totals) {
	t.Files += o.Files
	t.Failed += o.Failed
	t.Partial += o.Partial
	t.LeftOut += o.LeftOut
	t.Older += o.Older
	for i, n := range o.Count {
		t.Count[i] += n
	}
}
