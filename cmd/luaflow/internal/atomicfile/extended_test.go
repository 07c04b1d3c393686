//go:build linux

package atomicfile

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"luaflow/analysis/project"
	"luaflow/compile/external"
	"luaflow/compile/testkit/must"
)

// TestReplaceFileKeepsExtended: attributes and lists of access stay, and those that the
// folder gives to new files are not added.
func TestReplaceFileKeepsExtended(t *testing.T) {
	dir := t.TempDir()
	path, plain := filepath.Join(dir, "a.lua"), filepath.Join(dir, "b.lua")
	for _, p := range []string{path, plain} {
		must.Write(t, p, "old")
	}
	if err := unix.Setxattr(path, "user.kept", []byte("yes"), 0); err != nil {
		external.Missing(t, "the file system has no extended attributes")
	}
	list := accessList()
	if unix.Setxattr(path, "system.posix_acl_access", list, 0) != nil || unix.Setxattr(dir, "system.posix_acl_default", list, 0) != nil {
		external.Missing(t, "the file system has no lists of access")
	}
	for _, p := range []string{path, plain} {
		before, err := os.Open(p)
		must.Do(t, err)
		want, ok := extended(before)
		mode, err := before.Stat()
		must.Do(t, err)
		must.Do(t, Replace(project.Named(p), "old", "new"))
		after, err := os.Open(p)
		must.Do(t, err)
		got, gotOK := extended(after)
		if !ok || !gotOK || len(got) != len(want) {
			t.Errorf("%s has %d attributes, not %d", p, len(got), len(want))
		}
		for name := range want {
			if string(got[name]) != string(want[name]) {
				t.Errorf("%s: %s is %q, not %q", p, name, got[name], want[name])
			}
		}
		if info, err := after.Stat(); err != nil || info.Mode() != mode.Mode() || must.Read(t, p) != "new" {
			t.Errorf("%s: %v", p, info)
		}
		before.Close()
		after.Close()
	}
}

// accessList returns a list of access by which one more user may read.
func accessList() []byte {
	const none = 0xffffffff
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range [][3]uint32{{0x01, 6, none}, {0x02, 4, 1234}, {0x04, 4, none}, {0x10, 4, none}, {0x20, 4, none}} {
		b = binary.LittleEndian.AppendUint16(b, uint16(e[0]))
		b = binary.LittleEndian.AppendUint16(b, uint16(e[1]))
		b = binary.LittleEndian.AppendUint32(b, e[2])
	}
	return b
}
