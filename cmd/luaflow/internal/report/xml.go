package report

import (
	"bytes"
	"encoding/xml"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/printable"
)

// The formats junit and checkstyle.

// A file is a test suite, and each finding a test case that failed; a file without
// findings is one that passed, as tools take a report without any for a failure.
const (
	junitOpen = xml.Header + `<testsuites name="luaflow">` + "\n"
	junitShut = "</testsuites>\n"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
	Skipped *junitSkipped `xml:"skipped"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junitSkipped is why something was not looked at.
type junitSkipped struct {
	Message string `xml:"message,attr"`
}

func appendJUnit(b []byte, r *File) []byte {
	suite := junitSuite{Name: r.Name, Tests: max(len(r.Findings), 1), Failures: len(r.Findings)}
	for i := range r.Findings {
		x := &r.Findings[i]
		place := fmt.Sprintf("%s:%d:%d", r.Name, x.At.Line, x.At.Col)
		suite.Cases = append(suite.Cases, junitCase{
			Name: place + " " + x.Code, Class: r.Name, File: r.Name, Line: x.At.Line,
			Failure: &junitFailure{x.Code, x.Message, place + ": " + x.Severity.String() + ": " + x.Message},
		})
	}
	if r.Failed != "" {
		text := r.Failure().text()
		suite.Errors = 1
		suite.Cases = []junitCase{{Name: r.Name, Class: r.Name, File: r.Name, Error: &junitFailure{r.Failure().Code(), text, text}}}
	} else if len(r.Findings) == 0 {
		suite.Cases = []junitCase{{Name: r.Name, Class: r.Name, File: r.Name}}
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		suite.Tests++
		suite.Skipped++
		suite.Cases = append(suite.Cases, junitCase{
			Name: n.PlaceIn(r.Name) + " " + incomplete, Class: r.Name, File: r.Name, Line: n.At.Line, Skipped: &junitSkipped{n.Message},
		})
	}
	return appendXML(b, suite)
}

const (
	checkstyleOpen = xml.Header + `<checkstyle version="4.3">` + "\n"
	checkstyleShut = "</checkstyle>\n"
)

type checkstyleFile struct {
	XMLName xml.Name          `xml:"file"`
	Name    string            `xml:"name,attr"`
	Errors  []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleSeverity is what Checkstyle calls the severities.
var checkstyleSeverity = [...]string{analysis.Error: "error", analysis.Warning: "warning", analysis.Hint: "info"}

func appendCheckstyle(b []byte, r *File) []byte {
	file := checkstyleFile{Name: r.Name}
	if r.Failed != "" {
		file.Errors = []checkstyleError{{0, 0, "error", r.Failure().text(), "luaflow." + r.Failure().Code()}}
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		file.Errors = append(file.Errors, checkstyleError{
			x.At.Line, x.At.Col, checkstyleSeverity[x.Severity], x.Message, "luaflow." + x.Code,
		})
	}
	for i := range r.Notes {
		at := r.Notes[i].place()
		file.Errors = append(file.Errors, checkstyleError{at.Line, at.Col, "info", r.Notes[i].Message, "luaflow." + incomplete})
	}
	return appendXML(b, file)
}

// appendXML prints an element. What XML cannot hold becomes U+FFFD.
func appendXML(b []byte, element any) []byte {
	var text bytes.Buffer
	enc := xml.NewEncoder(&text)
	enc.Indent("  ", "  ")
	if err := enc.Encode(element); err != nil {
		panic(err) // strings and numbers into memory
	}
	return append(append(b, printable.XML(bytes.TrimRight(text.Bytes(), "\n"))...), '\n')
}
