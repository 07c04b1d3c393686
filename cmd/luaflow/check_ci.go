package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/printable"
)

// The formats github and gitlab, and the fingerprints of findings.

// githubCommand is GitHub's workflow command for each severity.
var githubCommand = [...]string{analysis.Error: "error", analysis.Warning: "warning", analysis.Hint: "notice"}

// What ends a workflow command or one of its properties is written in its place.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// githubText escapes a text as GitHub reads it, and what is harmful besides.
func githubText(escapes *strings.Replacer, text string) string {
	return printable.Text(escapes.Replace(text))
}

// appendGitHub prints workflow commands, which become annotations of the lines.
// GitHub has no columns for what goes over several lines.
func appendGitHub(b []byte, r *report) []byte {
	file := githubText(githubProperty, fromHere(r.name))
	if r.failed != "" {
		return fmt.Appendf(b, "::error file=%s,title=%s::%s\n", file, r.failure().code(), githubText(githubData, r.failure().text()))
	}
	for i := range r.findings {
		x := &r.findings[i]
		b = fmt.Appendf(b, "::%s file=%s,line=%d,endLine=%d", githubCommand[x.severity], file, x.at.Line, x.at.EndLine)
		if x.at.Line == x.at.EndLine {
			b = fmt.Appendf(b, ",col=%d,endColumn=%d", x.at.Col, x.lastCol)
		}
		b = fmt.Appendf(b, ",title=%s::%s\n", x.code, githubText(githubData, x.message))
	}
	for i := range r.notes {
		n := &r.notes[i]
		b = fmt.Appendf(b, "::notice file=%s,line=%d,title=%s::%s\n", file, n.place().Line, incomplete, githubText(githubData, n.message))
	}
	return b
}

// gitlabFinding is an element of GitLab's code quality report.
type gitlabFinding struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	} `json:"lines"`
}

// gitlabSeverity is what GitLab calls the severities.
var gitlabSeverity = [...]string{analysis.Error: "critical", analysis.Warning: "minor", analysis.Hint: "info"}

// appendGitLab prints the findings of a file as elements of an array.
func appendGitLab(b []byte, r *report) []byte {
	name := fromHere(r.name)
	var found []gitlabFinding
	for i := range r.findings {
		x := &r.findings[i]
		f := gitlabFinding{
			Description: x.message, CheckName: x.code, Severity: gitlabSeverity[x.severity],
			Fingerprint: x.fingerprint(name), Location: gitlabLocation{Path: name},
		}
		f.Location.Lines.Begin, f.Location.Lines.End = x.at.Line, x.at.EndLine
		found = append(found, f)
	}
	if r.failed != "" {
		x := finding{code: r.failure().code()}
		f := gitlabFinding{
			Description: r.failure().text(), CheckName: r.failure().code(), Severity: "blocker",
			Fingerprint: x.fingerprint(name), Location: gitlabLocation{Path: name},
		}
		f.Location.Lines.Begin, f.Location.Lines.End = 1, 1
		found = append(found, f)
	}
	for i := range r.notes {
		n := &r.notes[i]
		x := finding{code: incomplete, ordinal: i}
		f := gitlabFinding{
			Description: n.message, CheckName: incomplete, Severity: gitlabSeverity[analysis.Hint],
			Fingerprint: x.fingerprint(name), Location: gitlabLocation{Path: name},
		}
		f.Location.Lines.Begin, f.Location.Lines.End = n.place().Line, n.place().EndLine
		found = append(found, f)
	}
	for i, f := range found {
		text, err := json.Marshal(f)
		if err != nil {
			panic(err) // strings and numbers
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, '\n'), printable.JSON(text)...)
	}
	return b
}

// fingerprint names a finding in a file over changes elsewhere in it: it is made of the
// file, the code, the words of the line, and how many findings of the code stand above
// in lines of the same words. Where the line stands, how it is indented and what the
// message says of other lines is not in it.
func (x *finding) fingerprint(file string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%016x\x00%d", file, x.code, x.line, x.ordinal))
	return hex.EncodeToString(sum[:16])
}
