package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/project"
)

// Findings of changed lines alone: those that git diff names as changed since the
// working tree left a revision. A file that git does not know has changed as a whole,
// and a syntax error concerns every line.

// changes is the lines that have changed in a repository.
type changes struct {
	lines   map[string][]lineRange // by path, absolute and without links
	tracked map[string]bool
}

// lineRange is lines from 1, the last one included.
type lineRange struct{ first, last int }

// changesSince asks git.
func changesSince(rev string) (*changes, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("--since %s: not a revision", rev)
	}
	root, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	top, err := project.PlaceOf(strings.TrimRight(root, "\r\n"))
	if err != nil {
		return nil, err
	}
	diff, err := git("-c", "core.quotePath=off", "-c", "diff.noprefix=false", "-C", top, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-renames", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/", "--merge-base", rev, "--")
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	files, err := git("-C", top, "ls-files", "-z")
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	c := &changes{lines: map[string][]lineRange{}, tracked: map[string]bool{}}
	for name := range strings.SplitSeq(files, "\x00") {
		c.tracked[filepath.Join(top, name)] = true
	}
	c.read(top, diff)
	return c, nil
}

// git runs git and returns what it prints. Its error is what it says.
func git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	var problem bytes.Buffer
	cmd.Stderr = &problem
	out, err := cmd.Output()
	if said, _, _ := strings.Cut(strings.TrimSpace(problem.String()), "\n"); err != nil && said != "" {
		err = fmt.Errorf("git: %s", said)
	}
	return string(out), err
}

// read takes the lines of the new side out of a unified diff without context.
func (c *changes) read(top, diff string) {
	var path string
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			path = filepath.Join(top, filepath.FromSlash(strings.TrimPrefix(unquoted(name), "b/")))
		} else if hunk, ok := strings.CutPrefix(line, "@@ -"); ok {
			if lines, ok := newLines(hunk); ok {
				c.lines[path] = append(c.lines[path], lines)
			}
		}
	}
}

// unquoted is a path as git writes it: between quotes, with C's escapes, if it has
// signs in it that need them; before a tab if it has spaces.
func unquoted(name string) string {
	name = strings.TrimRight(name, "\t")
	if text, err := strconv.Unquote(name); err == nil {
		return text
	}
	return name
}

// newLines is the lines of the new side in the head of a hunk, "3,2 +4,5 @@ …". Where
// lines were only deleted it is none.
func newLines(hunk string) (lines lineRange, ok bool) {
	_, hunk, _ = strings.Cut(hunk, " +")
	hunk, _, _ = strings.Cut(hunk, " ")
	start, count, several := strings.Cut(hunk, ",")
	first, err := strconv.Atoi(start)
	n := 1
	if several && err == nil {
		n, err = strconv.Atoi(count)
	}
	return lineRange{first, first + n - 1}, err == nil && n > 0
}

// newer keeps the findings of a file that are in changed lines.
func (c *changes) newer(path string, findings []finding) (newer []finding) {
	place, err := project.PlaceOf(path)
	if err != nil || !c.tracked[place] {
		return findings
	}
	for _, x := range findings {
		if x.severity == analysis.Error || touches(c.lines[place], x.at) {
			newer = append(newer, x)
		}
	}
	return newer
}

func touches(changed []lineRange, at jsonRange) bool {
	for _, l := range changed {
		if at.Line <= l.last && at.EndLine >= l.first {
			return true
		}
	}
	return false
}
