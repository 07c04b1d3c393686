package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unsafe"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/compile/source"
)

// reader reads files one after the other into one buffer.
type reader struct {
	in     io.Reader // the standard input
	opener project.Opener
	buf    []byte // what it holds is the text of the last file
	file   source.File
}

func newReader(in io.Reader) reader { return reader{in: in} }

// firstBuffer is the least size of a reader's buffer.
const firstBuffer = 64 << 10

// maxSize is the first size that a source.Pos cannot span.
const maxSize = 1<<32 - 1

// text reads a file whole. The text lasts until the next file is read: whoever wants a
// part of it longer makes a copy. Errors begin with the file's name.
func (r *reader) text(in input) (string, error) {
	if err := r.read(in); err != nil {
		return "", fmt.Errorf("%s: %s", in.name(), reason(err))
	}
	return unsafe.String(unsafe.SliceData(r.buf), len(r.buf)), nil
}

// read fills the buffer with a file. A regular file that somebody has named may be as large
// as a text can be; how long a pipe is nobody knows.
func (r *reader) read(in input) error {
	switch {
	case in.err != nil:
		return in.err
	case in.path == stdinPath:
		return r.fill(r.in, 0, project.MaxSource)
	case in.isFound():
		f, err := r.opener.Open(&project.File{Root: in.root, Inside: in.inside})
		if err != nil {
			return err
		}
		defer f.Close()
		return r.fill(f, in.size, project.MaxSource)
	}
	f, err := openNamed(in.path)
	if err != nil {
		return err
	}
	defer f.Close()
	limit := int64(project.MaxSource)
	if in.stamp.IsValid() {
		limit = maxSize - 1
	}
	return r.fill(f, in.size, limit)
}

// fill reads all that there is, which may be limit bytes at most.
func (r *reader) fill(src io.Reader, size, limit int64) error {
	// A byte more than the file has, so that its end is seen without another buffer.
	if size = min(size, limit); size >= int64(cap(r.buf)) {
		r.buf = make([]byte, 0, max(size+1, firstBuffer))
	}
	r.buf = r.buf[:0]
	for int64(len(r.buf)) <= limit {
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
	if limit >= maxSize-1 {
		return errTooLarge
	}
	return rootfs.TooLarge(limit)
}

var errTooLarge = errors.New("is too large: files of 4 GiB and more are not supported")

// source reads a file that must be Lua source, not a chunk. It lasts as long as its
// text.
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
	file.CountLikeLua()
	return file, nil
}

// isChunk reports whether a file is a binary chunk of some Lua (LUA_SIGNATURE).
func isChunk(text string) bool { return strings.HasPrefix(text, "\x1bLua") }
