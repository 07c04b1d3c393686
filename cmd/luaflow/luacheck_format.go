package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/printable"
)

// The formats of luacheck 1.1.0.

// luacheckFormatNames is the names of its formatters, the default first.
var luacheckFormatNames = []string{"default", "plain", "TAP", "JUnit", "visual_studio"}

// luacheckWriter prints as one of its formatters does.
type luacheckWriter struct {
	display
	color bool
}

// luacheckFormat is a formatter by its name.
func luacheckFormat(name string, d display, color bool) format {
	w := luacheckWriter{d, color}
	plain := luacheckWriter{display: d}
	switch name {
	case "plain":
		return format{file: plain.appendPlain, clean: true}
	case "TAP":
		return format{file: plain.appendTAP, clean: true, whole: numberTAP}
	case "JUnit":
		return format{file: appendLuacheckJUnit, clean: true, whole: frameLuacheckJUnit}
	case "visual_studio":
		return format{file: appendVisualStudio, clean: true}
	}
	return format{file: w.append, clean: true, summary: w.total, always: true}
}

// The attributes of ECMA-48 that it uses.
const (
	attrReset  = "\x1b[0m"
	attrBright = "\x1b[1m"
	attrRed    = "\x1b[31m"
	attrGreen  = "\x1b[32m"
)

// paint puts a text in attributes, as it does: the last in front.
func (w luacheckWriter) paint(text string, attributes ...string) string {
	if !w.color {
		return text
	}
	for _, a := range attributes {
		text = a + text
	}
	return attrReset + text + attrReset
}

// append prints a file as the default formatter does.
func (w luacheckWriter) append(b []byte, r *report) []byte {
	if w.quiet > 2 || w.quiet > 0 && r.failed == "" && len(r.findings) == 0 {
		return b
	}
	b = append(b, w.header(r)...)
	b = append(b, '\n')
	switch {
	case w.quiet == 2:
	case r.failed != "":
		b = fmt.Appendf(b, "\n    %s: %s\n\n", lineName(r.name), r.luacheckReason())
	case len(r.findings) > 0:
		b = append(b, '\n')
		for i := range r.findings {
			b = fmt.Appendf(b, "    %s\n", w.event(r.name, &r.findings[i]))
		}
		b = append(b, '\n')
	}
	return b
}

// header is the line of a file.
func (w luacheckWriter) header(r *report) string {
	label := "Checking " + printable.Text(r.name)
	warnings, errors := countFindings(r.findings)
	var status []string
	switch {
	case r.failed != "":
		status = append(status, w.paint(r.kind, attrBright))
	case warnings+errors == 0:
		status = append(status, w.paint("OK", attrBright, attrGreen))
	}
	if warnings > 0 {
		status = append(status, w.paint(plural(warnings, "warning"), attrBright, attrRed))
	}
	if errors > 0 {
		status = append(status, w.paint(plural(errors, "error"), attrBright))
	}
	const column = 50
	return label + strings.Repeat(" ", max(column-len(label), 1)) + strings.Join(status, " / ")
}

func countFindings(findings []finding) (warnings, errors int) {
	for i := range findings {
		if findings[i].severity == analysis.Error {
			errors++
		}
	}
	return len(findings) - errors, errors
}

// event is a line of a finding.
func (w luacheckWriter) event(name string, x *finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d", lineName(name), x.at.Line, x.at.Col)
	if w.ranges {
		fmt.Fprintf(&b, "-%d", x.lastCol)
	}
	b.WriteString(": ")
	if w.codes {
		fmt.Fprintf(&b, "(%s) ", plainCode(x))
	}
	b.WriteString(w.message(x))
	return b.String()
}

// message is a message with the names in it in quotes, or bright.
func (w luacheckWriter) message(x *finding) string {
	open, shut := "'", "'"
	if w.color {
		open, shut = attrReset+attrBright, attrReset
	}
	return printable.Escape(x.message, func(b []byte, r rune, invalid byte) []byte {
		switch string(r) {
		case luacheck.Open:
			return append(b, open...)
		case luacheck.Shut:
			return append(b, shut...)
		}
		return printable.AppendEscape(b, r, invalid)
	})
}

// total is the last line.
func (w luacheckWriter) total(t totals) string {
	number := func(n int) string {
		if n > 0 {
			return w.paint(fmt.Sprint(n), attrBright, attrRed)
		}
		return w.paint(fmt.Sprint(n), attrBright, attrReset)
	}
	warnings, errors := t.count[analysis.Warning], t.count[analysis.Error]
	text := fmt.Sprintf("Total: %s warning%s / %s error%s in %s",
		number(warnings), pluralEnd(warnings), number(errors), pluralEnd(errors), plural(t.files, "file"))
	if t.failed > 0 {
		text += fmt.Sprintf(", couldn't check %s", plural(t.failed, "file"))
	}
	return text + "\n"
}

