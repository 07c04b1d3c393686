package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/bmatcuk/doublestar/v4"

	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// stdinPath is how a command line names the standard input.
const stdinPath = "-"

// stdinName is how people and chunks see it.
const stdinName = "stdin"

// input is one file to work on.
type input struct {
	path  string // as the command line or the walk spelt it
	size  int64  // when it was found; a guess for the standard input
	stamp stamp  // when it was found, by gather; none if it is no regular file
	as    string // what it is to be called, "" for what it is
	err   error  // why it cannot be read, if that is known already
}

// stdinSize is the guess: what is piped in is rarely larger.
const stdinSize = 4 << 20

// name is what the file is called in findings and messages.
func (in input) name() string {
	switch {
	case in.as != "":
		return in.as
	case in.path == stdinPath:
		return stdinName
	}
	return in.path
}

// named is the file of a command that takes one. Whether it can be read is found
// out when it is read.
func named(path string) input {
	in := input{path: path, size: stdinSize}
	if info, err := os.Stat(path); err == nil && path != stdinPath {
		in.size = info.Size()
	}
	return in
}

// gather turns the paths of a command line into files: a named file is taken as
// it is, a folder is walked, and so is the folder in front of a pattern. The order is
// that of the command line, and by name inside a folder; a file is taken once. What
// cannot be read is among them. noIgnore is to take what git
// ignores as well.
func gather(con *console, paths []string, noIgnore bool) []input {
	w := walker{con: con, noIgnore: noIgnore, seen: map[string]bool{}}
	for _, p := range paths {
		w.path(p)
	}
	return w.inputs
}

type walker struct {
	con      *console
	noIgnore bool
	inputs   []input
	seen     map[string]bool // clean paths; of a link, what it leads to
	found    int             // Lua files met, those seen before included
}

func (w *walker) path(path string) {
	if path == stdinPath {
		w.take(input{path: path, size: stdinSize}, false)
		return
	}
	info, isLink, err := look(path)
	if err != nil && isPattern(path) {
		w.pattern(path)
		return
	}
	if err != nil {
		w.take(input{path: path, err: err}, isLink)
		return
	}
	if !info.IsDir() {
		w.take(input{path: path, size: info.Size(), stamp: stampOf(info)}, isLink)
		return
	}
	w.found = 0
	w.walk(path, "")
	if w.found == 0 {
		w.con.note("%s: no Lua file in this folder (looked for *.lua and scripts that start with a #! line naming lua)", path)
	}
}

// isPattern reports whether a path that names no file may stand for several.
func isPattern(path string) bool {
	return strings.ContainsAny(path, "*?[{") && doublestar.ValidatePathPattern(path)
}

// pattern takes the files that match a pattern, and what is in the folders that do.
func (w *walker) pattern(pattern string) {
	pattern = filepath.Clean(pattern)
	base, _ := doublestar.SplitPattern(filepath.ToSlash(pattern))
	w.found = 0
	if info, err := os.Stat(base); err == nil && info.IsDir() {
		w.walk(filepath.FromSlash(base), pattern)
	}
	if w.found == 0 {
		w.con.fail(exitUnreadable, "%s: no Lua file matches", pattern)
	}
}

// look is what a path leads to, and whether it is a symbolic link to that.
func look(path string) (info fs.FileInfo, isLink bool, err error) {
	info, err = os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
		return info, true, err
	}
	return info, false, err
}

func (w *walker) take(in input, isLink bool) {
	w.found++
	key := filepath.Clean(in.path)
	if isLink {
		if target, err := filepath.EvalSymlinks(in.path); err == nil {
			key = target
		}
	}
	if !w.seen[key] {
		w.seen[key] = true
		w.inputs = append(w.inputs, in)
	}
}

// walk takes the Lua files below a folder, or of them those that match a pattern.
func (w *walker) walk(dir, pattern string) {
	f := folder{path: dir, pattern: pattern}
	if !w.noIgnore {
		// What is ignored is said of places, whatever links lead there.
		f.place, _ = placeOf(dir) // which has been seen
		f.ignored = ignoresAbove(f.place)
	}
	w.folder(f)
}

// folder is a folder that is walked.
type folder struct {
	path    string // as people see it
	pattern string // what is taken must match it; "" for all
	place   string // absolute and without links, for ignored
	ignored *ignoreList
}

// folder walks what is below a folder. A symbolic link to a file is a file; one to a
// folder is not followed, as what it leads to has its own name or stands outside,
// and a loop cannot trap the walk.
func (w *walker) folder(in folder) {
	entries, err := os.ReadDir(in.path)
	if err != nil {
		w.inputs = append(w.inputs, input{path: in.path, err: err})
	}
	if !w.noIgnore {
		in.ignored = in.ignoredBy(entries)
	}
	for _, e := range entries {
		at := in
		at.path = filepath.Join(in.path, e.Name())
		if in.ignored != nil {
			if in.ignored.ignores(filepath.ToSlash(filepath.Join(in.place, e.Name())), e.IsDir()) {
				continue
			}
		}
		if in.pattern != "" && doublestar.PathMatchUnvalidated(in.pattern, at.path) {
			at.pattern = ""
		}
		switch {
		case e.IsDir() && !skippedFolder(e.Name()):
			at.place = filepath.Join(in.place, e.Name())
			w.folder(at)
		case !e.IsDir() && at.pattern == "" && (mayBeLua(e.Name()) || namesExtension(in.pattern)):
			w.entry(at.path)
		}
	}
}

