package project

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"luaflow/analysis/config/rootfs"
	"luaflow/compile/source"
)

// MaxSource is how large a file may be that nobody has named, in bytes. No program that
// anybody has written by hand is larger, and what takes all memory does not end well.
const MaxSource = 64 << 20

// Opener opens files, those that walks have found within the folder of the walk. Files of one
// folder one after the other cost least. The zero Opener is ready to use; it belongs to one goroutine.
type Opener struct {
	// OnRead is told of each file that Read reads; nil for nobody.
	OnRead func(path string, content []byte)

	root  *rootfs.Root // the folder of the walk
	below *rootfs.Root // the folder of the last file
	path  string       // of below, from root
}

// Open opens a file. An error does not name it.
func (o *Opener) Open(f *File) (*os.File, error) {
	if !f.IsFound() {
		return rootfs.Regular(f.Path)
	}
	if o.root == nil || o.root.Folder() != f.Root {
		o.Close()
		root, err := rootfs.Open(f.Root)
		if err != nil {
			return nil, err
		}
		o.root = root
	}
	folder, name := filepath.Split(f.Inside)
	if folder == "" {
		return o.root.Regular(name)
	}
	if o.below == nil || o.path != folder {
		below, err := o.root.Sub(folder)
		if err != nil {
			return nil, err
		}
		o.leave()
		o.below, o.path = below, folder
	}
	return o.below.Regular(name)
}

func (o *Opener) leave() {
	if o.below != nil {
		o.below.Close()
		o.below = nil
	}
}

// Read reads a file whole, if it has no more than a number of bytes.
func (o *Opener) Read(f *File, limit int64) ([]byte, error) {
	opened, err := o.Open(f)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := rootfs.ReadAll(opened, limit)
	if err == nil && o.OnRead != nil {
		o.OnRead(f.Path, content)
	}
	return content, err
}

// Close closes what was opened last.
func (o *Opener) Close() {
	o.leave()
	if o.root != nil {
		o.root.Close()
		o.root = nil
	}
}

// Reader reads files, named or found, one after the other into one buffer. It belongs to one
// goroutine.
type Reader struct {
	in     io.Reader // the standard input
	opener Opener
	buf    []byte // what it holds is the text of the last file
	file   source.File
}

// NewReader returns a Reader for which in is the standard input.
func NewReader(in io.Reader) Reader { return Reader{in: in} }

// Close closes what was opened last.
func (r *Reader) Close() { r.opener.Close() }

// firstBuffer is the least size of a Reader's buffer.
const firstBuffer = 64 << 10

// maxSize is the first size that a source.Pos cannot span.
const maxSize = 1<<32 - 1

// Text reads a file whole. The text lasts until the next file is read: whoever wants a
// part of it longer makes a copy. Errors begin with the file's name.
func (r *Reader) Text(in File) (string, error) {
	if err := r.read(in); err != nil {
		return "", fmt.Errorf("%s: %s", in.Name(), rootfs.Reason(err))
	}
	return unsafe.String(unsafe.SliceData(r.buf), len(r.buf)), nil
}

// read fills the buffer with a file. A regular file that somebody has named may be as large
// as a text can be; how long a pipe is nobody knows.
func (r *Reader) read(in File) error {
	switch {
	case in.Err != nil:
		return in.Err
	case in.Path == Stdin:
		return r.fill(r.in, 0, MaxSource)
	case in.IsFound():
		f, err := r.opener.Open(&in)
		if err != nil {
			return err
		}
		defer f.Close()
		return r.fill(f, in.Size(), MaxSource)
	}
	f, err := openNamed(in.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	limit := int64(MaxSource)
	if in.Stamp.IsValid() {
		limit = maxSize - 1
	}
	return r.fill(f, in.Size(), limit)
}

// fill reads all that there is, which may be limit bytes at most.
func (r *Reader) fill(src io.Reader, size, limit int64) error {
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

// Source reads a file that must be Lua source, not a chunk. It lasts as long as its
// text.
func (r *Reader) Source(in File) (*source.File, error) {
	text, err := r.Text(in)
	if err != nil {
		return nil, err
	}
	return r.SourceOf(in, text)
}

// SourceOf returns the source that a file holds, for as long as its text lasts.
func (r *Reader) SourceOf(in File, text string) (*source.File, error) {
	if IsChunk(text) {
		return nil, fmt.Errorf("%s: a compiled Lua chunk, not source (read it with: luaflow dis %[1]s)", in.Name())
	}
	file := &r.file
	file.Reset(in.Name(), text)
	file.CountLikeLua()
	return file, nil
}

// IsChunk reports whether a file is a binary chunk of some Lua (LUA_SIGNATURE).
func IsChunk(text string) bool { return strings.HasPrefix(text, "\x1bLua") }
