// Package rootfs reads files of one folder and of nowhere else: what leads out of it, by
// dots or by a symbolic link, is refused by the operating system (os.Root).
package rootfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxSize is how large a file may be, in bytes. No configuration is larger.
const MaxSize = 1 << 20

// ErrNotExist is the error of a file that is not there, or of a link that leads nowhere.
var ErrNotExist = errors.New("does not exist")

// Root is a folder.
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

// Read reads a regular file. An error does not name the file.
func (r *Root) Read(path string) ([]byte, error) {
	inside, err := filepath.Rel(r.folder, path)
	if err != nil || !filepath.IsLocal(inside) {
		return nil, fmt.Errorf("is outside of the project %s", r.folder)
	}
	info, err := r.root.Stat(inside)
	switch {
	case err != nil:
		return nil, cause(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("is not a file")
	case info.Size() > MaxSize:
		return nil, fmt.Errorf("is larger than %d bytes", MaxSize)
	}
	text, err := r.root.ReadFile(inside)
	if err != nil {
		return nil, cause(err)
	}
	return text, nil
}

// cause is an error without the path.
func cause(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotExist
	}
	var inPath *fs.PathError
	if errors.As(err, &inPath) {
		err = inPath.Err
	}
	return fmt.Errorf("is not read: %w", err)
}
