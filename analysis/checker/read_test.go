package checker

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"luaflow/analysis/checks"
	"luaflow/compile/testkit/must"
)

// verdict is a line of a read.tsv: what somebody thinks of a finding that .ci/draw drew.
type verdict struct {
	seed, file, line, verdict, reason string
}

// verdicts reads the read.tsv of a check; none if it has no such file.
func verdicts(t *testing.T, dir string) (all []verdict) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "read.tsv"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if lines[0] != "seed\tfile\tline\tverdict\treason" {
		t.Errorf("%s: the first line is %q", dir, lines[0])
	}
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			t.Fatalf("%s: %d columns in %q", dir, len(f), line)
		}
		all = append(all, verdict{f[0], f[1], f[2], f[3], f[4]})
	}
	return all
}

var mended = regexp.MustCompile(`: mended(?: to a hint)?, (testdata/\w+\.(?:lua|txtar))$`)

// check reports what is wrong with a line.
func (v *verdict) check(dir string) error {
	for _, number := range []string{v.seed, v.line} {
		if n, err := strconv.Atoi(number); err != nil || n < 1 {
			return fmt.Errorf("%q is no seed or line", number)
		}
	}
	if !filepath.IsLocal(v.file) || v.reason != strings.TrimSpace(v.reason) || v.reason == "" {
		return fmt.Errorf("file %q, reason %q", v.file, v.reason)
	}
	switch v.verdict {
	case "true", "debatable":
		return nil
	case "false":
		m := mended.FindStringSubmatch(v.reason)
		if m == nil {
			return fmt.Errorf("a false alarm that is not mended: %s", v.reason)
		}
		_, err := os.Stat(filepath.Join(dir, m[1]))
		return err
	}
	return fmt.Errorf("verdict %q", v.verdict)
}

// table reads the rows of rates.md that begin with a code: the numbers in the other
// columns.
func table(t *testing.T, header string) map[string][]float64 {
	t.Helper()
	page := must.Read(t, "rates.md")
	_, rest, ok := strings.Cut(page, header)
	if !ok {
		t.Fatalf("rates.md has no table %q", header)
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	rows := make(map[string][]float64)
	for _, line := range strings.Split(rest, "\n") {
		cells := strings.Split(strings.Trim(line, "| "), "|")
		m := regexp.MustCompile("^`([a-z-]+)`").FindStringSubmatch(cells[0])
		for _, cell := range cells[1:] {
			if n, err := strconv.ParseFloat(strings.TrimSpace(cell), 64); m != nil && err == nil {
				rows[m[1]] = append(rows[m[1]], n)
			}
		}
	}
	return rows
}

// TestRead: of each code that was found over the corpus, thirty findings have been judged,
// or all; those that were false are mended; and the page has the numbers.
func TestRead(t *testing.T) {
	found := table(t, "| code | warnings | in 1,000 lines | hints | in 1,000 lines |")
	judged := table(t, "| code | true | debatable | false |")
	for _, code := range checks.Codes() {
		dir := filepath.Join("..", "checks", strings.ReplaceAll(code, "-", ""))
		all := verdicts(t, dir)
		count := make(map[string]float64)
		for _, v := range all {
			count[v.verdict]++
			if err := v.check(dir); err != nil {
				t.Errorf("%s: %v", code, err)
			}
		}
		row := found[code]
		if row == nil {
			row = make([]float64, 4)
		}
		if n := count["true"] + count["debatable"]; n < min(30, row[0]+row[2]) {
			t.Errorf("%s: %v are right of %v that were found", code, n, row[0]+row[2])
		}
		if want := []float64{count["true"], count["debatable"], count["false"]}; len(all) > 0 && !slices.Equal(judged[code], want) {
			t.Errorf("%s: the page has %v, and read.tsv %v", code, judged[code], want)
		}
		delete(found, code)
		delete(judged, code)
	}
	if len(found)+len(judged) > 0 {
		t.Errorf("the page has codes that are unknown: %v %v", found, judged)
	}
	folders, err := filepath.Glob("../checks/*/read.tsv")
	if err != nil || len(folders) < 27 {
		t.Errorf("%d files with verdicts, %v", len(folders), err)
	}
}
