package main

import (
	"errors"
	"os"
	"path/filepath"
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
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".luaflow-*")
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
