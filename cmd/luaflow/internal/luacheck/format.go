package luacheck

import (
	"bytes"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/luacheck"
	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/report"
)

// The formats of luacheck 1.1.0.

// FormatNames is the names of its formatters, the default first.
var FormatNames = []string{"default", "plain", "TAP", "JUnit", "visual_studio"}

// writer prints as one of its formatters does.
type writer struct {
	report.Display
	color bool
}

// Format returns a formatter by its name.
func Format(name string, d report.Display, color bool) report.Format {
	w := writer{d, color}
	plain := writer{Display: d}
	switch name {
	case "plain":
		return report.Format{Append: plain.appendPlain, Clean: true}
	case "TAP":
		return report.Format{Append: plain.appendTAP, Clean: true, Whole: numberTAP}
	case "JUnit":
		return report.Format{Append: appendJUnit, Clean: true, Whole: frameJUnit}
	case "visual_studio":
		return report.Format{Append: appendVisualStudio, Clean: true}
	}
	return report.Format{Append: w.append, Clean: true, Summary: w.total, Always: true}
}

// The attributes of ECMA-48 that it uses.
const (
	attrReset  = "\x1b[0m"
	attrBright = "\x1b[1m"
	attrRed    = "\x1b[31m"
	attrGreen  = "\x1b[32m"
)

// paint puts a text in attributes, as it does: the last in front.
func (w writer) paint(text string, attributes ...string) string {
	if !w.color {
		return text
	}
	for _, a := range attributes {
		text = a + text
	}
	return attrReset + text + attrReset
}

// append prints a file as the default formatter does.
func (w writer) append(b []byte, r *report.File) []byte {
	if w.Quiet > 2 || w.Quiet > 0 && r.Failed == "" && len(r.Findings) == 0 {
		return b
	}
	b = append(b, w.header(r)...)
	b = append(b, '\n')
	switch {
	case w.Quiet == 2:
	case r.Failed != "":
		b = fmt.Appendf(b, "\n    %s: %s\n\n", report.LineName(r.Name), reason(r))
	case len(r.Findings) > 0:
		b = append(b, '\n')
		for i := range r.Findings {
			b = fmt.Appendf(b, "    %s\n", w.event(r.Name, &r.Findings[i]))
		}
		b = append(b, '\n')
	}
	return b
}

// header returns the line of a file.
func (w writer) header(r *report.File) string {
	label := "Checking " + printable.Text(r.Name)
	warnings, errors := countFindings(r.Findings)
	var status []string
	switch {
	case r.Failed != "":
		status = append(status, w.paint(r.Kind, attrBright))
	case warnings+errors == 0:
		status = append(status, w.paint("OK", attrBright, attrGreen))
	}
	if warnings > 0 {
		status = append(status, w.paint(report.Plural(warnings, "warning"), attrBright, attrRed))
	}
	if errors > 0 {
		status = append(status, w.paint(report.Plural(errors, "error"), attrBright))
	}
	const column = 50
	return label + strings.Repeat(" ", max(column-len(label), 1)) + strings.Join(status, " / ")
}

func countFindings(findings []report.Finding) (warnings, errors int) {
	for i := range findings {
		if findings[i].Severity == analysis.Error {
			errors++
		}
	}
	return len(findings) - errors, errors
}

// event returns a line of a finding.
func (w writer) event(name string, x *report.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d", report.LineName(name), x.At.Line, x.At.Col)
	if w.Ranges {
		fmt.Fprintf(&b, "-%d", x.LastCol)
	}
	b.WriteString(": ")
	if w.Codes {
		fmt.Fprintf(&b, "(%s) ", x.PlainCode())
	}
	b.WriteString(w.message(x))
	return b.String()
}

// message returns a message with the names in it in quotes, or bright.
func (w writer) message(x *report.Finding) string {
	open, shut := "'", "'"
	if w.color {
		open, shut = attrReset+attrBright, attrReset
	}
	return printable.Escape(x.Message, func(b []byte, r rune, invalid byte) []byte {
		switch string(r) {
		case luacheck.Open:
			return append(b, open...)
		case luacheck.Shut:
			return append(b, shut...)
		}
		return printable.AppendEscape(b, r, invalid)
	})
}

