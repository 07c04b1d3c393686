package atomicfile

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
)

// This file removes what is left by runs that were killed while they wrote.

// tempMark is in the name of every file that is being written, and copyMark in that of a
// copy of one that is being overwritten.
const (
	tempMark = ".luaflow-"
	copyMark = tempMark + "was-"
)

// leftoverName matches the names of both, with that of the file that they are about, and no
// name that somebody would choose.
var leftoverName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.(.+?)\.luaflow-(was-)?[0-9a-f]{16}$`)
})

// staleAge is how old a file must be that somebody began to write and never ended.
const staleAge = time.Hour

// RemoveLeftovers removes from a folder what runs have left that nobody holds any more. A
// copy of a file that holds something else by now is kept and returned: it may be all that
// is left of it.
func RemoveLeftovers(root *os.Root, folder string) (kept []string) {
	d, err := root.Open(folder)
	if err != nil {
		return nil
	}
	names, _ := d.Readdirnames(-1)
	d.Close()
	for _, name := range names {
		m := leftoverName().FindStringSubmatch(name)
		if m == nil {
			continue
		}
		path := filepath.Join(folder, name)
		info, err := root.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) <= staleAge {
			continue
		}
		switch {
		case isHeld(root, path):
		case m[2] != "" && !haveSameText(root, path, filepath.Join(folder, m[1])):
			kept = append(kept, path)
		default:
			_ = root.Remove(path)
		}
	}
	return kept
}

// isHeld reports whether a process is writing a file.
func isHeld(root *os.Root, path string) bool {
	f, err := rootfs.RegularIn(root, path)
	if err != nil {
		return true // nobody knows
	}
	defer f.Close()
	return !hold(f)
}

// haveSameText reports whether two files hold the same text. Of what is no file, or too large
// to be compared, nobody knows that.
func haveSameText(root *os.Root, path, other string) bool {
	var texts [2][]byte
	for i, p := range []string{path, other} {
		f, err := rootfs.RegularIn(root, p)
		if err != nil {
			return false
		}
		texts[i], err = rootfs.ReadAll(f, project.MaxSource)
		f.Close()
		if err != nil {
			return false
		}
	}
	return bytes.Equal(texts[0], texts[1])
}

// Clean removes what earlier runs have left in the folders of some files, and returns the
// paths of what it keeps: what files held when a run was cut off that wrote them.
func Clean(files []project.File) (kept []string) {
	type place struct{ root, folder string }
	done := map[place]bool{}
	for _, f := range files {
		at := place{filepath.Dir(f.Path), "."}
		if f.IsFound() {
			at = place{f.Root, filepath.Dir(f.Inside)}
		}
		if f.Err != nil || f.Path == project.Stdin || done[at] {
			continue
		}
		done[at] = true
		root, err := os.OpenRoot(at.root)
		if err != nil {
			continue
		}
		for _, path := range RemoveLeftovers(root, at.folder) {
			kept = append(kept, filepath.Join(at.root, path))
		}
		root.Close()
	}
	return kept
}
