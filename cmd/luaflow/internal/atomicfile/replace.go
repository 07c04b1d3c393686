package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
)

// ErrChanged is returned by Replace if somebody else wrote the file meanwhile.
var ErrChanged = errors.New("changed while it was being fixed; left as it is")

// Replace puts after in the place of before, all or nothing: readers see the old
// text or the new one, and a crash leaves one of the two. Of a file that somebody has named
// what a symbolic link leads to is replaced, not the link. Mode, owner and what else belongs
// to a file stay. Where a new file could not have them, or the file has several names, it
// is written in place, after a copy beside it. A file that does not hold before any more, or
// that nobody may write, is left alone.
func Replace(in project.File, before, after string) error {
	root, inside, err := openPlace(in)
	if err != nil {
		return err
	}
	defer root.Close()
	info, err := root.Lstat(inside)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return rootfs.NotRegular(info.Mode())
	case info.Mode().Perm()&0o222 == 0:
		return &os.PathError{Op: "write", Path: inside, Err: errors.New("is read-only; left as it is")}
	}
	if linksOf(info) == 1 {
		err := exchange(root, inside, info, before, after)
		if !errors.Is(err, errNotKept) {
			return err
		}
	}
	return writeInPlace(root, inside, before, after)
}

// openPlace opens the folder that nothing is written outside of for a file, and returns the
// path from there.
func openPlace(in project.File) (root *os.Root, inside string, err error) {
	if in.IsFound() {
		root, err = os.OpenRoot(in.Root)
		return root, in.Inside, err
	}
	target, err := filepath.EvalSymlinks(in.Path)
	if err != nil {
		return nil, "", err
	}
	root, err = os.OpenRoot(filepath.Dir(target))
	return root, filepath.Base(target), err
}

// errNotKept is returned by exchange if a new file cannot have all that the old one has
// beside its text.
var errNotKept = errors.New("a new file would lose something")

// exchange puts a new file in the place of one.
func exchange(root *os.Root, inside string, info os.FileInfo, before, after string) error {
	temp, err := createBeside(root, inside, tempMark)
	if err != nil {
		return err
	}
	_, err = temp.WriteString(after)
	if err == nil {
		err = keepAttributes(root, inside, info, temp.File)
	}
	if err == nil {
		err = temp.Sync()
	}
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = holds(root, inside, before)
	}
	if err == nil {
		err = root.Rename(temp.path, inside)
	}
	if err != nil {
		_ = root.Remove(temp.path)
	}
	return err
}

// keepAttributes gives a new file what an old one has beside its text.
func keepAttributes(root *os.Root, inside string, info os.FileInfo, to *os.File) error {
	from, err := rootfs.RegularIn(root, inside)
	if err != nil {
		return err
	}
	defer from.Close()
	if !keepOwner(to, info) {
		return errNotKept
	}
	if err := to.Chmod(info.Mode()); err != nil {
		return err
	}
	if !keepExtended(from, to) { // lists of access too, which a change of mode would change
		return errNotKept
	}
	return nil
}

// holds returns an error unless a file holds a text.
func holds(root *os.Root, inside, text string) error {
	f, err := rootfs.RegularIn(root, inside)
	if err != nil {
		return err
	}
	defer f.Close()
	return holdsText(f, text)
}

func holdsText(f *os.File, text string) error {
	now, err := io.ReadAll(f)
	if err == nil && string(now) != text {
		err = ErrChanged
	}
	return err
}

// writeInPlace overwrites a file. A copy of what it held is beside it until it is done.
func writeInPlace(root *os.Root, inside, before, after string) error {
	f, err := root.OpenFile(inside, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := holdsText(f, before); err != nil {
		return err
	}
	was, err := createBeside(root, inside, copyMark)
	if err != nil {
		return err
	}
	defer was.Close()
	err = rewrite(was.File, before)
	if err == nil {
		err = syncFolder(root, filepath.Dir(inside))
	}
	if err == nil {
		err = rewrite(f, after)
		if err != nil && rewrite(f, before) != nil {
			return fmt.Errorf("%w; what it held is in %s", err, was.path)
		}
	}
	_ = root.Remove(was.path)
	return err
}

// rewrite makes a text all that a file holds.
func rewrite(f *os.File, text string) error {
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	if err := f.Truncate(int64(len(text))); err != nil {
		return err
	}
	return f.Sync()
}

// syncFolder flushes the entries of a folder to the disk, so that they survive a crash.
func syncFolder(root *os.Root, folder string) error {
	d, err := root.Open(folder)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync() // not all systems can
	return nil
}

// tempFile is a file that is being written, which is held until it is closed.
type tempFile struct {
	*os.File
	path string // in its root
}

// createBeside creates a file in the folder of another, for the user alone.
func createBeside(root *os.Root, inside, mark string) (*tempFile, error) {
	path := tempName(inside, mark)
	f, err := root.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	hold(f)
	return &tempFile{f, path}, nil
}

// ReplaceIn puts a text at a path in a folder, all or nothing. It takes the place of a
// symbolic link and does not follow it.
func ReplaceIn(root *os.Root, inside string, text []byte) error {
	temp, err := createBeside(root, inside, tempMark)
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = root.Rename(temp.path, inside)
	}
	if err != nil {
		_ = root.Remove(temp.path)
	}
	return err
}

// File is a file that is being written. Nobody sees it before commit, which puts it
// in the place of what was there, all or nothing. What is there and is no regular file,
// a device or a pipe, is written to.
type File struct {
	*os.File
	Path string // what it becomes; of a symbolic link, what that leads to
	temp bool
}

// Create begins a file that somebody has named.
func Create(path string) (*File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := os.FileMode(0o666)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("is a folder")
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &File{f, path, false}, err
	case err == nil:
		mode = info.Mode().Perm()
	}
	if root, err := os.OpenRoot(filepath.Dir(path)); err == nil {
		RemoveLeftovers(root, ".")
		root.Close()
	}
	f, err := os.OpenFile(tempName(path, tempMark), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		hold(f)
	}
	return &File{f, path, true}, err
}

// tempName returns a name in the folder of a file that nobody else has.
func tempName(path, mark string) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s%s%016x", filepath.Base(path), mark, rand.Uint64()))
}

// Commit makes the file what is at its path. What belongs to a file that is there stays,
// its other names among it: where a new file could not have that, it is written in place.
func (f *File) Commit() error {
	if !f.temp {
		return f.Close()
	}
	root, err := os.OpenRoot(filepath.Dir(f.Path))
	if err != nil {
		return err
	}
	defer root.Close()
	inside := filepath.Base(f.Path)
	info, err := root.Lstat(inside)
	if err == nil && info.Mode().IsRegular() {
		if linksOf(info) > 1 || errors.Is(keepAttributes(root, inside, info, f.File), errNotKept) {
			return f.overwrite(root, inside)
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), f.Path)
}

// overwrite writes the file in the place of what is at its path.
func (f *File) overwrite(root *os.Root, inside string) error {
	before, err := root.ReadFile(inside)
	if err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	after, err := io.ReadAll(f)
	if err == nil {
		err = writeInPlace(root, inside, string(before), string(after))
	}
	if err == nil {
		f.Discard()
	}
	return err
}

// Discard leaves what is at the path as it is. After commit it does nothing.
func (f *File) Discard() {
	_ = f.Close()
	if f.temp {
		_ = os.Remove(f.Name())
	}
}

// Write puts text at path, all or nothing.
func Write(path string, text []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Commit()
}
