// Package since keeps the findings of changed lines: those that differ from what a revision of
// git holds that the working tree comes from. A file that is not in the revision has changed as a
// whole, and a syntax error concerns every line.
//
// A repository may have come from anywhere, and what its configuration and attributes name may be
// programs: git runs them when it looks at the working tree. So git is asked for objects alone, and
// they are compared with the files here.
package since

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"path/filepath"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/report"
)

// Changes is what there was at a revision. It is safe for several goroutines.
type Changes struct {
	top   string // of the repository, absolute and without links
	root  *rootfs.Root
	blobs map[string]string // the names of files' texts, by path from the top
	texts *gitTexts
}

// Since asks git.
func Since(rev string) (*Changes, error) {
	c, err := openChanges(rev)
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	return c, nil
}

func openChanges(rev string) (*Changes, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, errors.New("not a revision")
	}
	// The repository is the one with a .git: a folder that only looks like one, without,
	// comes with what is cloned.
	start, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	if top, ok := project.Repository(start); ok {
		start = top
	}
	top, err := git(start, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	c := &Changes{}
	if c.top, err = project.PlaceOf(strings.TrimRight(top, "\r\n")); err != nil {
		return nil, err
	}
	base, err := git(c.top, "merge-base", rev, "HEAD")
	if err != nil {
		return nil, err
	}
	base, _, _ = strings.Cut(base, "\n")
	tree, err := git(c.top, "ls-tree", "-r", "-z", "--full-tree", strings.TrimSpace(base))
	if err != nil {
		return nil, err
	}
	c.blobs = blobsIn(tree)
	if c.root, err = rootfs.Open(c.top); err != nil {
		return nil, err
	}
	if c.texts, err = openGitTexts(c.top); err != nil {
		c.root.Close()
		return nil, err
	}
	return c, nil
}

// blobsIn returns the regular files of a tree, as git lists it: mode, type, name of the text,
// and after a tab the path.
func blobsIn(tree string) map[string]string {
	blobs := map[string]string{}
	for entry := range strings.SplitSeq(tree, "\x00") {
		about, path, _ := strings.Cut(entry, "\t")
		if fields := strings.Fields(about); len(fields) == 3 && strings.HasPrefix(fields[0], "100") {
			blobs[path] = fields[2]
		}
	}
	return blobs
}

// Close ends git.
func (c *Changes) Close() {
	if c != nil {
		c.root.Close()
		c.texts.close()
	}
}

// Newer keeps the findings of a file that are in changed lines. If that is not known it
// keeps all, and the error says why.
func (c *Changes) Newer(path string, findings []report.Finding) (newer []report.Finding, err error) {
	if len(findings) == 0 {
		return nil, nil
	}
	place, err := project.PlaceOf(path)
	if err != nil {
		return findings, nil
	}
	inside, err := filepath.Rel(c.top, place)
	blob, known := c.blobs[filepath.ToSlash(inside)]
	if err != nil || !known {
		return findings, nil
	}
	changed, err := c.changedLines(inside, blob)
	if err != nil {
		return findings, err
	}
	for _, x := range findings {
		if x.Severity == analysis.Error || touches(changed, x.At) {
			newer = append(newer, x)
		}
	}
	return newer, nil
}

// changedLines returns the lines of a file that are not in a text of git.
func (c *Changes) changedLines(inside, blob string) ([]lineRange, error) {
	f, err := c.root.Regular(inside)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	now, err := rootfs.ReadAll(f, project.MaxSource)
	if err != nil {
		return nil, err
	}
	if blobName(now, len(blob)) == blob {
		return nil, nil
	}
	before, err := c.texts.text(blob)
	if err != nil {
		return nil, err
	}
	return newLines(before, string(now)), nil
}

// blobName returns what git calls a text. How long that is tells the hash.
func blobName(text []byte, length int) string {
	var h hash.Hash = sha1.New()
	if length > 2*sha1.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(text))
	_, _ = h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

func touches(changed []lineRange, at report.Range) bool {
	for _, l := range changed {
		if at.Line <= l.last && at.EndLine >= l.first {
			return true
		}
	}
	return false
}
