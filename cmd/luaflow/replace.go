package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// errChanged is returned by replaceFile if somebody else wrote the file meanwhile.
var errChanged = errors.New("changed while it was being fixed; left as it is")

// replaceFile puts after in the place of before, all or nothing: readers see the old
// text or the new one, and a crash leaves one of the two. What a symbolic link leads
// to is replaced, not the link. Mode and owner stay; a second hard link keeps the
// old text. A file that does not hold before any more, or that nobody may write, is
// left alone.
func replaceFile(path, before, after string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return &os.PathError{Op: "write", Path: target, Err: errors.New("is read-only; left as it is")}
	}
	temp, err := writeBeside(target, info, after)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(target)
	if err == nil && string(now) != before {
		err = errChanged
	}
	if err == nil {
		err = os.Rename(temp, target)
	}
	if err != nil {
		_ = os.Remove(temp)
	}
	return err
}

// writeBeside writes text to a new file in the folder of target, as durable and with
// the mode and owner of target. It leaves nothing behind if it fails.
func writeBeside(target string, info os.FileInfo, text string) (name string, err error) {
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+tempMark+"*")
	if err != nil {
		return "", err
	}
	defer func() {
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := f.WriteString(text); err != nil {
		return "", err
	}
	keepOwner(f, info)
	if err := f.Chmod(info.Mode()); err != nil {
		return "", err
	}
	return f.Name(), f.Sync()
}

// newFile is a file that is being written. Nobody sees it before commit, which puts it
// in the place of what was there, all or nothing. What is there and is no regular file,
// a device or a pipe, is written to.
type newFile struct {
	*os.File
	path string // what it becomes; of a symbolic link, what that leads to
	temp bool
}

// createFile begins a file.
func createFile(path string) (*newFile, error) {
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
		return &newFile{f, path, false}, err
	case err == nil:
		mode = info.Mode().Perm()
	}
	f, err := os.OpenFile(tempName(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	return &newFile{f, path, true}, err
}

// tempMark is in the name of every file that is being written.
const tempMark = ".luaflow-"

func tempName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+tempMark+strconv.FormatUint(rand.Uint64(), 36))
}

// commit makes the file what is at its path.
func (f *newFile) commit() error {
	if err := f.Close(); err != nil || !f.temp {
		return err
	}
	return os.Rename(f.Name(), f.path)
}

// discard leaves what is at the path as it is. After commit it does nothing.
func (f *newFile) discard() {
	_ = f.Close()
	if f.temp {
		_ = os.Remove(f.Name())
	}
}

// writeFile puts text at path, all or nothing.
func writeFile(path string, text []byte) error {
	f, err := createFile(path)
	if err != nil {
		return err
	}
	defer f.discard()
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.commit()
}
