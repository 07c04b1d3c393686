// Package rootfs reads regular files of one folder and of nowhere else: what leads out of
// it, by dots or by a symbolic link, is refused by the operating system (os.Root), and so
// is what does not end or does not answer, a device or a pipe. All that nobody has named,
// but a project brings along, is read through it. A Stamp tells whether a file has changed since
// it was read.
package rootfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxSize is how large a file may be that Read reads, in bytes. No configuration is larger.
const MaxSize = 1 << 20

// ErrNotExist is the error of a file that is not there, or of a link that leads nowhere. It
// is an fs.ErrNotExist.
var ErrNotExist error = notExist{}

type notExist struct{}

// Error returns why there is nothing to read.
func (notExist) Error() string { return "does not exist" }

// Is reports whether target is fs.ErrNotExist, for errors.Is.
func (notExist) Is(target error) bool { return target == fs.ErrNotExist }

// Root is a folder. It is safe for concurrent use.
type Root struct {
	folder string
	root   *os.Root
}

// Open opens a folder, which is to be closed.
func Open(folder string) (*Root, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &Root{folder, root}, nil
}

// Close ends it.
func (r *Root) Close() { r.root.Close() }

// Folder returns the folder, as Open was given it.
func (r *Root) Folder() string { return r.folder }

// Read reads a regular file of MaxSize bytes at most, by its path from where the folder's
// path starts. An error does not name the file.
func (r *Root) Read(path string) ([]byte, error) {
	inside, err := filepath.Rel(r.folder, path)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, fmt.Errorf("is outside of the project %s", r.folder)
	}
	f, err := r.Regular(inside)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, MaxSize)
}

// Reading is what a file was when it was read.
type Reading struct {
	Path  string // absolute
	Stamp Stamp  // from before it was read, so that it is not that of a later text; zero if there was no file
	Text  []byte // nil if it could not be read
}

// Look reads a file as Read does, and says which text that is. Where there is none, it says so too.
func (r *Root) Look(path string) (Reading, error) {
	reading := Reading{Path: path, Stamp: StampAt(path)}
	var err error
	if reading.Text, err = r.Read(path); errors.Is(err, ErrNotExist) {
		reading.Stamp = Stamp{} // it may have gone after it was looked at, and may come back as it was
	}
	return reading, err
}

// Sub opens a folder below this one, by its path from it, which is to be closed.
func (r *Root) Sub(inside string) (*Root, error) {
	root, err := r.root.OpenRoot(inside)
	if err != nil {
		return nil, cause(err)
	}
	return &Root{filepath.Join(r.folder, inside), root}, nil
}

// Regular opens a regular file, by its path from the folder. A pipe is not waited for. An
// error does not name the file.
func (r *Root) Regular(inside string) (*os.File, error) { return RegularIn(r.root, inside) }

// RegularIn opens a regular file of a folder that is open, as Root.Regular does.
func RegularIn(root *os.Root, inside string) (*os.File, error) {
	f, err := root.OpenFile(inside, os.O_RDONLY|nonBlocking, 0)
	return regular(f, err)
}

// Regular opens a regular file wherever a path leads. An error does not name the file.
func Regular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	return regular(f, err)
}

func regular(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, cause(err)
	}
	info, err := f.Stat()
	if err == nil {
		err = NotRegular(info.Mode())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// NotRegular returns why a file of some mode is not read, and nil for a regular one.
func NotRegular(mode fs.FileMode) error {
	kind := "special file"
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "folder"
	case mode&fs.ModeDevice != 0:
		kind = "device"
	case mode&fs.ModeNamedPipe != 0:
		kind = "pipe"
	case mode&fs.ModeSocket != 0:
		kind = "socket"
	case mode&fs.ModeSymlink != 0:
		kind = "symbolic link"
	}
	return fmt.Errorf("is not a file but a %s", kind)
}

// ReadAll reads what is left of a file, and refuses more than limit bytes. An error does
// not name the file.
func ReadAll(f io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, cause(err)
	}
	if int64(len(text)) > limit {
		return nil, TooLarge(limit)
	}
	return text, nil
}

// TooLarge returns the error of a file with more than limit bytes.
func TooLarge(limit int64) error { return fmt.Errorf("is larger than %d bytes", limit) }

// escapes is what os.Root says of a path that leads out of it, an error that has no name.
const escapes = "path escapes from parent"

// cause returns an error without the path.
func cause(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotExist
	}
	if inPath, ok := errors.AsType[*fs.PathError](err); ok {
		err = inPath.Err
	}
	if err.Error() == escapes {
		return errors.New("is not read: it leads out of the folder")
	}
	return fmt.Errorf("is not read: %w", err)
}

// Reason returns an error of the system without the path and the call that it carries:
// whoever prints it names the file already.
func Reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err.Error()
	}
	return err.Error()
}
