//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// keepExtended gives a new file the extended attributes of an old one, lists of access
// among them, and no others. It reports whether it has them.
func keepExtended(from, to *os.File) bool {
	old, ok := extended(from)
	now, nowOK := extended(to)
	if !ok || !nowOK {
		return ok == nowOK // a file system without any
	}
	fd := int(to.Fd())
	for name := range now {
		if _, kept := old[name]; !kept && unix.Fremovexattr(fd, name) != nil {
			return false
		}
	}
	for name, value := range old {
		if has, ok := now[name]; ok && bytes.Equal(has, value) {
			continue
		}
		if unix.Fsetxattr(fd, name, value, 0) != nil {
			return false
		}
	}
	return true
}

// extended returns the extended attributes of a file, by name.
func extended(f *os.File) (values map[string][]byte, ok bool) {
	list, ok := sized(func(buf []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), buf) })
	if !ok {
		return nil, false
	}
	values = map[string][]byte{}
	for name := range strings.SplitSeq(string(list), "\x00") {
		if name == "" {
			continue
		}
		value, ok := sized(func(buf []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, buf) })
		if !ok {
			return nil, false
		}
		values[name] = value
	}
	return values, true
}

// sized calls what first says how much there is, and then gives it.
func sized(get func([]byte) (int, error)) ([]byte, bool) {
	n, err := get(nil)
	if err != nil {
		return nil, false
	}
	if n == 0 {
		return nil, true
	}
	buf := make([]byte, n)
	n, err = get(buf)
	if err != nil {
		return nil, false
	}
	return buf[:n], true
}
