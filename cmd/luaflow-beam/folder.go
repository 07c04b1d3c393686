package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// check is what the steps have in common.
type check struct {
	Root, Luaflow string
	Config        []byte // what holds for all files; nil for nothing
	ConfigName    string // the name of that, which says what it is
	Shards        int    // how many parts the files are dealt with in
}

// file is a file with its path in the program, or what is said of it.
type file struct {
	Path string
	Text []byte
}

// folder is where a step has its files on the machine that it runs on, as long as it does.
type folder struct {
	*check
	root string
}

// in calls do with an empty folder, which is removed after that.
func (c *check) in(do func(*folder) error) error {
	root, err := os.MkdirTemp("", "luaflow-beam")
	if err != nil {
		return err
	}
	defer os.RemoveAll(root)
	at := &folder{c, root}
	if c.Config != nil {
		if err := os.WriteFile(at.config(), c.Config, 0o600); err != nil {
			return err
		}
	}
	return do(at)
}

func (at *folder) path(name string) string { return filepath.Join(at.root, name) }

// config returns the path of the configuration.
func (at *folder) config() string { return at.path(filepath.Base(at.ConfigName)) }

func (at *folder) get(name string) ([]byte, error) { return os.ReadFile(at.path(name)) }

// put writes files into a folder inside this one, and returns their paths there.
func (at *folder) put(inside string, files func(*file) bool) (names []string, err error) {
	top, err := at.top(inside)
	if err != nil {
		return nil, err
	}
	defer top.Close()
	var f file
	for files(&f) {
		name := filepath.FromSlash(f.Path)
		if err := top.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return nil, err
		}
		if err := top.WriteFile(name, f.Text, 0o600); err != nil {
			return nil, err
		}
		names = append(names, f.Path)
	}
	return names, nil
}

// top makes a folder inside this one, which no path leads out of.
func (at *folder) top(inside string) (*os.Root, error) {
	if err := os.Mkdir(at.path(inside), 0o700); err != nil {
		return nil, err
	}
	return os.OpenRoot(at.path(inside))
}

// luaflow runs a command in a folder inside this one, and returns what it prints. An exit code beyond most is an error.
func (at *folder) luaflow(inside string, most int, args ...string) ([]byte, error) {
	if at.Config != nil {
		args = append([]string{args[0], "--config", at.config()}, args[1:]...)
	}
	cmd := exec.Command(at.Luaflow, args...)
	cmd.Dir = at.path(inside)
	cmd.Env = append(os.Environ(), "LUAFLOW_CACHE=off")
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 && exit.ExitCode() <= most {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("luaflow %s: %w: %s", args[0], err, bytes.TrimSpace(told.Bytes()))
	}
	return out, nil
}
