// Package baseline holds the findings that a project had when it began to use luaflow, so that
// only newer ones are reported. A finding is known by its fingerprint; files are named from the
// folder of the baseline. Syntax errors are in no baseline, as what they hide would come out when
// they are mended.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/cmd/luaflow/internal/report"
)

// Name is the file if none is named.
const Name = ".luaflow-baseline.json"

// version is the version of the form, and of the fingerprints.
const version = 1

// Baseline is what is known. It does not change while files are checked.
type Baseline struct {
	Path   string // of the file that it was read from, or is written to
	folder string // absolute, without links
	known  map[string]bool
	all    bool // everything is known: it is being written
	old    []Entry
}

// form is the form on disk.
type form struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// Entry is one known finding.
type Entry struct {
	File        string `json:"file"`        // its path from the baseline's folder
	Code        string `json:"code"`        // ours, such as "dead-store"
	Fingerprint string `json:"fingerprint"` // see report.Finding.Fingerprint
}

// Open reads the baseline that the flags ask for; nil if they ask for none.
// One that is to be written need not be there.
func Open(path string, newOnly, write bool) (*Baseline, error) {
	isFound := path == "" // and nobody has named it
	switch {
	case path != "":
	case write:
		path = Name
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: %s, and is not written (--baseline names another)", path, rootfs.NotRegular(info.Mode()))
		}
	case newOnly:
		var err error
		if path, err = nearest(); err != nil {
			return nil, err
		}
	default:
		return nil, nil
	}
	folder, err := project.PlaceOf(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", path, rootfs.Reason(err))
	}
	b := &Baseline{Path: path, folder: folder, all: write, known: map[string]bool{}}
	text, err := read(path, isFound)
	switch {
	case errors.Is(err, fs.ErrNotExist) && write:
		return b, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file (--write-baseline writes it)", path)
	case err != nil:
		return nil, fmt.Errorf("%s: %s", path, rootfs.Reason(err))
	}
	return b, b.read(text)
}

// read reads a baseline, one that was found from its folder alone.
func read(path string, isFound bool) ([]byte, error) {
	if !isFound {
		return os.ReadFile(path)
	}
	var o project.Opener
	defer o.Close()
	return o.Read(&project.File{Root: filepath.Dir(path), Inside: filepath.Base(path)}, project.MaxSource)
}

// nearest returns the baseline in the current folder or else above it.
func nearest() (string, error) {
	folder, err := filepath.Abs(".")
	for err == nil {
		path := filepath.Join(folder, Name)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if folder == filepath.Dir(folder) {
			break
		}
		folder = filepath.Dir(folder)
	}
	return "", fmt.Errorf("there is no %s here or above (--write-baseline writes one)", Name)
}

func (b *Baseline) read(text []byte) error {
	var file form
	if err := json.Unmarshal(text, &file); err != nil {
		return fmt.Errorf("%s: not a baseline: %s", b.Path, err)
	}
	if file.Version != version {
		return fmt.Errorf("%s: a baseline of version %d, not %d: write it anew with --write-baseline", b.Path, file.Version, version)
	}
	b.old = file.Findings
	for _, e := range file.Findings {
		b.known[e.Fingerprint] = true
	}
	return nil
}

// File returns how the baseline names a file.
func (b *Baseline) File(path string) string {
	if place, err := project.PlaceOf(path); err == nil && path != project.Stdin {
		if rel, err := filepath.Rel(b.folder, place); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return filepath.ToSlash(path)
}

// Split takes the known ones out of the findings of a file, by the baseline's name for
// it, and returns both.
func (b *Baseline) Split(file string, findings []report.Finding) (newer []report.Finding, known []Entry) {
	for i := range findings {
		x := &findings[i]
		fingerprint := x.Fingerprint(file)
		if x.Severity > analysis.Error && (b.all || b.known[fingerprint]) {
			known = append(known, Entry{file, x.Code, fingerprint})
		} else {
			newer = append(newer, *x)
		}
	}
	return newer, known
}

// Write writes what was found in some files, by the names that split gave them, and
// keeps what is known of others that are still there.
func (b *Baseline) Write(checked map[string]bool, found []Entry) error {
	for _, e := range b.old {
		if _, err := os.Stat(filepath.Join(b.folder, e.File)); err == nil && !checked[e.File] {
			found = append(found, e)
		}
	}
	slices.SortStableFunc(found, func(x, y Entry) int { return cmp.Compare(x.File, y.File) })
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\"version\": %d, \"findings\": [", version)
	for i, e := range found {
		if i > 0 {
			text.WriteByte(',')
		}
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		text.WriteByte('\n')
		text.Write(line)
	}
	text.WriteString("\n]}\n")
	return atomicfile.Write(b.Path, text.Bytes())
}
