package report

// Formats is our formats by name.
var Formats = map[string]Format{
	"text":       {Append: AppendText, Notes: true, Wants: WantsExcerpts, Summary: summaryText},
	"plain":      {Append: appendPlain, Notes: true},
	"json":       {frame: frameOf("[", "\n]\n"), join: ",", Wants: WantsFixes, Notes: true, Append: appendJSON},
	"sarif":      {frame: sarifFrame, join: ",", Wants: WantsLines | WantsFixes | WantsPaths, Append: appendSARIF, After: sarifInvocation},
	"junit":      {frame: frameOf(junitOpen, junitShut), Clean: true, Append: appendJUnit},
	"checkstyle": {frame: frameOf(checkstyleOpen, checkstyleShut), Clean: true, Append: appendCheckstyle},
	"github":     {Append: appendGitHub, Notes: true, Failures: true},
	"gitlab":     {frame: frameOf("[", "\n]\n"), join: ",", Wants: WantsLines, Append: appendGitLab, Notes: true, Failures: true},
}

// FormatNames is the formats as help and messages list them.
const FormatNames = "text, plain, json, sarif, junit, checkstyle, github or gitlab"

// frameOf returns a frame that is always the same.
func frameOf(open, shut string) func() (string, string) {
	return func() (string, string) { return open, shut }
}
