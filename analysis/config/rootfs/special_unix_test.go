//go:build unix

package rootfs

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestNothingIsWaitedFor: what is no file is refused in words, and nobody waits for it.
func TestNothingIsWaitedFor(t *testing.T) {
	folder := t.TempDir()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o666))
	must(os.Symlink("/dev/zero", filepath.Join(folder, "zero")))
	must(os.Symlink("pipe", filepath.Join(folder, "link")))
	must(os.Mkdir(filepath.Join(folder, "x.lua"), 0o777))
	l, err := net.Listen("unix", filepath.Join(folder, "socket"))
	must(err)
	defer l.Close()
	must(os.WriteFile(filepath.Join(folder, "large"), nil, 0o666))
	must(os.Truncate(filepath.Join(folder, "large"), 1<<40)) // a hole
	r, err := Open(folder)
	must(err)
	defer r.Close()
	for name, want := range map[string][2]string{
		"pipe": {"is not a file but a pipe", "is not a file but a pipe"}, "link": {"is not a file but a pipe", "is not a file but a pipe"},
		"zero": {"is not read: it leads out of the folder", "is not a file but a device"}, "x.lua": {"is not a file but a folder", "is not a file but a folder"},
		"socket": {"is not read: ", "is not read: "}, "large": {"is larger than", ""},
	} {
		path := filepath.Join(folder, name)
		if _, err := r.Read(path); err == nil || !strings.HasPrefix(err.Error(), want[0]) {
			t.Errorf("%s: %v", name, err)
		}
		f, err := Regular(path)
		if err == nil {
			_, err = ReadAll(f, 0)
			f.Close()
			want[1] = "is larger than"
		}
		if err == nil || !strings.HasPrefix(err.Error(), want[1]) {
			t.Errorf("named %s: %v", name, err)
		}
	}
}
