package report

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/version"
)

// The sarif format: OASIS SARIF 2.1.0, one run, all checks as its rules. Columns count
// code points. Files below the current folder are named from there, others by a URL.

// sarifLevel is the level of SARIF 3.27.10 for each severity.
var sarifLevel = [...]string{analysis.Error: "error", analysis.Warning: "warning", analysis.Hint: "note"}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarifFrame returns a log with an empty array of results, cut in the middle of the array.
func sarifFrame() (open, shut string) {
	log := sarif.Report{Version: string(sarif.Version210), Schema: sarifSchema}
	driver := sarif.NewVersionedDriver("luaflow", version.String()).WithInformationURI(version.PageOf("")).WithRules(sarifRules())
	log.AddRun(sarif.NewRun(*sarif.NewTool(driver)).WithColumnKind("unicodeCodePoints"))
	text, err := json.Marshal(log)
	const results = `"results":[`
	open, shut, ok := strings.Cut(string(text), results)
	if err != nil || !ok {
		panic(fmt.Sprintf("sarif: %v in %s", err, text)) // only what stands above is in it
	}
	return open + results, "\n" + shut + "\n"
}

// sarifRules returns the checks, in the order of their codes.
func sarifRules() (rules []*sarif.ReportingDescriptor) {
	for _, c := range checks.All {
		rule := sarif.NewRule(c.Code).
			WithShortDescription(sarif.NewMultiformatMessageString(c.Title)).
			WithHelpURI(version.PageOf("analysis/checks/" + strings.ReplaceAll(c.Code, "-", ""))).
			WithHelp(sarif.NewMultiformatMessageString(c.Title).WithMarkdown(c.Doc)).
			WithDefaultConfiguration(sarif.NewReportingConfiguration().WithEnabled(!c.Off).WithLevel(sarifLevel[c.Severity]))
		rules = append(rules, rule)
	}
	return rules
}

// appendSARIF prints the findings of a file as elements of an array of results.
func appendSARIF(b []byte, r *File) []byte {
	name := uri(r.Name)
	for i := range r.Findings {
		x := &r.Findings[i]
		if i > 0 {
			b = append(b, ',')
		}
		text, err := json.Marshal(sarifResult(r, name, x).WithPartialFingerPrints(map[string]any{
			"luaflow/v1": x.Fingerprint(""),
		}))
		if err != nil {
			panic(err) // strings and numbers
		}
		b = append(append(b, '\n'), printable.JSON(text)...)
	}
	return b
}

// sarifResult returns a finding in a file with a name, which is a URI reference.
func sarifResult(of *File, name string, x *Finding) *sarif.Result {
	res := sarif.NewRuleResult(x.Code).
		WithLevel(sarifLevel[x.Severity]).
		WithMessage(sarif.NewTextMessage(x.Message)).
		WithLocations([]*sarif.Location{sarifLocation(name, x.At)})
	for _, fx := range x.Fixes {
		res.AddFix(sarifFix(name, fx))
	}
	for i := range x.Related {
		res.AddRelatedLocation(sarifRelated(of, name, &x.Related[i]).WithId(i + 1))
	}
	if len(x.Path) > 0 {
		res.WithCodeFlows([]*sarif.CodeFlow{sarifFlow(of, name, x.Path)})
	}
	return res
}

// sarifRelated returns a further place of a finding in a file with a name.
func sarifRelated(of *File, name string, rel *Related) *sarif.Location {
	if rel.Other != "" {
		name = uri(of.nameOf(rel))
	}
	return sarifLocation(name, rel.At).WithMessage(sarif.NewTextMessage(rel.Message))
}

// sarifFlow returns a path, which is one thread that comes to one place after the other.
func sarifFlow(of *File, name string, path []Related) *sarif.CodeFlow {
	thread := sarif.NewThreadFlow()
	for i := range path {
		thread.AddLocation(sarif.NewThreadFlowLocation().WithLocation(sarifRelated(of, name, &path[i])))
	}
	return sarif.NewCodeFlow().WithThreadFlows([]*sarif.ThreadFlow{thread})
}

func sarifFix(name string, fx Fix) *sarif.Fix {
	change := sarif.NewArtifactChange(sarif.NewSimpleArtifactLocation(name))
	for _, e := range fx.Edits {
		r := sarif.NewReplacement(sarifRegion(e.Range))
		if e.Text != "" {
			r.WithInsertedContent(sarif.NewArtifactContent().WithText(e.Text))
		}
		change.WithReplacement(r)
	}
	fixed := sarif.NewFix().WithDescriptionText(fx.Title).WithArtifactChanges([]*sarif.ArtifactChange{change})
	fixed.Properties = sarif.Properties{"level": fx.Level.String()}
	return fixed
}

func sarifLocation(name string, at Range) *sarif.Location {
	return sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(name)).WithRegion(sarifRegion(at)))
}

func sarifRegion(at Range) *sarif.Region {
	return sarif.NewRegion().
		WithStartLine(at.Line).WithStartColumn(at.Col).WithEndLine(at.EndLine).WithEndColumn(at.EndCol)
}

// sarifInvocation returns what stands after the results if files could not be read, or
// something in them was not looked at: SARIF says so of the run (3.20.21).
func sarifInvocation(failed []Failure, incomplete []Noted) string {
	isSuccessful := len(failed) == 0
	invocation := &sarif.Invocation{ExecutionSuccessful: &isSuccessful}
	for _, f := range failed {
		place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri(f.name)))
		invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, &sarif.Notification{
			Level: "error", Message: sarif.NewTextMessage(f.text()),
			Locations: []*sarif.Location{sarif.NewLocationWithPhysicalLocation(place)},
		})
	}
	for _, f := range incomplete {
		for i := range f.Notes {
			invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, &sarif.Notification{
				Level: "note", Message: sarif.NewTextMessage(f.Notes[i].Message),
				Locations: []*sarif.Location{sarifLocation(uri(f.Name), f.Notes[i].place())},
			})
		}
	}
	text, err := json.Marshal([]*sarif.Invocation{invocation})
	if err != nil {
		panic(err) // strings and numbers
	}
	return `,"invocations":` + string(printable.JSON(text))
}

// uri returns a file as a URI reference: relative to the current folder if it is below it.
func uri(name string) string {
	name = fromHere(name)
	u := url.URL{Path: name}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return u.String()
}