// total returns the last line.
func (w writer) total(t report.Totals) string {
	number := func(n int) string {
		if n > 0 {
			return w.paint(fmt.Sprint(n), attrBright, attrRed)
		}
		return w.paint(fmt.Sprint(n), attrBright, attrReset)
	}
	warnings, errors := t.Count[analysis.Warning], t.Count[analysis.Error]
	text := fmt.Sprintf("Total: %s warning%s / %s error%s in %s",
		number(warnings), pluralEnd(warnings), number(errors), pluralEnd(errors), report.Plural(t.Files, "file"))
	if t.Failed > 0 {
		text += fmt.Sprintf(", couldn't check %s", report.Plural(t.Failed, "file"))
	}
	return text + "\n"
}

func pluralEnd(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// reason returns why a file could not be checked, in its words.
func reason(r *report.File) string {
	reason := r.Failed
	switch {
	case r.Kind != IOError || reason == "":
		return printable.Text(reason)
	case reason == "no such file or folder":
		reason = "no such file or directory"
	}
	return "couldn't read: " + printable.Text(strings.ToUpper(reason[:1])+reason[1:])
}

func (w writer) appendPlain(b []byte, r *report.File) []byte {
	if r.Failed != "" {
		return fmt.Appendf(b, "%s: %s (%s)\n", report.LineName(r.Name), r.Kind, reason(r))
	}
	for i := range r.Findings {
		b = fmt.Appendf(b, "%s\n", w.event(r.Name, &r.Findings[i]))
	}
	return b
}

// tapNumber stands for the number of a line of TAP until all are known.
const tapNumber = "\x00"

func (w writer) appendTAP(b []byte, r *report.File) []byte {
	switch {
	case r.Failed != "":
		return fmt.Appendf(b, "not ok %s %s: %s\n", tapNumber, printable.Text(r.Name), r.Kind)
	case len(r.Findings) == 0:
		return fmt.Appendf(b, "ok %s %s\n", tapNumber, printable.Text(r.Name))
	}
	for i := range r.Findings {
		b = fmt.Appendf(b, "not ok %s %s\n", tapNumber, w.event(r.Name, &r.Findings[i]))
	}
	return b
}

// numberTAP returns the whole output with the numbers of its lines, after how many they are.
func numberTAP(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines = lines[:len(lines)-1] // what is after the last line is empty
	out := fmt.Appendf(nil, "1..%d\n", len(lines))
	for i, line := range lines {
		out = append(out, bytes.Replace(line, []byte(tapNumber), fmt.Append(nil, i+1), 1)...)
	}
	return out
}

var escaper = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&apos;", "<", "&lt;", ">", "&gt;")

func appendJUnit(b []byte, r *report.File) []byte {
	name := escaper.Replace(printable.Text(r.Name))
	switch {
	case r.Failed != "":
		b = fmt.Appendf(b, "    <testcase name=\"%s\" classname=\"%s\">\n", name, name)
		return fmt.Appendf(b, "        <error type=\"%s\"/>\n    </testcase>\n", r.Kind)
	case len(r.Findings) == 0:
		return fmt.Appendf(b, "    <testcase name=\"%s\" classname=\"%s\"/>\n", name, name)
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		b = fmt.Appendf(b, "    <testcase name=\"%s:%d\" classname=\"%s\">\n", name, i+1, name)
		b = fmt.Appendf(b, "        <failure type=\"%s\" message=\"%s\"/>\n    </testcase>\n",
			x.PlainCode(), escaper.Replace(writer{}.event(r.Name, x)))
	}
	return b
}

// frameJUnit puts the number of test cases in front of them.
func frameJUnit(text []byte) []byte {
	n := bytes.Count(text, []byte("    <testcase "))
	out := fmt.Appendf(nil, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"Luacheck report\" tests=\"%d\">\n", n)
	return append(append(out, text...), "</testsuite>\n"...)
}

func appendVisualStudio(b []byte, r *report.File) []byte {
	if r.Failed != "" {
		return fmt.Appendf(b, "luacheck : fatal error %s: couldn't check %s: %s\n", faultCodes[r.Kind], printable.Text(r.Name), reason(r))
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		kind := "warning"
		if x.Severity == analysis.Error {
			kind = "error"
		}
		b = fmt.Appendf(b, "%s(%d,%d) : %s %s: %s\n", report.LineName(r.Name), x.At.Line, x.At.Col, kind, x.PlainCode(), writer{}.message(x))
	}
	return b
}
