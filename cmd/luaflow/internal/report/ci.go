package report

import (
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
func appendGitHub(b []byte, r *File) []byte {
	file := githubText(githubProperty, fromHere(r.Name))
	if r.Failed != "" {
		return fmt.Appendf(b, "::error file=%s,title=%s::%s\n", file, r.Failure().Code(), githubText(githubData, r.Failure().text()))
	}
	for i := range r.Findings {
		x := &r.Findings[i]
		b = fmt.Appendf(b, "::%s file=%s,line=%d,endLine=%d", githubCommand[x.Severity], file, x.At.Line, x.At.EndLine)
		if x.At.Line == x.At.EndLine {
			b = fmt.Appendf(b, ",col=%d,endColumn=%d", x.At.Col, x.LastCol)
		}
		b = fmt.Appendf(b, ",title=%s::%s\n", x.Code, githubText(githubData, x.Message))
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		b = fmt.Appendf(b, "::notice file=%s,line=%d,title=%s::%s\n", file, n.place().Line, incomplete, githubText(githubData, n.Message))
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
func appendGitLab(b []byte, r *File) []byte {
	name := fromHere(r.Name)
	var found []gitlabFinding
	for i := range r.Findings {
		x := &r.Findings[i]
		f := gitlabFinding{
			Description: x.Message, CheckName: x.Code, Severity: gitlabSeverity[x.Severity],
			Fingerprint: x.Fingerprint(name), Location: gitlabLocation{Path: name},
		}
		f.Location.Lines.Begin, f.Location.Lines.End = x.At.Line, x.At.EndLine
		found = append(found, f)
	}
	if r.Failed != "" {
		x := Finding{Code: r.Failure().Code()}
		f := gitlabFinding{
			Description: r.Failure().text(), CheckName: r.Failure().Code(), Severity: "blocker",
			Fingerprint: x.Fingerprint(name), Location: gitlabLocation{Path: name},
		}
		f.Location.Lines.Begin, f.Location.Lines.End = 1, 1
		found = append(found, f)
	}
	for i := range r.Notes {
		n := &r.Notes[i]
		x := Finding{Code: incomplete, Ordinal: i}
		f := gitlabFinding{
			Description: n.Message, CheckName: incomplete, Severity: gitlabSeverity[analysis.Hint],
			Fingerprint: x.Fingerprint(name), Location: gitlabLocation{Path: name},
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