func pluralEnd(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// What it calls the failure to read a file, and to run a rockspec.
const (
	ioError      = "I/O error"
	syntaxFault  = "Syntax error"
	runtimeFault = "Runtime error"
)

// faultCodes is the codes of these for Visual Studio.
var faultCodes = map[string]string{ioError: "F1", syntaxFault: "F2", runtimeFault: "F3"}

// luacheckKind is what it calls an error that was known before the file was read.
func luacheckKind(err error) string {
	if e, ok := errors.AsType[*rockspecError](err); ok {
		return e.kind
	}
	return ioError
}

// luacheckReason is why a file could not be checked, in its words.
func (r *report) luacheckReason() string {
	reason := r.failed
	switch {
	case r.kind != ioError || reason == "":
		return printable.Text(reason)
	case reason == "no such file or folder":
		reason = "no such file or directory"
	}
	return "couldn't read: " + printable.Text(strings.ToUpper(reason[:1])+reason[1:])
}

func (w luacheckWriter) appendPlain(b []byte, r *report) []byte {
	if r.failed != "" {
		return fmt.Appendf(b, "%s: %s (%s)\n", lineName(r.name), r.kind, r.luacheckReason())
	}
	for i := range r.findings {
		b = fmt.Appendf(b, "%s\n", w.event(r.name, &r.findings[i]))
	}
	return b
}

// tapNumber stands for the number of a line of TAP until all are known.
const tapNumber = "\x00"

func (w luacheckWriter) appendTAP(b []byte, r *report) []byte {
	switch {
	case r.failed != "":
		return fmt.Appendf(b, "not ok %s %s: %s\n", tapNumber, printable.Text(r.name), r.kind)
	case len(r.findings) == 0:
		return fmt.Appendf(b, "ok %s %s\n", tapNumber, printable.Text(r.name))
	}
	for i := range r.findings {
		b = fmt.Appendf(b, "not ok %s %s\n", tapNumber, w.event(r.name, &r.findings[i]))
	}
	return b
}

// numberTAP is the whole output with the numbers of its lines, behind how many they are.
func numberTAP(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1] // what is behind the last line is empty
	out := fmt.Appendf(nil, "1..%d\n", len(lines))
	for i, line := range lines {
		out = append(out, bytes.Replace(line, []byte(tapNumber), fmt.Append(nil, i+1), 1)...)
	}
	return out
}

var luacheckXML = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&apos;", "<", "&lt;", ">", "&gt;")

func appendLuacheckJUnit(b []byte, r *report) []byte {
	name := luacheckXML.Replace(printable.Text(r.name))
	switch {
	case r.failed != "":
		b = fmt.Appendf(b, "    <testcase name=\"%s\" classname=\"%s\">\n", name, name)
		return fmt.Appendf(b, "        <error type=\"%s\"/>\n    </testcase>\n", r.kind)
	case len(r.findings) == 0:
		return fmt.Appendf(b, "    <testcase name=\"%s\" classname=\"%s\"/>\n", name, name)
	}
	for i := range r.findings {
		x := &r.findings[i]
		b = fmt.Appendf(b, "    <testcase name=\"%s:%d\" classname=\"%s\">\n", name, i+1, name)
		b = fmt.Appendf(b, "        <failure type=\"%s\" message=\"%s\"/>\n    </testcase>\n",
			plainCode(x), luacheckXML.Replace(luacheckWriter{}.event(r.name, x)))
	}
	return b
}

// frameLuacheckJUnit puts the number of test cases in front of them.
func frameLuacheckJUnit(text []byte) []byte {
	n := bytes.Count(text, []byte("    <testcase "))
	out := fmt.Appendf(nil, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"Luacheck report\" tests=\"%d\">\n", n)
	return append(append(out, text...), "</testsuite>\n"...)
}

func appendVisualStudio(b []byte, r *report) []byte {
	if r.failed != "" {
		return fmt.Appendf(b, "luacheck : fatal error %s: couldn't check %s: %s\n", faultCodes[r.kind], printable.Text(r.name), r.luacheckReason())
	}
	for i := range r.findings {
		x := &r.findings[i]
		kind := "warning"
		if x.severity == analysis.Error {
			kind = "error"
		}
		b = fmt.Appendf(b, "%s(%d,%d) : %s %s: %s\n", lineName(r.name), x.at.Line, x.at.Col, kind, plainCode(x), luacheckWriter{}.message(x))
	}
	return b
}
