package main

import (
	"encoding/json"
	"encoding/xml"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"luaflow/analysis"
	"luaflow/analysis/printable"
	"luaflow/cmd/luaflow/internal/luacheck"
	"luaflow/cmd/luaflow/internal/report"
)

// printableCases are texts of a project and what is printed of them.
var printableCases = []struct{ name, text, want string }{
	{"a plain name", "src/Größe 界.lua", "src/Größe 界.lua"},
	{"lines", "a\n::error::b\r\tc", `a\n::error::b\r\tc`},
	{"control sequences of C0 and C1", "\x1b[2J\u009b2J\x7f", `\x1B[2J\u{9B}2J\x7F`},
	{"no UTF-8", "gr\xf6\xdfe", `gr\xF6\xDFe`},
	{"a real U+FFFD", "\uFFFD", "\uFFFD"},
	{"what has no picture", "a\u200bb\ufeff\u00ad", `a\u{200B}b\u{FEFF}\u{AD}`},
	{"directions", "\u202eaul.\u2066", `\u{202E}aul.\u{2066}`},
	{"tags and separators", "\U000e0041\u2028", `\u{E0041}\u{2028}`},
	{"commands in the middle of a line", "##[error]x ##VSO[a] ##teamcity[b]", `#\x23[error]x #\x23VSO[a] #\x23teamcity[b]`},
	{"no commands", "## [x] #[y] ##", "## [x] #[y] ##"},
}

func TestPrintable(t *testing.T) {
	for _, c := range printableCases {
		if got := printable.Text(c.text); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLineName(t *testing.T) {
	for name, want := range map[string]string{
		"a::b.lua": "a::b.lua", "::error::b.lua": "./::error::b.lua", " ::error::b.lua": "./ ::error::b.lua",
		":": "./:",
	} {
		if got := report.LineName(name); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// everyFormat returns our formats and luacheck's, by name.
func everyFormat() map[string]report.Format {
	all := map[string]report.Format{}
	maps.Copy(all, report.Formats)
	for _, name := range luacheck.FormatNames {
		all["luacheck "+name] = luacheck.Format(name, report.Display{}, false)
	}
	return all
}

// reportsOf returns a report of each kind about a file of a name, in which a text of a project
// stands wherever one may stand.
func reportsOf(name, text string) []report.File {
	at := report.Range{Line: 1, Col: 2, EndLine: 1, EndCol: 5}
	x := report.Finding{
		Code: "dead-store", Luacheck: "311", Message: text, At: at, LastCol: 4,
		Related: []report.Related{{At: at, Message: text}}, Fixes: []report.Fix{{Title: text, Level: analysis.Safe, Edits: []report.Edit{{Range: at, Text: text}}}},
	}
	return []report.File{
		{Name: name, Findings: []report.Finding{x}, Notes: []report.Note{{At: at, Message: text}, {Message: text}}},
		{Name: name, Failed: text, Kind: luacheck.IOError},
		{Name: name, Failed: text, Kind: luacheck.RuntimeFault, Crashed: true},
	}
}

// printed returns a whole report in a format.
func printed(f report.Format, r report.File) string {
	text := string(f.Append(nil, &r))
	if f.After != nil && (r.Failed != "" || len(r.Notes) > 0) {
		text += f.After([]report.Failure{r.Failure()}, []report.Noted{{Name: r.Name, Notes: r.Notes}})
	}
	if f.Whole != nil {
		text = string(f.Whole([]byte(text)))
	}
	return text
}

// FuzzFormats: whatever a file is called and a message holds, in no format does it begin a
// line or a command, or move a cursor.
func FuzzFormats(f *testing.F) {
	for _, c := range printableCases {
		f.Add(c.text, c.text)
	}
	f.Add("\n::error::x", "::error::x\n::set-env name=x::y")
	f.Add(" ::add-mask::a.lua", "%0A::error::x")
	f.Add("</testsuite>\"'&<!--", "]]>\"'<&")
	f.Add("\x00", "\x01a\x02")
	all := everyFormat()
	f.Fuzz(func(t *testing.T, name, text string) {
		if name == "" || text == "" {
			return
		}
		good := reportsOf("a.lua", "text")
		for format, f := range all {
			for i, r := range reportsOf(name, text) {
				got, want := printed(f, r), printed(f, good[i])
				if strings.Count(got, "\n") != strings.Count(want, "\n") {
					t.Errorf("%s: another number of lines than in\n%s\n%s", format, want, got)
				}
				for line := range strings.Lines(got) {
					line = strings.TrimSuffix(line, "\n")
					begins := strings.HasPrefix(strings.TrimSpace(line), "::")
					if printable.Line(line) != line || begins && format != "github" {
						t.Errorf("%s: %q", format, line)
					}
				}
			}
		}
	})
}

// TestFormatsKeepNames: what is escaped as JSON and XML do it is what it was to whoever
// decodes it.
func TestFormatsKeepNames(t *testing.T) {
	for _, c := range printableCases {
		want := string([]rune(c.text)) // with U+FFFD for each byte that is no text
		r := reportsOf(c.text, c.text)[0]
		var found []struct{ File, Message string }
		if err := json.Unmarshal([]byte("["+printed(report.Formats["json"], r)+"]"), &found); err != nil || found[0].File != want || found[0].Message != want {
			t.Errorf("json: %s: %v, %+v", c.name, err, found)
		}
		var file struct {
			Name string `xml:"name,attr"`
		}
		want = strings.Map(func(r rune) rune {
			if r < ' ' && r != '\t' && r != '\n' && r != '\r' {
				return utf8.RuneError // XML cannot hold it
			}
			return r
		}, want)
		if err := xml.Unmarshal([]byte(printed(report.Formats["checkstyle"], r)), &file); err != nil || file.Name != want {
			t.Errorf("checkstyle: %s: %v, %q", c.name, err, file.Name)
		}
	}
}

// TestFormatsTellWhatIsMissing: every format of ours has the notes of a file, with and
// without findings beside them.
func TestFormatsTellWhatIsMissing(t *testing.T) {
	const said = "the values were not followed"
	r := reportsOf("a.lua", "text")[0]
	r.Notes = []report.Note{{Message: said}, {At: report.Range{Line: 3, Col: 1, EndLine: 3, EndCol: 9}, Message: said}}
	for name, f := range report.Formats {
		if got := printed(f, r); strings.Count(got, said) != 2 || !f.Notes && !f.Clean && f.After == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}
