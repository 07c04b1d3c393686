package lsp

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
)

// input reads ahead: what the client has said, and the server has not read yet, waits in memory up to a number of bytes.
// So it is known that the client leaves while the server still waits for it to read answers, and the connection can
// be closed while the input is blocked in a read, which for a standard input nothing else does.
type input struct {
	most   int           // bytes that may wait
	leaves chan struct{} // closed when the client has said exit, or will say no more

	mu      sync.Mutex
	changed *sync.Cond // that anything below has
	waiting [][]byte   // in chunks of readSize bytes, but for the last
	start   int        // what was read of the first
	size    int        // bytes that wait
	spare   [][]byte   // empty chunks that are used again, at most spares
	err     error      // of a read from what comes after these bytes
}

// newInput returns an input that holds at most so many bytes of what in gives, or those of one read more. A goroutine
// reads in ahead, started by spawn; it ends when in does or the input is closed, but for a read of in that never returns.
func newInput(in io.Reader, most int, spawn func(func())) *input {
	i := &input{most: most, leaves: make(chan struct{})}
	i.changed = sync.NewCond(&i.mu)
	spawn(func() { i.fill(in) })
	return i
}

// readSize is how much is read at once, and kept in one piece, in bytes.
const readSize = 32 << 10

// spares is how many chunks are kept that nobody needs just now.
const spares = 8

// fill reads all that the client says, until the input is closed.
func (i *input) fill(in io.Reader) {
	seek, hasLeft := exitSeeker{}, false
	buf := make([]byte, readSize)
	for more := true; more; {
		n, err := in.Read(buf)
		if !hasLeft && (seek.finds(buf[:n]) || err != nil) {
			close(i.leaves)
			hasLeft = true
		}
		more = i.put(buf[:n], err)
	}
}

// put adds what was read, when there is room. It reports whether there may be more, and somebody who wants it.
func (i *input) put(b []byte, err error) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.size >= i.most && i.err == nil {
		i.changed.Wait()
	}
	if i.err != nil {
		return false
	}
	i.size += len(b)
	for len(b) > 0 {
		last := len(i.waiting) - 1
		if last < 0 || len(i.waiting[last]) == readSize {
			i.waiting = append(i.waiting, i.chunk())
			continue
		}
		n := min(len(b), readSize-len(i.waiting[last]))
		i.waiting[last] = append(i.waiting[last], b[:n]...)
		b = b[n:]
	}
	i.err = err
	i.changed.Broadcast()
	return err == nil
}

// chunk returns an empty chunk with room for readSize bytes.
func (i *input) chunk() []byte {
	last := len(i.spare) - 1
	if last < 0 {
		return make([]byte, 0, readSize)
	}
	chunk := i.spare[last]
	i.spare = i.spare[:last]
	return chunk
}

// Read reads what waits; if nothing does it waits for that.
func (i *input) Read(b []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for i.size == 0 && i.err == nil {
		i.changed.Wait()
	}
	if i.size == 0 {
		return 0, i.err
	}
	first := i.waiting[0]
	n := copy(b, first[i.start:])
	i.start += n
	i.size -= n
	if i.start == len(first) {
		i.waiting = slices.Delete(i.waiting, 0, 1)
		i.start = 0
		if len(i.spare) < spares {
			i.spare = append(i.spare, first[:0])
		}
	}
	i.changed.Broadcast()
	return n, nil
}

// Close makes reads fail, those that are waiting too, and forgets what waits.
func (i *input) Close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.waiting, i.size, i.err = nil, 0, io.ErrClosedPipe
	i.changed.Broadcast()
	return nil
}

// exitSeeker looks for exit in frames, which come in pieces.
type exitSeeker struct {
	line   []byte // of a header, as far as it is there
	length int64  // of the content, as far as the header is there
	body   []byte // the content, if it is short, as far as it is there
	left   int    // bytes of the content that are to come
	isLost bool   // nobody knows where the next frame begins
}

// longestExit is how long the content of a frame with exit may be, in bytes: any other is longer than what people or programs write.
const longestExit = 1 << 10

// finds reports whether exit ends in the next piece.
func (e *exitSeeker) finds(piece []byte) bool {
	for len(piece) > 0 && !e.isLost {
		if e.left == 0 {
			piece = e.header(piece)
			continue
		}
		n := min(e.left, len(piece))
		if e.length <= longestExit {
			e.body = append(e.body, piece[:n]...)
		}
		piece, e.left = piece[n:], e.left-n
		if e.left > 0 {
			continue
		}
		if len(e.body) > 0 && headOf(e.body).method == protocol.MethodExit {
			return true
		}
		e.body = e.body[:0]
	}
	return false
}

// header takes a part of a line from a piece, and returns the rest. After an empty line the content is to come.
func (e *exitSeeker) header(piece []byte) (rest []byte) {
	end := bytes.IndexByte(piece, '\n')
	if end < 0 {
		e.line = append(e.line, piece...)
		e.isLost = len(e.line) > maxHeader
		return nil
	}
	e.isLost = len(e.line)+end > maxHeader
	line := strings.TrimRight(string(append(e.line, piece[:end]...)), "\r")
	e.line = e.line[:0]
	if line == "" {
		e.left = int(e.length)
	} else {
		var err error
		e.length, err = lengthIn(line, e.length)
		e.isLost = e.isLost || err != nil
	}
	return piece[end+1:]
}
