package main

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

func appendJUnit(b []byte, r *report) []byte {
	suite := junitSuite{Name: r.name, Tests: max(len(r.findings), 1), Failures: len(r.findings)}
	for i := range r.findings {
		x := &r.findings[i]
		place := fmt.Sprintf("%s:%d:%d", r.name, x.at.Line, x.at.Col)
		suite.Cases = append(suite.Cases, junitCase{
			Name: place + " " + x.code, Class: r.name, File: r.name, Line: x.at.Line,
			Failure: &junitFailure{x.code, x.message, place + ": " + x.severity.String() + ": " + x.message},
		})
	}
	if r.failed != "" {
		text := r.failure().text()
		suite.Errors = 1
		suite.Cases = []junitCase{{Name: r.name, Class: r.name, File: r.name, Error: &junitFailure{r.failure().code(), text, text}}}
	} else if len(r.findings) == 0 {
		suite.Cases = []junitCase{{Name: r.name, Class: r.name, File: r.name}}
	}
	for i := range r.notes {
		n := &r.notes[i]
		suite.Tests++
		suite.Skipped++
		suite.Cases = append(suite.Cases, junitCase{
			Name: n.placeIn(r.name) + " " + incomplete, Class: r.name, File: r.name, Line: n.at.Line, Skipped: &junitSkipped{n.message},
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

func appendCheckstyle(b []byte, r *report) []byte {
	file := checkstyleFile{Name: r.name}
	if r.failed != "" {
		file.Errors = []checkstyleError{{0, 0, "error", r.failure().text(), "luaflow." + r.failure().code()}}
	}
	for i := range r.findings {
		x := &r.findings[i]
		file.Errors = append(file.Errors, checkstyleError{
			x.at.Line, x.at.Col, checkstyleSeverity[x.severity], x.message, "luaflow." + x.code,
		})
	}
	for i := range r.notes {
		at := r.notes[i].place()
		file.Errors = append(file.Errors, checkstyleError{at.Line, at.Col, "info", r.notes[i].message, "luaflow." + incomplete})
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
