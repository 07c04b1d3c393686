package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"

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
}

// checkInto runs luaflow check on the wasteful files and returns what it writes to a
// file in a format.
func checkInto(t *testing.T, format string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv(cacheEnv, "off")
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
	for _, want := range []string{`"uri":"./odd,%20%3C\u0026%3E%25:%20%C3%A9.lua"`, `"ruleId":"syntax-error"`, `"luaflow/v1":"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the log", want)
		}
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
