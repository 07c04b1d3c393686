package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v2/sarif"
	"github.com/xeipuuv/gojsonschema"

	"luaflow/analysis/checks"
	"luaflow/cmd/luaflow/internal/cache"
	"luaflow/cmd/luaflow/internal/console"
	"luaflow/compile/testkit/must"
)

// wasteful is files with findings of all severities, in names and lines that formats
// have to escape.
var wasteful = map[string]string{
	"a.lua":             "local function f(a, unused)\n  local title = \"<&>\"\n  title = a\n  return title\nend\nreturn f\n",
	"odd, <&>%: é.lua":  "local x = 1\n",
	"clean.lua":         "return 1\n",
	"broken.lua":        "x = = \"\x01\"\n",
	"lines/several.lua": "if x then\nend\n",
	"path.lua":          "local f = io.open(arg[1])\nif ready then\n  print(f:read())\nend\n",
}

// checkInto runs luaflow check on the wasteful files and returns what it writes to a
// file in a format.
func checkInto(t *testing.T, format string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv(cache.Env, "off")
	for name, text := range wasteful {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must.Write(t, name, text)
	}
	out := filepath.Join(t.TempDir(), "out")
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	must.Do(t, err)
	defer null.Close()
	con := console.New(null, null, null)
	root := newRoot(con)
	root.SetArgs([]string{"check", "--hints", "--format", format + "=" + out, ".", "none.lua"})
	must.Do(t, root.Execute())
	if code := con.Close(); code != console.ExitUnreadable {
		t.Errorf("exit code %d", code)
	}
	return must.Read(t, out)
}

// TestSARIFFollowsItsSchema holds the output against OASIS's schema.
func TestSARIFFollowsItsSchema(t *testing.T) {
	schema := must.Read(t, "testdata/sarif-schema-2.1.0.json")
	text := checkInto(t, "sarif")
	res, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewStringLoader(text))
	must.Do(t, err)
	for _, e := range res.Errors() {
		t.Errorf("%s", e)
	}
	for _, want := range []string{`"uri":"./odd,%20%3C\u0026%3E%25:%20%C3%A9.lua"`, `"ruleId":"syntax-error"`, `"luaflow/v1":"`, `"codeFlows":[`, `"helpUri":"https://`, `"informationUri":"https://`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the log", want)
		}
	}
}

// TestSARIFPaths holds the paths of findings in the log: which places, and what is said of them.
func TestSARIFPaths(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	must.Do(t, err)
	var log sarif.Report
	must.Do(t, json.Unmarshal([]byte(checkInto(t, "sarif")), &log))
	var got []string
	for _, res := range log.Runs[0].Results {
		for _, flow := range res.CodeFlows {
			for _, at := range flow.ThreadFlows[0].Locations {
				got = append(got, fmt.Sprintf("%d: %s", *at.Location.PhysicalLocation.Region.StartLine, *at.Location.Message.Text))
			}
		}
	}
	want := []string{
		"2: value assigned to `title` is never read: overwritten at line 3", "3: overwritten here",
		"1: it gives nil if it fails", "2: `ready` is true", "3: `f` may be nil here: `io.open` at line 1 gives nil if it fails, and nothing has tested that",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the paths are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	rules := log.Runs[0].Tool.Driver.Rules
	for _, rule := range rules {
		page, err := url.Parse(*rule.HelpURI)
		if err != nil || !page.IsAbs() {
			t.Errorf("%s: %s is no absolute URL", rule.ID, *rule.HelpURI)
		}
		if _, err := os.Stat(filepath.Join(root, strings.TrimPrefix(page.Path, "/luaflow"), "doc.md")); err != nil {
			t.Errorf("%s: %s is no package with a page: %v", rule.ID, *rule.HelpURI, err)
		}
	}
	if len(rules) != len(checks.All) {
		t.Errorf("%d rules for %d checks", len(rules), len(checks.All))
	}
}

// TestXMLIsWellFormed reads the formats of XML to their ends.
func TestXMLIsWellFormed(t *testing.T) {
	for _, format := range []string{"junit", "checkstyle"} {
		dec := xml.NewDecoder(strings.NewReader(checkInto(t, format)))
		files := 0
		for {
			token, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			must.Do(t, err)
			if start, ok := token.(xml.StartElement); ok && (start.Name.Local == "testsuite" || start.Name.Local == "file") {
				files++
			}
		}
		if files != len(wasteful)+1 {
			t.Errorf("%s tells of %d files, not %d", format, files, len(wasteful)+1)
		}
	}
}
