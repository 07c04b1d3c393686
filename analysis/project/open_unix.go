//go:build unix

package project

import (
	"io"
	"io/fs"
	"syscall"
)

// regular is a file that is read from its start to its end.
type regular struct {
	fd   int
	path string
}

// openNamed opens a file that somebody has named, to be read once. os.Open would have the poller of the runtime
// try each file first, which takes no regular one: as many calls of the system again as
// reading a small file needs.
func openNamed(path string) (io.ReadCloser, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		switch err {
		case nil:
			return &regular{fd, path}, nil
		case syscall.EINTR:
		default:
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

// Read implements io.Reader.
func (r *regular) Read(p []byte) (int, error) {
	const most = 1 << 30 // some systems refuse more
	for {
		switch n, err := syscall.Read(r.fd, p[:min(len(p), most)]); {
		case err == syscall.EINTR:
		case err != nil:
			return 0, &fs.PathError{Op: "read", Path: r.path, Err: err}
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// Close implements io.Closer.
func (r *regular) Close() error { return syscall.Close(r.fd) }