// ignoredBy is what holds in a folder by what is in it, too.
func (in *folder) ignoredBy(entries []os.DirEntry) *ignoreList {
	list := in.ignored
	for _, e := range entries { // sorted: .git comes first
		switch e.Name() {
		case ".git":
			list = repositoryIgnores(in.place)
		case gitIgnore:
			list = list.with(in.place, filepath.Join(in.place, gitIgnore))
		}
	}
	return list
}

// namesExtension reports whether a pattern says how its files' names end.
func namesExtension(pattern string) bool {
	ext := filepath.Ext(pattern)
	return ext != "" && !strings.ContainsAny(ext, "*?[{")
}

// entry takes a file of a folder if it is there, regular, and Lua.
func (w *walker) entry(path string) {
	info, isLink, err := look(path)
	if err != nil || !info.Mode().IsRegular() {
		return // a dangling link, a socket, a file that just went away
	}
	if filepath.Ext(path) == "" && !namesLua(path) {
		return
	}
	w.take(input{path: path, size: info.Size(), stamp: stampOf(info)}, isLink)
}

func skippedFolder(name string) bool {
	return strings.HasPrefix(name, ".") || name == "node_modules"
}

func mayBeLua(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".lua" || ext == ""
}

// namesLua reports whether the first line of a file is a #! line whose program,
// or env's argument, is some Lua: lua, lua5.3, luajit, texlua.
func namesLua(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(io.LimitReader(f, 256), 256).ReadString('\n')
	line, found := strings.CutPrefix(line, "#!")
	if !found {
		return false
	}
	for _, word := range strings.Fields(line) {
		name := filepath.Base(word)
		if strings.HasPrefix(name, "lua") || strings.HasSuffix(name, "lua") {
			return true
		}
	}
	return false
}

// reader reads files one after the other into one buffer.
type reader struct {
	in   io.Reader // the standard input
	buf  []byte    // what it holds is the text of the last file
	file source.File
}

func newReader(in io.Reader) reader { return reader{in: in} }

// firstBuffer is the least size of a reader's buffer.
const firstBuffer = 64 << 10

// maxSize is the first size that a source.Pos cannot span.
const maxSize = 1<<32 - 1

// text reads a file whole. The text lasts until the next file is read: whoever wants a
// part of it longer makes a copy. Errors begin with the file's name.
func (r *reader) text(in input) (string, error) {
	if in.err != nil {
		return "", fmt.Errorf("%s: %s", in.name(), reason(in.err))
	}
	src, size := r.in, int64(0)
	if in.path != stdinPath {
		f, err := openRegular(in.path)
		if err != nil {
			return "", fmt.Errorf("%s: %s", in.name(), reason(err))
		}
		defer f.Close()
		src, size = f, min(in.size, maxSize)
	}
	// A byte more than the file has, so that its end is seen without another buffer.
	if size >= int64(cap(r.buf)) {
		r.buf = make([]byte, 0, max(size+1, firstBuffer))
	}
	if err := r.fill(src); err != nil {
		return "", fmt.Errorf("%s: %s", in.name(), reason(err))
	}
	if len(r.buf) >= maxSize {
		return "", fmt.Errorf("%s: files of 4 GiB and more are not supported", in.name())
	}
	return unsafe.String(unsafe.SliceData(r.buf), len(r.buf)), nil
}

// fill reads all that there is, but not much more than maxSize bytes.
func (r *reader) fill(src io.Reader) error {
	r.buf = r.buf[:0]
	for len(r.buf) < maxSize {
		if len(r.buf) == cap(r.buf) {
			r.buf = slices.Grow(r.buf, len(r.buf))
		}
		n, err := src.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+n]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// source reads a file that must be Lua source, not a chunk or some other binary. It
// lasts as long as its text.
func (r *reader) source(in input) (*source.File, error) {
	text, err := r.text(in)
	if err != nil {
		return nil, err
	}
	return r.sourceOf(in, text)
}

// sourceOf is the source that a file holds, for as long as its text lasts.
func (r *reader) sourceOf(in input, text string) (*source.File, error) {
	if isChunk(text) {
		return nil, fmt.Errorf("%s: a compiled Lua chunk, not source (read it with: luaflow dis %[1]s)", in.name())
	}
	file := &r.file
	file.Reset(in.name(), text)
	if at := zeroByte(text); at >= 0 && len(syntax.Parse(file, syntax.Language{}).Errors) > 0 {
		return nil, errBinary(in, at)
	}
	return file, nil
}

func errBinary(in input, zero int) error {
	return fmt.Errorf("%s: a binary file, not Lua source (a zero byte at offset %d)", in.name(), zero)
}

// sniffLen is how far into a file a zero byte makes it a binary, unless Lua accepts
// it: a string may hold one.
const sniffLen = 8000

func zeroByte(text string) int { return strings.IndexByte(text[:min(len(text), sniffLen)], 0) }

// isChunk reports whether a file is a binary chunk of some Lua (LUA_SIGNATURE).
func isChunk(text string) bool { return strings.HasPrefix(text, "\x1bLua") }

// reason is an error of the system without the path and the call that it carries:
// whoever prints it names the file already.
func reason(err error) string {
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
