// Package since compares files with what a revision of git holds that the working tree comes from:
// which lines of a file are not in it, and which files differ from the HEAD of their repository.
//
// A repository may have come from anywhere, and what its configuration and attributes name may be
// programs: git runs them when it looks at the working tree. So git is asked for objects alone, and
// they are compared with the files here.
package since

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
)

// Changes is what there was at a revision. It is safe for several goroutines.
type Changes struct {
	ctx   context.Context
	top   string            // of the repository, absolute and without links
	blobs map[string]string // the names of files' texts, by path from the top

	opening sync.Once // of all below, when the first text is compared
	root    *rootfs.Root
	texts   *gitTexts
	err     error
}

// Since asks git for a revision of the repository that a folder is in, as it was when what is there now
// branched off. git is stopped when ctx ends.
func Since(ctx context.Context, folder, rev string) (*Changes, error) {
	c, err := openChanges(ctx, folder, rev)
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	return c, nil
}

func openChanges(ctx context.Context, folder, rev string) (*Changes, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, errors.New("not a revision")
	}
	// The repository is the one with a .git: a folder that only looks like one, without,
	// comes with what is cloned.
	start, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if top, ok := project.Repository(start); ok {
		start = top
	}
	top, err := git(ctx, start, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	if top, err = project.PlaceOf(strings.TrimRight(top, "\r\n")); err != nil {
		return nil, err
	}
	base, err := git(ctx, top, "merge-base", rev, "HEAD")
	if err != nil {
		return nil, err
	}
	base, _, _ = strings.Cut(base, "\n")
	return changesFrom(ctx, top, strings.TrimSpace(base))
}

// changesFrom returns what there was at a revision, of all files or of those below some folders of the
// repository.
func changesFrom(ctx context.Context, top, rev string, folders ...string) (*Changes, error) {
	args := append([]string{"--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", rev, "--"}, folders...)
	tree, err := git(ctx, top, args...)
	if err != nil {
		return nil, err
	}
	return &Changes{ctx: ctx, top: top, blobs: blobsIn(tree)}, nil
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

// open opens what texts are compared with.
func (c *Changes) open() error {
	c.opening.Do(func() {
		if c.root, c.err = rootfs.Open(c.top); c.err == nil {
			c.texts, c.err = openGitTexts(c.ctx, c.top)
		}
	})
	return c.err
}

// Close ends git.
func (c *Changes) Close() {
	if c == nil {
		return
	}
	if c.root != nil {
		c.root.Close()
	}
	if c.texts != nil {
		c.texts.close()
	}
}

// Lines returns the lines of a file that have changed: all of one that is not in the revision. If that is
// not known it is all, and the error says why.
func (c *Changes) Lines(path string) (Lines, error) {
	place, err := project.PlaceOf(path)
	if err != nil {
		return allLines, nil
	}
	inside, err := filepath.Rel(c.top, place)
	blob, known := c.blobs[filepath.ToSlash(inside)]
	if err != nil || !known {
		return allLines, nil
	}
	lines, err := c.changedLines(inside, blob)
	if err != nil {
		return allLines, err
	}
	return lines, nil
}

// changedLines returns the lines of a file that are not in a text of git.
func (c *Changes) changedLines(inside, blob string) (Lines, error) {
	if err := c.open(); err != nil {
		return nil, err
	}
	f, err := c.root.Regular(inside)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	now, err := rootfs.ReadAll(f, project.MaxSource)
	if err != nil {
		return nil, err
	}
	if blobName(string(now), len(blob)) == blob {
		return nil, nil
	}
	before, err := c.texts.text(blob)
	if err != nil {
		return nil, err
	}
	return newLines(before, string(now)), nil
}

// blobName returns what git calls a text. How long that is tells the hash.
func blobName(text string, length int) string {
	var h hash.Hash = sha1.New()
	if length > 2*sha1.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(text))
	_, _ = io.WriteString(h, text) // never fails
	return hex.EncodeToString(h.Sum(nil))
}
